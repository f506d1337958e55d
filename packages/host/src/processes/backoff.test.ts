import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createBackoff } from './backoff.js';

const MINUTE_MS = 60_000;

describe('the back-off of a process that ends unexpectedly', () => {
  test('replaces it at once, then after 1, 2, 4, 8, 16 and at most 30 seconds', () => {
    const backoff = createBackoff();
    const delays = Array.from({ length: 8 }, (_, at) => {
      backoff.served(at * 100_000);
      return backoff.ended(at * 100_000 + 1_000);
    });
    expect(delays).toEqual([0, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  });

  test('begins again after a quiet minute', () => {
    const backoff = createBackoff();
    backoff.ended(0);
    backoff.ended(0);
    backoff.served(5_000);
    expect(backoff.ended(5_000 + MINUTE_MS - 1)).toBe(2_000);
    backoff.served(100_000);
    expect(backoff.ended(100_000 + MINUTE_MS)).toBe(0);
    expect(backoff.isLooping(100_000 + MINUTE_MS)).toBe(false);
  });

  test('does not count as a loop again when a process that serves steadily is replaced by another', () => {
    const backoff = createBackoff();
    for (const at of [0, 10, 20, 30]) {
      backoff.served(at);
      backoff.ended(at + 1);
    }
    backoff.served(10_000);
    expect(backoff.isLooping(20_000)).toBe(false);
    backoff.served(20_000);
    expect([backoff.isLooping(20_000), backoff.steadyAt()]).toEqual([false, 14_000]);
    // The slot has been served for a minute: the end of the other one is the first.
    expect(backoff.ended(10_000 + MINUTE_MS)).toBe(0);
  });

  test('is a loop from the second end until the replacement has served for as long as it was waited for', () => {
    const backoff = createBackoff();
    backoff.served(0);
    backoff.ended(10);
    expect([backoff.isLooping(10), backoff.steadyAt()]).toEqual([false, null]);
    backoff.served(20);
    expect(backoff.ended(30)).toBe(1_000);
    expect([backoff.isLooping(99_999), backoff.steadyAt()]).toEqual([true, null]);
    backoff.served(2_000);
    expect(backoff.steadyAt()).toBe(3_000);
    expect([backoff.isLooping(2_999), backoff.isLooping(3_000)]).toEqual([true, false]);
  });

  test('a process that never serves for a minute is started ever more rarely', () => {
    const lives = fc.array(fc.option(fc.integer({ min: 0, max: MINUTE_MS - 1 })), { minLength: 2, maxLength: 20 });
    fc.assert(
      fc.property(lives, (served) => {
        const backoff = createBackoff();
        let now = 0;
        let before = -1;
        for (const life of served) {
          if (life !== null) backoff.served(now);
          now += life ?? 0;
          const delay = backoff.ended(now);
          expect(delay).toBeGreaterThanOrEqual(before);
          expect(delay).toBeLessThanOrEqual(30_000);
          before = delay;
          now += delay;
        }
        expect(backoff.isLooping(now)).toBe(true);
      }),
    );
  });
});
