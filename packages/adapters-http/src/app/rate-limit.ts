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
  take(key: string): number;
  /** The same without taking it. */
  wait(key: string): number;
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

  return {
    take(key) {
      const at = now();
      let bucket = buckets.get(key);
      if (bucket === undefined) {
        if (buckets.size >= MANY) forget(at);
        bucket = { tokens: burst, at };
        buckets.set(key, bucket);
      }
      const tokens = tokensOf(bucket, at);
      bucket.at = at;
      bucket.tokens = tokens >= 1 ? tokens - 1 : tokens;
      return untilOne(tokens);
    },
    wait(key) {
      const bucket = buckets.get(key);
      return bucket === undefined ? 0 : untilOne(tokensOf(bucket, now()));
    },
  };
}

/** Wrong secrets for one username from one address: ten at once, then one a second. */
const GUESSES: RateLimit = { perSecond: 1, burst: 10 };

/** How fast a host lets itself be asked. */
export interface Limits {
  /** Seconds that a token has to wait; 0: it may ask. */
  request(tokenId: string): number;
  /** Seconds before another secret is looked at for this username from this address. */
  guess(username: string, address: string | undefined): number;
  /** The secret was wrong. */
  guessed(username: string, address: string | undefined): void;
}

/**
 * Guessing is slowed by address and username together: by the address alone, one who guesses would shut out everybody
 * behind the same proxy, and by the username alone its owner, from anywhere.
 */
export function createLimits(limit: RateLimit): Limits {
  const requests = createBuckets(limit);
  const guesses = createBuckets(GUESSES);
  const keyOf = (username: string, address = ''): string => `${address} ${username.slice(0, 512)}`;
  return {
    request: requests.take,
    guess: (username, address) => guesses.wait(keyOf(username, address)),
    guessed: (username, address) => void guesses.take(keyOf(username, address)),
  };
}
