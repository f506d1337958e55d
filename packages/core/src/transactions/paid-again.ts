import type { Effect } from '../accounts/index.js';
import { type ExceptionRecord, EXCEPTIONS, type Leg, type Movement, movementsOf } from '../exceptions/index.js';
import { type CurrencyCode, ok, type Reads, type Result, type Unit, update } from '../kernel/index.js';
import { bookedToOf } from './contradiction.js';
import { legOf } from './decided.js';
import { type Deposit, depositOf } from './deposit.js';
import { repayBearers } from './repay-bearers.js';
import type { Transaction } from './transaction.js';

/** Ends the reference of the exception about what of a contradiction was sent again. */
const REST = ' (rest)';

/** The reference of the exception about the rest of the money that a contradiction with this reference reports as sent. */
export const restReference = (reference: string): string => `${reference}${REST}`;
/** The reference of the report; a rest can have a rest again if a part came back before it was resolved. */
const reportReference = (reference: string): string =>
  reference.endsWith(REST) ? reportReference(reference.slice(0, -REST.length)) : reference;

/** The reference of a contradiction about a refund that a rail reports as sent. */
const IS_SENT_REFUND = /^Refund:.* completed$/;

/**
 * Whether a rail reports in a contradiction that it sent money: a payout, a refund, or the return of a deposit. Such money
 * can go out twice. What a bank takes back by a reversal or a recall is not sent, and is at most what arrived.
 */
export function reportsSent(exception: ExceptionRecord, subject: Transaction | Deposit): boolean {
  const { kind, direction } = exception;
  const reference = reportReference(exception.reference);
  if (kind !== 'RAIL_CONTRADICTION' || direction !== 'OUT' || bookedToOf(reference) !== null) return false;
  if (!('type' in subject)) return depositOf(reference) === subject.id;
  return IS_SENT_REFUND.test(reference) || legOf(exception, subject) === 'DELIVERY';
}

/**
 * The contradiction that says that a refund or a return was sent, although its last attempt failed; null if there is
 * none, if operators refused it, or if that money came back as well. `except`: the reference of an attempt that does not
 * count.
 */
export async function toldSent(
  reads: Reads,
  subject: Transaction | Deposit,
  except?: string,
): Promise<ExceptionRecord | null> {
  const query = { where: { subject: subject.id }, order: 'asc', limit: MOST_EXCEPTIONS, counted: false } as const;
  const { rows } = await reads.list(EXCEPTIONS, query);
  const counts = ({ status, moved, recovered }: ExceptionRecord): boolean =>
    status === 'OPEN' || (moved?.again === true && moved.amount > (recovered ?? 0n));
  const isExcepted = ({ reference }: ExceptionRecord): boolean =>
    except !== undefined && [except, `${except} completed`].includes(reportReference(reference));
  const isSent = (exception: ExceptionRecord): boolean =>
    reportsSent(exception, subject) && legOf(exception, subject) === 'FUNDING' && !isExcepted(exception);
  return rows.find((exception) => isSent(exception) && counts(exception)) ?? null;
}

const MOST_EXCEPTIONS = 200;

/** What operators booked of a payment or deposit as sent in addition to its own money. */
export interface PaidAgain {
  readonly movements: readonly Movement[];
  /** What of it has not come back, in smallest units. */
  readonly open: bigint;
}

/** `reference`: only what the contradiction with this reference is about. */
export async function paidAgain(
  reads: Reads,
  subject: Transaction | Deposit,
  leg: Leg,
  currency: CurrencyCode,
  reference?: string,
): Promise<PaidAgain> {
  const movements = (await movementsOf(reads, subject.id)).filter(
    ({ exception, moved }) =>
      moved.again === true &&
      exception.currency === currency &&
      legOf(exception, subject) === leg &&
      (reference === undefined || reportReference(exception.reference) === reference),
  );
  return { movements, open: movements.reduce((sum, { open }) => sum + open, 0n) };
}

/**
 * A rail reports an attempt as failed about which it had said before that it was sent: the exception says so, so that
 * operators do not book money as sent that is not. No effect once they have decided.
 */
export async function noteFailed(
  unit: Unit,
  subject: Transaction | Deposit,
  reference: string,
  why: string,
): Promise<Result<Effect>> {
  const { tx, ctx } = unit;
  for (const named of [reference, restReference(reference)]) {
    const exception = await tx.find(EXCEPTIONS, 'matter', ['RAIL_CONTRADICTION', subject.id, named]);
    if (exception?.status !== 'OPEN' || !reportsSent(exception, subject)) continue;
    const addition = `later ${exception.rail} reports it as failed: ${why}`;
    if (!exception.reason.includes(addition))
      update(tx, ctx, EXCEPTIONS, exception, { reason: `${exception.reason}; ${addition}` });
    return ok('CONTRADICTED');
  }
  return ok('NONE');
}

/** Money that was sent twice came back once: those who bear it get it. The caller writes the subject in the same unit. */
export async function repayAgain(unit: Unit, { movements, open }: PaidAgain): Promise<Result<Effect>> {
  if (open === 0n) return ok('NONE');
  const repaid = await repayBearers(unit, movements, open);
  return repaid.ok ? ok('APPLIED') : repaid;
}
