import { err, type Instant, ok, type Result } from '@corridor/core';
import type { Clock, OutboundHttp } from '@corridor/core/ports';
import type { JWK } from 'jose';

/** Without a header of the issuer that says how long its keys may be cached. */
const KEPT_MS = 10 * 60 * 1000;
/** An issuer cannot shorten the cache below the first or lengthen it above the second. */
const LEAST_KEPT_MS = 30 * 1000;
const MOST_KEPT_MS = 60 * 60 * 1000;
/** Known keys stay in use so long while the issuer does not answer. */
const STALE_MS = 24 * 60 * 60 * 1000;
/** While known keys are in use, an issuer is not asked more often than this. */
const ASKED_AGAIN_AFTER_MS = 30 * 1000;

/** The keys of one issuer, as they were fetched. */
interface Fetched {
  readonly keys: readonly JWK[];
  readonly fetchedAt: Instant;
  readonly keptMs: number;
}

interface Source {
  known: Fetched | null;
  askedAt: Instant | null;
  running: Promise<Result<Fetched>> | null;
}

export interface IssuerKeys {
  /** The published keys. SERVICE_UNAVAILABLE if none are known and they cannot be fetched. */
  keysOf(url: string): Promise<Result<readonly JWK[]>>;
  /** The keys, fetched again for a token with an unknown key; null if they were fetched a moment ago. */
  renewedKeysOf(url: string): Promise<Result<readonly JWK[]> | null>;
}

const away = (message: string): Result<never> => err('SERVICE_UNAVAILABLE', `the issuer's keys ${message}`);

/** Fetches and caches the key sets of issuers, by address. Concurrent callers share one request. */
export function issuerKeys(http: OutboundHttp, clock: Clock): IssuerKeys {
  const sources = new Map<string, Source>();

  async function fetchKeys(url: string): Promise<Result<Fetched>> {
    const outcome = await http.send({
      url,
      method: 'GET',
      headers: { accept: 'application/json' },
      body: null,
      httpsOnly: url.startsWith('https:'),
    });
    if (outcome.kind === 'unreachable') return away(`cannot be fetched: ${outcome.reason}`);
    if (outcome.status !== 200) return away(`cannot be fetched: status ${outcome.status}`);
    if (outcome.truncated) return away('cannot be fetched: the answer is too long');
    const keys = parseKeys(outcome.body);
    const keptMs = cachedFor(outcome.headers['cache-control'] ?? '');
    return keys === null ? away('cannot be read') : ok({ keys, fetchedAt: clock.now(), keptMs });
  }

  const sourceOf = (url: string): Source => {
    const source = sources.get(url) ?? { known: null, askedAt: null, running: null };
    sources.set(url, source);
    return source;
  };

  /** A failed request does not replace known keys. */
  function ask(url: string, source: Source): Promise<Result<Fetched>> {
    source.running ??= fetchKeys(url)
      .then((fetched) => {
        if (fetched.ok) source.known = fetched.value;
        return fetched;
      })
      .finally(() => (source.running = null));
    source.askedAt = clock.now();
    return source.running;
  }

  const age = (since: Instant | null): number => (since === null ? Number.POSITIVE_INFINITY : clock.now() - since);

  return {
    async keysOf(url) {
      const source = sourceOf(url);
      const { known } = source;
      if (known !== null && age(known.fetchedAt) < known.keptMs) return ok(known.keys);
      const isUsable = known !== null && age(known.fetchedAt) < STALE_MS;
      if (isUsable && source.running === null && age(source.askedAt) < ASKED_AGAIN_AFTER_MS) return ok(known.keys);
      const fetched = await ask(url, source);
      if (fetched.ok) return ok(fetched.value.keys);
      return isUsable ? ok(known.keys) : fetched;
    },

    async renewedKeysOf(url) {
      const source = sourceOf(url);
      if (source.running === null && age(source.askedAt) < ASKED_AGAIN_AFTER_MS) return null;
      const fetched = await ask(url, source);
      return fetched.ok ? ok(fetched.value.keys) : fetched;
    },
  };
}

/** How long the issuer permits to cache the answer (RFC 9111), within our bounds. */
function cachedFor(cacheControl: string): number {
  if (/(?:^|,)\s*no-(?:store|cache)\b/i.test(cacheControl)) return LEAST_KEPT_MS;
  const [, seconds] = /(?:^|,)\s*max-age\s*=\s*"?([0-9]{1,10})/i.exec(cacheControl) ?? [];
  if (seconds === undefined) return KEPT_MS;
  return Math.min(MOST_KEPT_MS, Math.max(LEAST_KEPT_MS, Number(seconds) * 1000));
}

const isObject = (value: unknown): value is JWK => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The entries of a key set. Unknown ones are ignored, but a set that has no entry of the right form is not one. */
function parseKeys(body: string): readonly JWK[] | null {
  try {
    const set = JSON.parse(body) as { readonly keys?: unknown } | null;
    if (!Array.isArray(set?.keys)) return null;
    const entries: readonly unknown[] = set.keys;
    const keys = entries.filter(isObject);
    return keys.length === 0 && entries.length > 0 ? null : keys;
  } catch {
    return null;
  }
}
