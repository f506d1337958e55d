import { createHistogram } from 'node:perf_hooks';
import type { Latency } from './task.js';

/** Counts durations, given in milliseconds, to a thousandth of their size. */
export interface Histogram {
  record(milliseconds: number): void;
  readonly latency: Latency;
}

const LONGEST_MICROSECONDS = 600_000_000;

export function newHistogram(): Histogram {
  const histogram = createHistogram({ lowest: 1, highest: LONGEST_MICROSECONDS, figures: 3 });
  return {
    record: (milliseconds) => histogram.record(Math.max(1, Math.round(milliseconds * 1000))),
    get latency() {
      return {
        p50: histogram.percentile(50) / 1000,
        p99: histogram.percentile(99) / 1000,
        max: histogram.max / 1000,
      };
    },
  };
}
