import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/**
 * What the proxy stops forwarding: everything, as if the network were down, or only the answers, so that statements
 * still take effect. The proxy closes no connection, so neither side notices.
 */
export type Silence = 'everything' | 'answers';

/** A proxy between a host and Postgres that can become silent. */
export interface Proxy {
  /** The URL of the server through the proxy. */
  readonly url: string;
  /**
   * Silences open connections immediately, or when the host sends this text. New connections are accepted and not
   * served.
   */
  silence(what?: Silence, from?: string): void;
  /** Serves new connections again; silenced connections stay silent. */
  heal(): void;
  /** Breaks all connections, and leads new ones to another server, as after a failover. */
  lead(server: string): void;
  close(): Promise<void>;
}

/** Opens connections to a server, at its socket if the URL names one. */
function reaching(server: string): () => Socket {
  const target = new URL(server);
  const port = Number(target.port || 5432);
  const folder = target.searchParams.get('host');
  return () => (folder === null ? connect(port, target.hostname) : connect(`${folder}/.s.PGSQL.${port}`));
}

export async function createProxy(server: string): Promise<Proxy> {
  let reach = reaching(server);
  const sockets = new Set<Socket>();
  let silent: Silence | null = null;
  let trigger: { readonly what: Silence; readonly from: string } | null = null;
  /** Silenced connections, in either direction. */
  const deaf = new Map<Socket, Silence>();

  function silence(what: Silence): void {
    silent = what;
    for (const socket of sockets) deaf.set(socket, what);
  }

  const proxy = createServer((host) => {
    keep(host);
    if (silent !== null) return void host.resume();
    const upstream = reach();
    keep(upstream);
    host.on('data', (chunk) => {
      const { what, from } = trigger ?? {};
      const isSaid = from !== undefined && chunk.includes(from);
      if (isSaid) {
        trigger = null;
        silence(what!);
      }
      if (deaf.get(host) !== 'everything') upstream.write(chunk);
    });
    upstream.on('data', (chunk) => {
      if (!deaf.has(upstream)) host.write(chunk);
    });
    host.on('close', () => deaf.has(host) || upstream.destroy());
    upstream.on('close', () => deaf.has(upstream) || host.destroy());
  });

  function keep(socket: Socket): void {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  }

  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const url = new URL(server);
  url.search = '';
  url.hostname = '127.0.0.1';
  url.port = String((proxy.address() as { port: number }).port);

  return {
    url: url.href,
    silence(what = 'everything', from) {
      if (from === undefined) silence(what);
      else trigger = { what, from };
    },
    heal() {
      silent = null;
      trigger = null;
    },
    lead(other) {
      reach = reaching(other);
      for (const socket of sockets) socket.destroy();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      proxy.close();
      await once(proxy, 'close');
    },
  };
}
