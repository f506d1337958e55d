import { instant, type Result } from '@corridor/core';
import type { Clock, OutboundHttp, OutboundOutcome } from '@corridor/core/ports';
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import { beforeEach, describe, expect, it } from 'vitest';
import { createIdentityTokens } from './index.js';

const ISSUER = 'https://id.example';
const JWKS = 'https://id.example/jwks';
const START = Date.UTC(2026, 0, 15);
const CLAIMS = {
  iss: ISSUER,
  aud: 'app',
  sub: 'owner',
  iat: START / 1000,
  exp: START / 1000 + 300,
  nonce: 'n',
  email: 'ada@example.com',
};

let now = START;
let asked = 0;
let published: readonly JWK[] = [];
let outcome: (() => OutboundOutcome) | null = null;
const clock: Clock = { now: () => instant(now) };
const http: OutboundHttp = {
  async send({ url, httpsOnly }) {
    asked += 1;
    expect([url, httpsOnly]).toEqual([JWKS, true]);
    const body = JSON.stringify({ keys: published });
    return outcome?.() ?? { kind: 'answered', status: 200, headers: {}, body, truncated: false };
  },
};

async function signer(alg: string, kid: string) {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  const jwk: JWK = { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' };
  const sign = (claims: object = CLAIMS): Promise<string> =>
    new SignJWT({ ...claims }).setProtectedHeader({ alg, kid }).sign(privateKey);
  return { jwk, sign };
}

let tokens: ReturnType<typeof createIdentityTokens>;
beforeEach(() => {
  now = START;
  asked = 0;
  outcome = null;
  tokens = createIdentityTokens({ issuers: new Map([[ISSUER, JWKS]]), http, clock });
});
const read = (token: string, trusted = false) => tokens.read(token, { trusted });
const codeOf = (result: Result<unknown>): string => (result.ok ? 'ok' : result.error.code);

describe('an identity token', () => {
  it.each(['RS256', 'ES256', 'EdDSA'])('signed with %s by its issuer is accepted with its claims', async (alg) => {
    const one = await signer(alg, 'k1');
    published = [one.jwk];
    expect(await read(await one.sign({ ...CLAIMS, aud: ['app'] }))).toEqual({
      ok: true,
      value: {
        issuer: ISSUER,
        audience: 'app',
        subject: 'owner',
        issuedAt: START,
        expiresAt: START + 300_000,
        notBefore: null,
        nonce: 'n',
        email: 'ada@example.com',
      },
    });
  });

  it('is checked against cached keys, which are fetched again for an unknown key', async () => {
    const [one, two] = [await signer('ES256', 'k1'), await signer('ES256', 'k2')];
    published = [one.jwk];
    const all = await Promise.all(Array.from({ length: 10 }, async () => codeOf(await read(await one.sign()))));
    expect([...new Set(all), asked]).toEqual(['ok', 1]);
    published = [two.jwk];
    expect([codeOf(await read(await two.sign())), asked]).toEqual(['INVALID_SIGNATURE', 1]);
    now += 31_000;
    expect([codeOf(await read(await two.sign())), asked]).toEqual(['ok', 2]);
    expect([codeOf(await read(await one.sign())), asked]).toEqual(['INVALID_SIGNATURE', 2]);
    now += 10 * 60_000;
    expect([codeOf(await read(await two.sign())), asked]).toEqual(['ok', 3]);
  });

  it("is answered 503 only while the issuer's keys are not available", async () => {
    const one = await signer('ES256', 'k1');
    published = [one.jwk];
    const answered = { kind: 'answered', headers: {}, truncated: false } as const;
    for (const failure of [
      { kind: 'unreachable', reason: 'refused' },
      { ...answered, status: 500, body: '' },
      { ...answered, status: 200, body: '<html>' },
      { ...answered, status: 200, body: '{"keys":1}' },
      { ...answered, status: 200, body: '{"keys":[1]}' },
      { ...answered, status: 200, body: '{"keys":[]}', truncated: true },
    ] as const) {
      outcome = () => failure;
      expect(codeOf(await read(await one.sign()))).toBe('SERVICE_UNAVAILABLE');
    }
    outcome = null;
    expect(codeOf(await read(await one.sign()))).toBe('ok');
  });

  it('of an unknown issuer is refused without a request', async () => {
    const one = await signer('ES256', 'k1');
    const token = await one.sign({ ...CLAIMS, iss: 'https://other.example' });
    expect([codeOf(await read(token)), asked]).toEqual(['INVALID_SIGNATURE', 0]);
    expect([codeOf(await read(token, true)), asked]).toEqual(['ok', 0]);
  });

  it('without a signature, or with a shared-secret signature, is refused even if issuers are trusted', async () => {
    const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const hmac = await new SignJWT({ ...CLAIMS }).setProtectedHeader({ alg: 'HS256' }).sign(new Uint8Array(32));
    for (const token of [
      `${part({ alg: 'none' })}.${part(CLAIMS)}.`,
      hmac,
      `${part({ alg: 'RS256' })}.${part(CLAIMS)}.`,
    ]) {
      expect(codeOf(await read(token, true))).toBe('INVALID_SIGNATURE');
    }
  });

  it('without the required claims is refused', async () => {
    const one = await signer('ES256', 'k1');
    for (const lacking of [
      { iss: undefined },
      { aud: undefined },
      { aud: ['a', 'b'] },
      { sub: '' },
      { iat: undefined },
      { iat: 1e21 },
      { exp: 1e21 },
      { exp: 'tomorrow' },
    ]) {
      expect(codeOf(await read(await one.sign({ ...CLAIMS, ...lacking }), true))).toBe('INVALID_INPUT');
    }
    for (const text of ['', 'a.b', 'a.b.c', 'x'.repeat(20_000)]) expect(codeOf(await read(text))).toBe('INVALID_INPUT');
  });
});
