import { describe, expect, it } from 'vitest';
import { type Context, type Environment, err, type Instant, ok, tenantKey } from '../kernel/index.js';
import { fixedClock, START } from '../testing/ports.js';
import { readClaims, readIdentity } from './identity.js';
import type { IdentityClaims, IdentityTokens } from './ports.js';

const PLATFORM = 'Platform:018bcfe5-6800-7000-8000-000000000001' as never;
const CLAIMS: IdentityClaims = {
  issuer: 'https://id.example',
  audience: 'purse',
  subject: 'ada',
  issuedAt: START,
  expiresAt: (START + 300_000) as Instant,
  notBefore: null,
  nonce: 'n',
  email: 'ada@example.com',
};
const at = (ms: number): Instant => (START + ms) as Instant;
const context = (environment: Environment = 'SANDBOX'): Context => ({
  tenant: tenantKey(PLATFORM, environment),
  actor: { kind: 'system' },
  requestId: 'test',
  // The platform's clock was moved; issuers use real time.
  now: at(3_600_000),
  hostNow: fixedClock().now(),
});

/** Tokens with these claims, and how they were read. */
function tokensOf(claims: Partial<IdentityClaims>) {
  const read: unknown[] = [];
  const tokens: IdentityTokens = {
    read: async (token, options) => {
      read.push([token, options]);
      return ok({ ...CLAIMS, ...claims });
    },
  };
  return { tokens, read };
}

const codeOf = async (claims: Partial<IdentityClaims>): Promise<string> => {
  const result = await readClaims(tokensOf(claims).tokens, context(), 'token');
  return result.ok ? 'ok' : result.error.code;
};

describe('an identity token', () => {
  it.each([
    ['SANDBOX', true],
    ['PRODUCTION', false],
  ] as const)('in %s is read with trusted: %s', async (environment, trusted) => {
    const { tokens, read } = tokensOf({});
    expect(await readClaims(tokens, context(environment), 'token')).toEqual(ok(CLAIMS));
    expect(read).toEqual([['token', { trusted }]]);
  });

  it.each([
    [-60_000, 'ok'],
    [-60_001, 'INVALID_SIGNATURE'],
    [5_000, 'ok'],
    [5_001, 'INVALID_SIGNATURE'],
  ])('that was issued %i ms from now: %s', async (ms, code) => {
    expect(await codeOf({ issuedAt: at(ms) })).toBe(code);
  });

  it.each([
    [-4_999, 'ok'],
    [-5_000, 'INVALID_SIGNATURE'],
    [60_000, 'ok'],
  ])('that expires %i ms from now: %s', async (ms, code) => {
    expect(await codeOf({ expiresAt: at(ms) })).toBe(code);
  });

  it.each([
    [-60_000, 'ok'],
    [5_000, 'ok'],
    [5_001, 'INVALID_SIGNATURE'],
  ])('that is valid from %i ms from now: %s', async (ms, code) => {
    expect(await codeOf({ notBefore: at(ms) })).toBe(code);
  });

  it('that never expires is refused', async () => {
    expect(await codeOf({ expiresAt: null })).toBe('INVALID_SIGNATURE');
  });

  it('that cannot be read is refused with the reason of the reader', async () => {
    const away = err('SERVICE_UNAVAILABLE', 'no keys');
    const tokens: IdentityTokens = { read: async () => away };
    expect(await readClaims(tokens, context(), 'token')).toEqual(away);
    expect(await readIdentity(tokens, context(), 'token')).toEqual(away);
  });

  it.each([
    ['ada@example.com', 'ada@example.com'],
    [null, 'ada'],
  ])('with the email %s proves an identity named %s', async (email, nickname) => {
    const { tokens } = tokensOf({ email });
    const identity = { issuer: 'https://id.example', audience: 'purse', subject: 'ada' };
    expect(await readIdentity(tokens, context(), 'token')).toEqual(
      ok({ type: 'OAUTH', nickname, contact: null, identity, passkey: null }),
    );
  });
});
