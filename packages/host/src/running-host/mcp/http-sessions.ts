import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { ApiError } from '@corridor/client';
import { type Sdk, serverOf } from './sdk.js';
import type { Session } from './session.js';

export interface HttpOptions {
  readonly sdk: Sdk;
  readonly host: string;
  readonly port: number;
  /** Names by which clients reach the server, besides the address that it is bound to; with a port if it is not `port`. */
  readonly allowedHosts: readonly string[];
  /** Opens the session of the agent with this access token. */
  readonly open: (accessToken: string) => Promise<Session>;
  /** Milliseconds without a request after which a session ends. */
  readonly idleMs?: number;
  readonly maxSessions?: number;
  readonly maxSessionsOfAgent?: number;
}

export interface HttpServer {
  readonly url: string;
  /** Refuses new requests, waits for running ones, and ends all sessions. */
  close(): Promise<void>;
}

const PATH = '/mcp';
const BODY_BYTES = 256 * 1024;
const IDLE_MS = 30 * 60_000;
const SWEEPS_PER_IDLE_TIME = 4;
/** Requests that are still running at the end may take so long. */
const CLOSE_MS = 5_000;
/** A refused request may take so long to end its body. */
const LINGER_MS = 1_000;
const HEADERS_MS = 10_000;
/** Node looks for late requests at this interval. */
const CHECK_MS = 2_000;
const BEARER = /^Bearer +([\x21-\x7e]{1,4096})$/i;
const SESSION_HEADER = 'mcp-session-id';
const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];
const WILDCARD = new Set(['0.0.0.0', '::', '[::]']);

interface Open {
  /** Of the access token that opened the session; no other token may use it. */
  readonly owner: Buffer;
  readonly transport: StreamableHTTPServerTransport;
  /** The ids of requests without an answer yet. The transport finds the place of an answer by its id alone. */
  readonly unanswered: Set<unknown>;
  running: number;
  usedAt: number;
}

/** An answer that ends a request before it reaches a session. */
class Refused extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
  }
}

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Serves sessions of agents over streamable HTTP. Each request is checked from the outside in. */
export async function serveHttp(options: HttpOptions): Promise<HttpServer> {
  const { sdk, host, port, idleMs = IDLE_MS, maxSessions = 100, maxSessionsOfAgent = 10 } = options;
  const sessions = new Map<string, Open>();
  /** The owners of sessions that are being opened. */
  const opening: Buffer[] = [];
  let allowed: ReadonlySet<string> = new Set();

  const end = async (id: string, { transport }: Open): Promise<void> => {
    sessions.delete(id);
    await transport.close();
  };

  function found(id: string, owner: Buffer): Open {
    const session = sessions.get(id);
    // The same answer for a session of another agent as for none.
    if (session === undefined || !timingSafeEqual(session.owner, owner)) throw new Refused(404, 'Session not found');
    return session;
  }

  const isOf = (owner: Buffer) => (other: Buffer) => timingSafeEqual(owner, other);

  /**
   * Counts another session of this agent from now on, until the returned function is called. If the agent has too many, its
   * oldest one ends; sessions of others stay.
   */
  function reserve(owner: Buffer): () => void {
    if (countOf(owner) >= maxSessionsOfAgent) {
      const own = [...sessions].filter(([, session]) => isOf(owner)(session.owner));
      const [oldest] = own.filter(([, { running }]) => running === 0).sort(([, a], [, b]) => a.usedAt - b.usedAt);
      if (oldest === undefined) throw new Refused(503, 'This agent has too many sessions', { 'retry-after': '10' });
      void end(...oldest);
    }
    requirePlace();
    opening.push(owner);
    return () => {
      const at = opening.indexOf(owner);
      if (at >= 0) opening.splice(at, 1);
    };
  }

  let asking = 0;
  const waiting: (() => void)[] = [];

  /** Asks the service about a token. At most as many are asked about at a time as there may be sessions; others wait. */
  async function accepted(token: string, response: ServerResponse): Promise<Session> {
    if (asking >= maxSessions) await new Promise<void>((resolve) => waiting.push(resolve));
    else asking += 1;
    try {
      if (response.destroyed) throw new Refused(400, 'The client has gone');
      // An agent with too many sessions gets the place of its oldest one.
      if (countOf(digestOf(token)) < maxSessionsOfAgent) requirePlace();
      return await options.open(token).catch(refuseOpening);
    } finally {
      const next = waiting.shift();
      if (next === undefined) asking -= 1;
      else setImmediate(next);
    }
  }

  /** The sessions of an agent, also those that are being opened. */
  function countOf(owner: Buffer): number {
    const open = [...sessions.values()].filter((session) => isOf(owner)(session.owner)).length;
    return open + opening.filter(isOf(owner)).length;
  }

  function requirePlace(): void {
    if (sessions.size + opening.length < maxSessions) return;
    throw new Refused(503, 'Too many sessions', { 'retry-after': '60' });
  }

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
    const session = await accepted(token, response);
    const body = await bodyOf(request);
    if (!isInitialize(body)) throw new Refused(400, 'Send initialize first, and then its Mcp-Session-Id');
    const release = reserve(owner);
    try {
      const open: Open = {
        owner,
        transport: new sdk.StreamableHTTPServerTransport({
          sessionIdGenerator: randomUUID,
          enableJsonResponse: true,
          onsessioninitialized: (id) => {
            release();
            sessions.set(id, open);
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
      await end(id, found(id, digestOf(token)));
      response.writeHead(200).end();
      return;
    }
    if (request.method !== 'POST') throw new Refused(405, 'Method not allowed', { allow: 'POST, DELETE' });
    if (typeof id !== 'string') return start(token, request, response);
    const open = found(id, digestOf(token));
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

  const sweep = setInterval(() => {
    for (const [id, open] of sessions) {
      if (open.running === 0 && performance.now() - open.usedAt > idleMs) void end(id, open);
    }
  }, idleMs / SWEEPS_PER_IDLE_TIME);
  sweep.unref();

  return {
    url: `http://${bound.family === 'IPv6' ? `[${bound.address}]` : bound.address}:${bound.port}${PATH}`,
    async close() {
      clearInterval(sweep);
      server.close();
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise((resolve) => (timer = setTimeout(resolve, CLOSE_MS)));
      await Promise.race([Promise.all(handling), late]);
      clearTimeout(timer);
      await Promise.all([...sessions].map((entry) => end(...entry)));
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

function refuseOpening(error: unknown): never {
  const status = error instanceof ApiError ? error.status : 502;
  if (status === 401) {
    throw new Refused(401, 'The service does not accept the access token', { 'www-authenticate': 'Bearer' });
  }
  if (status === 403)
    throw new Refused(403, 'The service does not let this agent act; its platform may have paused it');
  throw new Refused(502, 'The service did not answer');
}

function refuse(request: IncomingMessage, response: ServerResponse, error: unknown): void {
  // The answer has begun, or the client has gone.
  if (response.headersSent || response.destroyed) return void response.destroy();
  const { status, message, headers } = error instanceof Refused ? error : new Refused(500, 'Internal error');
  const body = JSON.stringify({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null });
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
  request.resume();
  if (request.complete) return;
  // A client that is still sending gets this time to read the answer; a reset would lose it.
  const late = setTimeout(() => request.destroy(), LINGER_MS);
  late.unref();
  for (const event of ['end', 'close']) request.once(event, () => clearTimeout(late));
}
