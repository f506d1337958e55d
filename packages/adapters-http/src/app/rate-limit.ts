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
  /** Takes one that is not there too, so that others are waited for; down to as many as the debt allows. */
  charge(key: string): void;
}

interface Bucket {
  tokens: number;
  at: number;
}

/** Tokens that can be owed: they bound the time for which one who has taken too many is shut out. */
const DEBT = 60;
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
    take(key) {
      const bucket = filled(key);
      const { tokens } = bucket;
      if (tokens >= 1) bucket.tokens -= 1;
      return untilOne(tokens);
    },
    charge(key) {
      const bucket = filled(key);
      bucket.tokens = Math.max(bucket.tokens - 1, -DEBT);
    },
    wait(key) {
      const bucket = buckets.get(key);
      return bucket === undefined ? 0 : untilOne(tokensOf(bucket, now()));
    },
  };
}

/** Wrong secrets for one username from one address: ten, then one a second. */
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
 * behind the same proxy, and by the username alone its owner, from anywhere. Whether a secret is wrong is known after
 * others have come: each that was looked at is paid for, with time, where there were more than there are tokens.
 */
export function createLimits(limit: RateLimit, now?: () => number): Limits {
  const requests = createBuckets(limit, now);
  const guesses = createBuckets(GUESSES, now);
  const keyOf = (username: string, address = ''): string => `${address} ${username.slice(0, 512)}`;
  return {
    request: requests.take,
    guess: (username, address) => guesses.wait(keyOf(username, address)),
    guessed: (username, address) => guesses.charge(keyOf(username, address)),
  };
}
