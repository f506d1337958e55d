import { setTimeout } from 'node:timers/promises';
import type { Result, TenantKey } from '@corridor/core';
import type { Reads, Traffic, Tx, UnitOfWork } from '@corridor/core/ports';
import type { BaseRecord, KindOf } from '@corridor/core/records';
import { type RawBuilder, sql } from 'kysely';
import type pg from 'pg';
import { type OnStatement, type OnUnavailable, Unavailable } from '../port/storage.js';
import { removeExpiredStatement } from '../schema/expiry.js';
import { postgresBuilder } from '../schema/statements.js';
import { anyKind, expiryOf, type Table, tableOf } from '../schema/tables.js';
import { tenantCell } from '../schema/write-queries.js';
import type { UnitEngine } from '../unit/handle.js';
import { attempt, attemptRead, CONTENDED, MAX_TRIES, UNAVAILABLE } from '../unit/run.js';
import type { FairSlots } from '../unit/fair-slots.js';
import type { Step } from '../unit/steps.js';
import type { Dictionary } from './dictionary.js';
import { createReadEngine, type Query } from './engine.js';
import { readFailure, translate } from './errors.js';
import { type Flush, flushOf } from './flush.js';
import { type Bindings, control, send as sendOn, type Statements } from './session.js';
import type { Shared } from './shared.js';

export interface PostgresContext {
  readonly pool: pg.Pool;
  /** One for each connection of the pool. */
  readonly slots: FairSlots;
  /** For reads of units of work that have written nothing yet. Null: each unit reads on its own connection. */
  readonly shared: Shared | null;
  readonly statements: Statements;
  readonly onStatement: OnStatement | undefined;
  readonly onUnavailable: OnUnavailable;
  readonly horizon: (table: Table) => Promise<number>;
  readonly dictionary: Dictionary;
}

const db = postgresBuilder();
const SNAPSHOT = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';
const BACKOFF_MS = 5;

export function createUnits(context: PostgresContext): UnitOfWork {
  async function run<T>(
    tenant: TenantKey | null,
    work: (tx: Tx) => Promise<Result<T>>,
    traffic: Traffic = 'requests',
  ): Promise<Result<T>> {
    for (let tries = 1; tries <= MAX_TRIES; tries++) {
      const session = createSession(context, traffic);
      const engine = unitEngine(context, session, tenant);
      const outcome = await attempt(engine, tenant, work, (steps) => finish(session, steps, tenant));
      await session.end();
      if (outcome.kind === 'answer') return outcome.result;
      if (outcome.kind === 'threw' && outcome.error instanceof Unavailable) {
        context.onUnavailable(outcome.error);
        return UNAVAILABLE;
      }
      if (outcome.kind === 'threw') throw outcome.error;
      // A random pause, so that units of work that collided do not collide again immediately.
      await setTimeout(Math.random() * BACKOFF_MS * tries);
    }
    return CONTENDED;
  }

  async function read<T>(tenant: TenantKey | null, work: (reads: Reads) => Promise<T>): Promise<T> {
    const session = createSession(context, null, SNAPSHOT);
    const query: Query = async (shape, make, values) => session.query(shape, make, [await session.use(values)], true);
    try {
      return await attemptRead(
        { ...createReadEngine(query, session, (table) => session.during(context.horizon(table))), remote: true },
        tenant,
        work,
      );
    } catch (error) {
      throw readFailure(error, session.ended());
    } finally {
      // Nothing was committed, so the answer need not wait until the connection is released.
      void session.end();
    }
  }

  async function removeExpired<T extends BaseRecord>(
    tenant: TenantKey | null,
    kind: KindOf<T>,
    until: number,
    limit: number,
  ): Promise<number> {
    const table = tableOf(anyKind(kind));
    const expiresBy = expiryOf(table, tenant);
    const session = createSession(context, 'jobs');
    // By the places of the rows, so that no plan reads the whole table.
    const among = (rows: RawBuilder<unknown>) => sql`ctid = any(array(${rows} for update skip locked))`;
    const make = () => removeExpiredStatement(db, table, expiresBy, tenant !== null, 'ctid', among);
    try {
      const values = await session.use((lookup) => ({ tenant: tenantCell(tenant, lookup), until, limit }));
      return (await session.query(`expire ${table.name}`, make, [values], false)).length;
    } finally {
      await session.end();
    }
  }

  return { run, read, removeExpired };
}

function unitEngine(context: PostgresContext, session: Session, tenant: TenantKey | null): UnitEngine {
  const query: Query = async (shape, make, values) => session.read(shape, make, await session.use(values));
  return {
    ...createReadEngine(query, session, (table) => session.during(context.horizon(table))),
    remote: true,
    flush: async (steps) => send(session, await flushesOf(session, steps, tenant)),
  };
}

/** The connection comes first: if it leads to a server that took over, the dictionary is read again. */
async function flushesOf(
  session: Session,
  steps: readonly Step[],
  tenant: TenantKey | null,
): Promise<readonly Flush[]> {
  await session.connected();
  return session.use((lookup) => steps.map((step) => flushOf(step, tenant, lookup)), 'save');
}

/**
 * Sends the statements inside the transaction of the unit of work. All are sent at once; if one fails, the later ones
 * fail too.
 */
const send = (session: Session, flushes: readonly Flush[]): Promise<void> =>
  firstFailure(
    flushes.map(({ shape, make, bindings, explain }) => session.query(shape, make, bindings, true, explain)),
  );

/**
 * Sends the last writes and commits. A unit of work that has only read so far, and writes in one statement, needs no
 * transaction around the statement.
 */
async function finish(session: Session, steps: readonly Step[], tenant: TenantKey | null): Promise<void> {
  if (steps.length === 0 && !session.inTransaction()) return;
  const flushes = await flushesOf(session, steps, tenant);
  const [only] = flushes;
  if (flushes.length === 1 && !session.inTransaction()) {
    const { shape, make, bindings, explain } = only!;
    await session.query(shape, make, bindings, false, explain);
    return;
  }
  await firstFailure([send(session, flushes), session.commit()]);
}

/** Waits for all, so that no statement is left running, and throws the first error. */
async function firstFailure(sent: readonly Promise<unknown>[]): Promise<void> {
  for (const result of await Promise.allSettled(sent)) if (result.status === 'rejected') throw result.reason;
}

type Session = ReturnType<typeof createSession>;

/**
 * The connection of one unit of work. It is taken from the pool with the first statement, and opens a transaction only
 * if one is needed. `traffic`: for whom the unit waits for a free connection; null for reads, which wait in the order of
 * their calls.
 */
function createSession(context: PostgresContext, traffic: Traffic | null, begin = 'BEGIN') {
  const { pool, slots, shared, statements, dictionary, onStatement } = context;
  let client: Promise<pg.PoolClient> | null = null;
  let leaveSlot = (): void => undefined;
  let began: Promise<unknown> | null = null;
  let committed = false;
  let broken: Error | undefined;
  const isRead = begin === SNAPSHOT;
  let ended: Error | null = null;
  const onEnded = (error: Error): void => void (ended = error);

  async function connect(): Promise<pg.PoolClient> {
    if (traffic !== null) leaveSlot = await slots.take(traffic);
    const connection = await pool.connect();
    if (isRead) connection.once('error', onEnded);
    return connection;
  }

  async function during<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      const translated = translate(error);
      if (translated instanceof Unavailable) broken = translated;
      throw translated;
    }
  }

  async function query(
    shape: string,
    make: Parameters<Statements['prepare']>[1],
    bindings: Parameters<typeof sendOn>[2],
    transactional: boolean,
    explain: (error: unknown) => unknown = (error) => error,
  ) {
    client ??= connect();
    const work = async () => {
      const connection = await client!;
      // BEGIN is not awaited: BEGIN and the next statement are sent together.
      if (transactional) began ??= control(connection, begin, onStatement);
      const sent = sendOn(connection, statements.prepare(shape, make), bindings, onStatement);
      const [, answer] = await Promise.all([began, sent]);
      return answer.rows;
    };
    try {
      return await during(work());
    } catch (error) {
      throw explain(error);
    }
  }

  const use: Dictionary['use'] = (work, save) => {
    const value = dictionary.use(work, save);
    return value instanceof Promise ? during(value) : value;
  };

  /** A read outside a transaction. It needs no connection of its own. */
  async function read(shape: string, make: Parameters<Statements['prepare']>[1], values: Bindings[number]) {
    if (shared === null || client !== null) return query(shape, make, [values], false);
    const prepared = statements.prepare(shape, make);
    return (await during(shared.with((shares) => sendOn(shares, prepared, [values], onStatement)))).rows;
  }

  return {
    query,
    use,
    read,

    async connected(): Promise<void> {
      client ??= connect();
      await during(client);
    },

    during,
    inTransaction: () => began !== null,

    /** The error with which the server ended the connection of a read between two statements; null if it did not. */
    ended: () => ended,

    /** The COMMIT of a transaction in which a statement failed answers ROLLBACK, without an error. */
    async commit(): Promise<void> {
      const connection = await client!;
      const tag = await during(control(connection, 'COMMIT', onStatement));
      committed = true;
      if (tag !== 'COMMIT') throw new Unavailable(`COMMIT was answered with ${tag}`);
    },

    /** Rolls back uncommitted work and releases the connection. */
    async end(): Promise<void> {
      if (client === null) return;
      const connection = await client.catch(() => null);
      if (connection === null) return leaveSlot();
      try {
        if (began !== null && !committed && broken === undefined) await control(connection, 'ROLLBACK', onStatement);
      } catch (error) {
        broken = error as Error;
      }
      if (isRead) connection.off('error', onEnded);
      connection.release(broken ?? false);
      leaveSlot();
    },
  };
}
