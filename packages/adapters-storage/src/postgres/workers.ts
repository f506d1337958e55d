import type { Buffer } from 'node:buffer';
import type { TenantKey } from '@corridor/core';
import { Bug } from '@corridor/core/ports';
import type { ClockMove, EventQueue, JobStore, OutboxClaim, OutboxStore } from '@corridor/core/ports';
import type { Job, OutboxEvent } from '@corridor/core/records';
import { sql } from 'kysely';
import { decodeKey, encodeKey } from '../schema/keys.js';
import type { Lookup } from '../schema/dictionary.js';
import { type Cells, decodeRow } from '../schema/rows.js';
import { paramsOf, postgresBuilder, type Statement } from '../schema/statements.js';
import {
  byDueTime,
  earliest,
  type Examined,
  fairly,
  LOOKS,
  readable,
  type Run,
  runOf,
  undeliveredOf,
  VISITS,
} from '../workers/claims.js';
import {
  BEHIND,
  claimJobs,
  compileRaw,
  corrected,
  dueEvent,
  dueEvents,
  dueJob,
  EVENT_TABLE,
  eventsAhead,
  JOB_TABLE,
  jobsAhead,
  later,
  leaseEvents,
  moved,
  nextJob,
  nextReady,
  putBehindHeads,
  QUEUED,
  type Share,
  undelivered,
  type Waiting,
  WAITING_EVENTS,
  WAITING_JOBS,
} from '../workers/queries.js';
import { bytesOfText } from './dictionary.js';
import { translate } from './errors.js';
import { send } from './session.js';
import type { PostgresContext } from './units.js';

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
  const { dictionary } = context;

  /** Looks at the tenants in `among`, or at all but those in `except`. */
  async function look(claim: OutboxClaim, among: readonly string[] | null): Promise<readonly Look[]> {
    const { now, perResource, untriedOnly, resumed } = claim;
    const numbers = await dictionary.use((lookup) => {
      const numbersOf = (tenants: readonly string[]) => tenants.map((tenant) => lookup.numberOf(tenant));
      return {
        among: among === null ? null : numbersOf(among),
        except: numbersOf(claim.except),
        untriedOnly: numbersOf(untriedOnly),
      };
    });
    const rowsOfDue = await query('due events', () => dueOfTenants, { now, ...numbers });
    const due = await eachReadable(
      context,
      rowsOfDue,
      ([tenant, id, resource, share], lookup) =>
        [lookup.textOf(Number(tenant)) as TenantKey, keyText(id), keyText(resource), share as Share] as const,
    );
    const looks = new Map<string, Looking>();
    const lookAt = (tenant: string): Looking => {
      const known = looks.get(tenant) ?? { due: [], counts: { untried: 0, retries: 0 } };
      looks.set(tenant, known);
      return known;
    };
    const wanted = new Map<string, EventQueue & { readonly isResumed: boolean }>();
    for (const queue of resumed) {
      if (among === null || among.includes(queue.tenant)) wanted.set(queueOf(queue), { ...queue, isResumed: true });
    }
    for (const [tenant, id, resource, share] of due) {
      const looking = lookAt(tenant);
      looking.due.push(id);
      looking.counts[share] += 1;
      const queue = { tenant, resource };
      if (!wanted.has(queueOf(queue))) wanted.set(queueOf(queue), { ...queue, isResumed: false });
    }
    if (wanted.size === 0) return [];
    const queues = [...wanted.values()];
    const examined = queues.map((): Examined[] => []);
    const tenants = await dictionary.use((lookup) => queues.map(({ tenant }) => lookup.numberOf(tenant)));
    const resources = queues.map(({ resource }) => bytesOf(resource));
    const rows = await query('queues', () => firstOfQueues, { tenants, resources, perResource });
    for (const [nth, id, nextAttemptAt, leaseUntil, attempts] of rows) {
      examined[Number(nth) - 1]!.push({
        id: keyText(id),
        nextAttemptAt: Number(nextAttemptAt),
        leaseUntil: Number(leaseUntil),
        attempts: Number(attempts),
      });
    }
    const runs = queues.flatMap(({ tenant, isResumed }, nth) => {
      const run = runOf(tenant, examined[nth]!, { now, isResumed });
      return run === null || (!run.untried && untriedOnly.includes(tenant)) ? [] : [run];
    });
    for (const { tenant } of queues) lookAt(tenant);
    return [...looks].map(([tenant, looking]) => ({
      tenant,
      runs: runs.filter((run) => run.tenant === tenant),
      due: looking.due,
      isFull: looking.counts.untried === VISITS || looking.counts.retries === VISITS,
    }));
  }

  /** Leases the chosen events. Of a run, only those are returned before which none was lost to a concurrent claim. */
  async function lease(
    ids: readonly string[],
    runs: readonly Run[],
    { now, leaseUntil }: OutboxClaim,
  ): Promise<readonly OutboxEvent[]> {
    const rows = await query('lease events', () => LEASE, { ids: ids.map(bytesOf), now, leaseUntil });
    const decoded = await eachReadable(context, rows, (cells, lookup) => decodeRow(EVENT_TABLE, cells, lookup));
    const events = decoded as unknown as readonly OutboxEvent[];
    const leased = new Map(events.map((event) => [event.id as string, event]));
    const orphans: string[] = [];
    for (const run of runs) {
      const lost = run.ids.findIndex((id) => !leased.has(id));
      if (lost >= 0) orphans.push(...run.ids.slice(lost).filter((id) => leased.delete(id)));
    }
    if (orphans.length > 0) await query('release events', () => RELEASE, { ids: orphans.map(bytesOf), leaseUntil });
    return ids.flatMap((id) => leased.get(id) ?? []);
  }

  return {
    async claim(claim) {
      const { now, limit, perTenant, perResource } = claim;
      const claimed: OutboxEvent[] = [];
      const ofTenant = (tenant: string): number =>
        perTenant - claimed.reduce((count, event) => count + Number(event.tenant === tenant), 0);
      let among: readonly string[] | null = null;
      for (let looks = 0; looks < LOOKS && among?.length !== 0; looks++) {
        const looked = await look(claim, among);
        const runs = looked.flatMap((found) => found.runs);
        const ids = fairly(runs, { limit: limit - claimed.length, ofTenant, perResource });
        if (ids.length > 0) claimed.push(...(await lease(ids, runs, claim)));
        const full = looked.filter(({ isFull }) => isFull);
        const due = full.flatMap((found) => found.due);
        if (full.length > 0)
          await query('put events behind heads', () => PUT_BEHIND_HEADS, {
            ids: due.map(bytesOf),
            now,
            leaseUntil: claim.leaseUntil,
          });
        among =
          claimed.length === limit ? [] : full.map(({ tenant }) => tenant).filter((tenant) => ofTenant(tenant) > 0);
      }
      return claimed;
    },

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

interface Looking {
  readonly due: string[];
  readonly counts: Record<Share, number>;
}

interface Look {
  readonly tenant: string;
  readonly runs: readonly Run[];
  /** The ids of the due events that were examined. */
  readonly due: readonly string[];
  /** The examination reached its limit, so there may be more due events. */
  readonly isFull: boolean;
}

const queueOf = ({ tenant, resource }: EventQueue): string => `${tenant} ${resource}`;

/** Selects events that no concurrent claim has locked. */
const AMONG = sql<boolean>`id in (select id from events where id = any(${p('ids')}::bytea[]) for update skip locked)`;
const LEASE = leaseEvents(db, AMONG);
const PUT_BEHIND_HEADS = putBehindHeads(db, ready, AMONG);
const RELEASE = compileRaw(
  db,
  sql`update events set lease_until = 0, attempts = attempts - 1, version = version + 1
    where id = any(${p('ids')}::bytea[]) and status = 'QUEUED' and lease_until = ${p('leaseUntil')}`,
);

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

/** The tenants with queued events, one index probe each. */
const TENANTS = sql`tenants as (
      (select tenant from events where ${QUEUED} order by tenant limit 1)
      union all
      select (select tenant from events where ${QUEUED} and tenant > tenants.tenant order by tenant limit 1)
      from tenants where tenants.tenant is not null)`;

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

const OF_TENANT = sql`tenants.tenant`;

/** The tenants with queued events, each with its due events in the order of their due times. */
const dueOfTenants: Statement = compileRaw(
  db,
  sql`with recursive ${TENANTS}
    select tenants.tenant, due.id, due.resource, due.share
    from tenants cross join lateral (
      select id, resource, 'untried' as share from (${dueEvents(ready, 'untried', OF_TENANT)}) as untried
      union all
      select id, resource, 'retries' as share from (${dueEvents(ready, 'retries', OF_TENANT)}) as retries
      where tenants.tenant <> all(${p('untriedOnly')}::integer[])) as due
    where tenants.tenant <> all(${p('except')}::integer[])
      and (${p('among')}::integer[] is null or tenants.tenant = any(${p('among')}::integer[]))`,
);

/** The first queued events of each of the resources. */
const firstOfQueues: Statement = compileRaw(
  db,
  sql`select wanted.nth, queued.id, queued.next_attempt_at, queued.lease_until, queued.attempts
    from unnest(${p('tenants')}::integer[], ${p('resources')}::bytea[]) with ordinality as wanted (tenant, resource, nth)
    cross join lateral (
      select id, position, next_attempt_at, lease_until, attempts from events
      where tenant = wanted.tenant and ${QUEUED} and resource = wanted.resource
      order by position limit ${p('perResource')}) as queued
    order by wanted.nth, queued.position`,
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

/** Reads each row by itself: see `readable`. */
async function eachReadable<T>(
  { dictionary }: PostgresContext,
  rows: readonly Cells[],
  read: (cells: Cells, lookup: Lookup) => T,
): Promise<T[]> {
  const results = await Promise.allSettled(rows.map(async (cells) => dictionary.use((lookup) => read(cells, lookup))));
  return [
    ...readable(
      results.map((result) => () => {
        if (result.status === 'rejected') throw result.reason;
        return result.value;
      }),
    ),
  ];
}

/** Ids of jobs and events, and resources, are never stored as a number. */
const keyText = (cell: unknown): string =>
  decodeKey(cell as Buffer, () => {
    throw new Bug('a key of a queue is stored as a number');
  });

const bytesOf = (id: string): string | Buffer => encodeKey(id, bytesOfText);

const numberOf = async ({ dictionary }: PostgresContext, tenant: string): Promise<number> =>
  dictionary.use((lookup) => lookup.numberOf(tenant));

function queryOf({ pool, statements, onStatement }: PostgresContext) {
  return async (shape: string, make: () => Statement, values: Readonly<Record<string, unknown>>) => {
    try {
      const client = await pool.connect();
      let broken = false;
      try {
        return (await send(client, statements.prepare(shape, make), [values], onStatement)).rows;
      } catch (error) {
        broken = true;
        throw error;
      } finally {
        client.release(broken);
      }
    } catch (error) {
      throw translate(error);
    }
  };
}
