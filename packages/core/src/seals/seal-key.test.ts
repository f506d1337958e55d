import { createHash, createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { instant } from '../kernel/index.js';
import { reversingSealer, seededRandom } from '../testing/ports.js';
import { newSealKey, openSealKey } from './seal-key.js';
import { HOST } from './seal.js';

const NOW = instant(1_700_000_000_000);
const PLACE = { table: 'host_keys', row: 'journal-seals', column: 'sealedPrivateKey' };
const HEAD = { number: 3, digest: 'd1', form: 2, ends: { postings: 40, events: 50, operator_log: 60 } };

const stored = newSealKey(seededRandom(), reversingSealer, NOW);
const key = openSealKey(reversingSealer, stored);
const secret = reversingSealer.open(stored.sealedPrivateKey, PLACE);
const hmacOf = (text: string): string => createHmac('sha256', Buffer.from(secret, 'hex')).update(text).digest('hex');

describe('a seal key', () => {
  it('is a secret of 32 bytes that is sealed for its place, with a fingerprint that does not reveal it', () => {
    expect(secret).toMatch(/^[0-9a-f]{64}$/);
    expect(stored).toMatchObject({ id: 'journal-seals', tenant: HOST, createdAt: NOW });
    const fingerprint = createHash('sha256').update(`corridor seal key ${secret}`).digest('hex').slice(0, 16);
    expect(stored.publicKey).toBe(fingerprint);
  });

  // Signatures of existing chains must stay valid, so their text is part of what is promised.
  it('signs a seal and a head with HMAC-SHA-256, each under the name of its kind', () => {
    expect(key.seal('d1')).toBe(hmacOf('seal\nd1'));
    const text = '[2,3,"d1",{"events":50,"operator_log":60,"postings":40}]';
    expect(key.head(HEAD)).toBe(hmacOf(`head\n${text}`));
    expect(key.head({ ...HEAD, form: 1 })).toBe(hmacOf('head\n[3,"d1",40,50]'));
    expect(key.head({ ...HEAD, form: 3 })).toBeNull();
    expect(key.seal(text)).not.toBe(key.head(HEAD));
  });

  it.each(['postings', 'events', 'operator_log', 'another'] as const)('signs the end of %s in a head', (stream) => {
    expect(key.head({ ...HEAD, ends: { ...HEAD.ends, [stream]: 61 } })).not.toBe(key.head(HEAD));
  });

  it('signs the number and the digest of a head', () => {
    expect(key.head({ ...HEAD, number: 4 })).not.toBe(key.head(HEAD));
    expect(key.head({ ...HEAD, digest: 'd2' })).not.toBe(key.head(HEAD));
  });

  it('cannot be opened by a master key that did not seal it', () => {
    const other = { ...stored, sealedPrivateKey: reversingSealer.seal(secret, { ...PLACE, row: 'other' }) };
    expect(() => openSealKey(reversingSealer, other)).toThrow('not sealed');
  });
});
