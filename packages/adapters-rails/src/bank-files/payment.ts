import type { PayoutFailure } from '@corridor/core/ports';
import type { CreditTransferScheme, PostalAddress } from '../iso20022/messages.js';

/**
 * What became of an outgoing payment: docs/rails/bank-files-reference.md#payments.
 * - `WAITING`: waits for a file.
 * - `FILED`: is in a file, which the bank may have.
 * - `UNRELEASED`: the bank waits for a release, because the name of the payee is not that of the account.
 * - `HELD`: the bank refused it for a reason of our own account; it waits for an operator.
 * - `BLOCKED`: the bank keeps the money.
 * - `DELIVERED`: the bank has executed it.
 * - `REJECTED`: the bank refused it for good.
 * - `RETURNED`: it came back.
 * - `CANCELLED`: it was cancelled before it was in a file, or at the bank.
 */
export const PAYMENT_STATUSES = [
  'WAITING',
  'FILED',
  'UNRELEASED',
  'HELD',
  'BLOCKED',
  'DELIVERED',
  'REJECTED',
  'RETURNED',
  'CANCELLED',
] as const;
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
  /** What the bank asks a person to decide about it, in the file that it is in; null if it asked nothing. */
  readonly question: BankQuestion | null;
  /** The debit that the bank booked. */
  readonly booking: Booking | null;
  /** Why the bank refused it. */
  readonly rejection: { readonly code: string | null; readonly failure: PayoutFailure } | null;
  readonly returned: ReturnedPayment | null;
}

/** The bank waits, or has blocked the payment: docs/rails/verification-of-payee.md. */
export interface BankQuestion {
  /** The status: RVNM, RVMC, RVCM, RVNA or BLCK; with its reason, of a refusal after which an operator cancelled it. */
  readonly code: string;
  /** The report that asked. */
  readonly by: string;
  /** The holder of the account, which the bank names for a close match. It is shown, and used for nothing. */
  readonly payeeName: string | null;
  /** What a person decided; null before. */
  readonly decision: PayeeDecision | null;
}

export interface PayeeDecision {
  readonly kind: 'release' | 'cancel';
  /** The name of an operator, or `the platform`. */
  readonly name: string;
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
