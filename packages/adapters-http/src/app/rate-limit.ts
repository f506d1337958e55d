import { hash } from 'node:crypto';
import { performance } from 'node:perf_hooks';

export interface RateLimit {
  /** Requests that become allowed each second. */
  readonly perSecond: number;
  /** Requests that may come at once after a quiet time. */
  readonly burst: number;
}

/** Token buckets by key. */
export interface Buckets {
  /** Takes a token; answers 0, or the seconds after which there is one. */
  takeToken(key: string): number;
}

interface Bucket {
  tokens: number;
  at: number;
}

/** Beyond so many, those that are full are forgotten: a new bucket is full too. */
const MANY = 10_000;

/**
 * In the memory of this host: hosts that share a database count each for itself. Libraries for this count in windows,
 * with a timer for each key; a bucket is two numbers, and taking from it costs a fraction of a microsecond.
 */
export function createBuckets({ perSecond, burst }: RateLimit, now: () => number = () => performance.now()): Buckets {
  const buckets = new Map<string, Bucket>();

  const tokensOf = (bucket: Bucket, at: number): number =>
    Math.min(burst, bucket.tokens + (Math.max(0, at - bucket.at) / 1000) * perSecond);

  function forget(at: number): void {
    for (const [key, bucket] of buckets) if (tokensOf(bucket, at) >= burst) buckets.delete(key);
    // Somebody makes up keys faster than their buckets fill: the oldest go.
    for (const key of buckets.keys()) {
      if (buckets.size <= MANY / 2) return;
      buckets.delete(key);
    }
  }

  const untilOne = (tokens: number): number => (tokens >= 1 ? 0 : (1 - tokens) / perSecond);

  /** Of the key, with what has flowed in until now. */
  function filled(key: string): Bucket {
    const at = now();
    let bucket = buckets.get(key);
    if (bucket === undefined) {
      if (buckets.size >= MANY) forget(at);
      bucket = { tokens: burst, at };
      buckets.set(key, bucket);
    }
    bucket.tokens = tokensOf(bucket, at);
    bucket.at = at;
    return bucket;
  }

  return {
    takeToken(key) {
      const bucket = filled(key);
      const { tokens } = bucket;
      if (tokens >= 1) bucket.tokens -= 1;
      return untilOne(tokens);
    },
  };
}

/** Wrong secrets for one username from one address: ten, then one a second. */
const GUESSES: RateLimit = { perSecond: 1, burst: 10 };
/** Usernames from one address that have never been shown with their secret: each costs a look-up in the database. */
const STRANGERS: RateLimit = { perSecond: 50, burst: 200 };
/** Usernames that a host remembers to be somebody's. */
const KNOWN = 10_000;

/** How fast a host lets itself be asked. */
export interface Limits {
  /** Seconds that a token has to wait; 0: it may ask. */
  request(tokenId: string): number;
  /** Seconds before a username from this address is looked up; 0 for one that was shown with its secret before. */
  lookUp(username: string, address: string): number;
  /** The secret was right. */
  proven(username: string): void;
  /** The secret was wrong; seconds before the next wrong one is told so, 0 where this one is. */
  guessed(username: string, address: string): number;
}

/**
 * The secret is looked at first: a right one is never refused because of the wrong ones of others, who may share its
 * address. Wrong ones are counted by address and username together, and answered as too many beyond the limit.
 */
export function createLimits(limit: RateLimit, now?: () => number): Limits {
  const requests = createBuckets(limit, now);
  const guesses = createBuckets(GUESSES, now);
  const strangers = createBuckets(STRANGERS, now);
  const known = new Set<string>();
  const nameOf = (username: string): string => hash('sha256', username, 'base64url');
  return {
    request: requests.takeToken,
    lookUp: (username, address) => (known.has(nameOf(username)) ? 0 : strangers.takeToken(address)),
    proven(username) {
      const name = nameOf(username);
      // Those that were shown last stand last.
      known.delete(name);
      known.add(name);
      if (known.size > KNOWN) known.delete(known.values().next().value!);
    },
    guessed: (username, address) => guesses.takeToken(`${address} ${nameOf(username)}`),
  };
}
