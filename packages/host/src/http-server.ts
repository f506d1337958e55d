import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { UPLOAD_WITHIN_MS } from '@corridor/adapters-http';
import { ConfigurationError } from './errors.js';

export interface HttpServer {
  readonly port: number;
  /**
   * Requests are served from now on; those that came before were asked to come again. `onBroken` is given the code of
   * the error of each connection that breaks before its request can be read.
   */
  serve(listener: RequestListener, onBroken?: (code: string) => void): void;
  /**
   * Serves on for the draining time, then takes no new connections, lets requests in flight end, and breaks off those
   * that have not ended in the time for all of it.
   */
  close(time: { readonly drainMs: number; readonly withinMs: number }): Promise<void>;
}

/** Longer than the idle time of usual load balancers, so that it is they who end a connection. */
const KEEP_ALIVE_MS = 65_000;
const HEADERS_MS = 10_000;
/** Later than a body that stalls, be it a file, is answered: nobody is sent Node's bare 408 instead. */
const REQUEST_MS = HEADERS_MS + UPLOAD_WITHIN_MS + 5_000;
/** How often Node looks for what is late: the 30 s of its own would be added to each of these times. */
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

/** The settings by which a place to listen on is named, for what is said where it cannot be had. */
const API_SETTINGS = { host: 'CORRIDOR_HOST', port: 'CORRIDOR_PORT' };
export const METRICS_SETTINGS: typeof API_SETTINGS = { host: 'CORRIDOR_METRICS_HOST', port: 'CORRIDOR_METRICS_PORT' };

/** Listens before anything else is done: a port that is taken stops the start while nothing has been touched. */
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
  // What Node does without a listener, and the count.
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
      // A connection that becomes idle after its last answer would otherwise stay open for the keep-alive time.
      const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
      const limit = setTimeout(() => server.closeAllConnections(), withinMs - drainMs);
      await closed;
      clearInterval(sweep);
      clearTimeout(limit);
    },
  };
}

function refusal(cause: NodeJS.ErrnoException, host: string, port: number, settings: typeof API_SETTINGS): Error {
  if (cause.code === 'EADDRINUSE') return new ConfigurationError(`${settings.port}: ${port} is in use on ${host}`);
  if (cause.code === 'EACCES') return new ConfigurationError(`${settings.port}: ${port} needs more rights`);
  if (cause.code === 'EADDRNOTAVAIL' || cause.code === 'ENOTFOUND' || cause.code === 'EAI_AGAIN') {
    return new ConfigurationError(`${settings.host}: ${host} is no address of this machine`);
  }
  return cause;
}
