import { availableParallelism } from 'node:os';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Storage, StorageOptions } from '../storage.js';
import { areDone, isCurrent, MIGRATION_TABLE, migrateWith } from '../migrations/index.js';
import { gated } from '../unit/gate.js';
import { translate, UNDEFINED_TABLE, UNIQUE_VIOLATION } from './errors.js';
import { createHorizon } from './horizon.js';
import { createStatements } from './session.js';
import { createUnits, type PostgresContext } from './units.js';
import { createJobStore, createOutboxStore } from './workers.js';

export interface PostgresOptions extends StorageOptions {
  /** `postgres://user:password@host:port/database`. */
  readonly url: string;
  /** Connections of this host. Default 4 for each core. */
  readonly poolSize?: number;
  /** How long a statement waits for a row that another unit holds. Default 10 s. */
  readonly lockWaitMs?: number;
  /** Told of connections that break while nobody uses them; the pool replaces them. */
  readonly onConnectionError?: (error: Error) => void;
}

const LOCK_WAIT_MS = 10_000;
const CONNECT_MS = 10_000;
/** A host that stops in the middle of a unit must not hold its rows for ever. */
const IDLE_IN_TRANSACTION_MS = 30_000;
const CONNECTIONS_PER_CORE = 4;

/** A storage in Postgres (14 or later). Any number of hosts may share it. */
export function createPostgresStorage(options: PostgresOptions): Storage {
  const connect = (max: number, pipeline: boolean): pg.Pool => {
    const pool = new pg.Pool({
      connectionString: options.url,
      max,
      pipeline,
      lock_timeout: options.lockWaitMs ?? LOCK_WAIT_MS,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
      connectionTimeoutMillis: CONNECT_MS,
      keepAlive: true,
      application_name: 'corridor',
    } as pg.PoolConfig);
    const onError = options.onConnectionError ?? (() => undefined);
    pool.on('error', onError);
    // A connection that breaks in use tells its user, and then everybody who listens; without a listener it ends the process.
    pool.on('connect', (client) => client.on('error', onError));
    return pool;
  };
  const pool = connect(options.poolSize ?? availableParallelism() * CONNECTIONS_PER_CORE, true);
  const aside = connect(1, false);
  const context: PostgresContext = {
    pool,
    statements: createStatements(),
    onStatement: options.onStatement,
    horizon: createHorizon(aside),
  };

  async function migrations(): Promise<readonly string[]> {
    const { rows } = await aside.query<{ name: string }>(`select name from ${MIGRATION_TABLE}`);
    return rows.map(({ name }) => name);
  }

  /** Spares most starts the connections of a migration. */
  async function isDone(): Promise<boolean> {
    try {
      return isCurrent(await migrations());
    } catch (error) {
      if ((error as { code?: string }).code === UNDEFINED_TABLE) return false;
      throw translate(error);
    }
  }

  async function migrateOnce(): Promise<void> {
    const db = new Kysely({ dialect: new PostgresDialect({ pool: connect(2, false) }) });
    try {
      await migrateWith(db, 'postgres');
    } finally {
      await db.destroy();
    }
  }

  return gated({
    units: createUnits(context),
    jobs: createJobStore(context),
    outbox: createOutboxStore(context),

    async migrate() {
      if (await isDone()) return;
      try {
        await migrateOnce();
      } catch (error) {
        // Two hosts that start on an empty database may both create the table of migrations; one of them loses.
        if ((error as { code?: string }).code !== UNIQUE_VIOLATION) throw translate(error);
        await migrateOnce();
      }
    },

    async ready() {
      try {
        return areDone(await migrations());
      } catch {
        return false;
      }
    },

    async close() {
      await Promise.all([pool.end(), aside.end()]);
    },
  });
}
