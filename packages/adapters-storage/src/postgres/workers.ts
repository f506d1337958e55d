import type { TenantKey } from '@corridor/core';
import type { ClockMove, JobStore, OutboxStore } from '@corridor/core/ports';
import type { Job } from '@corridor/core/records';
import { sql } from 'kysely';
import { decodeRow } from '../schema/rows.js';
import { paramsOf, postgresBuilder, type Statement } from '../schema/statements.js';
import { byDueTime, earliest, undeliveredOf } from '../workers/claims.js';
import {
  BEHIND,
  claimJobs,
  compileRaw,
  corrected,
  dueEvent,
  dueJob,
  eventsAhead,
  JOB_TABLE,
  jobsAhead,
  later,
  moved,
  nextJob,
  nextReady,
  undelivered,
  type Waiting,
  WAITING_EVENTS,
  WAITING_JOBS,
} from '../workers/queries.js';
import { claimEvents } from './claim-events.js';
import type { PostgresContext } from './units.js';
import { eachReadable, numberOf, OF_TENANT, queryOf, TENANTS } from './work-query.js';

const db = postgresBuilder();
const p = paramsOf(0);
const ready = later('greatest');

export function createJobStore(context: PostgresContext): JobStore {
  const query = queryOf(context);
  return {
    async claim(claim) {
      const rows = await query('claim jobs', () => claimJobs(db, ready, true), { ...claim });
      const jobs = await eachReadable(context, rows, (cells, lookup) => decodeRow(JOB_TABLE, cells, lookup));
      return (jobs as unknown as Job[]).sort(byDueTime);
    },
    async nextDue() {
      return earliest((await query('next job', () => nextJob(db, ready), {})).map(([at]) => Number(at)));
    },
    moveDue: (move) => moveDue(context, WAITING_JOBS, move),
    correctClock: async (correction) => (await query('correct jobs', () => correctJobs, { ...correction })).length,
    isDue: async (tenant, now) =>
      (await query('due job', () => dueJob(db), { tenant: await numberOf(context, tenant), now })).length > 0,
  };
}

export function createOutboxStore(context: PostgresContext): OutboxStore {
  const query = queryOf(context);
  return {
    claim: claimEvents(context),

    async nextDue() {
      const times = await query('next ready', () => nextOfTenants, {});
      return earliest(times.flat().flatMap((time) => (time === null ? [] : [Number(time)])));
    },

    moveDue: (move) => moveDue(context, WAITING_EVENTS, move),
    correctClock: async (correction) => (await query('correct events', () => correctEvents, { ...correction })).length,
    isDue: async (tenant, now) =>
      (await query('due event', () => dueEvent(db, ready), { tenant: await numberOf(context, tenant), now })).length >
      0,
    async undelivered(of) {
      const rows =
        of === undefined
          ? await query('undelivered events', () => undeliveredOfTenants, {})
          : await query('undelivered events of one', () => undeliveredOfOne, { tenant: await numberOf(context, of) });
      return eachReadable(context, rows, ([tenant, ...cells], lookup) =>
        undeliveredOf(lookup.textOf(Number(tenant)) as TenantKey, [cells.slice(0, 3), cells.slice(3)]),
      );
    },
  };
}

/**
 * Skips rows that a unit of work or another claim has locked, so that neither waits for the other; the next move finds
 * these rows.
 */
async function moveDue(context: PostgresContext, { table, dueAt, which }: Waiting, move: ClockMove): Promise<number> {
  const compileClaim = () =>
    compileRaw(
      db,
      sql`with moved as (
          update ${sql.table(table)} set ${moved(dueAt)}
          where id in (select id from ${sql.table(table)} where ${which} and ${BEHIND} for update skip locked)
          returning 1)
        select count(*) from moved`,
    );
  const tenant = await numberOf(context, move.tenant);
  const [row] = await queryOf(context)(`move ${table}`, compileClaim, { ...move, tenant });
  return Number(row![0]);
}

/** Corrects due times. Skips rows that are being written; the next correction finds them. */
const correctJobs: Statement = compileRaw(
  db,
  sql`update jobs set ${corrected('due_at')}
    where id in (select id from jobs where ${jobsAhead('greatest')} for update skip locked) returning 1`,
);
const correctEvents: Statement = compileRaw(
  db,
  sql`with recursive ${TENANTS}
    update events set ${corrected('next_attempt_at')}
    where id in (
      select id from events where id in (
        select ahead.id from tenants cross join lateral (
          select id from events where ${eventsAhead(ready, sql`tenants.tenant`, 'untried')}
          union all
          select id from events where ${eventsAhead(ready, sql`tenants.tenant`, 'retries')}) as ahead)
      for update skip locked)
    returning 1`,
);

const nextOfTenants: Statement = compileRaw(
  db,
  sql`with recursive ${TENANTS}
    select (${nextReady(ready, 'untried', OF_TENANT)}), (${nextReady(ready, 'retries', OF_TENANT)})
    from tenants where tenants.tenant is not null`,
);

const undeliveredWhere = (which: ReturnType<typeof sql>): Statement =>
  compileRaw(
    db,
    sql`with recursive ${TENANTS}
      select tenants.tenant, untried.*, retries.*
      from tenants
      cross join lateral (${undelivered(ready, 'untried', OF_TENANT)}) as untried
      cross join lateral (${undelivered(ready, 'retries', OF_TENANT)}) as retries
      where ${which}`,
  );
const undeliveredOfTenants = undeliveredWhere(sql`tenants.tenant is not null`);
const undeliveredOfOne = undeliveredWhere(sql`tenants.tenant = ${p('tenant')}`);
