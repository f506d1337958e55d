import { INTERNAL_ACCOUNTS } from '../accounts/index.js';
import {
  type Direction,
  type ExceptionKind,
  type ExceptionRecord,
  EXCEPTIONS,
  oldestDebt,
  openException,
  overdueOf,
  overdueReference,
  unsettledOf,
} from '../exceptions/index.js';
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
import { isLedgerCurrency, MAX_COMPUTED } from '../money/index.js';
import { contradictionReference, DEPOSITS, FAILED_AS, type Transaction, TRANSACTIONS } from '../transactions/index.js';
import { differenceReference } from './resolutions.js';

/**
 * The exception kinds that an operator may open, because the operator can learn of the problem before the service does.
 */
export const OPENED_BY_HAND = [
  'RECALL',
  'STATEMENT_DIFFERENCE',
  'RAIL_CONTRADICTION',
  'REFUND_FAILED',
  'DEPOSIT_REFUSED',
  'DEPOSIT_HELD',
  'RECEIVABLE_OVERDUE',
] as const satisfies readonly ExceptionKind[];
export type OpenedByHand = (typeof OPENED_BY_HAND)[number];

export interface OpenByHand {
  readonly kind: OpenedByHand;
  /** Id of the transaction, the deposit or the internal account; absent for a statement difference. */
  readonly subject?: string | undefined;
  /** The reference of the bank: the id of a recall, or of a line of a statement. */
  readonly reference?: string | undefined;
  /** Derived from the subject if money of the subject waits; otherwise required. */
  readonly rail?: string | undefined;
  readonly currency?: string | undefined;
  readonly amount?: bigint | undefined;
  /**
   * For a statement difference: the direction of the money that the ledger does not contain. For a contradiction, if it is
   * known: OUT for money that the rail sent, such as a payout that it paid twice.
   */
  readonly direction?: Direction | undefined;
  readonly reason: string;
}

type Terms = Pick<ExceptionRecord, 'subject' | 'reference' | 'rail' | 'currency' | 'amount'> &
  Partial<Pick<ExceptionRecord, 'leg' | 'direction'>>;

/**
 * Opens an exception by hand; a repeated call with the same kind, subject and reference returns the existing exception.
 * 404 REFERENCE_NOT_FOUND for an unknown subject, 409 CONFLICT if the subject cannot have this kind, 400 INVALID_INPUT
 * with every invalid field.
 */
export const openByHand =
  ({ ids }: { readonly ids: IdSource }): UseCase<OpenByHand, ExceptionRecord> =>
  async (tx, ctx, input) => {
    if (isHouse(ctx.tenant) !== (input.kind === 'STATEMENT_DIFFERENCE')) {
      return err(
        'CONFLICT',
        'open a STATEMENT_DIFFERENCE in the house tenant, and every other kind in the tenant of a platform',
      );
    }
    const terms = await TERMS[input.kind](tx, input);
    if (!terms.ok) return terms;
    return ok(await openException({ tx, ctx, ids }, { kind: input.kind, ...terms.value, reason: input.reason }));
  };

type TermsOf = (reads: Reads, input: OpenByHand) => Promise<Result<Terms>>;

/** The terms of an exception about money that waits in suspense. */
const ofDeposit: TermsOf = async (reads, { subject, reference }) => {
  const deposit = subject !== undefined && isId('Deposit', subject) ? await reads.get(DEPOSITS, subject) : null;
  if (deposit === null) return err('REFERENCE_NOT_FOUND', 'subject: the deposit does not exist');
  if (deposit.status !== 'KEPT')
    return err(
      'CONFLICT',
      `subject: the deposit is ${deposit.status}; this kind of exception needs a deposit that is KEPT`,
    );
  const { id, rail, currency, amount } = deposit;
  return ok({ subject: id, reference: reference ?? '', rail, currency, amount });
};

/** The terms of an exception about money that waits in transit. */
const ofRefund: TermsOf = async (reads, { subject }) => {
  const payment = subject !== undefined && isId('Transaction', subject) ? await reads.get(TRANSACTIONS, subject) : null;
  if (payment === null) return err('REFERENCE_NOT_FOUND', 'subject: the transaction does not exist');
  if (payment.refundStatus !== 'FAILED') {
    return err(
      'CONFLICT',
      `subject: the refund is ${payment.refundStatus ?? 'absent'}; this kind of exception needs a refund that is FAILED`,
    );
  }
  return ok({
    subject: payment.id,
    reference: await failedAs(reads, payment),
    rail: payment.fundingRail ?? payment.rail,
    currency: payment.sentCurrency!,
    amount: payment.sentAmount!,
  });
};

/** The reference of the exception of this failure. */
async function failedAs(reads: Reads, { id, refundReference }: Transaction): Promise<string> {
  const kept = `${refundReference ?? ''}${FAILED_AS.kept}`;
  const isKept = (await reads.find(EXCEPTIONS, 'matter', ['REFUND_FAILED', id, kept])) !== null;
  return isKept ? kept : (refundReference ?? '');
}

/**
 * The terms of an exception about a transaction whose money a bank recalls, or about which a rail contradicts itself.
 */
const ofTransaction: TermsOf = async (reads, input) => {
  const { subject, reference, amount, kind } = input;
  const payment = subject !== undefined && isId('Transaction', subject) ? await reads.get(TRANSACTIONS, subject) : null;
  if (payment === null) return err('REFERENCE_NOT_FOUND', 'subject: the transaction does not exist');
  const came = payment.type === 'INCOMING';
  if (kind === 'RECALL' && (!came || payment.status !== 'COMPLETED')) {
    return err('CONFLICT', 'subject: only an incoming payment that is COMPLETED can be recalled');
  }
  const rail = came ? payment.fundingRail : payment.rail;
  const currency = payment.receivedCurrency ?? payment.sentCurrency;
  const whole = payment.receivedAmount ?? payment.sentAmount;
  if (rail === null || currency === null || whole === null)
    return err(
      'CONFLICT',
      'subject: no rail moved the money of this transaction, so no rail can recall or contradict it',
    );
  const errors = [...referenceErrors(input), ...amountErrors(amount ?? whole)];
  const direction = kind === 'RAIL_CONTRADICTION' ? (input.direction ?? null) : null;
  if ((amount ?? whole) > whole && (kind === 'RECALL' || direction === 'OUT')) {
    const of =
      kind === 'RECALL'
        ? 'the amount that arrived'
        : 'the amount of the payment; open a STATEMENT_DIFFERENCE for what the bank sent beyond that';
    errors.push({ field: 'amount', message: `must be at most ${whole}, ${of}` });
  }
  if (input.currency !== undefined && input.currency !== currency)
    errors.push({ field: 'currency', message: `must be ${currency}, in which the money moved` });
  if (errors.length > 0) return invalidFields(errors);
  const named = kind === 'RECALL' ? reference! : contradictionReference(reference!);
  const leg = came ? 'FUNDING' : 'DELIVERY';
  return ok({ subject: payment.id, reference: named, rail, leg, direction, currency, amount: amount ?? whole });
};

/**
 * The terms of an exception about a line of a statement that the ledger does not contain, or about a movement in the
 * ledger that the statement does not contain.
 */
const ofStatement: TermsOf = async (_reads, input) => {
  const { rail, currency, amount, reference, direction } = input;
  const errors = [...referenceErrors(input), ...amountErrors(amount)];
  if (rail === undefined || rail === '') errors.push({ field: 'rail', message: 'is required' });
  if (currency === undefined || !isLedgerCurrency(currency))
    errors.push({ field: 'currency', message: 'must be a supported currency' });
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

/** The terms of an exception about the oldest debt of an internal account that is not settled. */
const ofDebt: TermsOf = async (reads, { subject }) => {
  const account =
    subject !== undefined && isId('InternalAccount', subject) ? await reads.get(INTERNAL_ACCOUNTS, subject) : null;
  if (account === null) return err('REFERENCE_NOT_FOUND', 'subject: the internal account does not exist');
  const debt = await oldestDebt(reads, account.id);
  if (debt === null) return err('CONFLICT', 'subject: the account owes nothing');
  const earlier = await overdueOf(reads, account.id, debt.entryId);
  const time = earlier.at(-1)?.status === 'OPEN' ? earlier.length : earlier.length + 1;
  return ok({
    subject: account.id,
    reference: overdueReference(debt.entryId, time),
    rail: null,
    currency: account.currency,
    amount: await unsettledOf(reads, debt),
  });
};

const TERMS: Readonly<Record<OpenedByHand, TermsOf>> = {
  RECALL: ofTransaction,
  STATEMENT_DIFFERENCE: ofStatement,
  RAIL_CONTRADICTION: ofTransaction,
  REFUND_FAILED: ofRefund,
  DEPOSIT_REFUSED: ofDeposit,
  DEPOSIT_HELD: ofDeposit,
  RECEIVABLE_OVERDUE: ofDebt,
};

const MAX_TEXT = 140;

const referenceErrors = ({ reference }: OpenByHand): FieldError[] =>
  reference === undefined || reference === '' || reference.length > MAX_TEXT
    ? [{ field: 'reference', message: `must have 1 to ${MAX_TEXT} characters` }]
    : [];

const amountErrors = (amount: bigint | undefined): FieldError[] =>
  amount === undefined || amount <= 0n || amount > MAX_COMPUTED
    ? [{ field: 'amount', message: `must be an integer from 1 to ${MAX_COMPUTED} in smallest units` }]
    : [];
