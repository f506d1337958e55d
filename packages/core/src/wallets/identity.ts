import { type Context, type DomainError, domainError, fail, ok, type Result, splitTenant } from '../kernel/index.js';
import type { CredentialProof } from './credential-service.js';
import type { IdentityClaims, IdentityTokens } from './ports.js';

const MAX_AGE_MS = 60_000;
/** Clocks of issuers may run ahead of ours. */
const SKEW_MS = 5_000;

const refused = (why: string): DomainError => domainError('INVALID_SIGNATURE', `the identity token ${why}`);

/**
 * The claims of a token that its issuer has signed just now. The sandbox takes any issuer at its word; all else is
 * checked there too. INVALID_INPUT, INVALID_SIGNATURE, SERVICE_UNAVAILABLE.
 */
export async function readClaims(tokens: IdentityTokens, ctx: Context, token: string): Promise<Result<IdentityClaims>> {
  const trusted = splitTenant(ctx.tenant).environment === 'SANDBOX';
  const read = await tokens.read(token, { trusted });
  if (!read.ok) return read;
  const { issuedAt, expiresAt } = read.value;
  // Issuers live in the host's time, whatever a test clock says.
  if (issuedAt > ctx.hostNow + SKEW_MS) return fail(refused('is of the future'));
  if (issuedAt < ctx.hostNow - MAX_AGE_MS) return fail(refused('is older than 60 seconds'));
  if (expiresAt !== null && expiresAt <= ctx.hostNow - SKEW_MS) return fail(refused('has expired'));
  return read;
}

/** Whom a token is about, as a credential. */
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
