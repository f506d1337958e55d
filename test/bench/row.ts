import type { Options } from './options.js';
import type { Round } from './rounds.js';

/** One line of the table of what good means in numbers. */
export interface Row {
  readonly number: number;
  /** What is divided by what. */
  readonly ratio: string;
  readonly target: { readonly atLeast: number } | { readonly atMost: number };
  /** Unit of both sides, for the absolute figures. */
  readonly unit: string;
  /** Conditions that a reader of the figure has to know. */
  readonly notes: readonly string[];
  readonly measure: (options: Options) => Promise<Outcome>;
}

export type Outcome = { readonly rounds: readonly Round[] } | { readonly leftOut: string };
