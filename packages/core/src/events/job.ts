import {
  BASE_COLUMNS,
  type BaseRecord,
  clockOffsetOf,
  type Context,
  domainError,
  type Id,
  type Instant,
  instant,
  newRecord,
  plusSeconds,
  recordKind,
  type Result,
  type Tx,
  type Unit,
  update,
} from '../kernel/index.js';

/** Work that waits, written with its cause in one unit, claimed with a lease, run at least once. */
export interface Job extends BaseRecord {
  readonly id: Id<'Job'>;
  readonly kind: JobKind;
  /** Id of the record the work is about. */
  readonly subject: string;
  /** Host time. */
  readonly dueAt: Instant;
  /** The offset of the tenant's clock with which `dueAt` was reckoned: one that moves takes `dueAt` along. */
  readonly clockOffset: number;
  readonly leaseUntil: Instant;
  readonly attempts: number;
  /** At most one job with this key waits; null for no such limit. */
  readonly dedupe: string | null;
  readonly lastError: string | null;
}

export const JOB_KINDS = [
  'quote.expire',
  'payout.submit',
  'payout.check',
  'pull.submit',
  'pull.check',
  'refund.advance',
  'suspense.return',
  'fees.sweep',
  'receivable.overdue',
  'clock.catch-up',
  'records.seal',
  'uma.question',
  'uma.receive',
  'uma.notify',
  'uma.invite',
  'uma.invitation-expire',
  'wallet.expire-session',
  'wallet.derive-addresses',
  'kyc.review',
  'kyc.review-owner',
  'blob.sweep',
  'code.send',
  'sca.reset',
  'import.rows',
  'import.discard',
  'stablecoin.advance',
  'stablecoin.watch',
  'stablecoin.expire-quote',
  'card.issue',
  'card.tell',
  'card.pull',
  'platform.prove-domain',
  'platform.reclaim-addresses',
] as const;
export type JobKind = (typeof JOB_KINDS)[number];

export const JOBS = recordKind<Job>()({
  name: 'jobs',
  scope: 'tenant',
  columns: {
    ...BASE_COLUMNS,
    kind: 'text',
    subject: 'text',
    dueAt: 'instant',
    clockOffset: 'int',
    leaseUntil: 'instant',
    attempts: 'int',
    dedupe: 'text?',
    lastError: 'text?',
  },
  states: [],
  unique: [{ name: 'dedupe', columns: ['dedupe'] }],
  filters: [],
  immutable: ['kind', 'subject', 'dedupe'],
});

export interface NewJob {
  readonly kind: JobKind;
  readonly subject: string;
  readonly dueAt: Instant;
  readonly dedupe?: string;
}

/** Answers the id of the job. */
export function schedule({ tx, ctx, ids }: Unit, job: NewJob): Id<'Job'> {
  const id = ids.next('Job');
  tx.add(
    JOBS,
    {
      kind: job.kind,
      subject: job.subject,
      dueAt: job.dueAt,
      clockOffset: clockOffsetOf(ctx),
      leaseUntil: instant(0),
      attempts: 0,
      dedupe: job.dedupe ?? null,
      lastError: null,
      ...newRecord(id, ctx),
    },
    job.dedupe === undefined ? undefined : { unlessExists: true },
  );
  return id;
}

/**
 * Asks somebody outside, such as a rail, on behalf of a job: the one way in which a handler awaits anything but units.
 * While the answer is awaited, other jobs have the host to themselves. It may take long, so that it comes with a
 * context of its own. 503 SERVICE_UNAVAILABLE when too many answers of `whom` are awaited already.
 */
export type AskOutside = <T>(
  whom: string,
  question: () => Promise<T>,
) => Promise<Result<{ readonly answer: T; readonly ctx: Context }>>;

/**
 * Does one job, at least once: after a crash it is called again with the same job. It ends the job (`finish`,
 * `reschedule`) in the unit of its effect. An error or a throw leaves the job for a later attempt.
 */
export type JobHandler = (ctx: Context, job: Job, ask: AskOutside) => Promise<Result<void>>;

/** Somebody else has taken the job over: nothing of this attempt may be committed. */
const LEASE_LOST = domainError('CONFLICT', 'the lease of the job has passed to another host');

export function finish(tx: Tx, job: Job): void {
  tx.remove(JOBS, job, LEASE_LOST);
}

export function reschedule(tx: Tx, ctx: Context, job: Job, inSeconds: number, lastError: string | null = null): void {
  update(
    tx,
    ctx,
    JOBS,
    job,
    {
      dueAt: plusSeconds(ctx.hostNow, inSeconds),
      clockOffset: clockOffsetOf(ctx),
      leaseUntil: instant(0),
      attempts: lastError === null ? 0 : job.attempts,
      lastError,
    },
    LEASE_LOST,
  );
}
