import { finish, type Job, JOBS, type NewJob, reschedule, schedule } from '../events/index.js';
import type { Reads, Tx, Unit } from '../kernel/index.js';
import { type NewRailStep, noteStep } from './rail-step.js';

const KEY = 'retry ';

/** The key of the job of an attempt under this reference, for which no rail was asked yet. */
const keyOf = (reference: string): string => `${KEY}${reference}`;

/** The reference of the attempt that a job is to begin; null for any other job. */
export const attemptOf = ({ dedupe }: Pick<Job, 'dedupe'>): string | null =>
  dedupe?.startsWith(KEY) === true ? dedupe.slice(KEY.length) : null;

const waitingJob = (reads: Reads, reference: string): Promise<Job | null> =>
  reads.find(JOBS, 'dedupe', [keyOf(reference)]);

/**
 * Schedules an attempt of a refund or a return. While its job exists, no rail was asked for it: the unit before the call
 * replaces the job by one without a key (`beginAttempt`). So an attempt of a former release counts as begun.
 */
export function scheduleToBegin(unit: Unit, job: Omit<NewJob, 'dueAt' | 'dedupe'>, reference: string): void {
  schedule(unit, { ...job, dueAt: unit.ctx.hostNow, dedupe: keyOf(reference) });
}

/**
 * Begins the attempt of this step if it has not begun: from now on, a rail may have been asked for it. Returns
 * whether it has just begun; the given job then ends, and the next one asks the rail. The given job can be another one of
 * the same payment, such as a check of the former attempt.
 */
export async function beginAttempt(unit: Unit, job: Job, step: NewRailStep): Promise<boolean> {
  const { ctx } = unit;
  if (!(await stopAttempt(unit.tx, job, step.reference))) return false;
  noteStep(unit, step);
  schedule(unit, { kind: job.kind, subject: job.subject, dueAt: ctx.hostNow });
  return true;
}

/** Ends the attempt under this reference if it has not begun, and the given job with it. Returns whether it did. */
export async function stopAttempt(tx: Tx, job: Job, reference: string): Promise<boolean> {
  const waiting = await waitingJob(tx, reference);
  if (waiting === null) return false;
  if (waiting.id !== job.id) tx.remove(JOBS, waiting);
  finish(tx, job);
  return true;
}

/** Makes an attempt due that waits to begin. Has no effect if it has begun. */
export async function hastenAttempt({ tx, ctx }: Unit, reference: string): Promise<void> {
  const waiting = await waitingJob(tx, reference);
  if (waiting !== null && waiting.dueAt > ctx.hostNow) reschedule(tx, ctx, waiting, 0);
}

/** Whether the attempt under this reference has not begun, so that no rail was asked for it. */
export const hasNotBegun = async (reads: Reads, reference: string): Promise<boolean> =>
  (await waitingJob(reads, reference)) !== null;

/** Ends an attempt that has not begun. A unit that begins it at the same moment conflicts. */
export async function withdrawAttempt(tx: Tx, reference: string): Promise<void> {
  const waiting = await waitingJob(tx, reference);
  if (waiting !== null) tx.remove(JOBS, waiting);
}
