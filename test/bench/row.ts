import type { Options } from './options.js';
import type { Round } from './rounds.js';

/** One row of the table of performance targets. */
export interface Row {
  readonly number: number;
  /** Numerator and denominator in words; or the name of an absolute measure, which has no target. */
  readonly title: string;
  readonly target: { readonly atLeast: number } | { readonly atMost: number } | null;
  /** Unit of the absolute numbers. */
  readonly unit: string;
  /** Conditions that a reader needs to interpret the numbers. */
  readonly notes: readonly string[];
  /** If the baseline is a program that others know: its name and version, and what it does here. */
  readonly peer?: { readonly name: string; readonly does: string };
  readonly measure: (options: Options) => Promise<Outcome>;
}

export type Outcome =
  /** `notes`: what was measured beside the ratio. */
  | { readonly rounds: readonly Round[]; readonly notes?: readonly string[] }
  | {
      /** Absolute numbers, where there is nothing to compare with. */
      readonly absolute: string;
      /** Head and lines of a table with the details. */
      readonly details: readonly (readonly string[])[];
    }
  | { readonly leftOut: string };
