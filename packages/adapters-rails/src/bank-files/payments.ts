import type { TellCore } from '@corridor/core/ports';
import type { CreditTransferScheme } from '../iso20022/messages.js';
import type { Booking, OutgoingPayment, ReturnedPayment } from './payment.js';

/** The ids by which a bank names a payment; null where it gives none. */
export interface PaymentIds {
  readonly endToEndId: string | null;
  readonly instructionId: string | null;
  readonly uetr: string | null;
}

/** The ids by which a bank names a whole file or a PmtInf. */
export interface BatchIds {
  readonly paymentInformationId: string | null;
  readonly messageId: string | null;
}

/** A PmtInf of a file that was prepared. */
export interface OutgoingBatch {
  readonly paymentInformationId: string;
  readonly messageId: string;
  readonly iban: string;
  readonly executionDate: string;
  readonly scheme: CreditTransferScheme;
  /** Cents. */
  readonly total: bigint;
  /** References of the payments, in the order of the file. */
  readonly references: readonly string[];
}

/** A new payment, before its ids are drawn. */
export type NewPayment = Pick<
  OutgoingPayment,
  'reference' | 'kind' | 'rail' | 'iban' | 'scheme' | 'amount' | 'purposeCode' | 'creditor' | 'remittanceText'
>;

/**
 * The outgoing payments of a connection. Functions with `tell` first store what happened, guarded, and then tell core;
 * the same call repeated after a crash tells the same again. They return the payment as it is stored afterwards; null
 * for an unknown reference. They throw if core does not answer.
 */
export interface Payments {
  /** Stores a payment once; a repeated reference returns what is stored. */
  submit(payment: NewPayment): Promise<OutgoingPayment>;
  /** Whether the payment is now cancelled. An unknown one is stored as cancelled, so that it is never sent. */
  cancel(payment: NewPayment): Promise<boolean>;
  get(reference: string): Promise<OutgoingPayment | null>;
  getMany(references: readonly string[]): Promise<readonly OutgoingPayment[]>;
  /** The payment that the bank names; null if it is unknown, or the ids are those of different payments. */
  find(ids: PaymentIds): Promise<OutgoingPayment | null>;
  /** As `find`, for several payments at once, in the same order. */
  findMany(ids: readonly PaymentIds[]): Promise<readonly (OutgoingPayment | null)[]>;
  /** The batches that the bank names: the PmtInf, or all of the file. Empty if they are unknown. */
  findBatches(ids: BatchIds): Promise<readonly OutgoingBatch[]>;
  /** The bank booked the debit of the payment. */
  booked(reference: string, booking: Booking, tell: TellCore): Promise<OutgoingPayment | null>;
  /** The payment came back, however late. */
  returned(reference: string, returned: ReturnedPayment, tell: TellCore): Promise<OutgoingPayment | null>;
}
