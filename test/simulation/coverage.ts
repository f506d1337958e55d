import { NOT_TAKEN } from './not-taken.js';
import type { Tally } from './process.js';
import { ALL_ROWS } from './transitions.js';

/** A run of so many minutes takes every row of every state machine. */
export const COMPLETE_MINUTES = 20;

export interface Coverage {
  /** Rows that were not taken, without a reason. */
  readonly missing: readonly string[];
  /** Whether the run was long enough to take them. */
  readonly fails: boolean;
}

export function coverageOf(rows: Tally, minutes: number, reasons = NOT_TAKEN): Coverage {
  const missing = ALL_ROWS.filter((row) => !rows.has(row) && !(row in reasons));
  return { missing, fails: missing.length > 0 && minutes >= COMPLETE_MINUTES };
}
