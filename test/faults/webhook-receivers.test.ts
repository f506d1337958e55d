import { generateKeyPairSync } from 'node:crypto';
import { createOutboundHttp, createWebhookTransport } from '@corridor/adapters-http/outbound';
import type { TenantKey } from '@corridor/core';
import { afterEach, describe, expect, it } from 'vitest';
import { outgoing } from '../../packages/adapters-http/src/testing/records/transactions.js';
import { type Receiver, startReceiver } from '../../packages/adapters-http/src/testing/receiver.js';
import { type Deliveries, deliveries } from '../../packages/core/src/testing/deliveries.js';
import { eventually } from '../support/eventually.js';

const TIMEOUT_MS = 400;
const EVENTS_EACH = 40;

const { privateKey } = generateKeyPairSync('ec', {
  namedCurve: 'P-256',
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

/** Faults of a receiver. */
const FAULTS: Readonly<Record<string, Receiver['answer']>> = {
  hangs: () => undefined,
  'answers 503': (response) => response.writeHead(503).end(),
  'answers 400': (response) => response.writeHead(400).end('no'),
  redirects: (response, { path }) => response.writeHead(302, { location: `${path}/elsewhere` }).end(),
  'resets the connection': (response) => response.socket?.resetAndDestroy(),
  'ends in the middle of its answer': (response) => {
    response.writeHead(200, { 'content-length': 10 });
    response.write('half', () => response.socket?.destroy());
  },
  'answers too slowly': (response) => {
    const late = setTimeout(() => response.end('late'), TIMEOUT_MS * 3);
    response.on('close', () => clearTimeout(late));
  },
  'answers drop by drop': (response) => {
    response.writeHead(200);
    const drops = setInterval(() => response.write('.'), 20);
    response.on('close', () => clearInterval(drops));
  },
  'fails with a body without end': (response) => {
    response.writeHead(500);
    const more = (): void => {
      while (response.writable && response.write(Buffer.alloc(65_536, 'x')));
    };
    response.on('drain', more);
    more();
  },
};

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
});

async function setUp() {
  const world = deliveries();
  const [faulty, sound] = [await startReceiver(), await startReceiver()];
  // A healthy receiver gets a long time-out, so that a busy machine does not make it look slow.
  const [impatient, patient] = [TIMEOUT_MS, 60_000].map((timeoutMs) => {
    const http = createOutboundHttp({ allowPrivate: true, timeoutMs });
    open.push(http);
    return createWebhookTransport({ http, clock: world.clock });
  });
  open.push(faulty, sound);
  const tenants = { faulty: world.tenant(), sound: world.tenant() };
  const endpoints = new Map([
    [tenants.faulty, `${faulty.url}/faulty`],
    [tenants.sound, `${sound.url}/sound`],
  ]);
  world.settings = async (tenant) => ({
    endpoint: endpoints.get(tenant)!,
    environment: 'SANDBOX',
    secrets: ['whsec_c2VjcmV0'],
    privateKey,
  });
  const patience = { withFaulty: false };
  world.answer = (request) =>
    (request.url.startsWith(faulty.url) && !patience.withFaulty ? impatient : patient)!.send(request);
  for (const tenant of Object.values(tenants)) await emitSome(world, tenant);
  return { world, faulty, sound, tenants, endpoints, patience };
}

/** Two events of each resource. */
const emitSome = (world: Deliveries, tenant: TenantKey): Promise<void> =>
  world.emit(
    tenant,
    ...Array.from({ length: EVENTS_EACH }, (_, i) => {
      const type = i % 2 === 0 ? 'OUTGOING_PAYMENT.PROCESSING' : 'OUTGOING_PAYMENT.COMPLETED';
      return [type, `Transaction:${i >> 1}`, outgoing] as const;
    }),
  );

const countOf = async (world: Deliveries, tenant: TenantKey, status: string): Promise<number> =>
  (await world.events(tenant)).filter((event) => event.status === status).length;

/** Delivers until nothing is queued, for at most an hour of a simulated clock. */
async function deliverAll(world: Deliveries, tenant: TenantKey): Promise<void> {
  const dispatcher = world.dispatcher();
  for (let i = 0; i < 360 && (await countOf(world, tenant, 'DELIVERED')) < EVENTS_EACH; i++) {
    world.clock.advance(10);
    await dispatcher.deliverDue();
  }
}

describe('a webhook receiver that', () => {
  it.each(Object.entries(FAULTS))(
    '%s receives everything after it recovers, and does not delay others',
    async (_, fault) => {
      const { world, faulty, sound, tenants, patience } = await setUp();
      faulty.answer = fault;
      const pass = world.dispatcher().deliverDue();
      await eventually(
        'deliveries to the other',
        async () => (await countOf(world, tenants.sound, 'DELIVERED')) === EVENTS_EACH,
      );
      await pass;
      expect(await countOf(world, tenants.faulty, 'DELIVERED')).toBe(0);
      expect(await countOf(world, tenants.faulty, 'QUEUED')).toBe(EVENTS_EACH);
      expect(sound.received).toHaveLength(EVENTS_EACH);

      patience.withFaulty = true;
      const refused = faulty.received.map(({ headers }) => headers['webhook-id']);
      const accepted: string[] = [];
      faulty.answer = (response, { headers }) => {
        accepted.push(String(headers['webhook-id']));
        response.end();
      };
      await deliverAll(world, tenants.faulty);
      const ids = (await world.events(tenants.faulty)).map(({ id }) => id as string);
      expect([...accepted].sort()).toEqual([...ids].sort());
      for (let i = 0; i < ids.length; i += 2)
        expect(accepted.indexOf(ids[i]!)).toBeLessThan(accepted.indexOf(ids[i + 1]!));
      expect(refused.every((id) => ids.includes(String(id)))).toBe(true);
    },
  );

  it('is down receives everything after it is up again, and does not delay others', async () => {
    const { world, faulty, sound, tenants, endpoints, patience } = await setUp();
    patience.withFaulty = true;
    await faulty.close();
    await world.dispatcher().deliverDue();
    expect(await countOf(world, tenants.sound, 'DELIVERED')).toBe(EVENTS_EACH);
    expect(await countOf(world, tenants.faulty, 'QUEUED')).toBe(EVENTS_EACH);
    const again = await startReceiver({ port: faulty.port });
    open.push(again);
    endpoints.set(tenants.faulty, `${again.url}/again`);
    await deliverAll(world, tenants.faulty);
    expect(again.received).toHaveLength(EVENTS_EACH);
    expect(sound.received).toHaveLength(EVENTS_EACH);
  });

  it('accepts an event with an endless body counts as delivered', async () => {
    const { world, faulty, tenants, patience } = await setUp();
    patience.withFaulty = true;
    const endless = FAULTS['fails with a body without end']!;
    faulty.answer = (response, request) => {
      const { writeHead } = response;
      response.writeHead = (() => writeHead.call(response, 200)) as typeof response.writeHead;
      endless(response, request);
    };
    await world.dispatcher().deliverDue();
    expect(await countOf(world, tenants.faulty, 'DELIVERED')).toBe(EVENTS_EACH);
    expect(faulty.received).toHaveLength(EVENTS_EACH);
  });
});
