import type { ClockMove, Job, JobStore, OutboxEvent, OutboxStore } from '@corridor/core';
import { sql } from 'kysely';
import { decodeRow } from '../schema/rows.js';
import { paramsOf, sqliteBuilder } from '../schema/statements.js';
import { byDueTime, type Candidate, dueVisits, earliest, fairly, HEAD_VISITS } from '../workers/claims.js';
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
  nextHead,
  nextJob,
  nextTenant,
  type Waiting,
  WAITING_EVENTS,
  WAITING_JOBS,
} from '../workers/queries.js';
import type { Connection } from './connection.js';
import type { Writer } from './writer.js';

const db = sqliteBuilder();
const p = paramsOf(0);
const ready = later('max');

export function createJobStore(writer: Writer, reading: Connection): JobStore {
  return {
    claim: (claim) =>
      writer.direct((connection) => {
        const rows = connection.rows('claim jobs', () => claimJobs(db, ready, false), [{ ...claim }]);
        return rows.map((cells) => decodeRow(JOB_TABLE, cells) as unknown as Job).sort(byDueTime);
      }),
    async nextDue() {
      const row = reading.row('next job', () => nextJob(db, ready), []);
      return earliest(row === undefined ? [] : [Number(row[0])]);
    },
    moveDue: (move) => moveDue(writer, WAITING_JOBS, move, [-1, '']),
    correctClock: (correction) =>
      writer.direct((connection) => connection.run('correct jobs', correctJobs, [{ ...correction }])),
    // Not on the connection of the readers, which may be in a snapshot from before the last move.
    isDue: (tenant, now) =>
      writer.direct((connection) => connection.row('due job', () => dueJob(db), [{ tenant, now }]) !== undefined),
  };
}

export function createOutboxStore(writer: Writer, reading: Connection): OutboxStore {
  /** Where the walk along a tenant's resources stopped. */
  const stops = new Map<string, string>();

  return {
    claim: ({ now, leaseUntil, limit, perTenant, except }) =>
      writer.direct((connection) => {
        const excepted = new Set<string>(except);
        const candidates = tenants(connection).flatMap((tenant) => {
          if (excepted.has(tenant)) return [];
          const { heads, saturated } = due(connection, tenant, now, dueVisits(perTenant));
          if (!saturated || heads.length >= perTenant) return heads;
          return walk(connection, tenant, stops).filter(({ readyAt }) => readyAt <= now);
        });
        const make = () => leaseEvents(db, ready, sql<boolean>`id = ${p('id')}`);
        return fairly(candidates, perTenant, limit).flatMap(({ id }) =>
          connection
            .rows('lease event', make, [{ id, now, leaseUntil }])
            .map((cells) => decodeRow(EVENT_TABLE, cells) as unknown as OutboxEvent),
        );
      }),

    async nextDue() {
      const firsts = tenants(reading).flatMap((tenant) => {
        const { heads, saturated } = due(reading, tenant, Number.MAX_SAFE_INTEGER, dueVisits(1));
        return saturated && heads.length === 0 ? walk(reading, tenant, new Map()) : heads;
      });
      return earliest(firsts.map(({ readyAt }) => readyAt));
    },

    moveDue: (move) => moveDue(writer, WAITING_EVENTS, move, ['', -1]),
    correctClock: (correction) =>
      writer.direct((connection) =>
        tenants(connection).reduce(
          (count, tenant) => count + connection.run('correct events', correctEvents, [{ ...correction, tenant }]),
          0,
        ),
      ),
    isDue: (tenant, now) =>
      writer.direct(
        (connection) => connection.row('due event', () => dueEvent(db, ready), [{ tenant, now }]) !== undefined,
      ),
  };
}

const correctJobs = () => compileRaw(db, sql`update jobs set ${corrected('due_at')} where ${jobsAhead('max')}`);
const correctEvents = () =>
  compileRaw(
    db,
    sql`update events set ${corrected('next_attempt_at')} where ${eventsAhead(ready, sql`${p('tenant')}`)}`,
  );

/** Rows moved in one turn of the writer: others have theirs in between. */
const MOVED_AT_ONCE = 1_000;

async function moveDue(
  writer: Writer,
  { table, dueAt, which, keyset }: Waiting,
  move: ClockMove,
  start: readonly [string | number, string | number],
): Promise<number> {
  const [first, second] = keyset.map((column) => sql.ref(column));
  const next = () =>
    compileRaw(
      db,
      sql`select id, ${first}, ${second} from ${sql.table(table)}
        where ${which} and (${first}, ${second}) > (${p('first')}, ${p('second')})
        order by ${first}, ${second} limit ${sql.lit(MOVED_AT_ONCE)}`,
    );
  const update = () =>
    compileRaw(
      db,
      sql`update ${sql.table(table)} set ${moved(dueAt)}
        where id in (select value from json_each(${p('ids')})) and ${BEHIND}`,
    );
  let count = 0;
  for (let [at, then]: readonly unknown[] = start; ;) {
    const rows = await writer.direct((connection) => {
      const found = connection.rows(`waiting ${table}`, next, [{ tenant: move.tenant, first: at, second: then }]);
      const ids = JSON.stringify(found.map(([id]) => id));
      count += connection.run(`move ${table}`, update, [{ ...move, ids }]);
      return found;
    });
    if (rows.length < MOVED_AT_ONCE) return count;
    [, at, then] = rows.at(-1)!;
  }
}

function tenants(connection: Connection): readonly string[] {
  const found: string[] = [];
  for (let after = ''; ;) {
    const row = connection.row('next tenant', () => nextTenant(db), [{ after }]);
    if (row === undefined) return found;
    after = row[0] as string;
    found.push(after);
  }
}

function due(connection: Connection, tenant: string, now: number, visits: number) {
  const rows = connection.rows('due events', () => dueEvents(db, ready), [{ tenant, now, visits }]);
  const heads: readonly Candidate[] = rows
    .filter(([, , first]) => first === 1n)
    .map(([id, readyAt]) => ({ id: id as string, tenant, readyAt: Number(readyAt) }));
  return { heads, saturated: rows.length === visits };
}

/** The first events of a tenant's resources, some of them, on from the last stop and round. */
function walk(connection: Connection, tenant: string, stops: Map<string, string>): readonly Candidate[] {
  const start = stops.get(tenant) ?? '';
  const heads = new Map<string, Candidate>();
  for (let after = start, visits = 0; visits < HEAD_VISITS; visits++) {
    const row = connection.row('next head', () => nextHead(db, ready), [{ tenant, after }]);
    if (row === undefined && after === '') break;
    const [id, readyAt, resource] = row ?? [];
    after = row === undefined ? '' : (resource as string);
    stops.set(tenant, after);
    if (row === undefined) continue;
    if (heads.has(after)) break;
    heads.set(after, { id: id as string, tenant, readyAt: Number(readyAt) });
  }
  return [...heads.values()];
}
