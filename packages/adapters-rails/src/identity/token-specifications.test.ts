import { instant, type Result } from '@corridor/core';
import type { OutboundOutcome } from '@corridor/core/ports';
import { CompactSign, exportJWK, generateKeyPair, type JWK } from 'jose';
import { beforeEach, describe, expect, it } from 'vitest';
import { createIdentityTokens } from './index.js';

/**
 * The rows of OpenID Connect Core (sections 2 and 3.1.3.7), RFC 7519 (section 4), RFC 8725 (section 3) and RFC 7517
 * (sections 4 and 5), as issuers follow them. `packages/core/src/wallets/identity.test.ts` has those about time.
 */
const ISSUER = 'https://id.example';
const GOOGLE = 'https://accounts.google.com';
const START = Date.UTC(2026, 0, 15);
const SECONDS = START / 1000;
const CLAIMS = { iss: ISSUER, aud: 'app', sub: 'owner', iat: SECONDS, exp: SECONDS + 300 };

interface Signer {
  readonly key: JWK;
  sign(claims?: object, header?: object): Promise<string>;
}

async function signer(alg: string, generatedFor = alg): Promise<Signer> {
  const { publicKey, privateKey } = await generateKeyPair(generatedFor, { extractable: true });
  return {
    key: await exportJWK(publicKey),
    sign: (claims = {}, header = {}) =>
      new CompactSign(new TextEncoder().encode(JSON.stringify({ ...CLAIMS, ...claims })))
        .setProtectedHeader({ alg, ...header } as { alg: string })
        .sign(privateKey),
  };
}

const [ec, otherEc, rsa, okp] = await Promise.all([signer('ES256'), signer('ES256'), signer('RS256'), signer('EdDSA')]);

let now = START;
let asked = 0;
let published: readonly unknown[] = [];
let headers: Readonly<Record<string, string>> = {};
let failure: OutboundOutcome | null = null;
let tokens: ReturnType<typeof createIdentityTokens>;
beforeEach(() => {
  [now, asked, published, headers, failure] = [START, 0, [{ ...ec.key, kid: 'k1' }], {}, null];
  tokens = createIdentityTokens({
    issuers: new Map([
      [ISSUER, `${ISSUER}/jwks`],
      [GOOGLE, `${GOOGLE}/jwks`],
    ]),
    clock: { now: () => instant(now) },
    http: {
      async send() {
        asked += 1;
        await Promise.resolve();
        const body = JSON.stringify({ keys: published });
        return failure ?? { kind: 'answered', status: 200, headers, body, truncated: false };
      },
    },
  });
});

const read = async (token: string | Promise<string>) => tokens.read(await token, { trusted: false });
const outcomeOf = (result: Result<unknown>): string => (result.ok ? 'ok' : result.error.code);
const outcome = async (token: string | Promise<string>): Promise<string> => outcomeOf(await read(token));
const K1 = { kid: 'k1' };

describe('a claim', () => {
  it.each<[string, object, string]>([
    ['aud with one entry', { aud: ['app'] }, 'app'],
    ['aud with the same entry twice', { aud: ['app', 'app'] }, 'app'],
    ['aud with several entries, of which azp requested the token', { aud: ['api', 'app'], azp: 'app' }, 'app'],
    ['aud with several entries, requested by another of them', { aud: ['api', 'app'], azp: 'api' }, 'api'],
    ['aud with one entry, and an azp of the same platform', { aud: 'app', azp: 'app-for-android' }, 'app'],
  ])('%s names the app', async (_row, claims, audience) => {
    expect(await read(ec.sign(claims, K1))).toMatchObject({ ok: true, value: { audience } });
  });

  it.each<[string, object]>([
    ['aud with several entries and no azp', { aud: ['app', 'api'] }],
    ['aud with several entries and an azp that is none of them', { aud: ['app', 'api'], azp: 'other' }],
    ['aud with several entries and an azp that is a list', { aud: ['app', 'api'], azp: ['app'] }],
    ['aud with an entry that is not a text', { aud: ['app', 5], azp: 'app' }],
    ['aud without an entry', { aud: [] }],
    ['no aud', { aud: undefined }],
    ['no iss', { iss: undefined }],
    ['iss that is not a text', { iss: 5 }],
    ['no sub', { sub: undefined }],
    ['sub with more than 255 characters', { sub: 'x'.repeat(256) }],
    ['no iat', { iat: undefined }],
    ['iat that is a text', { iat: String(SECONDS) }],
    ['exp that is a text', { exp: String(SECONDS + 300) }],
    ['nbf that is a text', { nbf: 'now' }],
    ['exp before 1970', { exp: -1 }],
  ])('%s is refused', async (_row, claims) => {
    expect(await outcome(ec.sign(claims, K1))).toBe('INVALID_INPUT');
  });

  it.each<[string, object, object]>([
    [
      'times with fractions of a second',
      { iat: SECONDS + 0.25, exp: SECONDS + 1.5 },
      { issuedAt: START + 250, expiresAt: START + 1500 },
    ],
    ['a fraction that is not a whole millisecond', { iat: SECONDS + 0.12345 }, { issuedAt: START + 123 }],
    ['nbf', { nbf: SECONDS - 5 }, { notBefore: START - 5000 }],
    ['no nbf', {}, { notBefore: null }],
    ['no exp, which core refuses', { exp: undefined }, { expiresAt: null }],
    ['sub with 255 characters', { sub: 'x'.repeat(255) }, { subject: 'x'.repeat(255) }],
    ['claims that nothing reads', { auth_time: 'x', acr: 5, amr: {}, at_hash: '', jti: 7, email_verified: 'true' }, {}],
    ['a nonce that is not a text', { nonce: 5 }, { nonce: null }],
  ])('%s is read', async (_row, claims, expected) => {
    expect(await read(ec.sign(claims, K1))).toMatchObject({ ok: true, value: expected });
  });

  it('iss of Google may lack the scheme; another iss may not differ at all', async () => {
    expect(await read(ec.sign({ iss: 'accounts.google.com' }, K1))).toMatchObject({ value: { issuer: GOOGLE } });
    for (const iss of ['id.example', `${ISSUER}/`, 'HTTPS://id.example', 'http://id.example']) {
      expect(await outcome(ec.sign({ iss }, K1))).toBe('INVALID_SIGNATURE');
    }
  });
});

describe('a header', () => {
  it.each(['JWT', 'jwt', 'application/jwt', 'JOSE', undefined])(
    'with the type %s is of an identity token',
    async (typ) => {
      expect(await outcome(ec.sign({}, { ...K1, typ }))).toBe('ok');
    },
  );

  it.each(['at+jwt', 'application/at+JWT', 'logout+jwt', 'secevent+jwt', 'dpop+jwt'])(
    'with the type %s is of another token',
    async (typ) => {
      expect(await outcome(ec.sign({}, { ...K1, typ }))).toBe('INVALID_INPUT');
    },
  );

  it('that demands extensions is refused', async () => {
    const token = await ec.sign({}, { ...K1, b64: true, crit: ['b64'] });
    expect(await outcome(token)).toBe('INVALID_INPUT');
    expect(outcomeOf(await tokens.read(token, { trusted: true }))).toBe('INVALID_INPUT');
  });

  it.each(['jwk', 'jku', 'x5u', 'x5c'])('whose %s brings a key is checked by the published keys only', async (name) => {
    const brought = {
      jwk: otherEc.key,
      jku: 'https://evil.example/jwks',
      x5u: 'https://evil.example/x5',
      x5c: ['MIIB'],
    };
    const header = { ...K1, [name]: brought[name as keyof typeof brought] };
    expect(await outcome(otherEc.sign({}, header))).toBe('INVALID_SIGNATURE');
    expect(asked).toBe(1);
  });
});

describe('a key', () => {
  it.each<[string, () => readonly unknown[], Promise<string>]>([
    [
      'of an unknown type beside it',
      () => [
        { kty: 'AKP', alg: 'ML-DSA-44', kid: 'x' },
        { ...ec.key, kid: 'k1' },
      ],
      ec.sign({}, K1),
    ],
    [
      'of an unknown type under its id',
      () => [
        { kty: 'AKP', kid: 'k1' },
        { ...ec.key, kid: 'k1' },
      ],
      ec.sign({}, K1),
    ],
    [
      'without required members beside it',
      () => [
        { kty: 'EC', crv: 'P-256', kid: 'k1' },
        { ...ec.key, kid: 'k1' },
      ],
      ec.sign({}, K1),
    ],
    ['that is not an object beside it', () => [null, 'key', [], { ...ec.key, kid: 'k1' }], ec.sign({}, K1)],
    [
      'for encryption under its id',
      () => [
        { ...otherEc.key, kid: 'k1', use: 'enc' },
        { ...ec.key, kid: 'k1' },
      ],
      ec.sign({}, K1),
    ],
    [
      'with the same id beside it',
      () => [
        { ...otherEc.key, kid: 'k1' },
        { ...ec.key, kid: 'k1' },
      ],
      ec.sign({}, K1),
    ],
    ['without an id among others', () => [otherEc.key, rsa.key, ec.key], ec.sign()],
    [
      'with an id, of which the token names none',
      () => [
        { ...otherEc.key, kid: 'a' },
        { ...ec.key, kid: 'b' },
      ],
      ec.sign(),
    ],
    ['without an id, of which the token names one', () => [ec.key], ec.sign({}, K1)],
    ['with operations that verify', () => [{ ...ec.key, kid: 'k1', key_ops: ['verify'] }], ec.sign({}, K1)],
    ['with the algorithm of the token', () => [{ ...rsa.key, kid: 'k1', alg: 'RS256', use: 'sig' }], rsa.sign({}, K1)],
    ['without an algorithm', () => [{ ...rsa.key, kid: 'k1' }], rsa.sign({}, K1)],
    ['with the new name of its algorithm', () => [{ ...okp.key, kid: 'k1', alg: 'Ed25519' }], okp.sign({}, K1)],
    [
      'with certificates and members that nothing reads',
      () => [{ ...ec.key, kid: 'k1', x5t: 'x', 'x-vendor': 1 }],
      ec.sign({}, K1),
    ],
  ])('verifies a token, with a key %s', async (_row, keys, token) => {
    published = keys();
    expect(await outcome(token)).toBe('ok');
  });

  it.each<[string, () => readonly unknown[], Promise<string>]>([
    ['is for encryption', () => [{ ...ec.key, kid: 'k1', use: 'enc' }], ec.sign({}, K1)],
    ['is for another algorithm', () => [{ ...rsa.key, kid: 'k1', alg: 'PS256' }], rsa.sign({}, K1)],
    ['has operations that do not verify', () => [{ ...ec.key, kid: 'k1', key_ops: ['sign'] }], ec.sign({}, K1)],
    ['has operations that are not a list', () => [{ ...ec.key, kid: 'k1', key_ops: 'verify' }], ec.sign({}, K1)],
    ['has another id than the token names', () => [{ ...ec.key, kid: 'k2' }], ec.sign({}, K1)],
    ['is of another curve', () => [{ ...ec.key, crv: 'P-384', kid: 'k1' }], ec.sign({}, K1)],
    ['is of another person', () => [{ ...otherEc.key, kid: 'k1' }], ec.sign({}, K1)],
    ['is not published', () => [], ec.sign({}, K1)],
  ])('does not verify a token if it %s', async (_row, keys, token) => {
    published = keys();
    expect(await outcome(token)).toBe('INVALID_SIGNATURE');
  });
});

describe('the keys of an issuer', () => {
  const rotate = (): void => void (published = [{ ...otherEc.key, kid: 'k2' }]);
  const fresh = (of: Signer, kid: string) => of.sign({}, { kid });

  it('are fetched once for many tokens with an unknown key at the same time, and not again for 30 seconds', async () => {
    expect(await outcome(fresh(ec, 'k1'))).toBe('ok');
    now += 31_000;
    const unknown = await Promise.all(Array.from({ length: 10 }, (_, each) => outcome(fresh(otherEc, `x${each}`))));
    expect([new Set(unknown), asked]).toEqual([new Set(['INVALID_SIGNATURE']), 2]);
    now += 29_000;
    expect([await outcome(fresh(otherEc, 'x')), asked]).toEqual(['INVALID_SIGNATURE', 2]);
    rotate();
    now += 1_000;
    expect([await outcome(fresh(otherEc, 'k2')), asked]).toEqual(['ok', 3]);
  });

  it('are fetched again if the issuer has reused an id, or names none', async () => {
    expect(await outcome(fresh(ec, 'k1'))).toBe('ok');
    now += 30_000;
    published = [{ ...otherEc.key, kid: 'k1' }];
    expect([await outcome(fresh(otherEc, 'k1')), asked]).toEqual(['ok', 2]);
    now += 30_000;
    published = [ec.key];
    expect([await outcome(ec.sign()), asked]).toEqual(['ok', 3]);
  });

  it.each([
    ['', 600],
    ['max-age=120', 120],
    ['public, max-age=300, must-revalidate', 300],
    ['private, MAX-AGE="60"', 60],
    ['max-age=1', 30],
    ['max-age=0', 30],
    ['no-store', 30],
    ['no-cache, max-age=600', 30],
    ['max-age=99999999', 3600],
    ['s-maxage=5', 600],
  ])('with the header "%s" are cached for %i seconds', async (cacheControl, seconds) => {
    headers = cacheControl === '' ? {} : { 'cache-control': cacheControl };
    await outcome(fresh(ec, 'k1'));
    now += seconds * 1000 - 1;
    expect([await outcome(fresh(ec, 'k1')), asked]).toEqual(['ok', 1]);
    now += 1;
    expect([await outcome(fresh(ec, 'k1')), asked]).toEqual(['ok', 2]);
  });

  it('stay in use for a day while the issuer does not answer, which is asked every 30 seconds', async () => {
    await outcome(fresh(ec, 'k1'));
    failure = { kind: 'unreachable', reason: 'refused' };
    now += 600_000;
    expect([await outcome(fresh(ec, 'k1')), asked]).toEqual(['ok', 2]);
    now += 29_999;
    expect([await outcome(fresh(ec, 'k1')), asked]).toEqual(['ok', 2]);
    now += 1;
    expect([await outcome(fresh(ec, 'k1')), asked]).toEqual(['ok', 3]);
    now = START + 24 * 3_600_000;
    expect([await outcome(fresh(ec, 'k1')), asked]).toEqual(['SERVICE_UNAVAILABLE', 4]);
  });
});
