// Imported, not global: a test that fakes timers must not stop the storage.
import { setImmediate } from 'node:timers';
import type pg from 'pg';
import { Unavailable } from '../port/storage.js';
import type { Address } from './addresses.js';
import { READ_ONLY } from './errors.js';
import { createRoute } from './route.js';
import { destroy } from './wire.js';

/** How long one of several servers has to say whether it accepts writes. */
const PROBE_MS = 3_000;
const PROBING = 'corridor-probe';

/** The messages of a connection, which the driver's types do not expose. */
type Wired = pg.Client & {
  readonly connection: {
    on(event: 'errorMessage', listener: (message: { readonly code?: string }) => void): unknown;
  };
};

async function acceptsWrites(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only');
  return rows[0]?.transaction_read_only === 'off';
}

/**
 * A client of several servers that connects to the one that accepts writes. `open`: all open clients. If that server does
 * not accept writes any more, those to it are destroyed.
 */
export function routedClient(
  Client: new (config?: string | pg.ClientConfig) => pg.Client,
  addresses: readonly Address[],
  open: Set<pg.Client>,
): new (config?: string | pg.ClientConfig) => pg.Client {
  const route = createRoute(addresses, isWritable);

  async function isWritable({ url: connectionString }: Address): Promise<boolean> {
    const client = new Client({
      connectionString,
      connectionTimeoutMillis: PROBE_MS,
      query_timeout: PROBE_MS,
      application_name: PROBING,
    });
    try {
      await client.connect();
      return await acceptsWrites(client);
    } finally {
      client.end().catch(() => undefined);
    }
  }

  return class RoutedClient extends Client {
    override connect(): Promise<pg.Client>;
    override connect(callback: (error: Error) => void): void;
    override connect(callback?: (error: Error) => void): Promise<pg.Client> | void {
      const connecting = this.#connect();
      if (callback === undefined) return connecting.then(() => this);
      connecting.then(() => callback(null as unknown as Error), callback);
    }

    async #connect(): Promise<void> {
      const address = await route.find().catch((error: unknown) => {
        open.delete(this);
        throw error;
      });
      this.host = address.host;
      this.port = address.port;
      (this as unknown as Wired).connection.on('errorMessage', ({ code }) => {
        if (code === READ_ONLY) this.#leave(address);
      });
      try {
        await super.connect();
      } catch (error) {
        route.lost(address);
        throw error;
      }
      if (await acceptsWrites(this)) return;
      this.#leave(address);
      throw new Unavailable('the database server does not accept writes any more; another one is looked for');
    }

    /** The connections of the pool are to the same server, and would go on with it. */
    #leave(address: Address): void {
      route.lost(address);
      for (const client of open) {
        if (client.host === address.host && client.port === address.port) setImmediate(() => destroy(client));
      }
    }
  };
}
