import type { Outcome, Row } from './row.js';
import { type Spread, spread } from './rounds.js';

/** What a measurement depends on beside the code. */
export interface Machine {
  readonly processor: string;
  readonly cores: number;
  readonly memory: string;
  readonly system: string;
  readonly fileSystem: string;
  readonly node: string;
  readonly sqlite: string;
  readonly postgres: string;
  readonly pgbench: string;
}

export interface Run {
  /** UTC, as YYYY-MM-DD. */
  readonly date: string;
  readonly rounds: number;
  readonly seconds: number;
  readonly machine: Machine;
}

/** The measured row in a form that is kept as JSON. */
export interface Result extends Pick<Row, 'number' | 'title' | 'target' | 'unit' | 'notes' | 'peer'> {
  readonly run: Run;
  readonly outcome: Figures;
}

export type Figures =
  /** The ratio of the rounds, and the medians of both sides. */
  | { readonly ratio: Spread; readonly measured: number; readonly baseline: number }
  | { readonly absolute: string; readonly details: readonly (readonly string[])[] }
  | { readonly leftOut: string };

export function resultOf({ measure: _, ...row }: Row, outcome: Outcome, run: Run): Result {
  if (!('rounds' in outcome)) return { ...row, run, outcome };
  const { rounds, notes = [] } = outcome;
  const median = (side: 'measured' | 'baseline'): number => spread(rounds.map((round) => round[side])).median;
  const ratio = spread(rounds.map(({ measured, baseline }) => measured / baseline));
  const figures = { ratio, measured: median('measured'), baseline: median('baseline') };
  return { ...row, notes: [...row.notes, ...notes], run, outcome: figures };
}

/** Whether a row reaches its target; null without a target or a ratio. */
export function holds({ target, outcome }: Result): boolean | null {
  if (target === null || !('ratio' in outcome)) return null;
  const { median } = outcome.ratio;
  return 'atLeast' in target ? median >= target.atLeast : median <= target.atMost;
}
