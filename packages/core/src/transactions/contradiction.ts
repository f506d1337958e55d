import { openException } from '../exceptions/index.js';
import { type CurrencyCode, ok, type Result, type Unit } from '../kernel/index.js';
import type { Effect } from './rail-message.js';

export interface Contradiction {
  readonly rail: string;
  /** Id of the transaction or deposit. */
  readonly subject: string;
  /** Tells contradictions about one subject apart: the rail's id of what it says, or the word for it. */
  readonly reference: string;
  readonly currency: CurrencyCode;
  /** What is at stake, smallest units. */
  readonly amount: bigint;
  /** One sentence: what the rail says, and what the books say. */
  readonly reason: string;
  /** Where the amount is booked to already; absent where the books have nothing of it. */
  readonly bookedTo?: BookedTo;
}

const BOOKED_TO = ['loss', 'bank-charges'] as const;
export type BookedTo = (typeof BOOKED_TO)[number];

/** Where the amount of a contradiction is booked to already, as its reference says; null where it is not booked. */
export const bookedToOf = (reference: string): BookedTo | null =>
  BOOKED_TO.find((account) => reference.startsWith(`${account}:`)) ?? null;

/** The reference of a contradiction. What a rail or an operator calls it never says that it is booked. */
export const contradictionReference = (reference: string, bookedTo: BookedTo | null = null): string => {
  if (bookedTo !== null) return `${bookedTo}:${reference}`;
  return bookedToOf(reference) === null ? reference : `told:${reference}`;
};

/**
 * The rail says what cannot be, after what it has said before. The books stay as they are, for they say what the
 * platform was told, and an operator sees to the money outside.
 */
export async function contradicted(unit: Unit, { bookedTo, ...contradiction }: Contradiction): Promise<Result<Effect>> {
  const amount = contradiction.amount > 0n ? contradiction.amount : 1n;
  const reference = contradictionReference(contradiction.reference, bookedTo);
  await openException(unit, { kind: 'RAIL_CONTRADICTION', ...contradiction, reference, amount });
  return ok('CONTRADICTED');
}
