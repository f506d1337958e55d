import { describe, expect, it } from 'vitest';
import { bucketOf, percentileOf, SETTLE_BOUNDS } from './settle-times.js';

const LAST = SETTLE_BOUNDS.length;

describe('the bucket of a time to settle', () => {
  it.each([
    [0, 0],
    [1_000, 0],
    [1_001, 1],
    [2_000, 1],
    [2_592_000_000, LAST - 1],
    [2_592_000_001, LAST],
  ])('of %i ms has the number %i', (milliseconds, bucket) => {
    expect(bucketOf(milliseconds)).toBe(bucket);
  });
});

describe('a percentile', () => {
  it('is the bucket of the smallest time that enough times do not exceed', () => {
    const times = { 0: 50, 2: 45, 3: 5 };
    expect(percentileOf(times, 50)).toEqual({ moreThan: 0, atMost: 1 });
    expect(percentileOf(times, 51)).toEqual({ moreThan: 2, atMost: 5 });
    expect(percentileOf(times, 95)).toEqual({ moreThan: 2, atMost: 5 });
    expect(percentileOf(times, 96)).toEqual({ moreThan: 5, atMost: 10 });
  });

  it('has no upper bound in the last bucket, and does not exist without times', () => {
    expect(percentileOf({ [LAST]: 1 }, 50)).toEqual({ moreThan: 2_592_000, atMost: null });
    expect(percentileOf({}, 50)).toBeNull();
  });
});
