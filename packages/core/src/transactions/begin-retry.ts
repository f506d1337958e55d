import { finish, type Job, JOBS, type NewJob, schedule } from '../events/index.js';
import type { Reads, Tx, Unit } from '../kernel/index.js';

/** The key of the job of a retry under this reference, from which no rail was asked for the retry yet. */
const keyOf = (reference: string): string => `retry ${reference}`;

const waitingRetry = (reads: Reads, reference: string): Promise<Job | null> =>
  reads.find(JOBS, 'dedupe', [keyOf(reference)]);

/**
 * Schedules a retry of a refund or a return. While its job exists, no rail was asked for the retry: the unit before the
 * call replaces the job by one without a key (`beginRetry`). So a retry of a former release counts as begun.
 */
export function scheduleRetry(unit: Unit, job: Omit<NewJob, 'dueAt' | 'dedupe'>, reference: string): void {
  schedule(unit, { ...job, dueAt: unit.ctx.hostNow, dedupe: keyOf(reference) });
}

/**
 * Begins the retry under this reference if it has not begun: from now on, a rail may have been asked for it. Returns
 * whether it has just begun; the given job then ends, and the next one asks the rail. The given job can be another one of
 * the same payment, such as a check of the former attempt.
 */
export async function beginRetry(unit: Unit, job: Job, reference: string): Promise<boolean> {
  const { tx, ctx } = unit;
  const waiting = await waitingRetry(tx, reference);
  if (waiting === null) return false;
  if (waiting.id !== job.id) tx.remove(JOBS, waiting);
  finish(tx, job);
  schedule(unit, { kind: job.kind, subject: job.subject, dueAt: ctx.hostNow });
  return true;
}

/** Whether the retry under this reference has not begun, so that no rail was asked for it. */
export const hasNotBegun = async (reads: Reads, reference: string): Promise<boolean> =>
  (await waitingRetry(reads, reference)) !== null;

/** Ends a retry that has not begun. A unit that begins it at the same moment conflicts. */
export async function withdrawRetry(tx: Tx, reference: string): Promise<void> {
  const waiting = await waitingRetry(tx, reference);
  if (waiting !== null) tx.remove(JOBS, waiting);
}
