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
  type UnitOfWork,
  unitsFor,
  update,
} from '../kernel/index.js';

/** Work to be done later: written in the unit of its cause, claimed with a lease, run at least once. */
export interface Job extends BaseRecord {
  readonly id: Id<'Job'>;
  readonly kind: JobKind;
  /** Id of the record that the work is about. */
  readonly subject: string;
  /** Host time. */
  readonly dueAt: Instant;
  /** The offset of the tenant's clock with which `dueAt` was computed. When the clock moves, `dueAt` moves with it. */
  readonly clockOffset: number;
  readonly leaseUntil: Instant;
  readonly attempts: number;
  /** At most one job with this key exists; null for no limit. */
  readonly dedupe: string | null;
  readonly lastError: string | null;
  /** The span of the request or job that scheduled this one, as a W3C `traceparent`; null if it was not traced. */
  readonly trace: string | null;
}

export const JOB_KINDS = [
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
  'search.words',
  'uma.question',
  'uma.receive',
  'uma.notify',
  'uma.invitation-expire',
  'wallet.expire-session',
  'wallet.derive-addresses',
  'kyc.review',
  'kyc.review-owner',
  'kyc.link',
  'kyc.renewal',
  'blob.sweep',
  'code.send',
  'approval.tell',
  'terms.tell',
  'sca.reset',
  'import.rows',
  'import.discard',
  'stablecoin.advance',
  'stablecoin.watch',
  'card.issue',
  'card.tell',
  'card.pull',
  'card.settlement',
  'platform.prove-domain',
  'platform.reclaim-addresses',
  'rail.task',
  'customer.erase',
  'screening.ask',
  'screening.lists',
  'screening.round',
  'screening.hold-end',
  'travel-rule.ask',
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
    trace: 'text?',
  },
  states: [],
  unique: [{ name: 'dedupe', columns: ['dedupe'] }],
  filters: [],
  immutable: ['kind', 'subject', 'dedupe', 'trace'],
});

export interface NewJob {
  readonly kind: JobKind;
  readonly subject: string;
  readonly dueAt: Instant;
  readonly dedupe?: string;
}

/** Adds a job and returns its id. With `dedupe`, a job with the same key stays and the new one is dropped. */
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
      trace: ctx.trace ?? null,
      ...newRecord(id, ctx),
    },
    job.dedupe === undefined ? undefined : { unlessExists: true },
  );
  return id;
}

/**
 * Calls an outside service, such as a rail, on behalf of a job. A handler awaits nothing else but units of work. While
 * it waits, it does not occupy one of the host's job slots. The answer may take long, so it comes with a new context.
 * 503 SERVICE_UNAVAILABLE if too many calls to `whom` are in progress.
 */
export type AskOutside = <T>(
  whom: string,
  question: () => Promise<T>,
) => Promise<Result<{ readonly answer: T; readonly ctx: Context }>>;

/**
 * Runs one job, at least once: after a crash it is called again with the same job. It ends the job (`finish`,
 * `reschedule`) in the unit of its effect. After an error or a throw the job runs again later.
 */
export type JobHandler = (ctx: Context, job: Job, ask: AskOutside) => Promise<Result<void>>;

/** The ports of a job handler: its units of work run for jobs. */
export const forJobs = <P extends { readonly units: UnitOfWork }>(ports: P): P => ({
  ...ports,
  units: unitsFor(ports.units, 'jobs'),
});

/** Another host has claimed the job, so this attempt must not commit anything. */
export const JOB_LEASE_LOST = domainError('CONFLICT', 'the lease of the job has passed to another host');

/** Whether an earlier attempt failed, or its host crashed. */
export const hasFailed = ({ attempts }: Job): boolean => attempts > 1;

export function finish(tx: Tx, job: Job): void {
  tx.remove(JOBS, job, JOB_LEASE_LOST);
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
    JOB_LEASE_LOST,
  );
}
