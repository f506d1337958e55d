import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSessions, type Open, type SessionOptions } from './agent-sessions.js';
import { Refused, refuse } from './http-refusal.js';
import { type Sdk, serverOf } from './sdk.js';

export interface HttpOptions extends SessionOptions {
  readonly sdk: Sdk;
  readonly host: string;
  readonly port: number;
  /** Names by which clients reach the server, besides the address that it is bound to; with a port if it is not `port`. */
  readonly allowedHosts: readonly string[];
}

export interface HttpServer {
  readonly url: string;
  /** Refuses new requests, waits for running ones, and ends all sessions. */
  close(): Promise<void>;
}

const PATH = '/mcp';
const BODY_BYTES = 256 * 1024;
/** Requests that are still running at the end may take so long. */
const CLOSE_MS = 5_000;
const HEADERS_MS = 10_000;
/** Node looks for late requests at this interval. */
const CHECK_MS = 2_000;
const BEARER = /^Bearer +([\x21-\x7e]{1,4096})$/i;
const SESSION_HEADER = 'mcp-session-id';
const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];
const WILDCARD = new Set(['0.0.0.0', '::', '[::]']);

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Serves sessions of agents over streamable HTTP. Each request is checked from the outside in. */
export async function serveHttp(options: HttpOptions): Promise<HttpServer> {
  const { sdk, host, port } = options;
  const sessions = createSessions(options);
  let allowed: ReadonlySet<string> = new Set();

  async function use(open: Open, request: IncomingMessage, response: ServerResponse, body: unknown): Promise<void> {
    const { transport, unanswered } = open;
    const ids = idsOf(body);
    if (new Set(ids).size < ids.length || ids.some((id) => unanswered.has(id))) {
      throw new Refused(400, 'A request of this session has this id, and no answer yet');
    }
    open.running += 1;
    for (const id of ids) unanswered.add(id);
    const answered = transport.handleRequest(request, response, body).finally(() => {
      for (const id of ids) unanswered.delete(id);
    });
    try {
      // A request that was cancelled gets no answer.
      await Promise.race([answered, closed(response)]);
    } finally {
      open.running -= 1;
      open.usedAt = performance.now();
    }
  }

  async function start(token: string, request: IncomingMessage, response: ServerResponse) {
    const owner = digestOf(token);
    // The service accepts the token before the body is read, and a session counts only from then on: strangers would take
    // the connections and the places of agents.
    const session = await sessions.accepted(token, owner, response);
    const body = await bodyOf(request);
    if (!isInitialize(body)) throw new Refused(400, 'Send initialize first, and then its Mcp-Session-Id');
    const release = sessions.reserve(owner);
    try {
      const open: Open = {
        owner,
        transport: new sdk.StreamableHTTPServerTransport({
          sessionIdGenerator: randomUUID,
          enableJsonResponse: true,
          onsessioninitialized: (id) => {
            release();
            sessions.add(id, open);
          },
        }),
        unanswered: new Set(),
        running: 0,
        usedAt: performance.now(),
      };
      await serverOf(sdk, session).connect(open.transport as Parameters<ReturnType<typeof serverOf>['connect']>[0]);
      await use(open, request, response, body);
    } finally {
      release();
    }
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    refuseForeign(request, allowed);
    if (request.url?.split('?')[0] !== PATH) throw new Refused(404, 'Not found');
    const token = BEARER.exec(request.headers.authorization ?? '')?.[1];
    if (token === undefined) {
      const headers = { 'www-authenticate': 'Bearer' };
      throw new Refused(401, 'Send the access token of the agent as Authorization: Bearer', headers);
    }
    const id = request.headers[SESSION_HEADER];
    if (request.method === 'DELETE' && typeof id === 'string') {
      await sessions.end(id, sessions.found(id, digestOf(token)));
      response.writeHead(200).end();
      return;
    }
    if (request.method !== 'POST') throw new Refused(405, 'Method not allowed', { allow: 'POST, DELETE' });
    if (typeof id !== 'string') return start(token, request, response);
    const open = sessions.found(id, digestOf(token));
    return use(open, request, response, await bodyOf(request));
  }

  const handling = new Set<Promise<void>>();
  const server = createServer({ connectionsCheckingInterval: CHECK_MS }, (request, response) => {
    const handled = handle(request, response)
      .catch((error: unknown) => refuse(request, response, error))
      .finally(() => handling.delete(handled));
    handling.add(handled);
  });
  server.requestTimeout = 30_000;
  server.headersTimeout = HEADERS_MS;
  server.maxConnections = 512;
  server.listen(port, host);
  await once(server, 'listening');
  const bound = server.address() as AddressInfo;
  allowed = hostsOf(options, bound.port);
  const stopSweeping = sessions.sweep();

  return {
    url: `http://${bound.family === 'IPv6' ? `[${bound.address}]` : bound.address}:${bound.port}${PATH}`,
    async close() {
      stopSweeping();
      server.close();
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise((resolve) => (timer = setTimeout(resolve, CLOSE_MS)));
      await Promise.race([Promise.all(handling), late]);
      clearTimeout(timer);
      await sessions.close();
      server.closeAllConnections();
    },
  };
}

/** The values of `Host` with which requests are accepted. */
function hostsOf({ host, allowedHosts }: HttpOptions, port: number): ReadonlySet<string> {
  const own = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
  const names = [...LOOPBACK, ...(WILDCARD.has(own) ? [] : [own]), ...allowedHosts].map((name) => name.toLowerCase());
  return new Set(names.flatMap((name) => (/[^:\]]:\d+$|\]:\d+$/.test(name) ? [name] : [name, `${name}:${port}`])));
}

/**
 * Refuses pages of other sites: a page can make its own name lead to this machine, but it cannot choose the `Host` and
 * the `Origin` that the browser sends.
 */
function refuseForeign({ headers }: IncomingMessage, allowed: ReadonlySet<string>): void {
  if (!allowed.has((headers.host ?? '').toLowerCase())) throw new Refused(403, 'Host is not one of this server');
  const { origin } = headers;
  if (origin === undefined) return;
  const isOwn = URL.canParse(origin) && allowed.has(new URL(origin).host.toLowerCase());
  if (!isOwn) throw new Refused(403, 'Origin is not one of this server');
}

const isInitialize = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && (body as { readonly method?: unknown }).method === 'initialize';

/** The ids of the requests in a body. Notifications have none. */
const idsOf = (body: unknown): readonly unknown[] =>
  (Array.isArray(body) ? (body as readonly unknown[]) : [body]).flatMap((message) => {
    if (typeof message !== 'object' || message === null) return [];
    const { id } = message as { readonly id?: unknown };
    return id === undefined ? [] : [id];
  });

/** Resolves when the answer was sent, or the client has gone. */
const closed = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    if (response.destroyed) resolve();
    else response.once('close', resolve);
  });

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > BODY_BYTES) throw new Refused(413, 'The request is too large', { connection: 'close' });
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8')) as unknown;
  } catch {
    throw new Refused(400, 'The request is not JSON');
  }
}
