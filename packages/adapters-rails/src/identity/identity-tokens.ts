import { err, type Instant, instant, ok, type Result } from '@corridor/core';
import {
  type Clock,
  type IdentityClaims,
  type IdentityTokens,
  invalidFields,
  type OutboundHttp,
} from '@corridor/core/ports';
import { issuerKeys } from './issuer-keys.js';
import { isKnownAlgorithm, isSignedBy, jose, type TokenHeader } from './token-signature.js';

export interface IdentityTokenPorts {
  /** The address of each issuer's key set. */
  readonly issuers: ReadonlyMap<string, string>;
  readonly http: OutboundHttp;
  readonly clock: Clock;
}

const MAX_LENGTH = 16_384;
/** OpenID Connect Core, section 2. */
const LONGEST_SUBJECT = 255;

const malformed = (message: string): Result<never> => invalidFields([{ field: 'oidcToken', message }]);
const unproven = (message: string): Result<never> => err('INVALID_SIGNATURE', message);
const NOT_SIGNED = 'no published key of the issuer verifies the token';

/**
 * Reads OIDC tokens and verifies them with their issuers' published keys. Keys are cached as long as the issuer permits,
 * and fetched again if none of them verifies a token.
 */
export function createIdentityTokens({ issuers, http, clock }: IdentityTokenPorts): IdentityTokens {
  const published = issuerKeys(http, clock);

  async function checkSignature(token: string, header: TokenHeader, issuer: string): Promise<Result<void>> {
    const url = issuers.get(issuer);
    if (url === undefined) return unproven(`the issuer ${issuer} is not configured on this host`);
    const keys = await published.keysOf(url);
    if (!keys.ok) return keys;
    if (await isSignedBy(keys.value, token, header)) return ok();
    // The issuer may have a new key, also under the id of an earlier one.
    const renewed = await published.renewedKeysOf(url);
    if (renewed === null) return unproven(NOT_SIGNED);
    if (!renewed.ok) return renewed;
    return (await isSignedBy(renewed.value, token, header)) ? ok() : unproven(NOT_SIGNED);
  }

  return {
    async read(token, { trusted }) {
      const parsed = await parse(token);
      if (parsed === null)
        return malformed(
          `is not an OIDC token of at most ${MAX_LENGTH} characters with alg, iss, sub, iat, and aud; several aud need an azp that is one of them`,
        );
      const { header, claims } = parsed;
      if (!isKnownAlgorithm(header.algorithm))
        return unproven(`tokens signed with ${header.algorithm} are not accepted`);
      if (!parsed.isSigned) return unproven('the token is not signed');
      if (trusted) return ok(claims);
      const checked = await checkSignature(token, header, claims.issuer);
      return checked.ok ? ok(claims) : checked;
    },
  };
}

interface ParsedToken {
  readonly header: TokenHeader;
  readonly isSigned: boolean;
  readonly claims: IdentityClaims;
}

async function parse(token: string): Promise<ParsedToken | null> {
  if (token.length > MAX_LENGTH || token.split('.').length !== 3) return null;
  const { decodeJwt, decodeProtectedHeader } = await jose();
  try {
    const { alg, kid, typ, crit } = decodeProtectedHeader(token);
    if (!isText(alg) || isOtherType(typ) || crit !== undefined) return null;
    const { iss, aud, sub, iat, exp, nbf, ['azp']: azp, ['nonce']: nonce, ['email']: email } = decodeJwt(token);
    const audience = audienceOf(aud, azp);
    if (!isText(iss) || audience === null || !isText(sub) || sub.length > LONGEST_SUBJECT || !isTime(iat)) return null;
    if (![exp, nbf].every((time) => time === undefined || isTime(time))) return null;
    const claims = {
      issuer: issuerOf(iss),
      audience,
      subject: sub,
      issuedAt: timeOf(iat),
      expiresAt: exp === undefined ? null : timeOf(exp),
      notBefore: nbf === undefined ? null : timeOf(nbf),
      nonce: isText(nonce) ? nonce : null,
      email: isText(email) ? email : null,
    };
    const header = { algorithm: alg, keyId: typeof kid === 'string' ? kid : null };
    return { header, isSigned: !token.endsWith('.'), claims };
  } catch {
    return null;
  }
}

/** Other tokens of the same issuer, such as `at+jwt`, are signed by the same keys (RFC 8725, section 3.11). */
const isOtherType = (typ: unknown): boolean => typeof typ === 'string' && /\+jwt$/i.test(typ);

/**
 * For which app the token was issued: its audience, or of several the one that requested it (`azp`). An app that is
 * merely another reader of the token cannot use it as its own.
 */
function audienceOf(aud: unknown, azp: unknown): string | null {
  const audiences: readonly unknown[] = [...new Set<unknown>(Array.isArray(aud) ? aud : [aud])];
  if (audiences.length === 0 || !audiences.every(isText)) return null;
  if (audiences.length === 1) return audiences[0]!;
  return audiences.find((audience) => audience === azp) ?? null;
}

/** Google's tokens may name it without the scheme (OpenID Connect Core, section 15.6.2). */
const issuerOf = (iss: string): string => (iss === 'accounts.google.com' ? `https://${iss}` : iss);

/** Seconds since 1970, also with a fraction, up to the year 9999: a later time is not written as a date. */
const isTime = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= 253_402_300_799;
const timeOf = (seconds: number): Instant => instant(Math.floor(seconds * 1000));

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '' && value.length <= 1000;
