import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, Server } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { UPLOAD_WITHIN_MS } from '@corridor/adapters-http';
import { ConfigurationError } from '../kernel/errors.js';

export interface HttpServer {
  readonly port: number;
  /**
   * Starts to serve; earlier requests were answered 503. `onBroken` receives the error code of each connection that
   * breaks before a request can be read.
   */
  serve(listener: RequestListener, onBroken?: (code: string) => void): void;
  /**
   * Serves on for the draining time, then accepts no new connections and lets running requests end. Requests that are
   * still running after `withinMs` in all are aborted.
   */
  close(time: { readonly drainMs: number; readonly withinMs: number }): Promise<void>;
  /**
   * Accepts no new connections and answers with `Connection: close`; resolves when all connections have ended, or after
   * the keep-alive time. An idle connection stays open until then: a request can already be on its way.
   */
  retire(): Promise<void>;
}

/** Longer than the idle timeout of common load balancers, so that the load balancer closes idle connections first. */
const KEEP_ALIVE_MS = 65_000;
const HEADERS_MS = 10_000;
/** By then Node has closed each idle connection itself. */
const RETIRE_MS = KEEP_ALIVE_MS + 5_000;
/**
 * Longer than the timeouts for stalled bodies and uploads, so that a client gets those answers, not Node's bare 408.
 */
const REQUEST_MS = HEADERS_MS + UPLOAD_WITHIN_MS + 5_000;
/** How often Node checks for timeouts; its default of 30 s would be added to each of them. */
const LOOK_FOR_LATE_MS = 5_000;
const SWEEP_MS = 25;

const ANSWER_TO: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

const notReady: RequestListener = (_request, response) => {
  response.writeHead(503, { 'Retry-After': '1', Connection: 'close' }).end();
};

/** The settings that name the address, for error messages. */
const API_SETTINGS = { host: 'CORRIDOR_HOST', port: 'CORRIDOR_PORT' };
export const METRICS_SETTINGS: typeof API_SETTINGS = { host: 'CORRIDOR_METRICS_HOST', port: 'CORRIDOR_METRICS_PORT' };
export const CONSOLE_SETTINGS: typeof API_SETTINGS = { host: 'CORRIDOR_CONSOLE_HOST', port: 'CORRIDOR_CONSOLE_PORT' };

/** Listens before anything else happens, so that a port in use stops the start before it has changed any data. */
export async function listen(host: string, port: number, settings = API_SETTINGS): Promise<HttpServer> {
  let listener = notReady;
  let onBroken: (code: string) => void = () => undefined;
  let closing = false;
  const server = createServer(
    {
      keepAliveTimeout: KEEP_ALIVE_MS,
      headersTimeout: HEADERS_MS,
      requestTimeout: REQUEST_MS,
      connectionsCheckingInterval: LOOK_FOR_LATE_MS,
    },
    (request, response) => {
      if (closing) response.setHeader('Connection', 'close');
      listener(request, response);
    },
  );
  // The default behaviour of Node, plus the count.
  server.on('clientError', (cause: NodeJS.ErrnoException, socket) => {
    onBroken(cause.code ?? 'UNKNOWN');
    if (!socket.writable || socket.destroyed) return void socket.destroy(cause);
    socket.end(`HTTP/1.1 ${ANSWER_TO[cause.code ?? ''] ?? '400 Bad Request'}\r\nConnection: close\r\n\r\n`);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => reject(refusal(cause, host, port, settings)));
    server.listen(port, host, resolve);
  });

  return {
    port: (server.address() as AddressInfo).port,
    serve(serving, counting = () => undefined) {
      listener = serving;
      onBroken = counting;
    },
    async close({ drainMs, withinMs }) {
      closing = true;
      if (drainMs > 0) await delay(drainMs);
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      // Without this sweep, a connection that becomes idle after its last response stays open for the keep-alive time.
      const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
      const limit = setTimeout(() => server.closeAllConnections(), withinMs - drainMs);
      await closed;
      clearInterval(sweep);
      clearTimeout(limit);
    },
    async retire() {
      closing = true;
      const late = new AbortController();
      // The method of `node:http` would close the idle connections as well.
      const closed = new Promise<void>((resolve) => Server.prototype.close.call(server, () => resolve()));
      await Promise.race([
        closed,
        delay(RETIRE_MS, undefined, { signal: late.signal, ref: false }).catch(() => undefined),
      ]);
      late.abort();
    },
  };
}

function refusal(cause: NodeJS.ErrnoException, host: string, port: number, settings: typeof API_SETTINGS): Error {
  if (cause.code === 'EADDRINUSE')
    return new ConfigurationError(`${settings.port}: port ${port} is in use on ${host}; choose another port`);
  if (cause.code === 'EACCES')
    return new ConfigurationError(
      `${settings.port}: this user may not listen on port ${port}; choose a port above 1023`,
    );
  if (cause.code === 'EADDRNOTAVAIL' || cause.code === 'ENOTFOUND' || cause.code === 'EAI_AGAIN') {
    return new ConfigurationError(`${settings.host}: ${host} is not an address of this machine`);
  }
  return cause;
}
