import { BASE_COLUMNS, type BaseRecord, type CurrencyCode, type Id, recordKind } from '../kernel/index.js';
import type { EntryKind } from '../ledger/index.js';

/**
 * A movement of the service's own money.
 * - `TOP_UP`: its owners put money in, which arrives by a rail.
 * - `WITHDRAWAL`: they take money out.
 * - `CHARGE`: a bank takes a fee.
 * - `INTEREST`: a bank pays interest.
 * - `NETWORK_FEE`: a chain takes its fee in its own coin; the bought side is what the coin was worth.
 * - `TRANSFER`: money moves to another rail, which is the bought side.
 * - `TRADE`: it sells one currency for another, to square its position in `fx`.
 */
export const BOOKING_KINDS = [
  'TOP_UP',
  'WITHDRAWAL',
  'CHARGE',
  'INTEREST',
  'NETWORK_FEE',
  'TRANSFER',
  'TRADE',
] as const;
export type BookingKind = (typeof BOOKING_KINDS)[number];

/** What operators book. The fee of a chain is read from the chain, and valued when it was paid. */
export const BOOKED_BY_HAND = ['TOP_UP', 'WITHDRAWAL', 'CHARGE', 'INTEREST', 'TRANSFER', 'TRADE'] as const;

export const BOOKING_ENTRY: Readonly<Record<BookingKind, EntryKind>> = {
  TOP_UP: 'TREASURY_TOP_UP',
  WITHDRAWAL: 'TREASURY_WITHDRAWAL',
  CHARGE: 'TREASURY_CHARGE',
  INTEREST: 'TREASURY_INTEREST',
  NETWORK_FEE: 'TREASURY_NETWORK_FEE',
  TRANSFER: 'TREASURY_TRANSFER',
  TRADE: 'TREASURY_TRADE',
};

/** One movement of the service's own money, and the cause of its entry. It belongs to the house tenant. */
export interface Booking extends BaseRecord {
  readonly id: Id<'Booking'>;
  readonly kind: BookingKind;
  /** The reference at the bank; each reference of a rail is booked once. */
  readonly reference: string;
  /** The sold side of a trade, or the rail that a transfer leaves. */
  readonly rail: string;
  readonly currency: CurrencyCode;
  /** Smallest units, positive. */
  readonly amount: bigint;
  /**
   * The bought side of a trade. Of a transfer, only the rail that it reaches; of a network fee, only what it was worth.
   * Null otherwise.
   */
  readonly boughtRail: string | null;
  readonly boughtCurrency: CurrencyCode | null;
  readonly boughtAmount: bigint | null;
  /** The value date of a withdrawal, a charge or a trade, YYYY-MM-DD; null if it was not given, and for other bookings. */
  readonly valueDate: string | null;
  readonly note: string | null;
  readonly bookedBy: string;
  readonly approvedBy: string | null;
}

export const BOOKINGS = recordKind<Booking>()({
  name: 'bookings',
  scope: 'tenant',
  columns: {
    ...BASE_COLUMNS,
    kind: 'text',
    reference: 'text',
    rail: 'text',
    currency: 'text',
    amount: 'amount',
    boughtRail: 'text?',
    boughtCurrency: 'text?',
    boughtAmount: 'amount?',
    valueDate: 'text?',
    note: 'text?',
    bookedBy: 'text',
    approvedBy: 'text?',
  },
  states: [],
  unique: [{ name: 'reference', columns: ['rail', 'reference'] }],
  filters: [],
  immutable: [
    'kind',
    'reference',
    'rail',
    'currency',
    'amount',
    'boughtRail',
    'boughtCurrency',
    'boughtAmount',
    'valueDate',
    'note',
    'bookedBy',
    'approvedBy',
  ],
});
