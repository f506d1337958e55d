import type { PayoutFailure } from '@corridor/core/ports';
import type { CreditTransferScheme, PostalAddress } from '../iso20022/messages.js';

/**
 * What became of an outgoing payment: docs/rails/bank-files-reference.md#payments.
 * - `WAITING`: waits for a file.
 * - `FILED`: is in a file, which the bank may have.
 * - `HELD`: the bank refused it for a reason of our own account; it waits for an operator.
 * - `DELIVERED`: the bank has executed it.
 * - `REJECTED`: the bank refused it for good.
 * - `RETURNED`: it came back.
 * - `CANCELLED`: it was cancelled before it was in a file.
 */
export const PAYMENT_STATUSES = ['WAITING', 'FILED', 'HELD', 'DELIVERED', 'REJECTED', 'RETURNED', 'CANCELLED'] as const;
export type OutgoingStatus = (typeof PAYMENT_STATUSES)[number];

/** A payment that the connection sends: a delivery, or money that goes back to its sender. */
export interface OutgoingPayment {
  /** The reference of core, under which it is stored. */
  readonly reference: string;
  readonly kind: 'payout' | 'refund';
  readonly status: OutgoingStatus;
  /** Name of the rail, and the IBAN of its account, which pays. */
  readonly rail: string;
  readonly iban: string;
  readonly scheme: CreditTransferScheme;
  /** Cents. */
  readonly amount: bigint;
  /** EndToEndId, drawn once. */
  readonly endToEndId: string;
  /** InstrId, drawn once. */
  readonly instructionId: string;
  /** A uuid v4, drawn once. */
  readonly uetr: string;
  readonly purposeCode: string | null;
  readonly creditor: {
    readonly name: string;
    readonly iban: string;
    readonly bic: string | null;
    readonly address: PostalAddress | null;
  };
  readonly remittanceText: string | null;
  /** Of the file that it is in, or was in last; null if it was in none. */
  readonly messageId: string | null;
  readonly paymentInformationId: string | null;
  /** The last status that the bank reported, with its reason codes, such as `PDNG` or `RJCT AM04`. */
  readonly bankStatus: string | null;
  /** The debit that the bank booked. */
  readonly booking: Booking | null;
  /** Why the bank refused it. */
  readonly rejection: { readonly code: string | null; readonly failure: PayoutFailure } | null;
  readonly returned: ReturnedPayment | null;
}

/** A debit of a payment in a report about the account. */
export interface Booking {
  /** The identity of the entry. */
  readonly entryId: string;
  /** YYYY-MM-DD. */
  readonly date: string | null;
}

/** A payment came back by a credit on the account. */
export interface ReturnedPayment {
  /** The identity of the entry: a repeated return has the same one. */
  readonly returnId: string;
  /** Cents, positive; less than the payment if banks deducted charges. */
  readonly amount: bigint;
  /** A reason code or text; null if the bank gave none. */
  readonly reason: string | null;
}
