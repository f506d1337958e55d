import { createDecipheriv, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSealer, keyIdOf, SealError, sealedWith } from './index.js';

const key = randomBytes(32);
const sealer = createSealer(key);

describe('a sealed text', () => {
  it('opens to what was sealed, whatever it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(sealer.open(sealer.seal(text))).toBe(text);
      }),
    );
    expect(createSealer(key).open(sealer.seal('after a restart'))).toBe('after a restart');
  });

  it('differs every time and shows nothing of its content', () => {
    const [one, two] = [sealer.seal('whsec_secret'), sealer.seal('whsec_secret')];
    expect(one).not.toBe(two);
    expect(one).not.toContain(Buffer.from('whsec_secret').toString('base64url').slice(0, 12));
    expect(one).toMatch(/^v1\.[0-9a-f]{12}\.[A-Za-z0-9_-]+$/);
  });

  it('names the key it was sealed with, which is not the key', () => {
    expect(sealedWith(sealer.seal('x'))).toBe(keyIdOf(key));
    expect(key.toString('hex')).not.toContain(keyIdOf(key));
    expect(sealedWith('postgres://plain')).toBeNull();
  });

  it('keeps the form that older versions wrote: nonce, ciphertext and tag, with its header authenticated', () => {
    const sealed = sealer.seal('secret');
    const [format, keyId, body] = sealed.split('.') as [string, string, string];
    const bytes = Buffer.from(body, 'base64url');
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
      .setAAD(Buffer.from(`${format}.${keyId}`))
      .setAuthTag(bytes.subarray(-16));
    expect(decipher.update(bytes.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8')).toBe('secret');
  });

  it('of another master key is refused by name', () => {
    const other = randomBytes(32);
    const sealed = createSealer(other).seal('secret');
    expect(() => sealer.open(sealed)).toThrow(
      new SealError(`sealed with the master key ${keyIdOf(other)}, this host has ${keyIdOf(key)}`),
    );
  });

  it('that was changed anywhere does not open', () => {
    const sealed = sealer.seal('secret');
    const [format, keyId, body] = sealed.split('.') as [string, string, string];
    const bytes = Buffer.from(body, 'base64url');
    for (let i = 0; i < bytes.length; i += 1) {
      const changed = Buffer.from(bytes);
      changed[i]! ^= 1;
      expect(() => sealer.open(`${format}.${keyId}.${changed.toString('base64url')}`)).toThrow(SealError);
    }
  });

  it.each(['', 'plain', 'v2.000000000000.AAAA', `v1.${keyIdOf(key)}.AAAA`])('is not %j', (text) => {
    expect(() => sealer.open(text)).toThrow(SealError);
  });
});

describe('a sealer', () => {
  it('takes 32 bytes and nothing else', () => {
    for (const length of [0, 16, 31, 33]) expect(() => createSealer(randomBytes(length))).toThrow(SealError);
  });

  it('keeps its key when the caller wipes theirs', () => {
    const mine = Uint8Array.from(key);
    const sealed = createSealer(key);
    const copied = createSealer(mine);
    mine.fill(0);
    expect(sealed.open(copied.seal('x'))).toBe('x');
  });
});
