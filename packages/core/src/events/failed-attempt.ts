import {
  BASE_COLUMNS,
  type BaseRecord,
  type Context,
  type Id,
  type Instant,
  newRecord,
  plusSeconds,
  recordKind,
  type Tx,
  update,
} from '../kernel/index.js';
import { finish, type Job, type JobKind, reschedule } from './job.js';

/** An attempt that failed. */
export interface FailedAttempt {
  /** Tenant's time. */
  readonly at: Instant;
  /** What failed, in one line. */
  readonly cause: string;
  /** Tenant's time of the next attempt; null if no further attempt was scheduled. */
  readonly nextAt: Instant | null;
}

/** What was attempted: the work of a job, or a request to a rail that no job makes. */
export type AttemptedWork = JobKind | 'cancellation';

/**
 * The failed attempts of one job, or of one request to a rail. They outlive the job, which ends with its first success.
 * Its id is that of the job or of the request.
 */
export interface FailedAttempts extends BaseRecord {
  readonly id: Id<'Job'> | Id<'Request'>;
  /** Id of the record that the work is about. */
  readonly subject: string;
  readonly work: AttemptedWork;
  /** All failed attempts, also those that `attempts` does not keep. */
  readonly count: number;
  /** The first attempt and the last ones, oldest first. */
  readonly attempts: readonly FailedAttempt[];
}

export const FAILED_ATTEMPTS = recordKind<FailedAttempts>()({
  name: 'failed_attempts',
  scope: 'tenant',
  columns: { ...BASE_COLUMNS, subject: 'text', work: 'text', count: 'int', attempts: 'json' },
  states: [],
  unique: [],
  filters: ['subject'],
  immutable: ['subject', 'work'],
});

/** The work whose failed attempts pages show: that about payments, deposits, cards and tokens. */
const NOTED: ReadonlySet<AttemptedWork> = new Set([
  'payout.submit',
  'payout.check',
  'pull.submit',
  'pull.check',
  'refund.advance',
  'suspense.return',
  'uma.notify',
  'card.issue',
  'card.tell',
  'card.pull',
  'stablecoin.advance',
  'stablecoin.watch',
  'cancellation',
] satisfies readonly AttemptedWork[]);

/** How many of the attempts are kept: the first one, which tells when it began, and the last ones. */
export const ATTEMPTS_KEPT = 12;
/** A longer cause is cut off. */
const LONGEST_CAUSE = 500;

/** Keeps a failed attempt with those before it, if a page shows attempts of this work. */
export async function noteFailure(
  tx: Tx,
  ctx: Context,
  { id, subject, work }: Pick<FailedAttempts, 'id' | 'subject' | 'work'>,
  { cause, inSeconds }: { readonly cause: string; readonly inSeconds: number | null },
): Promise<void> {
  if (!NOTED.has(work)) return;
  const nextAt = inSeconds === null ? null : plusSeconds(ctx.now, inSeconds);
  const attempt: FailedAttempt = { at: ctx.now, cause: cause.slice(0, LONGEST_CAUSE), nextAt };
  const before = await tx.get(FAILED_ATTEMPTS, id);
  if (before === null) {
    // Of two cancellations that fail at once, one is kept: the other one says the same.
    tx.add(
      FAILED_ATTEMPTS,
      { subject, work, count: 1, attempts: [attempt], ...newRecord(id, ctx) },
      { unlessExists: true },
    );
    return;
  }
  const [first, ...later] = before.attempts;
  const attempts = [...(first === undefined ? [] : [first]), ...[...later, attempt].slice(1 - ATTEMPTS_KEPT)];
  update(tx, ctx, FAILED_ATTEMPTS, before, { count: before.count + 1, attempts });
}

/** Runs a job again later because its attempt failed, and keeps the attempt. */
export async function retryLater(tx: Tx, ctx: Context, job: Job, inSeconds: number, cause: string): Promise<void> {
  reschedule(tx, ctx, job, inSeconds, cause);
  await noteFailure(tx, ctx, { id: job.id, subject: job.subject, work: job.kind }, { cause, inSeconds });
}

/** Ends a job whose last attempt failed, and keeps the attempt. */
export async function giveUp(tx: Tx, ctx: Context, job: Job, cause: string): Promise<void> {
  finish(tx, job);
  await noteFailure(tx, ctx, { id: job.id, subject: job.subject, work: job.kind }, { cause, inSeconds: null });
}
