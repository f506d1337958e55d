import type { Instant } from '@corridor/core';
import type { Random, RailRecord } from '@corridor/core/ports';
import type { CreditTransferScheme } from '../iso20022/messages.js';
import type { OutgoingPayment, OutgoingStatus } from './payment.js';
import type { NewPayment } from './payments.js';

/** By the reference of core. */
export const PAYMENTS = 'payments';
/** By each id that the bank may name: the reference. */
export const PAYMENT_IDS = 'payment-ids';
/** By MsgId. */
export const FILES = 'files';
/** By PmtInfId. */
export const BATCHES = 'batches';
/** Payments that the bank has reported as executed and not debited, by reference; their status is the IBAN. */
export const UNDEBITED = 'undebited';

type Content = Pick<
  OutgoingPayment,
  | 'kind'
  | 'rail'
  | 'iban'
  | 'amount'
  | 'endToEndId'
  | 'instructionId'
  | 'uetr'
  | 'purposeCode'
  | 'messageId'
  | 'paymentInformationId'
  | 'bankStatus'
>;

/** The part of a payment that is stored without sealing. */
export type StoredPayment = { readonly [Name in keyof Content]: Content[Name] } & {
  readonly scheme: CreditTransferScheme;
  /** The report or entry that led to the status. Only the same one, repeated, tells core again. */
  readonly by: string | null;
  /** This member and the next two are absent in payments of earlier versions. */
  readonly acceptance?: StoredAcceptance | null;
  readonly question?: StoredQuestion | null;
  /** When an exception asked why the bank left the payment in this status; null as long as none did. */
  readonly askedAt?: Instant | null;
  readonly booking: { readonly entryId: string; readonly date: string | null } | null;
  readonly rejection: {
    readonly code: string | null;
    readonly failure: NonNullable<OutgoingPayment['rejection']>['failure'];
    /** CreDtTm of the report; absent for an operator's decision, and in payments of earlier versions. */
    readonly writtenAt?: string | null;
  } | null;
  readonly returned: { readonly returnId: string; readonly amount: bigint; readonly reason: string | null } | null;
};

/** The bank goes on with the payment in the file that it is in: it has accepted it for execution. */
export type StoredAcceptance = {
  /** CreDtTm of the newest report that says so; null if it is not known. */
  readonly writtenAt: string | null;
  /** A refusal that comes late is an open problem. */
  readonly isContradicted: boolean;
  /**
   * A refusal as a duplicate that is not older than the acceptance: an operator can end the payment. Absent or null for
   * none.
   */
  readonly refusal?: {
    readonly bankStatus: string;
    /** The report that refused it, and its CreDtTm; null if it is not known. */
    readonly by: string;
    readonly writtenAt: string | null;
  } | null;
};

type StoredQuestion = {
  readonly code: string;
  readonly by: string;
  readonly decision: { readonly kind: 'release' | 'cancel'; readonly name: string } | null;
};

export const storedPayment = ({ value }: Pick<RailRecord, 'value'>): StoredPayment => value as StoredPayment;

export function paymentOf(record: Pick<RailRecord, 'key' | 'status' | 'value' | 'secret'>): OutgoingPayment {
  const { by: _, askedAt: __, acceptance: ___, question = null, rejection, ...value } = storedPayment(record);
  const {
    name,
    iban,
    bic = null,
    country = null,
    town = null,
    postCode = null,
    street = null,
    secondLine = null,
    subdivision = null,
    text = null,
    payeeName = null,
  } = record.secret!;
  return {
    ...value,
    reference: record.key,
    status: record.status as OutgoingStatus,
    rejection: rejection && { code: rejection.code, failure: rejection.failure },
    question: question && { ...question, payeeName: question.code === 'RVMC' ? payeeName : null },
    creditor: {
      name: name!,
      iban: iban!,
      bic,
      address:
        country === null
          ? null
          : { country, townName: town, postCode, street, secondLine, buildingNumber: null, subdivision },
    },
    remittanceText: text,
  };
}

/** The record of a new payment, with its ids drawn. */
export function newPaymentRecord(random: Random, payment: NewPayment, status: 'WAITING' | 'CANCELLED') {
  const { reference, kind, rail, iban, scheme, amount, purposeCode, creditor, remittanceText } = payment;
  const endToEndId = endToEndIdOf(random, payment);
  const value: StoredPayment = {
    ...{ kind, rail, iban, scheme, amount, purposeCode, endToEndId },
    instructionId: endToEndId,
    uetr: uuidOf(random),
    messageId: null,
    paymentInformationId: null,
    bankStatus: null,
    by: null,
    acceptance: null,
    question: null,
    askedAt: null,
    booking: null,
    rejection: null,
    returned: null,
  };
  const { address } = creditor;
  const secret = {
    name: creditor.name,
    iban: creditor.iban,
    bic: creditor.bic,
    country: address?.country ?? null,
    town: address?.townName ?? null,
    postCode: address?.postCode ?? null,
    street: address?.street ?? null,
    secondLine: address?.secondLine ?? null,
    subdivision: address?.subdivision ?? null,
    text: remittanceText,
  };
  return { collection: PAYMENTS, key: reference, status, value, secret };
}

const TRANSACTION = /^Transaction:([0-9a-f]{8})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{12})$/;

/**
 * The uuid of a transaction without hyphens. A refund has an id of its own, because the same money may go back under
 * another reference after a failure.
 */
function endToEndIdOf(random: Random, { kind, reference }: NewPayment): string {
  const uuid = kind === 'payout' ? TRANSACTION.exec(reference) : null;
  return uuid === null ? hex(random.bytes(16)) : uuid.slice(1).join('');
}

const hex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** A uuid v4. */
function uuidOf(random: Random): string {
  const bytes = Uint8Array.from(random.bytes(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const all = hex(bytes);
  return [all.slice(0, 8), all.slice(8, 12), all.slice(12, 16), all.slice(16, 20), all.slice(20)].join('-');
}

/** An id of MsgId or PmtInfId: the letter, and 28 hexadecimal digits. */
export const drawnId = (random: Random, letter: 'M' | 'P'): string => `${letter}${hex(random.bytes(14))}`;
