import { p256 } from '@noble/curves/nist.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import { err } from '../kernel/index.js';
import { refusal, valueOf } from '../testing/index.js';
import { digest } from '../testing/ports.js';
import { clientKey, verifies, verifiesDigest } from './p256.js';
import { readStamp } from './stamp.js';

const secret = new Uint8Array(32).fill(7);
const publicKey = bytesToHex(p256.getPublicKey(secret, true));
const sign = (text: string): string => bytesToHex(p256.sign(utf8ToBytes(text), secret, { format: 'der', lowS: true }));
const highS = (der: string): string => {
  const { r, s } = p256.Signature.fromHex(der, 'der');
  return new p256.Signature(r, p256.Point.Fn.ORDER - s).toHex('der');
};
const SCHEME = 'SIGNATURE_SCHEME_TK_API_P256';
const stamp = { publicKey, scheme: SCHEME, signature: sign('payload') };
const encode = (value: unknown, form: 'base64' | 'base64url' = 'base64'): string =>
  Buffer.from(JSON.stringify(value)).toString(form);

describe('a stamp', () => {
  it('is read in base64 and base64url, with and without padding', () => {
    // Texts of different lengths, which the reader ignores, produce all three paddings.
    for (const filler of ['', 'x', 'xx', 'xxx']) {
      const text = encode({ ...stamp, filler });
      for (const form of [text, text.replace(/=+$/, ''), encode({ ...stamp, filler }, 'base64url')]) {
        expect(valueOf(readStamp(form))).toEqual({ publicKey, signature: stamp.signature });
      }
    }
  });

  it('may contain characters that the two forms write differently, and space around it', () => {
    const text = encode({ ...stamp, filler: '???>>>~~~???' }, 'base64url');
    expect(text).toMatch(/-.*_|_.*-/);
    for (const form of [text, text.replaceAll('-', '+').replaceAll('_', '/'), `  ${text} `]) {
      expect(valueOf(readStamp(form))).toEqual({ publicKey, signature: stamp.signature });
    }
  });

  it('has 4096 characters at most', () => {
    const padded = encode(stamp).replace(/=+$/, '').padEnd(4096, ' ');
    expect(valueOf(readStamp(padded)).publicKey).toBe(publicKey);
    expect(readStamp(`${padded} `)).toEqual(err('WALLET_SIGNATURE_MALFORMED'));
  });

  it.each([null, [], 'text', 1, true])('is an object, not %j', (value) => {
    expect(readStamp(encode(value))).toEqual(err('WALLET_SIGNATURE_MALFORMED'));
  });

  it('is base64 without a character too many, also of padding', () => {
    const text = encode({ ...stamp, filler: '' }).replace(/=+$/, '');
    const whole = Buffer.from(JSON.stringify(stamp).padEnd(300, ' ')).toString('base64');
    expect(whole.length % 4).toBe(0);
    for (const form of [`${text}===`, `${whole}A`, `,${whole}`]) {
      expect(readStamp(form)).toEqual(err('WALLET_SIGNATURE_MALFORMED'));
    }
    expect(valueOf(readStamp(whole)).publicKey).toBe(publicKey);
  });

  it('accepts a key in both forms and both cases', () => {
    const uncompressed = bytesToHex(p256.getPublicKey(secret, false));
    for (const key of [publicKey.toUpperCase(), uncompressed, uncompressed.toUpperCase()]) {
      expect(valueOf(readStamp(encode({ ...stamp, publicKey: key }))).publicKey).toBe(publicKey);
    }
  });

  it.each([
    '',
    ' ',
    '{}',
    'ä',
    'a',
    `${encode(stamp)},${encode(stamp)}`,
    encode(null),
    encode([]),
    encode('text'),
    encode({ ...stamp, publicKey: 1 }),
    encode({ ...stamp, scheme: undefined }),
    encode({ ...stamp, signature: null }),
    encode({ ...stamp, signature: 'zz' }),
    encode({ ...stamp, signature: 'abc' }),
    encode({ ...stamp, signature: 12 }),
    Buffer.from('{"publicKey"').toString('base64'),
    encode({ ...stamp, filler: 'x'.repeat(5_000) }),
  ])('is malformed as %j', (header) => {
    expect(refusal(readStamp(header)).code).toBe('WALLET_SIGNATURE_MALFORMED');
  });

  it.each([
    ['another scheme', { ...stamp, scheme: 'SIGNATURE_SCHEME_TK_API_SECP256K1' }],
    ['a key off the curve', { ...stamp, publicKey: `02${'f'.repeat(64)}` }],
    ['a text instead of a key', { ...stamp, publicKey: 'key' }],
    ['the point at infinity', { ...stamp, publicKey: '00' }],
  ])('with %s is an invalid signature', (_what, fields) => {
    expect(refusal(readStamp(encode(fields))).code).toBe('INVALID_SIGNATURE');
  });
});

describe('a signature', () => {
  it('verifies with low S and with high S, but only over its bytes and with its key', () => {
    for (const signature of [stamp.signature, highS(stamp.signature)]) {
      expect(verifies(signature, 'payload', publicKey)).toBe(true);
      expect(verifies(signature, 'payload ', publicKey)).toBe(false);
      expect(verifies(signature, 'payload', bytesToHex(p256.getPublicKey(new Uint8Array(32).fill(8), true)))).toBe(
        false,
      );
    }
    expect(verifies(sign('žluťoučký 🐎'), 'žluťoučký 🐎', publicKey)).toBe(true);
  });

  it.each([
    '',
    'zz',
    'abc',
    '30',
    '3000',
    stamp.signature.slice(2),
    `${stamp.signature}00`,
    `3081${stamp.signature.slice(2)}`,
  ])('is invalid as %j', (signature) => {
    expect(verifies(signature, 'payload', publicKey)).toBe(false);
  });
});

describe('a signature of a text that is stored as its digest', () => {
  it('verifies only over that text', () => {
    for (const signature of [stamp.signature, highS(stamp.signature)]) {
      expect(verifiesDigest(signature, digest.sha256('payload'), publicKey)).toBe(true);
      expect(verifiesDigest(signature, digest.sha256('payload '), publicKey)).toBe(false);
    }
  });

  it.each(['', 'payload', 'ey.ey.x', digest.sha256('payload').slice(2), `${digest.sha256('payload')}00`])(
    'is invalid if %j was stored instead of a digest',
    (kept) => {
      expect(verifiesDigest(stamp.signature, kept, publicKey)).toBe(false);
    },
  );
});

describe('the key of a client', () => {
  it('must be a point on the curve, compressed or uncompressed', () => {
    const uncompressed = bytesToHex(p256.getPublicKey(secret, false));
    const both = { compressed: publicKey, uncompressed };
    expect(clientKey(publicKey)).toEqual({ isCompressed: true, ...both });
    expect(clientKey(uncompressed)).toEqual({ isCompressed: false, ...both });
    expect(clientKey(`04${uncompressed.slice(4)}00`)).toBeNull();
    expect(clientKey(`05${uncompressed.slice(2)}`)).toBeNull();
    expect(clientKey('')).toBeNull();
  });
});
