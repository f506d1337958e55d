/**
 * Upper bounds of the buckets of times to settle, in seconds; one more bucket has the longer times. Stored figures name a
 * bucket by its number: a change of the bounds needs a migration that discards the figures.
 */
export const SETTLE_BOUNDS: readonly number[] = [
  1, 2, 5, 10, 30, 60, 120, 300, 600, 1_800, 3_600, 7_200, 14_400, 28_800, 86_400, 172_800, 259_200, 604_800, 2_592_000,
];

/** The number of the bucket of a time. A bucket contains its upper bound. */
export function bucketOf(milliseconds: number): number {
  const at = SETTLE_BOUNDS.findIndex((bound) => milliseconds <= bound * 1000);
  return at === -1 ? SETTLE_BOUNDS.length : at;
}

/** A percentile is known as precisely as its bucket: it is above `moreThan` (or 0) and at most `atMost`, in seconds. */
export interface Percentile {
  readonly moreThan: number;
  /** Null in the last bucket, which has no upper bound. */
  readonly atMost: number | null;
}

/** The bucket of the smallest time that at least `percent` of the times do not exceed; null without times. */
export function percentileOf(times: Readonly<Record<string, number>>, percent: number): Percentile | null {
  const count = Object.values(times).reduce((sum, each) => sum + each, 0);
  if (count === 0) return null;
  let below = 0;
  for (let bucket = 0; ; bucket++) {
    below += times[bucket] ?? 0;
    if (below * 100 < count * percent) continue;
    return { moreThan: SETTLE_BOUNDS[bucket - 1] ?? 0, atMost: SETTLE_BOUNDS[bucket] ?? null };
  }
}
