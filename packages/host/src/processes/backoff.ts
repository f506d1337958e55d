/** When a process that ended unexpectedly is replaced. Times are in milliseconds. */
export interface Backoff {
  /** The process began to serve, or one that replaces it before it has ended. */
  served(now: number): void;
  /** The process ended unexpectedly, or could not start. Returns how long to wait before the next one is started. */
  ended(now: number): number;
  /**
   * Whether the process ends again and again: from its second end until its replacement has served for as long as it was
   * waited for.
   */
  isLooping(now: number): boolean;
  /** When `isLooping` becomes false unless the process ends before; null if it is false, or if the process does not serve. */
  steadyAt(): number | null;
}

const FIRST_MS = 1_000;
const LONGEST_MS = 30_000;
/** A process that has served for this long ends as if for the first time. */
const QUIET_MS = 60_000;

/** Replaces a process at once the first time, then after 1, 2, 4 … 30 seconds. */
export function createBackoff(): Backoff {
  let ends = 0;
  let delayMs = 0;
  let servingSince: number | null = null;

  const steadyAt = (): number | null => (ends < 2 || servingSince === null ? null : servingSince + delayMs);

  return {
    served: (now) => void (servingSince ??= now),
    ended(now) {
      if (servingSince !== null && now - servingSince >= QUIET_MS) ends = 0;
      ends += 1;
      servingSince = null;
      delayMs = ends === 1 ? 0 : Math.min(FIRST_MS * 2 ** (ends - 2), LONGEST_MS);
      return delayMs;
    },
    isLooping: (now) => ends >= 2 && (servingSince === null || now < servingSince + delayMs),
    steadyAt,
  };
}
