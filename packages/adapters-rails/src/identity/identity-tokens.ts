import { err, type Instant, instant, ok, type Result } from '@corridor/core';
import {
  type Clock,
  type IdentityClaims,
  type IdentityTokens,
  invalidFields,
  type OutboundHttp,
} from '@corridor/core/ports';
import type { JSONWebKeySet, JWSHeaderParameters } from 'jose';

export interface IdentityTokenPorts {
  /** The address of each issuer's key set. */
  readonly issuers: ReadonlyMap<string, string>;
  readonly http: OutboundHttp;
  readonly clock: Clock;
}

/** Signatures that only the issuer can make: never `none`, never an algorithm with a shared secret. */
const ALGORITHMS = ['ES256', 'ES384', 'ES512', 'RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'EdDSA'];
const MAX_LENGTH = 16_384;
const KEYS_KEPT_MS = 10 * 60 * 1000;
/** An unknown key fetches the issuer's keys again, but not more often than this. */
const ASKED_AGAIN_AFTER_MS = 30 * 1000;

interface Keys {
  readonly set: JSONWebKeySet;
  readonly fetchedAt: Instant;
}

const malformed = (message: string): Result<never> => invalidFields([{ field: 'oidcToken', message }]);
const unproven = (message: string): Result<never> => err('INVALID_SIGNATURE', message);
const away = (message: string): Result<never> => err('SERVICE_UNAVAILABLE', message);

/**
 * Reads OIDC tokens and verifies them with their issuers' published keys. Keys are cached for ten minutes, and fetched
 * again if a token names an unknown one.
 */
export function createIdentityTokens({ issuers, http, clock }: IdentityTokenPorts): IdentityTokens {
  const kept = new Map<string, Promise<Result<Keys>>>();

  async function fetchKeys(url: string): Promise<Result<Keys>> {
    const outcome = await http.send({
      url,
      method: 'GET',
      headers: { accept: 'application/json' },
      body: null,
      httpsOnly: url.startsWith('https:'),
    });
    if (outcome.kind === 'unreachable') return away(`the issuer's keys cannot be fetched: ${outcome.reason}`);
    if (outcome.status !== 200) return away(`the issuer's keys cannot be fetched: status ${outcome.status}`);
    if (outcome.truncated) return away("the issuer's keys cannot be fetched: the answer is too long");
    const set = parseKeys(outcome.body);
    return set === null ? away("the issuer's keys cannot be read") : ok({ set, fetchedAt: clock.now() });
  }

  /** Sends one request for all concurrent callers; a failed one is not cached. */
  function askFor(url: string): Promise<Result<Keys>> {
    const asked = fetchKeys(url);
    kept.set(url, asked);
    void asked.then((keys) => {
      if (!keys.ok && kept.get(url) === asked) kept.delete(url);
    });
    return asked;
  }

  async function keysOf(url: string): Promise<Result<Keys>> {
    const known = await kept.get(url);
    return known?.ok === true && clock.now() - known.value.fetchedAt < KEYS_KEPT_MS ? known : askFor(url);
  }

  async function checkSignature(token: string, issuer: string): Promise<Result<void>> {
    const url = issuers.get(issuer);
    if (url === undefined) return unproven(`the issuer ${issuer} is not configured on this host`);
    const keys = await keysOf(url);
    if (!keys.ok) return keys;
    const first = await verify(token, keys.value.set);
    if (first !== 'unknown key')
      return first === 'verified' ? ok() : unproven('no published key of the issuer verifies the token');
    if (clock.now() - keys.value.fetchedAt < ASKED_AGAIN_AFTER_MS)
      return unproven('no published key of the issuer verifies the token');
    const renewed = await askFor(url);
    if (!renewed.ok) return renewed;
    return (await verify(token, renewed.value.set)) === 'verified'
      ? ok()
      : unproven('no published key of the issuer verifies the token');
  }

  return {
    async read(token, { trusted }) {
      const parsed = await parse(token);
      if (parsed === null)
        return malformed(
          `is not an OIDC token of at most ${MAX_LENGTH} characters with alg, iss, one aud, sub and iat`,
        );
      if (!ALGORITHMS.includes(parsed.algorithm))
        return unproven(`tokens signed with ${parsed.algorithm} are not accepted`);
      if (!parsed.isSigned) return unproven('the token is not signed');
      if (trusted) return ok(parsed.claims);
      const checked = await checkSignature(token, parsed.claims.issuer);
      return checked.ok ? ok(parsed.claims) : checked;
    },
  };
}

/** Loaded with the first token, because a start does not need it. */
const jose = () => import('jose');

async function verify(token: string, set: JSONWebKeySet): Promise<'verified' | 'unknown key' | 'refused'> {
  const { compactVerify, createLocalJWKSet, errors } = await jose();
  const keys = createLocalJWKSet(set);
  try {
    await compactVerify(token, (header: JWSHeaderParameters, input) => keys(header as never, input), {
      algorithms: ALGORITHMS,
    });
    return 'verified';
  } catch (cause) {
    return cause instanceof errors.JWKSNoMatchingKey ? 'unknown key' : 'refused';
  }
}

interface ParsedToken {
  readonly algorithm: string;
  readonly isSigned: boolean;
  readonly claims: IdentityClaims;
}

async function parse(token: string): Promise<ParsedToken | null> {
  if (token.length > MAX_LENGTH || token.split('.').length !== 3) return null;
  const { decodeJwt, decodeProtectedHeader } = await jose();
  try {
    const { alg } = decodeProtectedHeader(token);
    const { iss, aud, sub, iat, exp, ['nonce']: nonce, ['email']: email } = decodeJwt(token);
    const audience = Array.isArray(aud) && aud.length === 1 ? aud[0] : aud;
    if (!isText(iss) || !isText(audience) || !isText(sub) || !isTime(iat) || !isText(alg)) return null;
    if (exp !== undefined && !isTime(exp)) return null;
    const claims = {
      issuer: iss,
      audience,
      subject: sub,
      issuedAt: instant(iat * 1000),
      expiresAt: exp === undefined ? null : instant(exp * 1000),
      nonce: isText(nonce) ? nonce : null,
      email: isText(email) ? email : null,
    };
    return { algorithm: alg, isSigned: !token.endsWith('.'), claims };
  } catch {
    return null;
  }
}

/** Seconds since 1970, up to the year 9999: a later time is not written as a date. */
const isTime = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= 253_402_300_799;

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '' && value.length <= 1000;

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

function parseKeys(body: string): JSONWebKeySet | null {
  try {
    const set = JSON.parse(body) as { readonly keys?: unknown } | null;
    // The library throws for a set with entries of another form.
    return Array.isArray(set?.keys) && set.keys.every(isObject) ? (set as JSONWebKeySet) : null;
  } catch {
    return null;
  }
}
