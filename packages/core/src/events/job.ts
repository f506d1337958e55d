import {
  BASE_COLUMNS,
  type BaseRecord,
  type Context,
  type Id,
  type IdSource,
  type Instant,
  instant,
  newRecord,
  recordKind,
  type Tx,
} from '../kernel/index.js';

/** Work that waits, written with its cause in one unit, claimed with a lease, run at least once. */
export interface Job extends BaseRecord {
  readonly id: Id<'Job'>;
  readonly kind: JobKind;
  /** Id of the record the work is about. */
  readonly subject: string;
  /** Host time. */
  readonly dueAt: Instant;
  readonly leaseUntil: Instant;
  readonly attempts: number;
  /** At most one job with this key waits; null for no such limit. */
  readonly dedupe: string | null;
  readonly lastError: string | null;
}

export const JOB_KINDS = ['quote.expire', 'payout.advance', 'refund.advance', 'suspense.return', 'fees.sweep'] as const;
export type JobKind = (typeof JOB_KINDS)[number];

export const JOBS = recordKind<Job>()({
  name: 'jobs',
  scope: 'tenant',
  columns: {
    ...BASE_COLUMNS,
    kind: 'text',
    subject: 'text',
    dueAt: 'instant',
    leaseUntil: 'instant',
    attempts: 'int',
    dedupe: 'text?',
    lastError: 'text?',
  },
  states: [],
  unique: [{ name: 'dedupe', columns: ['dedupe'] }],
  filters: ['subject'],
  immutable: ['kind', 'subject', 'dedupe'],
});

export interface NewJob {
  readonly kind: JobKind;
  readonly subject: string;
  readonly dueAt: Instant;
  readonly dedupe?: string;
}

export function schedule(tx: Tx, ctx: Context, ids: IdSource, job: NewJob): void {
  tx.add(
    JOBS,
    {
      ...newRecord(ids.next('Job'), ctx),
      kind: job.kind,
      subject: job.subject,
      dueAt: job.dueAt,
      leaseUntil: instant(0),
      attempts: 0,
      dedupe: job.dedupe ?? null,
      lastError: null,
    },
    job.dedupe === undefined ? undefined : { unlessExists: true },
  );
}
