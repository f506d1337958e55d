import type { Options } from './options.js';
import type { Round } from './rounds.js';

/** One row of the table of performance targets. */
export interface Row {
  readonly number: number;
  /** Numerator and denominator in words. */
  readonly ratio: string;
  readonly target: { readonly atLeast: number } | { readonly atMost: number };
  /** Unit of both sides, for the absolute numbers. */
  readonly unit: string;
  /** Conditions that a reader needs to interpret the numbers. */
  readonly notes: readonly string[];
  readonly measure: (options: Options) => Promise<Outcome>;
}

export type Outcome = { readonly rounds: readonly Round[] } | { readonly leftOut: string };
