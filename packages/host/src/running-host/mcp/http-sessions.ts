import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createSessions, type Open, type SessionOptions } from './agent-sessions.js';
import { createCounts, createPlaces, createSilentConnections } from './connection-places.js';
import { Refused, refuse } from './http-refusal.js';
import { type Sdk, serverOf } from './sdk.js';

export interface HttpOptions extends SessionOptions {
  readonly sdk: Sdk;
  readonly host: string;
  readonly port: number;
  /** Names by which clients reach the server, besides the address that it is bound to; with a port if it is not `port`. */
  readonly allowedHosts: readonly string[];
  /** Milliseconds in which the body of a request has to arrive. */
  readonly bodyMs?: number;
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
/** The head of a request, also of the first one of a connection, has to arrive in this time. */
const HEADERS_MS = 5_000;
/** Node looks for late requests at this interval. */
const CHECK_MS = 1_000;
const BODY_MS = 10_000;
const REQUEST_MS = 30_000;
/** More than all places: what connects in a burst waits for its turn, and then gets a place or is closed. */
const MOST_CONNECTIONS = 2_048;
/** Connections without a request. */
const SILENT = { atOnce: 192, ofOne: 144, spareMs: 1_000 };
/** Requests whose token the service is asked about and has not accepted before: many may wait, most of them of strangers. */
const STRANGERS = { atOnce: 384, ofOne: 24 };
/** Requests of one connection among them: a client that sends many before the first answer takes no further place. */
const STRANGERS_OF_CONNECTION = 4;
/** Requests of agents that the service has accepted before, and is asked about again. */
const AGENTS = { atOnce: 384, ofOne: 24 };
/** Requests of agents: those whose body arrives, and those that run. */
const REQUESTS = { atOnce: 96, ofOne: 24 };
const BEARER = /^Bearer +([\x21-\x7e]{1,4096})$/i;
const SESSION_HEADER = 'mcp-session-id';
const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];
const WILDCARD = new Set(['0.0.0.0', '::', '[::]']);

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** A request with a token. */
interface Asked {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The digest of the token, and as text. */
  readonly owner: Buffer;
  readonly sender: string;
}

/**
 * Takes a place, which the request with this response can lose, or which is kept. `address`: of the client, whose oldest
 * request gives its place to one of another address once all are taken.
 */
function place(
  places: ReturnType<typeof createPlaces>,
  sender: string,
  loser: ServerResponse | null,
  address?: string,
): () => void {
  const end = places.take(sender, loser === null ? null : () => loser.destroy(), address);
  if (end === null) throw new Refused(503, 'Too many requests at once; try again', { 'retry-after': '1' });
  return end;
}

/** Serves sessions of agents over streamable HTTP. Each request is checked from the outside in. */
export async function serveHttp(options: HttpOptions): Promise<HttpServer> {
  const { sdk, host, port, bodyMs = BODY_MS } = options;
  const sessions = createSessions(options);
  const silent = createSilentConnections(SILENT);
  const [strangers, agents] = [createPlaces(STRANGERS), createPlaces(AGENTS)];
  const [arriving, running] = [createPlaces(REQUESTS), createPlaces(REQUESTS)];
  const askedOf = createCounts<Socket>(STRANGERS_OF_CONNECTION);
  let allowed: ReadonlySet<string> = new Set();

  async function use(open: Open, { request, response, sender }: Asked, body: unknown): Promise<void> {
    const { transport, unanswered } = open;
    const ids = idsOf(body);
    if (new Set(ids).size < ids.length || ids.some((id) => unanswered.has(id))) {
      throw new Refused(400, 'A request of this session has this id, and no answer yet');
    }
    const end = place(running, sender, null);
    open.running += 1;
    for (const id of ids) unanswered.add(id);
    const answered = transport.handleRequest(request, response, body).finally(() => {
      for (const id of ids) unanswered.delete(id);
    });
    try {
      // A request that was cancelled gets no answer.
      await Promise.race([answered, closed(response)]);
    } finally {
      end();
      open.running -= 1;
      open.usedAt = performance.now();
    }
  }

  /** The body of a request of an agent: it gives its place to a newer one of the same agent. */
  async function arrivedOf({ request, response, sender }: Asked): Promise<unknown> {
    const end = place(arriving, sender, response);
    try {
      return await bodyOf(request, bodyMs);
    } finally {
      end();
    }
  }

  /** The place of a request until the service has answered about its token. Strangers take none of those of agents. */
  function placeToAsk({ owner, request: { socket }, response, sender }: Asked): () => void {
    if (sessions.isKnown(owner)) return place(agents, sender, response);
    const uncount = askedOf.add(socket);
    if (uncount === null) throw new Refused(503, 'Too many requests at once; try again', { 'retry-after': '1' });
    try {
      const end = place(strangers, sender, response, socket.remoteAddress ?? '');
      return () => (uncount(), end());
    } catch (error) {
      uncount();
      throw error;
    }
  }

  async function start(token: string, asked: Asked): Promise<void> {
    const { owner, response } = asked;
    // The service accepts the token before the body is read, and a session counts only from then on: strangers would take
    // the connections and the places of agents.
    const end = placeToAsk(asked);
    const session = await sessions.accepted(token, owner, response).finally(end);
    const body = await arrivedOf(asked);
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
      await use(open, asked, body);
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
    const owner = digestOf(token);
    if (request.method === 'DELETE' && typeof id === 'string') {
      await sessions.end(id, sessions.found(id, owner));
      response.writeHead(200).end();
      return;
    }
    if (request.method !== 'POST') throw new Refused(405, 'Method not allowed', { allow: 'POST, DELETE' });
    const asked = { request, response, owner, sender: owner.toString('base64') };
    const open = typeof id === 'string' ? sessions.found(id, owner) : null;
    silent.remove(request.socket);
    return open === null ? start(token, asked) : use(open, asked, await arrivedOf(asked));
  }

  const { server, handling } = serverWith(silent, handle);
  server.listen(port, host);
  await once(server, 'listening');
  const bound = server.address() as AddressInfo;
  allowed = hostsOf(options, bound.port);
  const stopSweeping = sessions.sweep();

  return {
    url: `http://${bound.family === 'IPv6' ? `[${bound.address}]` : bound.address}:${bound.port}${PATH}`,
    async close() {
      stopSweeping();
      silent.stop();
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

/** A server whose connections are silent but for the time in which `handle` has a request of theirs. */
function serverWith(
  silent: ReturnType<typeof createSilentConnections>,
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
) {
  const handling = new Set<Promise<void>>();
  /** The requests of each connection: a client may send the next one before the answer. */
  const requestsOf = new Map<Socket, number>();
  const server = createServer({ connectionsCheckingInterval: CHECK_MS }, (request, response) => {
    const { socket } = request;
    requestsOf.set(socket, (requestsOf.get(socket) ?? 0) + 1);
    const handled = handle(request, response)
      .catch((error: unknown) => refuse(request, response, error))
      .finally(() => {
        handling.delete(handled);
        const left = requestsOf.get(socket)! - 1;
        if (left > 0) return requestsOf.set(socket, left);
        requestsOf.delete(socket);
        if (!socket.destroyed) silent.add(socket);
      });
    handling.add(handled);
  });
  server.on('connection', (socket) => {
    silent.add(socket);
    socket.once('close', () => silent.remove(socket));
  });
  server.requestTimeout = REQUEST_MS;
  server.headersTimeout = HEADERS_MS;
  server.maxConnections = MOST_CONNECTIONS;
  return { server, handling };
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

async function bodyOf(request: IncomingMessage, withinMs: number): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const refusal = new Refused(408, 'The request did not arrive in time', { connection: 'close' });
    timer = setTimeout(() => reject(refusal), withinMs);
  });
  const text = await Promise.race([textOf(request), late]).finally(() => clearTimeout(timer));
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new Refused(400, 'The request is not JSON');
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > BODY_BYTES) throw new Refused(413, 'The request is too large', { connection: 'close' });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
