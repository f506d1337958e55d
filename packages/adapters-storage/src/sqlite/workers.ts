import type { Buffer } from 'node:buffer';
import type { TenantKey } from '@corridor/core';
import { Bug } from '@corridor/core/ports';
import type { ClockMove, JobStore, OutboxClaim, OutboxStore } from '@corridor/core/ports';
import type { Job, OutboxEvent } from '@corridor/core/records';
import { sql } from 'kysely';
import { decodeKey } from '../schema/keys.js';
import { decodeRow } from '../schema/rows.js';
import { paramsOf, sqliteBuilder } from '../schema/statements.js';
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
  nextTenant,
  putBehindHeads,
  QUEUED,
  type Share,
  SHARE_NAMES,
  undelivered,
  type Waiting,
  WAITING_EVENTS,
  WAITING_JOBS,
} from '../workers/queries.js';
import type { Connection } from './connection.js';
import { keyList, keyOf, keysIn } from './engine.js';
import type { Writer } from './writer.js';

const db = sqliteBuilder();
const p = paramsOf(0);
const ready = later('max');

export function createJobStore(writer: Writer, reading: Connection): JobStore {
  return {
    claim: (claim) =>
      writer.direct((connection) => {
        const rows = connection.rows('claim jobs', () => claimJobs(db, ready, false), [{ ...claim }]);
        const jobs = readable(
          rows.map((cells) => () => decodeRow(JOB_TABLE, cells, connection.lookup) as unknown as Job),
        );
        return [...jobs].sort(byDueTime);
      }, 'jobs'),
    async nextDue() {
      const row = reading.row('next job', () => nextJob(db, ready), []);
      return earliest(row === undefined ? [] : [Number(row[0])]);
    },
    moveDue: (move) => moveDue(writer, WAITING_JOBS, move, [-1, FIRST]),
    correctClock: (correction) =>
      writer.direct((connection) => connection.run('correct jobs', correctJobs, [{ ...correction }])),
    // This read does not use the connection of the readers, which may be in a snapshot from before the last move.
    isDue: (tenant, now) =>
      writer.direct((connection) => {
        const values = { tenant: connection.lookup.numberOf(tenant), now };
        return connection.row('due job', () => dueJob(db), [values]) !== undefined;
      }),
  };
}

export function createOutboxStore(writer: Writer, reading: Connection): OutboxStore {
  return {
    claim: (claim) => writer.direct((connection) => claimEvents(connection, claim), 'deliveries'),

    async nextDue() {
      const times = tenants(reading).flatMap((tenant) =>
        SHARE_NAMES.map(
          (share) => reading.row(`next ${share}`, NEXT_READY[share], [{ tenant: reading.lookup.numberOf(tenant) }])![0],
        ),
      );
      return earliest(times.flatMap((time) => (time === null ? [] : [Number(time)])));
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
      writer.direct((connection) => {
        const values = { tenant: connection.lookup.numberOf(tenant), now };
        return connection.row('due event', () => dueEvent(db, ready), [values]) !== undefined;
      }),
    undelivered: async (of) =>
      tenants(reading).flatMap((tenant) => {
        if (of !== undefined && tenant !== of) return [];
        const values = { tenant: reading.lookup.numberOf(tenant) };
        const shares = SHARE_NAMES.map((share) => reading.row(`undelivered ${share}`, UNDELIVERED[share], [values])!);
        const found = undeliveredOf(tenant as TenantKey, shares);
        // Another process may have delivered the events since the tenant was read.
        return found.count === 0 ? [] : [found];
      }),
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
  const found: number[] = [];
  for (let after = -1; ;) {
    const row = connection.row('next tenant', () => nextTenant(db), [{ after }]);
    if (row === undefined) return readable(found.map((number) => () => connection.lookup.textOf(number)));
    after = Number(row[0]);
    found.push(after);
  }
}

/** Sorts before every key. */
const FIRST = '';

/** Ids of jobs and events, and resources, are never stored as a number. */
const keyText = (cell: unknown): string =>
  decodeKey(cell as string | Buffer, () => {
    throw new Bug('a key of a queue is stored as a number');
  });

function claimEvents(connection: Connection, claim: OutboxClaim): readonly OutboxEvent[] {
  const { now, leaseUntil, limit, perTenant, perResource } = claim;
  const claimed: OutboxEvent[] = [];
  const ofTenant = (tenant: string): number =>
    perTenant - claimed.reduce((count, event) => count + Number(event.tenant === tenant), 0);
  let among = tenants(connection).filter((tenant) => !(claim.except as readonly string[]).includes(tenant));
  for (let looks = 0; looks < LOOKS && among.length > 0; looks++) {
    const looked = among.map((tenant) => look(connection, tenant, claim));
    const runs = looked.flatMap((found) => found.runs);
    const ids = fairly(runs, { limit: limit - claimed.length, ofTenant, perResource });
    if (ids.length > 0) claimed.push(...lease(connection, ids, { now, leaseUntil }));
    const full = looked.filter(({ isFull }) => isFull);
    const due = keyList(full.flatMap((found) => found.due));
    if (full.length > 0) connection.run('put events behind heads', PUT_BEHIND_HEADS, [{ ids: due, now, leaseUntil }]);
    among = claimed.length === limit ? [] : full.map(({ tenant }) => tenant).filter((tenant) => ofTenant(tenant) > 0);
  }
  return claimed;
}

interface Look {
  readonly tenant: string;
  readonly runs: readonly Run[];
  /** The ids of the due events that were examined. */
  readonly due: readonly string[];
  /** The examination reached its limit, so there may be more due events. */
  readonly isFull: boolean;
}

function look(connection: Connection, tenant: string, { now, perResource, untriedOnly, resumed }: OutboxClaim): Look {
  const withRetries = !(untriedOnly as readonly string[]).includes(tenant);
  const number = connection.lookup.numberOf(tenant);
  const untried = connection.rows('due untried', DUE.untried, [{ tenant: number, now }]);
  const retries = withRetries ? connection.rows('due retries', DUE.retries, [{ tenant: number, now }]) : [];
  const due = [...untried, ...retries].map(([id, resource]) => [keyText(id), keyText(resource)] as const);
  const resumedOnes = new Set(resumed.filter((queue) => queue.tenant === tenant).map(({ resource }) => resource));
  const resources = [...new Set([...resumedOnes, ...due.map(([, resource]) => resource)])];
  const queues = new Map<string, Examined[]>(resources.map((resource) => [resource, []]));
  if (resources.length > 0) {
    const values = { tenant: number, resources: keyList(resources), perResource };
    for (const [index, id, nextAttemptAt, leaseUntil, attempts] of connection.rows('queues', QUEUES, [values])) {
      queues.get(resources[Number(index)]!)!.push({
        id: keyText(id),
        nextAttemptAt: Number(nextAttemptAt),
        leaseUntil: Number(leaseUntil),
        attempts: Number(attempts),
      });
    }
  }
  const runs = [...queues].flatMap(([resource, queue]) => {
    const run = runOf(tenant, queue, { now, isResumed: resumedOnes.has(resource) });
    return run === null || (!run.untried && !withRetries) ? [] : [run];
  });
  const isFull = untried.length === VISITS || retries.length === VISITS;
  return { tenant, runs, due: due.map(([id]) => id), isFull };
}

function lease(
  connection: Connection,
  ids: readonly string[],
  { now, leaseUntil }: Pick<OutboxClaim, 'now' | 'leaseUntil'>,
): readonly OutboxEvent[] {
  const rows = connection.rows('lease events', LEASE, [{ ids: keyList(ids), now, leaseUntil }]);
  const events = readable(
    rows.map((cells) => () => decodeRow(EVENT_TABLE, cells, connection.lookup) as unknown as OutboxEvent),
  );
  const leased = new Map(events.map((event) => [event.id as string, event]));
  return ids.flatMap((id) => leased.get(id) ?? []);
}

const AMONG = sql<boolean>`id in ${keysIn(p('ids'))}`;
const OF_TENANT = sql`${p('tenant')}`;
const LEASE = () => leaseEvents(db, AMONG);
const PUT_BEHIND_HEADS = () => putBehindHeads(db, ready, AMONG);
const DUE = {
  untried: () => compileRaw(db, dueEvents(ready, 'untried', OF_TENANT)),
  retries: () => compileRaw(db, dueEvents(ready, 'retries', OF_TENANT)),
};
const NEXT_READY = {
  untried: () => compileRaw(db, nextReady(ready, 'untried', OF_TENANT)),
  retries: () => compileRaw(db, nextReady(ready, 'retries', OF_TENANT)),
};

const UNDELIVERED = {
  untried: () => compileRaw(db, undelivered(ready, 'untried', OF_TENANT)),
  retries: () => compileRaw(db, undelivered(ready, 'retries', OF_TENANT)),
};

/** The first queued events of each of the resources. */
const QUEUES = () =>
  compileRaw(
    db,
    sql`select due_queues.key, events.id, next_attempt_at, lease_until, attempts
      from json_each(${p('resources')}) as due_queues cross join events
      where events.tenant = ${OF_TENANT} and ${QUEUED} and events.resource = ${keyOf(sql`due_queues.value`)}
        and events.position < coalesce((
          select further.position from events as further
          where further.tenant = ${OF_TENANT} and further.status = 'QUEUED' and further.resource = ${keyOf(sql`due_queues.value`)}
          order by further.position limit 1 offset ${p('perResource')}), ${sql.lit(Number.MAX_SAFE_INTEGER)})
      order by due_queues.key, events.position`,
  );
