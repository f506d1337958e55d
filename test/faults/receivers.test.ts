import { EVENTS, type OutboxEvent } from '@corridor/core/records';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { type AddressInfo, connect, createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApi, type Credential, expecting } from '../support/api.js';
import { createPlatform } from '../support/credentials.js';
import { eventually } from '../support/eventually.js';
import { createDeployment, type Deployment, type Host } from '../support/host.js';
import { fund, platformAccountOf } from '../support/scenario.js';
import { type Receiver, webhookReceiver } from '../support/webhook-receiver.js';
import type { PlatformConfig } from '../support/wire.js';
import { recordsOf } from './everything-told.js';

type Answer = (response: ServerResponse) => void;

const OK: Answer = (response) => void response.writeHead(200).end();

/** The target of redirects. It must never be called, because redirects are not followed. */
let elsewhere: Receiver;

/** Behaviour of receivers that do not accept an event. */
const FAILURES: Readonly<Record<string, Answer>> = {
  'is down': () => undefined,
  hangs: () => undefined,
  'answers 500': (response) => void response.writeHead(500).end('no'),
  'answers 302': (response) => void response.writeHead(302, { location: elsewhere.url }).end(),
  'resets the connection': (response) => void response.socket?.resetAndDestroy(),
  'never ends its answer': (response) => {
    response.writeHead(200, { 'content-length': '1000' });
    const dripping = setInterval(() => response.write('.'), 100);
    response.once('close', () => clearInterval(dripping));
  },
};

const SLOW_MS = 1_500;
/** More than the buffers between two local sockets can hold. */
const FAR_TOO_MUCH = 64 * 1024 * 1024;
let mostSent = 0;

/** Behaviour of receivers that accept an event, but in an unusual way. */
const ODDITIES: Readonly<Record<string, Answer>> = {
  'answers late': (response) => void setTimeout(OK, SLOW_MS, response),
  'answers 200 with a body without end': (response) => {
    const chunk = Buffer.alloc(64 * 1024, 'x');
    const { socket } = response;
    const more = (): void => {
      while (response.write(chunk));
    };
    response.once('close', () => (mostSent = Math.max(mostSent, socket?.bytesWritten ?? 0)));
    response.writeHead(200).on('drain', more);
    more();
  },
};

const NAMES = [...Object.keys(FAILURES), ...Object.keys(ODDITIES)];
const DEPOSITS = 3;
const RETRY_SECONDS = 60;
const TIMEOUT_MS = 120_000;

/** A separate platform with its endpoint. */
interface Tenant {
  /** Ids of the events that the endpoint accepted, in order. */
  readonly taken: readonly string[];
  /** Deposits into an account, with two events each. */
  deposit(times: number): Promise<void>;
  /** The events of the platform, without the TEST event of its endpoint, which is tried once. */
  events(): Promise<readonly OutboxEvent[]>;
  recover(): Promise<void>;
  close(): Promise<void>;
}

/** A port on which nothing listens, and which no other program gets before `release`. */
interface ReservedPort {
  readonly port: number;
  release(): Promise<void>;
}

/** Keeps the port as the local end of a connection: another program could take a port that is only free. */
async function reservePort(): Promise<ReservedPort> {
  const server = createServer((socket) => void socket.on('error', () => undefined));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const holder = connect({ host: '127.0.0.1', port, localAddress: '127.0.0.1', localPort: 0 });
  await once(holder, 'connect');
  return {
    port: holder.localPort!,
    async release() {
      holder.resetAndDestroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function createTenant(deployment: Deployment, host: Host, credential: Credential, name: string): Promise<Tenant> {
  const api = createApi(() => host.baseUrl, credential);
  const taken: string[] = [];
  const reserved = name === 'is down' ? await reservePort() : null;
  let receiver = await webhookReceiver();
  const url = reserved === null ? receiver.url : `http://127.0.0.1:${reserved.port}/hook`;
  const take = (answer: Answer): void =>
    receiver.answerWith(({ event }, response) => {
      if (event.type !== 'TEST') taken.push(event.id);
      answer(response);
    });
  const failing = FAILURES[name];
  if (failing === undefined) take(ODDITIES[name] ?? OK);
  else receiver.answerWith((_delivery, response) => failing(response));

  const { id } = await expecting(200, api.patch<PlatformConfig>('/config', { webhookEndpoint: url }));
  const account = await platformAccountOf(api, 'USD');

  return {
    taken,
    async deposit(times) {
      for (let i = 0; i < times; i++) await fund(api, account.id, 100);
    },
    async events() {
      const all = await recordsOf(deployment, EVENTS);
      return all.filter(({ tenant, type }) => tenant.startsWith(id) && type !== 'TEST');
    },
    async recover() {
      if (reserved !== null) {
        await receiver.close();
        receiver = await webhookReceiver(reserved.port);
      }
      take(OK);
    },
    async close() {
      await receiver.close();
      await reserved?.release();
    },
  };
}

const idsOf = (events: readonly OutboxEvent[]): readonly string[] => events.map(({ id }) => id).sort();

describe('webhooks of a host to receivers of many tenants', () => {
  let deployment: Deployment;
  let host: Host;
  let healthy: Tenant;
  const tenants = new Map<string, Tenant>();
  const tenant = (name: string): Tenant => tenants.get(name)!;

  beforeAll(async () => {
    deployment = await createDeployment('postgres');
    elsewhere = await webhookReceiver();
    host = await deployment.launch({}, { movableClock: true });
    const create = async (name: string): Promise<void> => {
      tenants.set(name, await createTenant(deployment, host, await createPlatform(deployment, name), name));
    };
    await Promise.all([...NAMES, 'is well'].map(create));
    healthy = tenant('is well');
    await Promise.all(NAMES.map((name) => tenant(name).deposit(DEPOSITS)));
  });

  afterAll(async () => {
    await host.stop();
    await deployment.audit();
    await Promise.all([elsewhere, ...tenants.values()].map((one) => one.close()));
    await deployment.remove();
  });

  const delivered = (name: string, withinMs: number) =>
    eventually(
      `delivery to one that ${name}`,
      async () => (await tenant(name).events()).every(({ status }) => status === 'DELIVERED'),
      { withinMs },
    );

  it(
    'are delivered to a healthy receiver while all others fail',
    async () => {
      const attempted = Object.keys(FAILURES).map((name) =>
        eventually(
          `a failed attempt at one that ${name}`,
          async () => (await tenant(name).events()).some(({ lastError }) => lastError !== null),
          { withinMs: 30_000, everyMs: 200 },
        ),
      );
      for (let i = 1; i <= 5; i++) {
        await healthy.deposit(1);
        await delivered('is well', 10_000);
      }
      await Promise.all(attempted);
      await healthy.deposit(5);
      await delivered('is well', 10_000);
      expect([...healthy.taken].sort()).toEqual(idsOf(await healthy.events()));
      expect(healthy.taken).toHaveLength(2 * 10);
      for (const name of Object.keys(FAILURES)) {
        expect(tenant(name).taken, name).toEqual([]);
        expect((await tenant(name).events()).map(({ status }) => status)).toEqual(Array(2 * DEPOSITS).fill('QUEUED'));
      }
    },
    TIMEOUT_MS,
  );

  it.each(Object.keys(ODDITIES))(
    'are accepted once by a receiver that %s',
    async (name) => {
      await delivered(name, 30_000);
      expect([...tenant(name).taken].sort()).toEqual(idsOf(await tenant(name).events()));
      expect(tenant(name).taken).toHaveLength(2 * DEPOSITS);
    },
    TIMEOUT_MS,
  );

  it('stop reading an endless answer', () => {
    expect(mostSent).toBeGreaterThan(64 * 1024);
    expect(mostSent).toBeLessThan(FAR_TOO_MUCH);
  });

  describe('after a while', () => {
    beforeAll(async () => {
      for (const name of Object.keys(FAILURES)) await tenant(name).recover();
      await host.advance(RETRY_SECONDS);
    });

    it.each(Object.keys(FAILURES))(
      'are delivered once to a receiver that %s, after it has recovered',
      async (name) => {
        await delivered(name, 30_000);
        expect([...tenant(name).taken].sort()).toEqual(idsOf(await tenant(name).events()));
        expect(tenant(name).taken).toHaveLength(2 * DEPOSITS);
      },
      TIMEOUT_MS,
    );

    it('never follow a redirect', () => {
      expect(elsewhere.deliveries).toEqual([]);
    });
  });
});
