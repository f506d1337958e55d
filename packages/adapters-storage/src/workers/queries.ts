import { EVENTS, JOBS } from '@corridor/core/records';
import { type RawBuilder, sql } from 'kysely';
import { type Builder, compile, paramsOf, type Statement } from '../schema/statements.js';
import { anyKind, tableOf } from '../schema/tables.js';
import { VISITS } from './claims.js';

const p = paramsOf(0);
const jobs = tableOf(anyKind(JOBS));
const events = tableOf(anyKind(EVENTS));

export const JOB_TABLE = jobs;
export const EVENT_TABLE = events;

/** The later of two instants: `max` in SQLite, `greatest` in Postgres. Must match the expression of the indexes. */
export interface Later {
  readonly ofJob: RawBuilder<number>;
  readonly ofEvent: RawBuilder<number>;
  /** As `ofEvent`, for the first event of a resource. */
  readonly ofHead: RawBuilder<number>;
}

export const later = (name: 'max' | 'greatest'): Later => ({
  ofJob: sql<number>`${sql.raw(name)}(due_at, lease_until)`,
  ofEvent: sql<number>`${sql.raw(name)}(next_attempt_at, lease_until)`,
  ofHead: sql<number>`${sql.raw(name)}(head.next_attempt_at, head.lease_until)`,
});

/** A literal, because a bound value would not match the partial indexes. */
export const QUEUED = sql`status = 'QUEUED'`;

/** Queued events that were never tried, and the retries, as in the two partial indexes. */
export const SHARES = { untried: sql`${QUEUED} and attempts = 0`, retries: sql`${QUEUED} and attempts > 0` } as const;
export type Share = keyof typeof SHARES;
export const SHARE_NAMES: readonly Share[] = ['untried', 'retries'];

const columns = (table: typeof jobs) => sql.join(table.columns.map((column) => sql.ref(column.name)));

/** Leases due jobs. `skipLocked` skips jobs that a concurrent claim has locked. */
export const claimJobs = (db: Builder, { ofJob }: Later, skipLocked: boolean): Statement =>
  compileRaw(
    db,
    sql`update jobs set lease_until = ${p('leaseUntil')}, attempts = attempts + 1, version = version + 1
      where id in (select id from jobs where ${ofJob} <= ${p('now')} order by ${ofJob}, id limit ${p('limit')}
        ${skipLocked ? sql`for update skip locked` : sql``})
      returning ${columns(jobs)}`,
  );

export const nextJob = (db: Builder, { ofJob }: Later): Statement =>
  compileRaw(db, sql`select ${ofJob} from jobs order by ${ofJob} limit 1`);

/** The next tenant with queued events, in the order of their numbers. */
export const nextTenant = (db: Builder): Statement =>
  compileRaw(db, sql`select tenant from events where ${QUEUED} and tenant > ${p('after')} order by tenant limit 1`);

/** The untried events or the retries of a tenant that are due, in the order of due times, up to VISITS. */
export const dueEvents = ({ ofEvent }: Later, share: Share, tenant: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select id, resource from events
  where tenant = ${tenant} and ${SHARES[share]} and ${ofEvent} <= ${p('now')}
  order by ${ofEvent}, position limit ${sql.lit(VISITS)}`;

/** True for the first queued event of its resource. */
const isHead = (events: string, tenant: RawBuilder<unknown>): RawBuilder<boolean> => {
  const at = (column: string) => sql.ref(`${events}.${column}`);
  return sql<boolean>`not exists (
    select 1 from events as earlier
    where earlier.tenant = ${tenant} and earlier.resource = ${at('resource')}
      and earlier.status = 'QUEUED' and earlier.position < ${at('position')})`;
};

/**
 * The time at which the first untried event or retry of a tenant can be claimed. If VISITS events wait behind others of
 * their resources, the time of the last of them.
 */
export const nextReady = ({ ofEvent }: Later, share: Share, tenant: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  with page as (
    select ${ofEvent} as ready_at, resource, position from events
    where tenant = ${tenant} and ${SHARES[share]}
    order by ${ofEvent}, position limit ${sql.lit(VISITS)})
  select coalesce(
    (select ready_at from page where ${isHead('page', tenant)} order by ready_at, position limit 1),
    (select max(ready_at) from page having count(*) = ${sql.lit(VISITS)}))`;

const OF_HEAD = (value: RawBuilder<unknown>) => sql`(
  select ${value} from events as head
  where head.tenant = events.tenant and head.resource = events.resource and head.status = 'QUEUED'
  order by head.position limit 1)`;

/**
 * Sets the due time of events to the time at which the first event of their resource can be claimed, and their write
 * time so that a clock correction that brings the first event forward brings them forward as well: if a host leases the
 * first event, to the time of that host's clock at the lease.
 */
export const putBehindHeads = (db: Builder, { ofHead }: Later, among: RawBuilder<boolean>): Statement => {
  const writtenAt = sql`case when head.lease_until > ${p('now')} then head.lease_until - cast(${p('leaseUntil')} as bigint) + cast(${p('now')} as bigint) + head.clock_offset
    else head.updated_at end`;
  return compileRaw(
    db,
    sql`update events set next_attempt_at = ${OF_HEAD(ofHead)}, clock_offset = ${OF_HEAD(sql`head.clock_offset`)},
        updated_at = ${OF_HEAD(writtenAt)}, version = version + 1
      where ${among} and ${QUEUED} and lease_until <= ${p('now')} and next_attempt_at <= ${p('now')}
        and ${OF_HEAD(ofHead)} > ${p('now')}`,
  );
};

/** Leases events that are still free. */
export const leaseEvents = (db: Builder, among: RawBuilder<boolean>): Statement =>
  compileRaw(
    db,
    sql`update events set lease_until = ${p('leaseUntil')}, attempts = attempts + 1, version = version + 1
      where ${among} and ${QUEUED} and lease_until <= ${p('now')} and (next_attempt_at <= ${p('now')} or attempts = 0)
      returning ${columns(events)}`,
  );

/** Whether a job of the tenant is due, leased or not. */
export const dueJob = (db: Builder): Statement =>
  compileRaw(db, sql`select 1 from jobs where tenant = ${p('tenant')} and due_at <= ${p('now')} limit 1`);

/**
 * How many events are examined to find one that is first of its resource: behind a failing one there may be
 * thousands.
 */
const DUE_VISITS = 1_000;

/** Whether an event of the tenant is due that is first of its resource, leased or not. */
export const dueEvent = (db: Builder, { ofEvent }: Later): Statement => {
  const first = (share: Share) => sql`select * from (
    select resource, position from events
    where tenant = ${p('tenant')} and ${SHARES[share]} and next_attempt_at <= ${p('now')}
    order by ${ofEvent}, position limit ${sql.lit(DUE_VISITS)}) as page`;
  return compileRaw(
    db,
    sql`select 1 from (${first('untried')} union all ${first('retries')}) as due
      where not exists (
        select 1 from events as earlier
        where earlier.tenant = ${p('tenant')} and earlier.resource = due.resource
          and earlier.status = 'QUEUED' and earlier.position < due.position)
      limit 1`,
  );
};

/** How many untried events, and how many retries, of one tenant are counted: a dead endpoint can have millions. */
export const COUNTED = 2_500;

/**
 * The number of queued events of a tenant in a share, the number of them that have failed, and the time at which the
 * oldest was queued. Retries of old events come round every half hour, so the ones that are due first are a fair sample
 * of them.
 */
export const undelivered = ({ ofEvent }: Later, share: Share, tenant: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select count(*) as counted, count(last_error) as failed, min(queued_at - clock_offset) as oldest_at from (
    select last_error, queued_at, clock_offset from events
    where tenant = ${tenant} and ${SHARES[share]}
    order by ${ofEvent}, position limit ${sql.lit(COUNTED)}) as page`;

/** A queue whose due times can be moved: the table, its due time, the rows, and an index to walk them by. */
export interface Waiting {
  readonly table: 'jobs' | 'events';
  readonly dueAt: string;
  readonly which: RawBuilder<unknown>;
  readonly keyset: readonly [string, string];
}

export const WAITING_JOBS: Waiting = {
  table: 'jobs',
  dueAt: 'due_at',
  which: sql`tenant = ${p('tenant')}`,
  keyset: ['created_at', 'id'],
};
export const WAITING_EVENTS: Waiting = {
  table: 'events',
  dueAt: 'next_attempt_at',
  which: sql`tenant = ${p('tenant')} and ${QUEUED}`,
  keyset: ['resource', 'position'],
};

/** Rows whose due time was computed with an earlier test clock, and that no worker leases. */
export const BEHIND = sql`clock_offset < ${p('offset')} and lease_until <= ${p('now')}`;

/** Moves due times by the difference between the earlier and the current offset of the test clock. */
export const moved = (dueAt: string): RawBuilder<unknown> => sql`
  ${sql.ref(dueAt)} = ${sql.ref(dueAt)} - (${p('offset')} - clock_offset), clock_offset = ${p('offset')},
  version = version + 1`;

/** Host time at which a row was written, by the clock of the host that wrote it. */
const WRITTEN = sql`updated_at - clock_offset`;

/**
 * Jobs with a lease end or write time in the future: only a host whose clock was ahead can have written them. Must
 * match the expression of the index.
 */
export const jobsAhead = (name: 'max' | 'greatest'): RawBuilder<unknown> =>
  sql`${sql.raw(name)}(lease_until, updated_at - clock_offset) > ${p('latest')}`;

/**
 * Queued events of a tenant that are due late because a host whose clock was ahead wrote or leased them. Events that
 * can be claimed soon are left unchanged.
 */
export const eventsAhead = ({ ofEvent }: Later, tenant: RawBuilder<unknown>, share: Share): RawBuilder<unknown> => sql`
  tenant = ${tenant} and ${SHARES[share]} and ${ofEvent} > ${p('latest')}
  and (lease_until > ${p('latest')} or ${WRITTEN} > ${p('latest')})`;

/**
 * Corrects due times that were written with a clock that was ahead: the delay from now is the original delay from the
 * time of writing.
 */
export const corrected = (dueAt: string): RawBuilder<unknown> => {
  const ahead = sql`case when ${WRITTEN} > ${p('latest')} then ${WRITTEN} - ${p('now')} else 0 end`;
  return sql`
    ${sql.ref(dueAt)} = ${sql.ref(dueAt)} - ${ahead}, updated_at = updated_at - ${ahead},
    lease_until = case when lease_until > ${p('latest')} then 0 else lease_until end, version = version + 1`;
};

export const compileRaw = (db: Builder, query: RawBuilder<unknown>): Statement =>
  compile({ compile: () => query.compile(db) });
