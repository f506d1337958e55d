import { type Context, type DomainError, domainError, fail, ok, type Result, splitTenant } from '../kernel/index.js';
import type { CredentialProof } from './credential-service.js';
import type { IdentityClaims, IdentityTokens } from './ports.js';

const MAX_AGE_MS = 60_000;
/** The clock of an issuer may differ from ours by so much. */
const SKEW_MS = 5_000;

const refused = (why: string): DomainError => domainError('INVALID_SIGNATURE', `the identity token ${why}`);

/**
 * The claims of a token that its issuer signed within the last 60 seconds. The sandbox does not check the signature,
 * but checks everything else. INVALID_INPUT, INVALID_SIGNATURE, SERVICE_UNAVAILABLE.
 */
export async function readClaims(tokens: IdentityTokens, ctx: Context, token: string): Promise<Result<IdentityClaims>> {
  const trusted = splitTenant(ctx.tenant).environment === 'SANDBOX';
  const read = await tokens.read(token, { trusted });
  if (!read.ok) return read;
  const { issuedAt, expiresAt, notBefore } = read.value;
  // Issuers use real time, so a test clock does not apply.
  if (issuedAt > ctx.hostNow + SKEW_MS) return fail(refused('was issued in the future; check the clock of the issuer'));
  if (issuedAt < ctx.hostNow - MAX_AGE_MS) return fail(refused('is older than 60 seconds; request a new one'));
  if (notBefore !== null && notBefore > ctx.hostNow + SKEW_MS)
    return fail(refused('is not valid yet; check the clock of the issuer'));
  if (expiresAt === null) return fail(refused('has no exp, the time at which it expires'));
  if (expiresAt <= ctx.hostNow - SKEW_MS) return fail(refused('has expired; request a new one'));
  return read;
}

/** The identity of a token, as the proof of a credential. */
export async function readIdentity(
  tokens: IdentityTokens,
  ctx: Context,
  token: string,
): Promise<Result<CredentialProof>> {
  const claims = await readClaims(tokens, ctx, token);
  if (!claims.ok) return claims;
  const { issuer, audience, subject, email } = claims.value;
  const identity = { issuer, audience, subject };
  return ok({ type: 'OAUTH', nickname: email ?? subject, contact: null, identity, passkey: null });
}
