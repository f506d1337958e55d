// Imported, not global: a test that fakes timers must not stop the storage.
import { setImmediate, setTimeout } from 'node:timers';
import type pg from 'pg';
import { addressesOf } from './addresses.js';
import { driver } from './driver.js';
import { routedClient } from './routed-client.js';
import { destroy } from './wire.js';

export interface Connections {
  pool(settings: PoolSettings): pg.Pool;
  /** The process ids of the open connections at the server. */
  processIds(): readonly number[];
  /** Ends all pools once their connections are idle. */
  close(): Promise<void>;
  /** Destroys all connections, including those in use, and each that is opened afterwards. */
  breakOff(): void;
}

export interface PoolSettings {
  readonly max: number;
  /** If true, a connection sends statements without waiting for the answers to earlier ones. */
  readonly pipeline: boolean;
  readonly statementMs: number;
  /** How long an idle connection stays open; 0: for ever. Default 10 s. */
  readonly idleMs?: number;
  /** The name of the connections at the server. Default: the name of connections that serve. */
  readonly applicationName?: string;
}

export interface ConnectionOptions {
  readonly url: string;
  readonly lockWaitMs: number;
  readonly onError: (error: Error) => void;
}

/** The name at the server of connections that serve, in every release. */
export const SERVING = 'corridor';

/** How long connecting, or waiting for a free connection, may take. */
export const CONNECT_MS = 10_000;
/** A dead idle connection is detected after this time and ten probes of a second each. */
const KEEP_ALIVE_MS = 10_000;
/**
 * Factor between the time limit of the server and the longer one of the host: an answer that is later than this has
 * been lost.
 */
const ANSWER_FACTOR = 1.2;
/**
 * A host that stops in the middle of a unit of work must not lock its rows for longer than other units wait for them.
 */
const IDLE_IN_TRANSACTION_MS = 10_000;
/** How long closing a connection may take. */
const GOODBYE_MS = 500;

/** The driver's types do not expose the process of a connection at the server. */
type Served = pg.Client & { readonly processID: number | null };

/**
 * Connection pools in which every wait is limited. A statement has a limit at the server and a slightly longer one
 * here. After the second one the connection is destroyed, because a late answer would be taken for the answer to
 * another statement.
 */
export function createConnections({ url, lockWaitMs, onError }: ConnectionOptions): Connections {
  const { Client: DriverClient, Pool } = driver();
  const addresses = addressesOf(url);
  const open = new Set<pg.Client>();
  const pools: pg.Pool[] = [];
  let broken = false;

  class Client extends DriverClient {
    constructor(config?: string | pg.ClientConfig) {
      super(config);
      open.add(this);
      this.once('end', () => open.delete(this));
      // A connection that breaks reports to the statements that wait for it, and then emits `error`; without a listener
      // that ends the process. The pool listens only to connections that it has handed out once.
      this.on('error', onError);
      if (broken) setImmediate(() => destroy(this));
    }
  }

  const PoolClient = addresses.length === 1 ? Client : routedClient(Client, addresses, open);

  function destroyAll(): void {
    for (const client of open) destroy(client);
  }

  return {
    pool({ max, pipeline, statementMs, idleMs, applicationName = SERVING }) {
      const pool = new Pool({
        Client: PoolClient,
        connectionString: addresses[0]!.url,
        max,
        pipeline,
        statement_timeout: statementMs,
        query_timeout: statementMs * ANSWER_FACTOR,
        lock_timeout: Math.min(lockWaitMs, statementMs),
        idle_in_transaction_session_timeout: Math.min(IDLE_IN_TRANSACTION_MS, statementMs),
        connectionTimeoutMillis: Math.min(CONNECT_MS, statementMs),
        ...(idleMs !== undefined && { idleTimeoutMillis: idleMs }),
        keepAlive: true,
        keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
        application_name: applicationName,
      } as pg.PoolConfig);
      pool.on('error', onError);
      pools.push(pool);
      return pool;
    },

    processIds: () => [...open].flatMap((client) => (client as Served).processID ?? []),

    async close() {
      await Promise.all(pools.map((pool) => (pool.ending ? null : pool.end())));
      // Open sockets to a server that does not answer would keep the process alive.
      setTimeout(destroyAll, GOODBYE_MS).unref();
    },

    breakOff() {
      broken = true;
      destroyAll();
    },
  };
}
