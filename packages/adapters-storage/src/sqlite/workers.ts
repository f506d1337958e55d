import { Buffer } from 'node:buffer';
import { Bug } from '@corridor/core/ports';
import type { ClockMove, JobStore, OutboxStore } from '@corridor/core/ports';
import type { Job, OutboxEvent } from '@corridor/core/records';
import { sql } from 'kysely';
import { decodeKey, encodeKey } from '../schema/keys.js';
import { decodeRow } from '../schema/rows.js';
import { paramsOf, sqliteBuilder } from '../schema/statements.js';
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
  putBehindHeads,
  type Share,
  type Waiting,
  WAITING_EVENTS,
  WAITING_JOBS,
} from '../workers/queries.js';
import type { Connection } from './connection.js';
import { keyList, keysIn } from './engine.js';
import type { Writer } from './writer.js';

const db = sqliteBuilder();
const p = paramsOf(0);
const ready = later('max');
const NOTHING: Found = { heads: [], saturated: false };

export function createJobStore(writer: Writer, reading: Connection): JobStore {
  return {
    claim: (claim) =>
      writer.direct((connection) => {
        const rows = connection.rows('claim jobs', () => claimJobs(db, ready, false), [{ ...claim }]);
        return rows.map((cells) => decodeRow(JOB_TABLE, cells, connection.lookup) as unknown as Job).sort(byDueTime);
      }),
    async nextDue() {
      const row = reading.row('next job', () => nextJob(db, ready), []);
      return earliest(row === undefined ? [] : [Number(row[0])]);
    },
    moveDue: (move) => moveDue(writer, WAITING_JOBS, move, [-1, FIRST]),
    correctClock: (correction) =>
      writer.direct((connection) => connection.run('correct jobs', correctJobs, [{ ...correction }])),
    // This read does not use the connection of the readers, which may be in a snapshot from before the last move.
    isDue: (tenant, now) =>
      writer.direct(
        (connection) =>
          connection.row('due job', () => dueJob(db), [{ tenant: connection.lookup.numberOf(tenant), now }]) !==
          undefined,
      ),
  };
}

export function createOutboxStore(writer: Writer, reading: Connection): OutboxStore {
  /** By tenant, the resource at which the last claim stopped walking along the resources of the tenant. */
  const stops = new Map<string, Buffer>();

  return {
    claim: ({ now, leaseUntil, limit, perTenant, except, untriedOnly }) =>
      writer.direct((connection) => {
        const excepted = new Set<string>(except);
        const withoutRetries = new Set<string>(untriedOnly);
        const visits = dueVisits(perTenant);
        const blocked: string[] = [];
        const candidates = tenants(connection).flatMap((tenant) => {
          if (excepted.has(tenant)) return [];
          const hasRetries = withoutRetries.has(tenant);
          const untried = due(connection, { tenant, now, visits, share: 'untried' }, blocked);
          const retries = hasRetries ? NOTHING : due(connection, { tenant, now, visits, share: 'retries' }, blocked);
          const heads = [...untried.heads, ...retries.heads];
          if (!isHiding(untried, retries, perTenant)) return heads;
          const walked = walk(connection, tenant, stops);
          return [...heads, ...walked.filter((head) => head.readyAt <= now && (head.untried || !hasRetries))];
        });
        if (blocked.length > 0) {
          connection.run('put events behind heads', () => putBehindHeads(db, AMONG), [{ ids: keyList(blocked), now }]);
        }
        const compileLease = () => leaseEvents(db, ready, sql<boolean>`id = ${p('id')}`);
        return fairly(candidates, perTenant, limit).flatMap(({ id }) =>
          connection
            .rows('lease event', compileLease, [{ id: encodeKey(id), now, leaseUntil }])
            .map((cells) => decodeRow(EVENT_TABLE, cells, connection.lookup) as unknown as OutboxEvent),
        );
      }),

    async nextDue() {
      const [now, visits] = [Number.MAX_SAFE_INTEGER, dueVisits(1)];
      const firsts = tenants(reading).flatMap((tenant) => {
        const untried = due(reading, { tenant, now, visits, share: 'untried' });
        const retries = due(reading, { tenant, now, visits, share: 'retries' });
        const heads = [...untried.heads, ...retries.heads];
        return isHiding(untried, retries, 1) ? [...heads, ...walk(reading, tenant, new Map())] : heads;
      });
      return earliest(firsts.map(({ readyAt }) => readyAt));
    },

    moveDue: (move) => moveDue(writer, WAITING_EVENTS, move, [FIRST, -1]),
    correctClock: (correction) =>
      writer.direct((connection) =>
        tenants(connection).reduce(
          (count, tenant) =>
            count +
            connection.run('correct untried', correctUntried, [
              { ...correction, tenant: connection.lookup.numberOf(tenant) },
            ]) +
            connection.run('correct retries', correctRetries, [
              { ...correction, tenant: connection.lookup.numberOf(tenant) },
            ]),
          0,
        ),
      ),
    isDue: (tenant, now) =>
      writer.direct(
        (connection) =>
          connection.row('due event', () => dueEvent(db, ready), [
            { tenant: connection.lookup.numberOf(tenant), now },
          ]) !== undefined,
      ),
  };
}

const correctJobs = () => compileRaw(db, sql`update jobs set ${corrected('due_at')} where ${jobsAhead('max')}`);
const correctEvents = (share: Share) => () =>
  compileRaw(
    db,
    sql`update events set ${corrected('next_attempt_at')} where ${eventsAhead(ready, sql`${p('tenant')}`, share)}`,
  );
const correctUntried = correctEvents('untried');
const correctRetries = correctEvents('retries');

/** Rows moved per turn of the writer, so that other units of work run in between. */
const MOVED_AT_ONCE = 1_000;

async function moveDue(
  writer: Writer,
  { table, dueAt, which, keyset }: Waiting,
  move: ClockMove,
  start: readonly [Buffer | number, Buffer | number],
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
        where id in ${keysIn(p('ids'))} and ${BEHIND}`,
    );
  let count = 0;
  for (let [at, then]: readonly unknown[] = start; ;) {
    const rows = await writer.direct((connection) => {
      const tenant = connection.lookup.numberOf(move.tenant);
      const found = connection.rows(`waiting ${table}`, next, [{ tenant, first: at, second: then }]);
      const ids = keyList(found.map(([id]) => keyText(id)));
      count += connection.run(`move ${table}`, update, [{ ...move, tenant, ids }]);
      return found;
    });
    if (rows.length < MOVED_AT_ONCE) return count;
    [, at, then] = rows.at(-1)!;
  }
}

function tenants(connection: Connection): readonly string[] {
  const found: string[] = [];
  for (let after = -1; ;) {
    const row = connection.row('next tenant', () => nextTenant(db), [{ after }]);
    if (row === undefined) return found;
    after = Number(row[0]);
    found.push(connection.lookup.textOf(after));
  }
}

const AMONG = sql<boolean>`id in ${keysIn(p('ids'))}`;

/** Sorts before every key. */
const FIRST = Buffer.alloc(0);

/** Ids of jobs and events, and resources, are never stored as a number. */
const keyText = (cell: unknown): string =>
  decodeKey(cell as Buffer, () => {
    throw new Bug('a key of a queue is stored as a number');
  });

interface Look {
  readonly tenant: string;
  readonly now: number;
  readonly visits: number;
  readonly share: Share;
}

/** Adds to `blocked` the ids of due events that wait for an earlier one of their resource. */
function due(connection: Connection, look: Look, blocked: string[] = []): Found {
  const { tenant, visits, share } = look;
  const rows = connection.rows(`due events: ${share}`, () => dueEvents(db, ready, share), [
    { ...look, tenant: connection.lookup.numberOf(tenant) },
  ]);
  const heads: Candidate[] = [];
  for (const [id, readyAt, first] of rows) {
    if (first === 1n) heads.push({ id: keyText(id), tenant, readyAt: Number(readyAt), untried: share === 'untried' });
    else blocked.push(keyText(id));
  }
  return { heads, saturated: rows.length === visits };
}

/** Some of the first events of a tenant's resources, continuing from the last stop and wrapping around. */
function walk(connection: Connection, tenant: string, stops: Map<string, Buffer>): readonly Candidate[] {
  const start = stops.get(tenant) ?? FIRST;
  const heads = new Map<string, Candidate>();
  const number = connection.lookup.numberOf(tenant);
  for (let after = start, visits = 0; visits < HEAD_VISITS; visits++) {
    const row = connection.row('next head', () => nextHead(db, ready), [{ tenant: number, after }]);
    if (row === undefined && after.length === 0) break;
    const [id, readyAt, resource, attempts] = row ?? [];
    after = row === undefined ? FIRST : (resource as Buffer);
    stops.set(tenant, after);
    if (row === undefined) continue;
    const name = keyText(resource);
    if (heads.has(name)) break;
    heads.set(name, { id: keyText(id), tenant, readyAt: Number(readyAt), untried: attempts === 0n });
  }
  return [...heads.values()];
}
