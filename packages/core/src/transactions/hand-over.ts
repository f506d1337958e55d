import { CUSTOMERS } from '../customers/index.js';
import { finish, type Job, type JobKind, reschedule, schedule } from '../events/index.js';
import { isId, ok, plusSeconds, type Reads, type Result, type Tx, type Unit } from '../kernel/index.js';
import { pulledFrom, type Transaction } from './transaction.js';

/** Finishes the job of a payment that needs no answer of a rail. */
export function ended(tx: Tx, job: Job, result: Result<void>): Result<null> {
  if (!result.ok) return result;
  finish(tx, job);
  return ok(null);
}

/** Schedules the next check: the same job again, or the `.check` job that follows a submission. */
export function askAgain(unit: Unit, job: Job, kind: Extract<JobKind, `${string}.check`>, inSeconds: number): void {
  const { tx, ctx } = unit;
  // Due times are whole milliseconds; a rail may return fractions of a second.
  const delay = Math.ceil(inSeconds * 1000) / 1000;
  if (job.kind === kind) {
    reschedule(tx, ctx, job, delay);
    return;
  }
  finish(tx, job);
  schedule(unit, { kind, subject: job.subject, dueAt: plusSeconds(ctx.hostNow, delay) });
}

export const isFundedOutside = (transaction: Transaction): boolean =>
  transaction.source?.sourceType === 'REALTIME_FUNDING' || pulledFrom(transaction) !== null;

/**
 * Whether the customer who pays was deleted. A customer with money held in this ledger cannot be deleted, so only
 * payments funded from outside are checked.
 */
export async function isPayerDeleted(reads: Reads, transaction: Transaction): Promise<boolean> {
  if (!isFundedOutside(transaction) || !isId('Customer', transaction.customerId)) return false;
  const customer = await reads.get(CUSTOMERS, transaction.customerId);
  return customer === null || customer.isDeleted;
}
