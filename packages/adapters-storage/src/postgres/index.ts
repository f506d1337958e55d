import { availableParallelism } from 'node:os';
import { instant } from '@corridor/core';
import type pg from 'pg';
import {
  DatabaseInUseError,
  type DatabaseState,
  type Storage,
  type StorageOptions,
  type Unavailable,
} from '../port/storage.js';
import { areDone, schemaState } from '../migrations/index.js';
import { gated } from '../unit/gate.js';
import { createFairSlots } from '../unit/fair-slots.js';
import { createReadiness } from '../unit/readiness.js';
import { CONNECT_MS, createConnections } from './connections.js';
import { createDictionary } from './dictionary.js';
import { isDiskFault, translate } from './errors.js';
import { createHorizon } from './horizon.js';
import { createMigrations } from './migrations-of-database.js';
import { connectionsOfHosts } from './offline.js';
import { createStatements } from './session.js';
import { createSkewExchange } from './skew.js';
import { createShared } from './shared.js';
import { createUnits, type PostgresContext } from './units.js';
import { createJobStore, createOutboxStore } from './workers.js';

export interface PostgresOptions extends StorageOptions {
  /**
   * `postgres://user:password@host:port/database`. With several hosts, as `one:5432,two:5432`, connections are made to the
   * first one that accepts writes, and to another one after a failover. Throws an AddressError.
   */
  readonly url: string;
  /** Maximum number of connections of this host. Default 4 per processor core. */
  readonly poolSize?: number;
  /** How long a statement waits for a row that another unit of work has locked. Default 10 s. */
  readonly lockWaitMs?: number;
  /**
   * Maximum duration of a statement. The server then cancels it, and its unit of work is answered SERVICE_UNAVAILABLE.
   * If the server has not answered after another fifth of that time, the connection is destroyed. No other wait for the
   * server is longer. Default 15 s; statements of migrations have 12 hours.
   */
  readonly statementMs?: number;
  /**
   * False: no statement is prepared under a name. Required behind a connection pooler that does not track prepared
   * statements, such as PgBouncer before 1.21 in transaction mode. Default true.
   */
  readonly prepare?: boolean;
  /** Called when an idle connection breaks; the pool replaces it. */
  readonly onConnectionError?: (error: Error) => void;
}

const LOCK_WAIT_MS = 10_000;
const STATEMENT_MS = 15_000;
const CONNECTIONS_PER_CORE = 4;
/** One connection in so many is shared by the reads of all units of work. */
const SHARED_PART = 4;

/**
 * A storage in Postgres (14 or later). Any number of hosts can share it.
 *
 * @example
 * ```ts
 * import { createPostgresStorage } from '@corridor/adapters-storage/postgres';
 *
 * const storage = createPostgresStorage({ url: databaseUrl, poolSize: 10 });
 * await storage.migrate(); // before the first use, and after every update
 * await storage.ready(); // true
 * await storage.close();
 * ```
 */
export function createPostgresStorage(options: PostgresOptions): Storage {
  const { statementMs = STATEMENT_MS } = options;
  const connections = createConnections({
    url: options.url,
    lockWaitMs: options.lockWaitMs ?? LOCK_WAIT_MS,
    onError: options.onConnectionError ?? (() => undefined),
  });
  const max = options.poolSize ?? availableParallelism() * CONNECTIONS_PER_CORE;
  const sharedConnections = Math.floor(max / SHARED_PART);
  const pool = connections.pool({ max: max - sharedConnections, pipeline: true, statementMs });
  const sharedPool =
    sharedConnections === 0 ? null : connections.pool({ max: sharedConnections, pipeline: true, statementMs });
  const shared = sharedPool === null ? null : createShared(sharedPool, sharedConnections);
  // A horizon that was read on this connection holds for its server. A new connection, perhaps to another server, reads
  // the horizon again.
  const aside = connections.pool({ max: 1, pipeline: false, statementMs, idleMs: 0 });
  const migrations = createMigrations(pool, connections, options.onMigration);
  const readiness = createReadiness({
    isMigrated: async () => areDone(await migrations.names()),
    // Uses the serving pool: a host whose pool is stuck is not ready.
    write: () => pool.query("select setval('write_probe', 1)"),
  });
  const onUnavailable = (error: Unavailable): void => {
    if (isDiskFault(error)) readiness.refused();
    options.onUnavailable?.(error);
  };
  const context: PostgresContext = {
    pool,
    slots: createFairSlots(max - sharedConnections, Math.min(CONNECT_MS, statementMs)),
    shared,
    statements: createStatements(options.prepare),
    onStatement: options.onStatement,
    onUnavailable,
    horizon: createHorizon(aside),
    dictionary: createDictionary(
      // The dictionary is read rarely. An older connection might lead to a server that is gone.
      connections.pool({ max: 1, pipeline: false, statementMs, idleMs: 100 }),
      sharedPool === null ? [pool] : [pool, sharedPool],
    ),
  };

  async function inspect(): Promise<DatabaseState> {
    const clock = 'select floor(extract(epoch from clock_timestamp()) * 1000)::text as now';
    const { rows } = await pool.query<{ now: string }>(clock).catch((error: unknown) => {
      throw translate(error);
    });
    return { ...schemaState(await migrations.namesIfAny()), now: instant(Number(rows[0]!.now)) };
  }

  const tellSkew = createSkewExchange(aside);

  const exchangeSkew = (machine: string, aheadMs: number): Promise<readonly number[]> =>
    tellSkew(machine, aheadMs).catch((error: unknown) => {
      throw translate(error);
    });

  async function refuseOthers(): Promise<void> {
    const ask = async (text: string, values: readonly unknown[]): Promise<readonly unknown[]> =>
      (await pool.query<object>(text, [...values])).rows;
    const count = await connectionsOfHosts(ask, connections.processIds).catch((error: unknown) => {
      throw translate(error);
    });
    if (count === 0) return;
    throw new DatabaseInUseError(
      `hosts or commands have ${count} connections to the database: stop all hosts of the database, and run the command ` +
        'again without a connection pooler in between',
    );
  }

  return gated({
    units: createUnits(context),
    jobs: createJobStore(context),
    outbox: createOutboxStore(context),

    migrate: migrations.migrate,
    ready: readiness.ready,
    connectionUse: () => {
      const pools = sharedPool === null ? [pool] : [pool, sharedPool];
      const sum = (of: (each: pg.Pool) => number): number => pools.reduce((total, each) => total + of(each), 0);
      return {
        max,
        inUse: sum(({ totalCount, idleCount }) => totalCount - idleCount),
        idle: sum(({ idleCount }) => idleCount),
        // A pool hands out an idle connection in the next turn of the event loop: until then the work only seems to wait.
        waiting: context.slots.waiting() + sum(({ waitingCount, idleCount }) => Math.max(0, waitingCount - idleCount)),
      };
    },
    inspect,
    exchangeSkew,
    refuseOthers,
    eraseRemains: async () => undefined,
    close: connections.close,
    breakOff: connections.breakOff,
  });
}
