import type { CurrencyCode } from '../kernel/index.js';
import type { Effect, Moves } from './effects.js';

/** What an action is about to do, read in the unit that does it. */
export interface Planned {
  /** Id of the record concerned; a path of names if it has none. */
  readonly subject: string;
  /**
   * The parts of the subject that the action changes. An action always names the same fields, and null for what is absent:
   * the approval of a request ignores a field that the request did not have.
   */
  readonly before: object | null;
  /** The money that it moves, in smallest units. */
  readonly moves: Moves;
  /** The lines of the journal entry that it books; absent if it books none. */
  readonly books?: readonly BookedLine[];
  /** A second operator has to approve it, whatever it moves. Only of an action that declares `approval: 'by-plan'`. */
  readonly approval?: 'always';
  /** Those of the declared effects that this input has; absent: all of them. */
  readonly effects?: readonly Effect[];
}

/** A line of a journal entry: the name of the ledger account, and the signed amount in smallest units. */
export interface BookedLine {
  readonly account: string;
  readonly currency: CurrencyCode;
  readonly amount: bigint;
}
