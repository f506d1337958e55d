/** One side of a ratio: measures for the given seconds and returns a rate per second, or a duration. */
export type Side = (seconds: number) => Promise<number>;

export interface Round {
  readonly measured: number;
  readonly baseline: number;
}

export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/**
 * Measures both sides in alternating order, round after round, so that a temporary slowdown affects both. A short first
 * round warms up files, caches and compiled code, and does not count.
 */
export async function interleave(
  measured: Side,
  baseline: Side,
  rounds: number,
  seconds: number,
): Promise<readonly Round[]> {
  await measured(Math.min(seconds, WARM_UP_SECONDS));
  await baseline(Math.min(seconds, WARM_UP_SECONDS));
  const done: Round[] = [];
  for (let round = 0; round < rounds; round++) {
    if (round % 2 === 0) {
      const first = await measured(seconds);
      done.push({ measured: first, baseline: await baseline(seconds) });
    } else {
      const first = await baseline(seconds);
      done.push({ measured: await measured(seconds), baseline: first });
    }
  }
  return done;
}

const WARM_UP_SECONDS = 2;

export function spread(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const median = sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
  return { median, min: sorted[0]!, max: sorted.at(-1)! };
}
