// Imported, not global: a test that fakes timers must not stop the storage.
import { setImmediate, setTimeout } from 'node:timers';
import type pg from 'pg';
import { driver } from './driver.js';

export interface Connections {
  pool(settings: PoolSettings): pg.Pool;
  /** Ends all pools, once nobody uses their connections. */
  close(): Promise<void>;
  /** Breaks all connections, those in use too, and each that is opened afterwards. */
  breakOff(): void;
}

export interface PoolSettings {
  readonly max: number;
  /** Statements are sent without waiting for the answers to those before them. */
  readonly pipeline: boolean;
  readonly statementMs: number;
  /** Connections that nobody uses stay open. */
  readonly stays?: boolean;
}

export interface ConnectionOptions {
  readonly url: string;
  readonly lockWaitMs: number;
  readonly onError: (error: Error) => void;
}

const CONNECT_MS = 10_000;
/** A connection that nobody uses is found dead after this time and ten probes of a second. */
const KEEP_ALIVE_MS = 10_000;
/** How much longer than the server the host waits: an answer that is late has been lost. */
const ANSWER_FACTOR = 1.2;
/** A host that stops in the middle of a unit must not hold its rows for longer than others wait for them. */
const IDLE_IN_TRANSACTION_MS = 10_000;
/** How long a server may take to say goodbye. */
const GOODBYE_MS = 500;

/** The socket of a connection, which the driver does not show. */
type Wired = pg.Client & { readonly connection: { readonly stream: { destroy(): unknown } } };

/**
 * Pools of connections, none of which is waited for for ever: every statement has a limit at the server, and a slightly
 * longer one here, after which the connection is destroyed, for an answer that comes later would be taken for another's.
 */
export function createConnections({ url, lockWaitMs, onError }: ConnectionOptions): Connections {
  const { Client: DriverClient, Pool } = driver();
  const open = new Set<pg.Client>();
  const pools: pg.Pool[] = [];
  let broken = false;

  const destroy = (client: pg.Client): void => void (client as Wired).connection.stream.destroy();

  class Client extends DriverClient {
    constructor(config?: string | pg.ClientConfig) {
      super(config);
      open.add(this);
      this.once('end', () => open.delete(this));
      if (broken) setImmediate(() => destroy(this));
    }
  }

  function destroyAll(): void {
    for (const client of open) destroy(client);
  }

  return {
    pool({ max, pipeline, statementMs, stays = false }) {
      const pool = new Pool({
        Client,
        connectionString: url,
        max,
        pipeline,
        statement_timeout: statementMs,
        query_timeout: statementMs * ANSWER_FACTOR,
        lock_timeout: Math.min(lockWaitMs, statementMs),
        idle_in_transaction_session_timeout: Math.min(IDLE_IN_TRANSACTION_MS, statementMs),
        connectionTimeoutMillis: Math.min(CONNECT_MS, statementMs),
        ...(stays && { idleTimeoutMillis: 0 }),
        keepAlive: true,
        keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
        application_name: 'corridor',
      } as pg.PoolConfig);
      pool.on('error', onError);
      // A connection that breaks in use tells its user, and then everybody who listens; without a listener it ends the process.
      pool.on('connect', (client) => client.on('error', onError));
      pools.push(pool);
      return pool;
    },

    async close() {
      await Promise.all(pools.map((pool) => (pool.ending ? null : pool.end())));
      // The sockets of a server that does not answer would keep the process alive.
      setTimeout(destroyAll, GOODBYE_MS).unref();
    },

    breakOff() {
      broken = true;
      destroyAll();
    },
  };
}
