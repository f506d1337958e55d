import { type CurrencyCode, isId, type Reads, type Result, type Unit } from '../kernel/index.js';
import type { ScreeningQuestion } from './ports.js';
import type { Screening } from './screening.js';

/** Money that goes on, in smallest units. */
export interface MovingMoney {
  readonly currency: CurrencyCode;
  readonly amount: bigint;
}

/** What an answer does with what waited for it. Each runs in the unit that records the answer or the decision. */
export interface Continuation {
  /** Nothing holds it any more: it goes on. */
  readonly clear: (unit: Unit, screening: Screening, question: ScreeningQuestion | null) => Promise<Result<void>>;
  /** A match is to be decided. The exception is open already. `hasPassed`: it went on while the provider was away. */
  readonly held: (
    unit: Unit,
    screening: Screening,
    question: ScreeningQuestion,
    hasPassed: boolean,
  ) => Promise<Result<void>>;
  /** Two operators confirmed a match. Absent: nothing follows, because nothing waits. */
  readonly confirmed?: (unit: Unit, screening: Screening) => Promise<Result<void>>;
  /**
   * The provider does not answer: whether it goes on without an answer, and is asked about later. Absent: it waits. If true,
   * the screening is `PASSED` in the same unit, and `clear` is called.
   */
  readonly passes?: (unit: Unit, screening: Screening, question: ScreeningQuestion) => Promise<boolean>;
  /** The money that `clear` lets go on; null if something else keeps it. Absent: no money waits. */
  readonly releases?: (reads: Reads, subject: string) => Promise<MovingMoney | null>;
}

/** By what waits: a transaction, a deposit, an order of a stablecoin, or a customer, an owner or an external account. */
export interface ScreeningContinuations {
  readonly payment: Continuation;
  readonly deposit: Continuation;
  readonly order: Continuation;
  readonly party: Continuation;
}

const nothing = async (): Promise<Result<void>> => ({ ok: true, value: undefined });

/** For what does not wait: a round. */
export const NOTHING_WAITS: Continuation = { clear: nothing, held: nothing };

export function continuationOf(continuations: ScreeningContinuations, subject: string): Continuation {
  if (isId('Transaction', subject)) return continuations.payment;
  if (isId('Deposit', subject)) return continuations.deposit;
  if (isId('StablecoinOperation', subject)) return continuations.order;
  return isId('ScreeningRound', subject) ? NOTHING_WAITS : continuations.party;
}
