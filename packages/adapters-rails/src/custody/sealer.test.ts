import { createCipheriv, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSealer, keyIdOf, SealError, sealedWith } from './index.js';

const key = randomBytes(32);
const sealer = createSealer(key);
const PLACE = { table: 'platforms', row: 'one', column: 'secret' };

/**
 * Seals a text in the older format `v1`, which authenticates the header but not the place (the column and record) of
 * the text.
 */
function unbound(text: string): string {
  const [nonce, header] = [randomBytes(12), `v1.${keyIdOf(key)}`];
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(header));
  const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `${header}.${sealed.toString('base64url')}`;
}

describe('a sealed text', () => {
  it('opens to the original text, for every text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(sealer.open(sealer.seal(text, PLACE), PLACE)).toBe(text);
      }),
    );
    expect(createSealer(key).open(sealer.seal('after a restart', PLACE), PLACE)).toBe('after a restart');
  });

  it('differs every time and reveals nothing of its content', () => {
    const [one, two] = [sealer.seal('whsec_secret', PLACE), sealer.seal('whsec_secret', PLACE)];
    expect(one).not.toBe(two);
    expect(one).not.toContain(Buffer.from('whsec_secret').toString('base64url').slice(0, 12));
    expect(one).toMatch(/^v2\.[0-9a-f]{12}\.[A-Za-z0-9_-]+$/);
  });

  it('contains the id of its key, but not the key', () => {
    expect(sealedWith(sealer.seal('x', PLACE))).toBe(keyIdOf(key));
    expect(key.toString('hex')).not.toContain(keyIdOf(key));
    expect(sealedWith('postgres://plain')).toBeNull();
  });

  it('of an older format opens, and is bound to its place when it is renewed', () => {
    expect(sealer.open(unbound('secret'), PLACE)).toBe('secret');
    const renewed = sealer.renew(unbound('secret'), PLACE);
    expect(renewed).toMatch(/^v2\./);
    expect(sealer.open(renewed, PLACE)).toBe('secret');
    expect(sealer.renew(renewed, PLACE)).toBe(renewed);
  });

  it.each([
    { ...PLACE, table: 'customers' },
    { ...PLACE, row: 'two' },
    { ...PLACE, column: 'identifier' },
    { table: 'platforms', row: 'one"', column: ',"secret' },
  ])('copied to $table/$row/$column does not open', (other) => {
    expect(() => sealer.open(sealer.seal('secret', PLACE), other)).toThrow(SealError);
  });

  it('of another master key is refused with the ids of both keys', () => {
    const other = randomBytes(32);
    const sealed = createSealer(other).seal('secret', PLACE);
    expect(() => sealer.open(sealed, PLACE)).toThrow(
      new SealError(
        `the stored text is encrypted with the master key ${keyIdOf(other)}, but this host has ${keyIdOf(key)}`,
      ),
    );
  });

  it('with any changed byte does not open', () => {
    const sealed = sealer.seal('secret', PLACE);
    const [format, keyId, body] = sealed.split('.') as [string, string, string];
    const bytes = Buffer.from(body, 'base64url');
    for (let i = 0; i < bytes.length; i += 1) {
      const changed = Buffer.from(bytes);
      changed[i]! ^= 1;
      expect(() => sealer.open(`${format}.${keyId}.${changed.toString('base64url')}`, PLACE)).toThrow(SealError);
    }
  });

  it.each(['', 'plain', 'v3.000000000000.AAAA', `v1.${keyIdOf(key)}.AAAA`])('cannot be %j', (text) => {
    expect(() => sealer.open(text, PLACE)).toThrow(SealError);
  });
});

describe('a sealer', () => {
  it('requires a key of exactly 32 bytes', () => {
    for (const length of [0, 16, 31, 33]) expect(() => createSealer(randomBytes(length))).toThrow(SealError);
  });

  it('keeps working when the caller wipes the key', () => {
    const mine = Uint8Array.from(key);
    const sealed = createSealer(key);
    const copied = createSealer(mine);
    mine.fill(0);
    expect(sealed.open(copied.seal('x', PLACE), PLACE)).toBe('x');
  });
});
