import type { RailWrites } from '@corridor/core/ports';
import { contentOf, MOVEMENTS, ownMovement, signed, type Unstated } from './movement-records.js';

/** The entry that made clearing equal to the balance of the bank when the account went live. */
export interface Opening {
  /** The first day of the earliest statement, YYYY-MM-DD. */
  readonly from: string;
  /** Its opening balance. */
  readonly balance: bigint;
  /** What was booked against the service's own funds. */
  readonly booked: bigint;
  /** How many bookings that took: an earlier statement that arrives later corrects the first one. */
  readonly bookings: number;
}

interface Earliest {
  readonly iban: string;
  readonly from: string;
  readonly balance: bigint;
  readonly unstated: readonly Unstated[];
}

/**
 * Books the opening balance of the earliest statement, less what notifications have reported before its first day: that
 * money is part of the balance and is booked already.
 */
export function openingAfter(
  records: RailWrites,
  before: Opening | null,
  { iban, from, balance, unstated }: Earliest,
): Opening {
  const earlier = unstated.filter(({ movement }) => movement.date !== null && movement.date < from);
  const booked = balance - earlier.filter(isBooked).reduce((sum, { movement }) => sum + signed(movement), 0n);
  const missing = booked - (before?.booked ?? 0n);
  const bookings = before?.bookings ?? 0;
  if (missing === 0n) return { from, balance, booked, bookings };
  const note = `opening balance of ${from}${bookings === 0 ? '' : ', corrected after an earlier statement or notification'}`;
  records.add({
    collection: MOVEMENTS,
    key: openingKey(iban, bookings),
    status: 'TO_TELL',
    ...contentOf(ownMovement('opening', iban, missing, note)),
  });
  return { from, balance, booked, bookings: bookings + 1 };
}

export const openingKey = (iban: string, booking: number): string =>
  booking === 0 ? `opening:${iban}` : `opening:${iban}:${booking}`;

/** Whether the ledger has the movement, or will have it. */
const isBooked = ({ list, told, onlyPayments, details }: Unstated): boolean =>
  list !== 'NOTED' &&
  details === null &&
  (told === null ? !onlyPayments : !['difference', 'same', 'nothing'].includes(told.as));
