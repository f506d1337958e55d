import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { type Dispatcher, request } from 'undici';
import { afterAll, expect } from 'vitest';
import { createApp } from '../server/create-app.js';
import type { AppOptions } from '../kit/options.js';
import { operations } from '../server/operations.js';
import { responseFaults } from '../server/response-check.js';
import { type Core, ok, type Permission } from '@corridor/core';
import type { Tracing } from '@corridor/core/ports';
import { AGENT_PERMISSIONS } from '@corridor/core/records';
import { type PlayCore, playCore, valueOf } from '../../../core/src/testing/play-core.js';
import { type Answers, type Call, watchCore } from './watch-core.js';

export const BASE = '/2025-10-13';
export const basic = (username: string, secret: string): string =>
  `Basic ${Buffer.from(`${username}:${secret}`).toString('base64')}`;

const KEYED = operations
  .filter(({ keyRequired }) => keyRequired)
  .map(({ method, path }) => ({ method, path: new RegExp(`${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`) }));

const keyed = new Map<string, boolean>();

/** Whether the operation requires an idempotency key. */
function needsKey(method: string, path: string): boolean {
  const target = `${method} ${path}`;
  const known = keyed.get(target) ?? KEYED.some((each) => method === each.method && each.path.test(path));
  keyed.set(target, known);
  return known;
}

/** The fields that tests read in the body of a success or an error. */
export interface ReplyBody {
  readonly code: string;
  readonly details: {
    readonly requestId: string;
    readonly errors: readonly { readonly field: string; readonly constraint?: object; readonly message?: string }[];
  };
  readonly secret: string;
}

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body if it is JSON. */
  readonly json: ReplyBody;
}

/** The credential of a token. */
export interface Credential {
  readonly id: string;
  readonly clientId: string;
  readonly secret: string;
}

export interface TestAgent {
  readonly id: string;
  readonly customerId: string;
  readonly accessToken: string;
}

export interface TestServer {
  readonly play: PlayCore;
  /** The calls of the core. */
  readonly calls: Call[];
  /** Results of selected use cases that replace those of the core. */
  readonly answers: Answers;
  /** A token with every permission, used by `call`. */
  readonly token: Credential;
  tokenWith(...permissions: readonly Permission[]): Promise<Credential>;
  /** An agent, used by `call` for operations of agents. */
  agent(): Promise<TestAgent>;
  readonly url: string;
  readonly port: number;
  readonly log: {
    readonly level: string;
    readonly fields: Readonly<Record<string, unknown>>;
    readonly message: string;
  }[];
  readonly observed: [operationId: string, status: number][];
  /** Error codes of broken connections. */
  readonly broken: string[];
  /** Bytes that were read from all connections. */
  readonly received: () => number;
  ready: boolean;
  /**
   * Sends a request with the credential. `body` is sent as JSON unless it is text or a form. Adds a new idempotency key
   * if the operation requires one.
   */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
}

/**
 * Serves the application over a core in memory, on a free port. Every response is checked against its declared schema.
 * `answered` replaces results of use cases by name; `wrap` replaces parts of the core; `tracing` records requests;
 * `given` is a core that holds records.
 */
export async function startServer(
  options: Partial<AppOptions> = {},
  answered: Readonly<Record<string, unknown>> = {},
  wrap: (core: Core) => Core = (core) => core,
  tracing: Tracing | null = null,
  given: PlayCore | null = null,
): Promise<TestServer> {
  const play = given ?? (await playCore());
  const calls: Call[] = [];
  const answers: Answers = new Map(Object.entries(answered).map(([name, value]) => [name, () => ok(value)]));
  if (answers.has('agents.redeem')) answers.set('agents.findCode', () => ok({ ctx: play.context(), about: [] }));
  const tokenWith = async (...permissions: readonly Permission[]): Promise<Credential> => {
    const issued = valueOf(await play.run(play.core.platforms.createToken, { name: 'Test', permissions }));
    return { id: issued.token.id, clientId: issued.token.clientId, secret: issued.clientSecret };
  };
  const token = await tokenWith('VIEW', 'TRANSACT', 'MANAGE');
  let agent: Promise<TestAgent> | null = null;
  const log: TestServer['log'] = [];
  const observed: TestServer['observed'] = [];
  const broken: string[] = [];
  const app = createApp({
    core: watchCore(wrap(play.core), calls, answers),
    options: {
      ready: async () => server.ready,
      onResponse: (operation, status, body) => {
        const faults = responseFaults(operation, status, body);
        if (faults.length > 0) expect(faults, `${operation.operationId} ${status}`).toEqual([]);
      },
      ...options,
    },
    log: {
      info: (fields, message) => log.push({ level: 'info', fields, message }),
      error: (fields, message) => log.push({ level: 'error', fields, message }),
    },
    metrics: {
      observeRequest: (operationId, status) => observed.push([operationId, status]),
      connectionBroken: (code) => broken.push(code),
      render: async () => ({ contentType: 'text/plain; version=0.0.4', body: 'requests_total 1\n' }),
    },
    tracing,
  });
  const http = createServer(app.callback());
  const sockets: Socket[] = [];
  http.on('connection', (socket) => void sockets.push(socket));
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  afterAll(() => {
    http.closeAllConnections();
    http.close();
  });
  const server: TestServer = {
    play,
    calls,
    answers,
    token,
    tokenWith,
    agent: () => (agent ??= installAgent(play)),
    url: `http://127.0.0.1:${port}`,
    port,
    log,
    observed,
    broken,
    received: () => sockets.reduce((sum, { bytesRead }) => sum + bytesRead, 0),
    ready: true,
    async call(method, path, body, headers = {}) {
      const response = await request(`http://127.0.0.1:${port}${path}`, {
        method: method as Dispatcher.HttpMethod,
        headers: {
          ...(needsKey(method, path) && { 'idempotency-key': randomUUID() }),
          authorization: path.startsWith(`${BASE}/agents/me`)
            ? `Bearer ${(await server.agent()).accessToken}`
            : basic(token.clientId, token.secret),
          ...(body !== undefined && !(body instanceof FormData) && { 'content-type': 'application/json' }),
          ...headers,
        },
        body: (typeof body === 'string' || body instanceof FormData ? body : (JSON.stringify(body) ?? null)) as Exclude<
          Dispatcher.DispatchOptions['body'],
          undefined
        >,
      });
      const text = await response.body.text();
      const received = response.headers;
      const isJson = text !== '' && String(received['content-type'] ?? '').startsWith('application/json');
      return {
        status: response.statusCode,
        get headers() {
          return new Headers(Object.entries(received).map(([name, value]) => [name, String(value)]));
        },
        text,
        json: (isJson ? JSON.parse(text) : null) as ReplyBody,
      };
    },
  };
  return server;
}

async function installAgent(play: PlayCore): Promise<TestAgent> {
  const { core } = play;
  const customer = valueOf(
    await play.run(core.customers.create, { customerType: 'INDIVIDUAL', fullName: 'Ada Example' } as never),
  );
  const made = valueOf(
    await play.run(core.agents.create, {
      name: 'Bookkeeper',
      customerId: customer.id,
      policy: {
        permissions: [...AGENT_PERMISSIONS],
        defaultExecutionMode: 'AUTO',
        spendingLimits: { currency: 'USD', perTransactionLimit: 1_000_000n },
      },
    }),
  );
  const { accessToken } = valueOf(await core.agents.redeemCode(made.code.code));
  return { id: made.view.agent.id, customerId: customer.id, accessToken };
}
