import { type ExceptionKind, type ExceptionRecord, openException } from '../exceptions/index.js';
import {
  type CurrencyCode,
  err,
  type FieldError,
  type IdSource,
  invalidFields,
  isHouse,
  isId,
  ok,
  type Reads,
  type Result,
  type UseCase,
} from '../kernel/index.js';
import { isCurrency, MAX_COMPUTED } from '../money/index.js';
import { contradictionReference, DEPOSITS, TRANSACTIONS } from '../transactions/index.js';
import { differenceReference, type Direction } from './resolutions.js';

/** What an operator may find out before the service does. */
export const OPENED_BY_HAND = [
  'RECALL',
  'STATEMENT_DIFFERENCE',
  'RAIL_CONTRADICTION',
  'REFUND_FAILED',
  'DEPOSIT_REFUSED',
  'DEPOSIT_HELD',
] as const satisfies readonly ExceptionKind[];
export type OpenedByHand = (typeof OPENED_BY_HAND)[number];

export interface OpenByHand {
  readonly kind: OpenedByHand;
  /** Id of the transaction or deposit; a difference has none. */
  readonly subject?: string | undefined;
  /** What the bank calls it, where it does: the id of a recall, the reference of a statement's line. */
  readonly reference?: string | undefined;
  /** These follow from the subject where money waits; else they are named. */
  readonly rail?: string | undefined;
  readonly currency?: string | undefined;
  readonly amount?: bigint | undefined;
  /** Of a difference: which way the money went that the ledger does not know of. */
  readonly direction?: Direction | undefined;
  readonly reason: string;
}

type Terms = Pick<ExceptionRecord, 'subject' | 'reference' | 'rail' | 'currency' | 'amount'>;

/**
 * Opens an exception by hand; the same matter again is answered as it stands. 404 REFERENCE_NOT_FOUND for an unknown
 * subject, 409 CONFLICT for one of which the matter cannot be, 400 INVALID_INPUT with every invalid field.
 */
export const openByHand =
  ({ ids }: { readonly ids: IdSource }): UseCase<OpenByHand, ExceptionRecord> =>
  async (tx, ctx, input) => {
    if (isHouse(ctx.tenant) !== (input.kind === 'STATEMENT_DIFFERENCE')) {
      return err('CONFLICT', 'differences of statements are the service’s own, everything else is of a platform');
    }
    const terms = await TERMS[input.kind](tx, input);
    if (!terms.ok) return terms;
    return ok(await openException({ tx, ctx, ids }, { kind: input.kind, ...terms.value, reason: input.reason }));
  };

type TermsOf = (reads: Reads, input: OpenByHand) => Promise<Result<Terms>>;

/** Money that waits in suspense. */
const ofDeposit: TermsOf = async (reads, { subject, reference }) => {
  const deposit = subject !== undefined && isId('Deposit', subject) ? await reads.get(DEPOSITS, subject) : null;
  if (deposit === null) return err('REFERENCE_NOT_FOUND', 'subject: there is no such deposit');
  if (deposit.status !== 'KEPT') return err('CONFLICT', `subject: the deposit is ${deposit.status}`);
  const { id, rail, currency, amount } = deposit;
  return ok({ subject: id, reference: reference ?? '', rail, currency, amount });
};

/** Money that waits in transit. */
const ofRefund: TermsOf = async (reads, { subject }) => {
  const payment = subject !== undefined && isId('Transaction', subject) ? await reads.get(TRANSACTIONS, subject) : null;
  if (payment === null) return err('REFERENCE_NOT_FOUND', 'subject: there is no such transaction');
  if (payment.refundStatus !== 'FAILED') {
    return err('CONFLICT', `subject: its refund is ${payment.refundStatus ?? 'not there'}`);
  }
  return ok({
    subject: payment.id,
    reference: payment.refundReference ?? '',
    rail: payment.fundingRail ?? payment.rail,
    currency: payment.sentCurrency!,
    amount: payment.sentAmount!,
  });
};

/** Money of a transaction that a bank asks back, or about which it contradicts itself. */
const ofTransaction: TermsOf = async (reads, input) => {
  const { subject, reference, amount, kind } = input;
  const payment = subject !== undefined && isId('Transaction', subject) ? await reads.get(TRANSACTIONS, subject) : null;
  if (payment === null) return err('REFERENCE_NOT_FOUND', 'subject: there is no such transaction');
  const came = payment.type === 'INCOMING';
  if (kind === 'RECALL' && (!came || payment.status !== 'COMPLETED')) {
    return err('CONFLICT', 'subject: only an incoming payment that is COMPLETED can be recalled');
  }
  const rail = came ? payment.fundingRail : payment.rail;
  const currency = payment.receivedCurrency ?? payment.sentCurrency;
  const whole = payment.receivedAmount ?? payment.sentAmount;
  if (rail === null || currency === null || whole === null) return err('CONFLICT', 'subject: no rail moved its money');
  const errors = [...referenceErrors(input), ...amountErrors(amount ?? whole)];
  if (kind === 'RECALL' && (amount ?? whole) > whole) {
    errors.push({ field: 'amount', message: `must be at most ${whole}, which came` });
  }
  if (errors.length > 0) return invalidFields(errors);
  const named = kind === 'RECALL' ? reference! : contradictionReference(reference!);
  return ok({ subject: payment.id, reference: named, rail, currency, amount: amount ?? whole });
};

/** A line of a statement that the ledger does not know, or the other way round. */
const ofStatement: TermsOf = async (_reads, input) => {
  const { rail, currency, amount, reference, direction } = input;
  const errors = [...referenceErrors(input), ...amountErrors(amount)];
  if (rail === undefined || rail === '') errors.push({ field: 'rail', message: 'is missing' });
  if (currency === undefined || !isCurrency(currency))
    errors.push({ field: 'currency', message: 'must be a currency' });
  if (direction === undefined) errors.push({ field: 'direction', message: 'must be IN or OUT' });
  if (errors.length > 0) return invalidFields(errors);
  return ok({
    subject: rail!,
    reference: differenceReference(direction!, reference!),
    rail: rail!,
    currency: currency as CurrencyCode,
    amount: amount!,
  });
};

const TERMS: Readonly<Record<OpenedByHand, TermsOf>> = {
  RECALL: ofTransaction,
  STATEMENT_DIFFERENCE: ofStatement,
  RAIL_CONTRADICTION: ofTransaction,
  REFUND_FAILED: ofRefund,
  DEPOSIT_REFUSED: ofDeposit,
  DEPOSIT_HELD: ofDeposit,
};

const MAX_TEXT = 140;

const referenceErrors = ({ reference }: OpenByHand): FieldError[] =>
  reference === undefined || reference === '' || reference.length > MAX_TEXT
    ? [{ field: 'reference', message: `must have 1 to ${MAX_TEXT} characters` }]
    : [];

const amountErrors = (amount: bigint | undefined): FieldError[] =>
  amount === undefined || amount <= 0n || amount > MAX_COMPUTED
    ? [{ field: 'amount', message: 'must be positive, in smallest units' }]
    : [];
