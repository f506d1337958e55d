import { Buffer } from 'node:buffer';
import { Bug } from '@corridor/core/ports';
import type { ClockMove, JobStore, OutboxStore } from '@corridor/core/ports';
import type { Job, OutboxEvent } from '@corridor/core/records';
import { sql } from 'kysely';
import { decodeKey, encodeKey } from '../schema/keys.js';
import { decodeRow } from '../schema/rows.js';
import { paramsOf, postgresBuilder, type Statement } from '../schema/statements.js';
import {
  byDueTime,
  type Candidate,
  dueVisits,
  earliest,
  fairly,
  type Found,
  HEAD_VISITS,
  isHiding,
} from '../workers/claims.js';
import {
  BEHIND,
  claimJobs,
  compileRaw,
  corrected,
  dueEvent,
  dueJob,
  EVENT_TABLE,
  eventsAhead,
  JOB_TABLE,
  jobsAhead,
  later,
  leaseEvents,
  moved,
  nextJob,
  putBehindHeads,
  QUEUED,
  SHARES,
  type Share,
  type Waiting,
  WAITING_EVENTS,
  WAITING_JOBS,
} from '../workers/queries.js';
import { translate } from './errors.js';
import { send } from './session.js';
import type { PostgresContext } from './units.js';

const db = postgresBuilder();
const p = paramsOf(0);
const ready = later('greatest');

export function createJobStore(context: PostgresContext): JobStore {
  const query = queryOf(context);
  const { dictionary } = context;
  return {
    async claim(claim) {
      const rows = await query('claim jobs', () => claimJobs(db, ready, true), { ...claim });
      const jobs = await dictionary.use((lookup) =>
        rows.map((cells) => decodeRow(JOB_TABLE, cells, lookup) as unknown as Job),
      );
      return jobs.sort(byDueTime);
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
  /** By tenant, the resource at which the last claim stopped walking along the resources of the tenant. */
  const stops = new Map<number, Buffer>();

  /**
   * The candidates of all tenants: due events and events found by walking along resources. Also returns the events that
   * wait behind others of their resource.
   */
  async function look({ now, perTenant, except, untriedOnly }: Look) {
    const visits = dueVisits(perTenant);
    const [excepted, withoutRetries] = await context.dictionary.use((lookup) =>
      [except, untriedOnly].map((tenants) => tenants.map((tenant) => lookup.numberOf(tenant))),
    );
    const rows = await query('due events', () => dueOfAllTenants, {
      now,
      visits,
      except: excepted,
      untriedOnly: withoutRetries,
    });
    const tenants = new Map<number, (typeof rows)[number][]>();
    for (const row of rows) tenants.set(Number(row[0]), [...(tenants.get(Number(row[0])) ?? []), row]);
    const found = [...tenants].map(async ([tenant, visited]) => {
      const dueIn = (share: Share): Found => {
        const own = visited.filter((row) => row[4] === share);
        const heads = own
          .filter(([, , , first]) => first === true)
          .map(([, id, at]) => ({
            id: keyText(id),
            tenant: String(tenant),
            readyAt: Number(at),
            untried: share === 'untried',
          }));
        return { heads, saturated: own.length === visits };
      };
      const [untried, retries] = [dueIn('untried'), dueIn('retries')];
      const heads = [...untried.heads, ...retries.heads];
      if (!isHiding(untried, retries, perTenant)) return heads;
      const hasRetries = withoutRetries!.includes(tenant);
      const walked = await walk(tenant);
      return [...heads, ...walked.filter((head) => head.readyAt <= now && (head.untried || !hasRetries))];
    });
    const blocked = rows.flatMap(([, id, , first]) => (first === true ? [] : [id as Buffer]));
    return { candidates: (await Promise.all(found)).flat(), blocked };
  }

  async function walk(tenant: number): Promise<readonly Candidate[]> {
    const after = stops.get(tenant) ?? FIRST;
    const rows = await query('heads', () => headsAfter, { tenant, after });
    stops.set(tenant, rows.length < HEAD_VISITS ? FIRST : (rows.at(-1)![2] as Buffer));
    const heads = rows.map(([id, readyAt, , attempts]) => ({
      id: keyText(id),
      tenant: String(tenant),
      readyAt: Number(readyAt),
      untried: Number(attempts) === 0,
    }));
    return heads.length === 0 && after.length > 0 ? walk(tenant) : heads;
  }

  return {
    async claim({ now, leaseUntil, limit, perTenant, except, untriedOnly }) {
      const { candidates, blocked } = await look({ now, perTenant, except, untriedOnly });
      if (blocked.length > 0) {
        await query('put events behind heads', () => putBehindHeads(db, AMONG), { ids: blocked, now });
      }
      const chosen = fairly(candidates, perTenant, limit);
      if (chosen.length === 0) return [];
      const compileLease = () => leaseEvents(db, ready, AMONG);
      const rows = await query('lease events', compileLease, {
        ids: chosen.map(({ id }) => encodeKey(id)),
        now,
        leaseUntil,
      });
      const events = await context.dictionary.use((lookup) =>
        rows.map((cells) => decodeRow(EVENT_TABLE, cells, lookup) as unknown as OutboxEvent),
      );
      const leased = new Map(events.map((event) => [event.id as string, event]));
      return chosen.flatMap(({ id }) => leased.get(id) ?? []);
    },

    async nextDue() {
      const { candidates } = await look({ now: Number.MAX_SAFE_INTEGER, perTenant: 1, except: [], untriedOnly: [] });
      return earliest(candidates.map(({ readyAt }) => readyAt));
    },

    moveDue: (move) => moveDue(context, WAITING_EVENTS, move),
    correctClock: async (correction) => (await query('correct events', () => correctEvents, { ...correction })).length,
    isDue: async (tenant, now) =>
      (await query('due event', () => dueEvent(db, ready), { tenant: await numberOf(context, tenant), now })).length >
      0,
  };
}

interface Look {
  readonly now: number;
  readonly perTenant: number;
  readonly except: readonly string[];
  readonly untriedOnly: readonly string[];
}

/** Selects events that no concurrent claim has locked. */
const AMONG = sql<boolean>`id in (select id from events where id = any(${p('ids')}::bytea[]) for update skip locked)`;

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

/**
 * The untried events or the retries of a tenant in the order of their due times, up to the number that may be examined.
 */
const dueIn = (share: Share) => sql`
  select * from (
    select id, resource, position, ${ready.ofEvent} as ready_at, ${sql.lit(share)} as share from events
    where tenant = tenants.tenant and ${SHARES[share]} and ${ready.ofEvent} <= ${p('now')}
      ${share === 'untried' ? sql`` : sql`and tenants.tenant <> all(${p('untriedOnly')}::integer[])`}
    order by ${ready.ofEvent}, position limit ${p('visits')}) as ${sql.ref(share)}`;

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

/** The tenants with queued events, each with its events in the order of their due times. */
const dueOfAllTenants: Statement = compileRaw(
  db,
  sql`with recursive ${TENANTS}
    select tenants.tenant, due.id, due.ready_at, not exists (
        select 1 from events as earlier
        where earlier.tenant = tenants.tenant and earlier.resource = due.resource
          and earlier.status = 'QUEUED' and earlier.position < due.position), due.share
    from tenants cross join lateral (${dueIn('untried')} union all ${dueIn('retries')}) as due
    where tenants.tenant <> all(${p('except')}::integer[])`,
);

/** The first queued events of a tenant's resources, in order of resource names, one index probe each. */
const headsAfter: Statement = compileRaw(
  db,
  sql`with recursive heads as (
      (select id, ${ready.ofEvent} as ready_at, resource, attempts, 1 as visit from events
        where tenant = ${p('tenant')} and ${QUEUED} and resource > ${p('after')} order by resource, position limit 1)
      union all
      select next.id, next.ready_at, next.resource, next.attempts, heads.visit + 1
      from heads cross join lateral (
        select id, ${ready.ofEvent} as ready_at, resource, attempts from events
        where tenant = ${p('tenant')} and ${QUEUED} and resource > heads.resource order by resource, position limit 1) as next
      where heads.visit < ${sql.lit(HEAD_VISITS)})
    select id, ready_at, resource, attempts from heads`,
);

/** Sorts before every key. */
const FIRST = Buffer.alloc(0);

/** Ids of jobs and events, and resources, are never stored as a number. */
const keyText = (cell: unknown): string =>
  decodeKey(cell as Buffer, () => {
    throw new Bug('a key of a queue is stored as a number');
  });

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
