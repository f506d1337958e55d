import { hash } from 'node:crypto';
import { performance } from 'node:perf_hooks';

export interface RateLimit {
  /** Requests that are added to the budget each second. */
  readonly perSecond: number;
  /** The largest budget: requests that may come at once after a quiet time. */
  readonly burst: number;
}

/**
 * Token buckets, one for each key (an API token or an address): each request takes a token, and tokens come back with
 * time.
 */
export interface Buckets {
  /** Takes a token; returns 0, or the seconds until a token is available. */
  takeToken(key: string): number;
  /** Gives a token back. */
  returnToken(key: string): void;
  /** The seconds until a token is available; 0 if one is. Takes none. */
  secondsToWait(key: string): number;
}

interface Bucket {
  tokens: number;
  at: number;
}

/**
 * Above this number of buckets, those that are full again are dropped. A new bucket starts full, so dropping a full one
 * changes nothing.
 */
const MANY = 10_000;

/**
 * Creates token buckets in the memory of this process: hosts that share a database count separately. Rate-limit libraries
 * count in windows with a timer for each key; a token bucket is two numbers, and taking a token costs a fraction of a
 * microsecond.
 */
export function createBuckets({ perSecond, burst }: RateLimit, now: () => number = () => performance.now()): Buckets {
  const buckets = new Map<string, Bucket>();

  const tokensOf = (bucket: Bucket, at: number): number =>
    Math.min(burst, bucket.tokens + (Math.max(0, at - bucket.at) / 1000) * perSecond);

  function forget(at: number): void {
    for (const [key, bucket] of buckets) if (tokensOf(bucket, at) >= burst) buckets.delete(key);
    // Still too many: a client uses new keys faster than old buckets become full. Drop the oldest to limit the memory.
    for (const key of buckets.keys()) {
      if (buckets.size <= MANY / 2) return;
      buckets.delete(key);
    }
  }

  const untilOne = (tokens: number): number => (tokens >= 1 ? 0 : (1 - tokens) / perSecond);

  /** The bucket of the key, with the tokens that have come back up to now. */
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
    returnToken(key) {
      const bucket = filled(key);
      bucket.tokens = Math.min(burst, bucket.tokens + 1);
    },
    secondsToWait: (key) => (buckets.has(key) ? untilOne(filled(key).tokens) : 0),
  };
}

/** Wrong secrets for one username from one address: ten, then one a second. */
const GUESSES: RateLimit = { perSecond: 1, burst: 10 };
/** Usernames from one address that have not yet been used with their right secret: each costs a database look-up. */
const STRANGERS: RateLimit = { perSecond: 50, burst: 200 };
/** Unknown codes in paths from one caller: twenty, then one every six seconds. */
const CODES: RateLimit = { perSecond: 1 / 6, burst: 20 };
/** Messages with a wrong signature from one sender: sixty, then one a second. */
const FORGERIES: RateLimit = { perSecond: 1, burst: 60 };
/** How many usernames with a proven secret a host remembers. */
const KNOWN = 10_000;

/** Seconds to wait; 0 if the call is allowed. A promise if another process has to be asked. */
export type Wait = number | Promise<number>;

/**
 * The rate limits of a host. `createLimits` keeps them in the memory of this process. A host of several processes passes
 * limits that ask the process that counts for all of them.
 */
export interface Limits {
  /** Seconds that this token has to wait; 0 if the request is allowed. */
  request(tokenId: string): Wait;
  /** Seconds before a username from this address may be looked up; 0 if its secret was proven before. */
  lookUp(username: string, address: string): Wait;
  /** The secret was right. */
  proven(username: string): void;
  /** The secret was wrong. Seconds until the next wrong secret gets 401 instead of 429; 0 if this one gets 401. */
  guessed(username: string, address: string): Wait;
  /**
   * A code in a path is about to be looked up for a caller, which is an address or a token. Seconds to wait; 0 if it may
   * be looked up. It counts as a guess until `knownCode` says otherwise, so that guesses at the same moment count as well.
   */
  tryCode(caller: string): Wait;
  /** The code was known. */
  knownCode(caller: string): void;
  /**
   * Seconds before a message of this sender, which is a route and an address, is read; 0 if it may be read. Only wrong
   * signatures count, so a sender whose messages are right never waits.
   */
  hear(sender: string): Wait;
  /** The signature of the message was wrong. */
  forged(sender: string): void;
}

/** Limits whose counts are in the memory of this process, which never have to be awaited. */
export interface OwnLimits extends Limits {
  request(tokenId: string): number;
  lookUp(username: string, address: string): number;
  guessed(username: string, address: string): number;
  tryCode(caller: string): number;
  hear(sender: string): number;
}

/** Usernames whose secret was proven, up to 10,000: those that were used last. A username may be a secret itself. */
export interface KnownNames {
  has(username: string): boolean;
  add(username: string): void;
}

/** A username may be a secret, such as the access token of an agent, so its hash is kept and counted. */
export const hashedName = (username: string): string => hash('sha256', username, 'base64url');

/** Creates an empty list of known usernames, in the memory of this process. */
export function createKnownNames(): KnownNames {
  const known = new Set<string>();
  return {
    has: (username) => known.has(hashedName(username)),
    add(username) {
      const name = hashedName(username);
      // Reinserting keeps the set in the order of last use.
      known.delete(name);
      known.add(name);
      if (known.size > KNOWN) known.delete(known.values().next().value!);
    },
  };
}

/**
 * The secret is checked first: a right one is never refused because of wrong ones from the same address, which other
 * clients may share. Wrong secrets are counted by address and username together; above the limit they get 429.
 * A code is its own username, so a right guess would always pass: a caller who has guessed too often is refused before
 * the look-up. Without a limit, only codes and wrong signatures are counted.
 */
export function createLimits(limit: RateLimit | null, now?: () => number): OwnLimits {
  const codes = createBuckets(CODES, now);
  const forgeries = createBuckets(FORGERIES, now);
  const ofStrangers = {
    tryCode: codes.takeToken,
    knownCode: codes.returnToken,
    hear: forgeries.secondsToWait,
    forged: (sender: string) => void forgeries.takeToken(sender),
  };
  if (limit === null) {
    return { request: () => 0, lookUp: () => 0, proven: () => undefined, guessed: () => 0, ...ofStrangers };
  }
  const requests = createBuckets(limit, now);
  const guesses = createBuckets(GUESSES, now);
  const strangers = createBuckets(STRANGERS, now);
  const known = createKnownNames();
  return {
    request: requests.takeToken,
    lookUp: (username, address) => (known.has(username) ? 0 : strangers.takeToken(address)),
    proven: known.add,
    guessed: (username, address) => guesses.takeToken(`${address} ${hashedName(username)}`),
    ...ofStrangers,
  };
}
