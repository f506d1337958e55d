import { setTimeout as pause } from 'node:timers/promises';

/** Tries of one request, the first one included. */
const MOST_TRIES = 10;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 400;
/** A node that wants to be left alone for longer is asked again after this time all the same. */
const LONGEST_REST_MS = 60_000;

/** What becomes of a request that has failed. */
export interface Prospects {
  /** The same request may succeed soon. */
  readonly isPassing: boolean;
  /** How long the node wants to be left alone, in milliseconds; 0 if it does not say. */
  readonly restMs: number;
}

/**
 * When one node is asked again. A request that fails for the moment is repeated with growing pauses, each of a random
 * length, so that the requests of several hosts do not come at once. A pause that the node names holds for all its
 * requests. A node that has failed at every try is asked only once until it answers: it would only delay the others.
 */
export function createPace(random: () => number) {
  let restsUntil = 0;
  let isDown = false;

  /** Waits before the next try. False if no time or no try is left. */
  async function next(tries: number, ends: number): Promise<boolean> {
    const step = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (tries - 1));
    const now = performance.now();
    const wait = Math.max(step * (0.5 + random() / 2), restsUntil - now);
    if (tries >= MOST_TRIES || now + wait >= ends) return false;
    await pause(wait);
    return true;
  }

  return {
    next,

    /** Runs `attempt` until it succeeds, fails for good, or no time is left. `resting` is what a resting node answers. */
    async repeat<T>(
      ends: number,
      attempt: () => Promise<T>,
      prospectsOf: (failure: unknown) => Prospects,
      resting: (seconds: number) => Error,
    ): Promise<T> {
      const rest = restsUntil - performance.now();
      if (rest > 0) {
        if (performance.now() + rest >= ends) throw resting(Math.ceil(rest / 1000));
        await pause(rest);
      }
      for (let tries = 1; ; tries += 1) {
        try {
          const answer = await attempt();
          isDown = false;
          return answer;
        } catch (failure) {
          const { isPassing, restMs } = prospectsOf(failure);
          if (!isPassing) throw failure;
          if (restMs > 0) restsUntil = performance.now() + Math.min(restMs, LONGEST_REST_MS);
          if (!isDown && (await next(tries, ends))) continue;
          isDown = true;
          throw failure;
        }
      }
    },
  };
}

/** Milliseconds that a header `Retry-After` asks for, in seconds or as a date; 0 if it is absent or cannot be read. */
export function retryAfterMs(header: string | undefined, now: number): number {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const at = text.endsWith(' GMT') ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? 0 : Math.max(0, at - now);
}

/** How providers say that a caller asks too often. A range of blocks that is too large is refused in other words. */
const TOO_OFTEN =
  /too many requests|rate.?limit|request (?:count|rate) exceeded|compute units|throttl|capacity exceeded/i;

/** Whether a node refuses a call only because it is asked too often. */
export const isTooOften = (code: number, message: string): boolean => code === 429 || TOO_OFTEN.test(message);
