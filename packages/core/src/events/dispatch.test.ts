import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { ok, type TenantKey, update, type UnitOfWork } from '../kernel/index.js';
import { answered, deliveries, type Deliveries, held, PAID, separate } from '../testing/deliveries.js';
import { recordedTracing } from '../testing/tracing.js';
import { type EventState, EVENTS, type EventType, redeliverEvent, type WebhookOutcome } from './index.js';

const WEEK = 7 * 24 * 3600;

const statuses = (events: readonly { readonly status: EventState }[]) => [...new Set(events.map((e) => e.status))];

describe('deliverDue', () => {
  it('delivers the events of one resource one after another in their order, in one call', async () => {
    const world = deliveries();
    const tenant = world.tenant();
    const inFlight = new Set<string>();
    world.answer = async ({ event }) => {
      expect(inFlight).not.toContain(event.resource);
      inFlight.add(event.resource);
      await Promise.resolve();
      inFlight.delete(event.resource);
      return answered(204);
    };
    for (const type of ['OUTGOING_PAYMENT.PENDING', 'OUTGOING_PAYMENT.PROCESSING', PAID] as const) {
      await world.emit(tenant, [type, 'Transaction:a'], [type, 'Transaction:b']);
    }
    expect(await world.dispatcher().deliverDue()).toBe(6);
    const events = await world.events(tenant);
    expect(statuses(events)).toEqual(['DELIVERED']);
    expect(events.every((event) => event.deliveredAt === world.clock.now() && event.leaseUntil === 0)).toBe(true);
    for (const resource of ['Transaction:a', 'Transaction:b']) {
      const order = world.sent.filter(({ event }) => event.resource === resource).map(({ event }) => event.type);
      expect(order).toEqual(['OUTGOING_PAYMENT.PENDING', 'OUTGOING_PAYMENT.PROCESSING', PAID]);
    }
  });

  it('delivers the events of a busy resource without a claim between any two of them', async () => {
    const world = deliveries();
    const tenant = world.tenant();
    const { claim } = world.storage.outbox;
    let claims = 0;
    world.storage.outbox.claim = (of) => (claims++, claim(of));
    const busy = Array.from({ length: 200 }, () => [PAID, 'InternalAccount:busy'] as const);
    await world.emit(tenant, ...busy, ...separate(10));
    expect(await world.dispatcher().deliverDue()).toBe(210);
    const order = world.sent.flatMap(({ event }) => (event.resource === 'InternalAccount:busy' ? [event.id] : []));
    expect(order).toEqual([...order].sort());
    expect(claims).toBeLessThan(20);
  });

  it('looks for the next event of a resource again if a claim fails', async () => {
    const world = deliveries();
    const tenant = world.tenant();
    const { claim } = world.storage.outbox;
    const resumed: (readonly string[])[] = [];
    world.storage.outbox.claim = async (of) => {
      resumed.push(of.resumed.map(({ resource }) => resource));
      if (resumed.length === 2) throw new Error('no database');
      return claim(of);
    };
    await world.emit(tenant, [PAID, 'Transaction:a']);
    const dispatcher = world.dispatcher();
    await expect(dispatcher.deliverDue()).rejects.toThrow('no database');
    await dispatcher.deliverDue();
    expect(resumed.slice(0, 4)).toEqual([[], ['Transaction:a'], ['Transaction:a']]);
  });

  it('releases the later events of a resource when one is refused, and sends them after it', async () => {
    const world = deliveries();
    const tenant = world.tenant();
    const types = ['OUTGOING_PAYMENT.PENDING', 'OUTGOING_PAYMENT.PROCESSING', PAID] as const;
    world.answer = async ({ event }) => answered(event.type === 'OUTGOING_PAYMENT.PROCESSING' ? 500 : 200);
    await world.emit(tenant, ...types.map((type) => [type, 'Transaction:a'] as const));
    const dispatcher = world.dispatcher();
    await dispatcher.deliverDue();
    expect(
      (await world.events(tenant)).map(({ status, attempts, leaseUntil }) => [status, attempts, leaseUntil]),
    ).toEqual([
      ['DELIVERED', 1, 0],
      ['QUEUED', 1, 0],
      ['QUEUED', 0, 0],
    ]);
    world.answer = async () => answered(200);
    world.clock.advance(6);
    await dispatcher.deliverDue();
    expect(world.sent.map(({ event }) => event.type)).toEqual([types[0], types[1], types[1], types[2]]);
  });

  it('sends the next event of a resource after one that is tried once has failed', async () => {
    const world = deliveries();
    const tenant = world.tenant();
    world.answer = async ({ event }) => answered(event.type === 'TEST' ? 500 : 200);
    await world.emit(tenant, ['TEST', 'a'], [PAID, 'a']);
    await world.dispatcher().deliverDue();
    expect((await world.events(tenant)).map(({ status }) => status)).toEqual(['FAILED', 'DELIVERED']);
  });

  it('holds back only later events of the same resource after a failure', async () => {
    const world = deliveries();
    const tenant = world.tenant();
    world.answer = async ({ event }) => answered(event.type === 'OUTGOING_PAYMENT.PENDING' ? 500 : 200);
    await world.emit(
      tenant,
      ['OUTGOING_PAYMENT.PENDING', 'Transaction:a'],
      [PAID, 'Transaction:a'],
      [PAID, 'Transaction:b'],
    );
    await world.dispatcher().deliverDue();
    expect((await world.events(tenant)).map(({ status }) => status)).toEqual(['QUEUED', 'QUEUED', 'DELIVERED']);
  });

  it('treats 2xx and 409 as success and every other status as a failure', async () => {
    const expected = {
      200: 'DELIVERED',
      202: 'DELIVERED',
      409: 'DELIVERED',
      302: 'QUEUED',
      404: 'QUEUED',
      503: 'QUEUED',
    };
    for (const [status, state] of Object.entries(expected)) {
      const world = deliveries();
      const tenant = world.tenant();
      world.answer = async () => answered(Number(status));
      await world.emit(tenant, [PAID, 'Transaction:a']);
      await world.dispatcher().deliverDue();
      const [event] = await world.events(tenant);
      expect([status, event?.status]).toEqual([status, state]);
      expect(event?.lastError).toBe(state === 'QUEUED' ? `the endpoint answered ${status}` : null);
    }
  });

  it('retries with the same id, from 5 seconds doubling to 30 minutes, for 7 days, and then gives up', async () => {
    const world = deliveries();
    const tenant = world.tenant();
    world.answer = async () => ({ kind: 'unreachable', reason: 'the host refused the connection' });
    await world.emit(tenant, [PAID, 'Transaction:a']);
    const start = world.clock.now();
    const dispatcher = world.dispatcher();
    const gaps: number[] = [];
    for (;;) {
      await dispatcher.deliverDue();
      const due = await world.storage.outbox.nextDue();
      if (due === null) break;
      gaps.push((due - world.clock.now()) / 1000);
      world.clock.advance(gaps.at(-1)! - 0.001);
      expect(await dispatcher.deliverDue()).toBe(0);
      world.clock.advance(0.001);
    }
    const [event] = await world.events(tenant);
    expect(event).toMatchObject({
      status: 'FAILED',
      lastError: 'the host refused the connection',
      attempts: gaps.length + 1,
    });
    expect(new Set(world.sent.map((request) => request.event.id))).toEqual(new Set([event?.id]));
    gaps.forEach((gap, i) => {
      const least = Math.min(5 * 2 ** i, 1500);
      expect(gap).toBeGreaterThanOrEqual(least);
      expect(gap).toBeLessThanOrEqual(least * 1.2);
    });
    expect(new Set(gaps.slice(20)).size, 'no jitter').toBeGreaterThan(100);
    const elapsed = (world.clock.now() - start) / 1000;
    expect(elapsed).toBeLessThanOrEqual(WEEK);
    expect(elapsed).toBeGreaterThan(WEEK - 1800);
  });

  it('keeps each attempt with its host time, duration, and answer or reason, and nothing of the bodies', async () => {
    const world = deliveries();
    const tenant = world.tenant();
    world.ahead(tenant, 3600);
    const begun: number[] = [];
    const outcomes: WebhookOutcome[] = [answered(503), { kind: 'unreachable', reason: 'no answer in time' }];
    world.answer = async () => {
      begun.push(world.clock.now());
      world.clock.advance(0.25);
      return outcomes.shift() ?? answered(409);
    };
    await world.emit(tenant, [PAID, 'Transaction:a']);
    const dispatcher = world.dispatcher();
    for (let attempt = 0; attempt < 3; attempt++) {
      await dispatcher.deliverDue();
      world.clock.advance(15);
    }
    const [event] = await world.events(tenant);
    expect(event?.status).toBe('DELIVERED');
    expect(event?.tries).toEqual([
      { at: begun[0], milliseconds: 250, status: 503, reason: null },
      { at: begun[1], milliseconds: 250, status: null, reason: 'no answer in time' },
      { at: begun[2], milliseconds: 250, status: 409, reason: null },
    ]);

    const ports = { endpointOf: async () => 'https://hooks.example' };
    await world.storage.units.run(tenant, (tx) => redeliverEvent(ports)(tx, world.context(tenant), { id: event!.id }));
    await dispatcher.deliverDue();
    const [again] = await world.events(tenant);
    expect([again?.attempts, again?.tries?.length]).toEqual([1, 4]);
  });

  it('keeps the last 20 attempts', async () => {
    const world = deliveries();
    const tenant = world.tenant();
    world.answer = async () => answered(500 + (world.sent.length % 100));
    await world.emit(tenant, [PAID, 'Transaction:a']);
    const dispatcher = world.dispatcher();
    for (let attempt = 0; attempt < 25; attempt++) {
      await dispatcher.deliverDue();
      world.clock.advance(1800);
    }
    const [event] = await world.events(tenant);
    expect(event?.attempts).toBe(25);
    expect(event?.tries?.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, (_, index) => 506 + index));
  });

  it('keeps no attempt of an event that it stores, and the reason of one that it could not send', async () => {
    const world = deliveries();
    const tenant = world.tenant();
    const { settings } = world;
    world.settings = async (of) => ({ ...(await settings(of)), endpoint: null });
    await world.emit(tenant, [PAID, 'Transaction:a']);
    await world.dispatcher().deliverDue();
    expect(await world.events(tenant)).toMatchObject([{ status: 'STORED', tries: null }]);

    const other = world.tenant();
    world.settings = () => Promise.reject(new Error('no database'));
    await world.emit(other, [PAID, 'Transaction:a']);
    await world.dispatcher().deliverDue();
    const reason = 'the webhook settings of the platform cannot be read';
    expect(await world.events(other)).toMatchObject([{ tries: [{ status: null, reason }] }]);
  });

  it('retries soon what was queued and failed while the clock had jumped to 2099 and back', async () => {
    const world = deliveries();
    const tenant = world.tenant();
    const years = 73 * 365 * 24 * 3600;
    let status = 500;
    world.answer = async () => answered(status);
    const dispatcher = world.dispatcher();
    world.clock.advance(years);
    await world.emit(tenant, ...separate(20));
    await dispatcher.deliverDue();
    await world.emit(tenant, [PAID, 'Transaction:late']);
    world.clock.advance(-years);
    status = 200;
    world.clock.advance(6);
    await dispatcher.deliverDue();
    world.clock.advance(6);
    await dispatcher.deliverDue();
    expect(statuses(await world.events(tenant))).toEqual(['DELIVERED']);
  });

  it("counts the 7 days by the platform's own clock", async () => {
    const world = deliveries();
    const tenant = world.tenant();
    world.answer = async () => answered(500);
    await world.emit(tenant, [PAID, 'Transaction:a']);
    world.ahead(tenant, WEEK);
    await world.dispatcher().deliverDue();
    expect(statuses(await world.events(tenant))).toEqual(['FAILED']);
  });

  it('tries TEST and INCOMING_PAYMENT.PENDING once', async () => {
    const world = deliveries();
    const tenant = world.tenant();
    world.answer = async () => answered(500);
    await world.emit(tenant, ['TEST', 'a'], ['INCOMING_PAYMENT.PENDING', 'b'], ['INCOMING_PAYMENT.COMPLETED', 'c']);
    await world.dispatcher().deliverDue();
    expect((await world.events(tenant)).map(({ status }) => status)).toEqual(['FAILED', 'FAILED', 'QUEUED']);
  });

  it('sends an event to the endpoint that was set when it was written, or to a later one', async () => {
    const world = deliveries();
    const tenant = world.tenant();
    const request = held();
    world.answer = request.answer;
    const { settings } = world;
    let endpoint = 'https://old.example';
    world.settings = async (of) => ({ ...(await settings(of)), endpoint });
    await world.emit(tenant, ...separate(3));
    const dispatcher = world.dispatcher();
    const delivered = dispatcher.deliverDue();
    await vi.waitFor(() => expect(request.inFlight()).toBe(3));

    endpoint = 'https://new.example';
    await world.emit(tenant, ['TEST', tenant]);
    void dispatcher.deliverDue();
    await vi.waitFor(() => expect(request.inFlight()).toBe(4));
    expect(world.sent.map(({ url }) => url)).toEqual([...Array<string>(3).fill('https://old.example'), endpoint]);
    request.release(200);
    await delivered;
  });

  it('stores the events of a platform without an endpoint, and sends them on a redelivery', async () => {
    const world = deliveries();
    const tenant = world.tenant();
    const { settings } = world;
    let endpoint: string | null = null;
    world.settings = async (of) => ({ ...(await settings(of)), endpoint });
    const redeliver = redeliverEvent({ endpointOf: async () => endpoint });
    await world.emit(tenant, [PAID, 'Transaction:a'], ['TEST', 'Transaction:a']);
    const dispatcher = world.dispatcher();
    await dispatcher.deliverDue();
    const [stored, other] = await world.events(tenant);
    expect([stored?.status, other?.status, world.sent.length]).toEqual(['STORED', 'STORED', 0]);

    const ask = (id: string) => world.storage.units.run(tenant, (tx) => redeliver(tx, world.context(tenant), { id }));
    expect(await ask(stored!.id)).toMatchObject({ ok: false, error: { code: 'WEBHOOK_ENDPOINT_NOT_SET' } });
    endpoint = 'https://receiver.example';
    world.clock.advance(2 * WEEK);
    expect(await ask(stored!.id)).toMatchObject({ ok: true, value: { event: { status: 'QUEUED', attempts: 0 } } });
    expect(await ask(stored!.id)).toMatchObject({ ok: false, error: { code: 'INVALID_STATE_TRANSITION' } });
    expect(await ask('Webhook:none')).toMatchObject({ ok: false, error: { code: 'REFERENCE_NOT_FOUND' } });

    world.answer = async () => answered(500);
    await dispatcher.deliverDue();
    expect((await world.events(tenant))[0], 'a redelivered event has all of its retries').toMatchObject({
      status: 'QUEUED',
    });
    world.answer = async () => answered(200);
    world.clock.advance(10);
    await dispatcher.deliverDue();
    expect((await world.events(tenant)).map(({ status }) => status)).toEqual(['DELIVERED', 'STORED']);
    expect(world.sent.map(({ event }) => event.id)).toEqual([stored!.id, stored!.id]);
  });

  it('retries if the settings of a platform cannot be read or the transport throws', async () => {
    const world = deliveries();
    const [unreadable, broken, fine] = [world.tenant(), world.tenant(), world.tenant()];
    const { settings } = world;
    world.settings = async (tenant) => {
      if (tenant === unreadable) throw new Error('not sealed with this key');
      return settings(tenant);
    };
    world.answer = async ({ url }) => {
      if (url.includes(broken)) throw new Error('bug');
      return answered(200);
    };
    for (const tenant of [unreadable, broken, fine]) await world.emit(tenant, [PAID, 'Transaction:a']);
    const dispatcher = world.dispatcher();
    await dispatcher.deliverDue();
    const after = async (tenant: TenantKey) => (await world.events(tenant))[0]?.status;
    expect([await after(unreadable), await after(broken), await after(fine)]).toEqual([
      'QUEUED',
      'QUEUED',
      'DELIVERED',
    ]);
    expect(world.reported).toHaveLength(2);
    world.settings = settings;
    world.answer = async () => answered(200);
    world.clock.advance(10);
    await dispatcher.deliverDue();
    expect([await after(unreadable), await after(broken)]).toEqual(['DELIVERED', 'DELIVERED']);
  });

  it('reports a failed claim after the outcomes in flight have been recorded', async () => {
    const world = deliveries();
    const tenant = world.tenant();
    await world.emit(tenant, ...separate(3));
    const { claim } = world.storage.outbox;
    world.storage.outbox.claim = async (of) => {
      if (world.sent.length > 0) throw new Error('no database');
      return claim(of);
    };
    const dispatcher = world.dispatcher();
    await expect(dispatcher.deliverDue()).rejects.toThrow('no database');
    expect(statuses(await world.events(tenant))).toEqual(['DELIVERED']);
    world.storage.outbox.claim = claim;
    expect(await dispatcher.deliverDue()).toBe(0);
  });
});

describe('an event that the endpoint refuses', () => {
  const CUSTOMERS = 20;
  const refusedOnes = (world: Deliveries, status = 500) => {
    world.answer = async ({ event }) => answered(event.resource.startsWith('Customer:') ? status : 200);
  };
  const ofCustomers = (type: EventType) =>
    Array.from({ length: CUSTOMERS }, (_, i) => [type, `Customer:${i}`] as const);

  it('delays only its own resource, at the first attempt and at every retry', async () => {
    const world = deliveries();
    const tenant = world.tenant();
    refusedOnes(world);
    await world.emit(tenant, ...ofCustomers('CUSTOMER.KYC_PENDING'), ...ofCustomers('CUSTOMER.KYC_APPROVED'));
    await world.emit(tenant, ...separate(5));
    const dispatcher = world.dispatcher();
    const paid = async () => (await world.events(tenant)).filter(({ type }) => type === PAID);
    await dispatcher.deliverDue();
    expect(statuses(await paid())).toEqual(['DELIVERED']);

    for (let round = 0; round < 10; round++) {
      world.clock.advance(5 * 2 ** round);
      await world.emit(tenant, [PAID, `Transaction:round-${round}`]);
      await dispatcher.deliverDue();
      expect(statuses(await paid())).toEqual(['DELIVERED']);
    }
    expect(world.sent.some(({ event }) => event.type === 'CUSTOMER.KYC_APPROVED')).toBe(false);

    world.answer = async () => answered(200);
    world.clock.advance(1800);
    await dispatcher.deliverDue();
    expect(statuses(await world.events(tenant))).toEqual(['DELIVERED']);
  });

  it('is retried after events that were never tried, even if it was claimed before them', async () => {
    const world = deliveries();
    const tenant = world.tenant();
    refusedOnes(world);
    await world.emit(tenant, ...ofCustomers('CUSTOMER.KYC_PENDING'));
    const dispatcher = world.dispatcher();
    await dispatcher.deliverDue();

    world.clock.advance(6);
    world.sent.length = 0;
    const slow = held();
    world.answer = slow.answer;
    const pass = dispatcher.deliverDue();
    await vi.waitFor(() => expect(slow.inFlight()).toBe(4));
    await world.emit(tenant, ...separate(3));
    void dispatcher.deliverDue();
    await new Promise((resolve) => setTimeout(resolve, 10));
    refusedOnes(world);
    slow.release(500);
    await pass;
    const after = world.sent.slice(4, 7).map(({ event }) => event.resource);
    expect(after).toEqual(['Transaction:0', 'Transaction:1', 'Transaction:2']);
  });

  it('does not occupy slots of other events once the endpoint is reachable again', async () => {
    const world = deliveries();
    const tenant = world.tenant();
    world.answer = async () => ({ kind: 'unreachable', reason: 'no route' });
    await world.emit(tenant, ...ofCustomers('CUSTOMER.KYC_PENDING'));
    const dispatcher = world.dispatcher();
    await dispatcher.deliverDue();
    expect(world.sent.length, 'paused').toBeLessThan(CUSTOMERS);

    refusedOnes(world, 422);
    world.clock.advance(5);
    await world.emit(tenant, ...separate(5));
    await dispatcher.deliverDue();
    const events = await world.events(tenant);
    expect(statuses(events.filter(({ type }) => type === PAID))).toEqual(['DELIVERED']);
    expect(events.filter(({ lastError }) => lastError === 'the endpoint answered 422').length).toBeGreaterThan(10);
  });
});

describe('with spans', () => {
  const TRACE = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

  function traced() {
    const world = deliveries();
    const tracing = recordedTracing();
    world.ports.tracing = tracing;
    const { context } = world;
    world.context = (tenant) => ({ ...context(tenant), trace: TRACE });
    return { world, tracing, tenant: world.tenant() };
  }

  it('delivers an event in a span of the trace that wrote it', async () => {
    const { world, tracing, tenant } = traced();
    world.answer = async () => {
      expect(tracing.current()).not.toBeNull();
      return answered(204);
    };
    await world.emit(tenant, [PAID, 'Transaction:a']);
    await world.dispatcher().deliverDue();
    expect(tracing.spans).toMatchObject([
      {
        name: 'webhook delivery',
        kind: 'producer',
        attributes: { 'corridor.event': PAID, 'corridor.attempts': 1, 'http.response.status_code': 204 },
        parent: TRACE,
        link: null,
        failed: null,
      },
    ]);
  });

  it('starts a linked trace for each retry, and fails the spans of refused and unreachable deliveries', async () => {
    const { world, tracing, tenant } = traced();
    const outcomes: WebhookOutcome[] = [answered(500), { kind: 'unreachable', reason: 'refused' }, answered(409)];
    world.answer = async () => outcomes.shift()!;
    await world.emit(tenant, [PAID, 'Transaction:a']);
    const dispatcher = world.dispatcher();
    for (const wait of [0, 30, 60]) {
      world.clock.advance(wait);
      await dispatcher.deliverDue();
    }
    expect(tracing.spans.map(({ parent, link, failed }) => [parent, link, failed])).toEqual([
      [TRACE, null, '500'],
      [null, TRACE, 'unreachable'],
      [null, TRACE, null],
    ]);
  });

  it('starts a linked trace for an event that waited for more than a minute', async () => {
    const { world, tracing, tenant } = traced();
    await world.emit(tenant, [PAID, 'Transaction:a']);
    world.clock.advance(61);
    await world.dispatcher().deliverDue();
    expect(tracing.spans).toMatchObject([{ parent: null, link: TRACE }]);
  });
});

describe('many tenants', () => {
  it('are not delayed by the hanging endpoint of one of them', async () => {
    const world = deliveries();
    const [dead, live] = [world.tenant(), world.tenant()];
    const hanging = held();
    world.answer = async ({ url }) => (url.includes(dead) ? hanging.answer() : answered(200));
    await world.emit(dead, ...separate(300));
    await world.emit(live, ...separate(300));
    const dispatcher = world.dispatcher();
    const pass = dispatcher.deliverDue();
    await vi.waitFor(async () => expect(statuses(await world.events(live))).toEqual(['DELIVERED']));
    expect(statuses(await world.events(dead))).toEqual(['QUEUED']);

    // An event emitted during the pass is sent during the pass.
    await world.emit(live, [PAID, 'Transaction:later']);
    void dispatcher.deliverDue();
    await vi.waitFor(async () => expect(statuses(await world.events(live))).toEqual(['DELIVERED']));

    expect(hanging.inFlight()).toBeLessThanOrEqual(4);
    const failing = setInterval(() => hanging.release(503), 1);
    await pass;
    clearInterval(failing);
    expect((await world.events(dead)).every((event) => event.status === 'QUEUED' && event.leaseUntil === 0)).toBe(true);
  });

  it('cost one attempt every 5 seconds if an endpoint is dead, and recover to full width', async () => {
    const world = deliveries();
    const tenant = world.tenant();
    world.answer = async () => ({ kind: 'unreachable', reason: 'no connection' });
    await world.emit(tenant, ...separate(400));
    const dispatcher = world.dispatcher();
    await dispatcher.deliverDue();
    for (let pause = 0; pause < 10; pause++) {
      world.sent.length = 0;
      expect(await dispatcher.deliverDue()).toBe(0);
      world.clock.advance(5);
      await dispatcher.deliverDue();
      expect(world.sent).toHaveLength(1);
    }
    expect((await world.events(tenant)).every(({ attempts }) => attempts <= 2)).toBe(true);

    let inFlight = 0;
    let most = 0;
    world.answer = async () => {
      most = Math.max(most, ++inFlight);
      for (let i = 0; i < 10; i++) await Promise.resolve();
      inFlight -= 1;
      return answered(200);
    };
    world.clock.advance(1800);
    await dispatcher.deliverDue();
    expect(statuses(await world.events(tenant))).toEqual(['DELIVERED']);
    expect(most).toBe(64);
  });

  it('stay within the limits of parallel requests, overall and per tenant', async () => {
    const world = deliveries();
    const inFlight = new Map<string, number>();
    let most = 0;
    let mostOfOne = 0;
    world.answer = async ({ url }) => {
      inFlight.set(url, (inFlight.get(url) ?? 0) + 1);
      most = Math.max(
        most,
        [...inFlight.values()].reduce((a, b) => a + b),
      );
      mostOfOne = Math.max(mostOfOne, inFlight.get(url)!);
      for (let i = 0; i < 10; i++) await Promise.resolve();
      inFlight.set(url, inFlight.get(url)! - 1);
      return answered(200);
    };
    const tenants = Array.from({ length: 5 }, world.tenant);
    for (const tenant of tenants) await world.emit(tenant, ...separate(100));
    const dispatcher = world.dispatcher({ parallel: { overall: 20, perTenant: 8 } });
    expect(await dispatcher.deliverDue()).toBe(500);
    expect(most).toBe(20);
    const [alone] = tenants;
    await world.emit(alone!, ...separate(100));
    expect(await dispatcher.deliverDue()).toBe(100);
    expect(mostOfOne).toBe(8);
  });

  it('have their outcomes recorded many in one unit', async () => {
    const world = deliveries();
    const tenant = world.tenant();
    const { units } = world.storage;
    let runs = 0;
    const counted: UnitOfWork = { ...units, run: (of, work) => (runs++, units.run(of, work)) };
    await world.emit(tenant, ...separate(1000));
    expect(await world.dispatcher({}, counted).deliverDue()).toBe(1000);
    expect(runs).toBeLessThanOrEqual(50);
  });
});

describe('observed deliveries', () => {
  it('count each attempt once, by its recorded outcome', async () => {
    const world = deliveries();
    const tenant = world.tenant();
    const answers: WebhookOutcome[] = [answered(500), { kind: 'unreachable', reason: 'reset' }, answered(204)];
    world.answer = async () => answers.shift()!;
    await world.emit(tenant, [PAID, 'Transaction:a']);
    const dispatcher = world.dispatcher();
    for (let attempt = 0; attempt < 3; attempt++) {
      await dispatcher.deliverDue();
      world.clock.advance(60);
    }
    expect(world.outcomes).toEqual(['refused', 'unreached', 'delivered']);
  });

  it('count the last attempt of an event as given up, whether it is tried once or for a week', async () => {
    const world = deliveries();
    const tenant = world.tenant();
    world.answer = async () => answered(500);
    await world.emit(tenant, ['TEST', 'Transaction:a'], [PAID, 'Transaction:b']);
    const dispatcher = world.dispatcher();
    await dispatcher.deliverDue();
    expect([...world.outcomes].sort()).toEqual(['given-up', 'refused']);
    world.clock.advance(WEEK);
    await dispatcher.deliverDue();
    expect(world.outcomes.at(-1)).toBe('given-up');
    expect(statuses(await world.events(tenant))).toEqual(['FAILED']);
  });

  it('do not count events of platforms without an endpoint, and attempts whose outcome could not be recorded', async () => {
    const world = deliveries();
    const tenant = world.tenant();
    await world.emit(tenant, [PAID, 'Transaction:a']);
    const crashing: UnitOfWork = { ...world.storage.units, run: () => Promise.reject(new Error('gone')) };
    await world.dispatcher({}, crashing).deliverDue();
    world.clock.advance(31);
    const { settings } = world;
    world.settings = async (of) => ({ ...(await settings(of)), endpoint: null });
    await world.dispatcher().deliverDue();
    expect(statuses(await world.events(tenant))).toEqual(['STORED']);
    expect([world.outcomes, world.lostLeases]).toEqual([[], []]);
  });
});

describe('leases', () => {
  it('let an event be sent again after their end if its outcome could not be recorded', async () => {
    const world = deliveries();
    const tenant = world.tenant();
    await world.emit(tenant, [PAID, 'Transaction:a']);
    const crashing: UnitOfWork = { ...world.storage.units, run: () => Promise.reject(new Error('gone')) };
    await world.dispatcher({}, crashing).deliverDue();
    expect(world.reported).toHaveLength(1);

    const other = world.dispatcher();
    world.clock.advance(29);
    expect(await other.deliverDue()).toBe(0);
    world.clock.advance(1);
    expect(await other.deliverDue()).toBe(1);
    expect(world.sent).toHaveLength(2);
    expect(world.sent[0]?.event.id).toBe(world.sent[1]?.event.id);
    expect(statuses(await world.events(tenant))).toEqual(['DELIVERED']);
  });

  it('discard an outcome that arrives after another host has claimed the event', async () => {
    const world = deliveries();
    const tenant = world.tenant();
    const slow = held();
    world.answer = slow.answer;
    await world.emit(tenant, [PAID, 'Transaction:a']);
    const late = world.dispatcher().deliverDue();
    await vi.waitFor(() => expect(slow.inFlight()).toBe(1));

    world.clock.advance(31);
    world.answer = async () => answered(200);
    await world.dispatcher().deliverDue();
    const delivered = await world.events(tenant);
    expect(statuses(delivered)).toEqual(['DELIVERED']);
    slow.release(500);
    await late;
    expect(await world.events(tenant)).toEqual(delivered);
    expect(world.reported).toEqual([]);
    expect(world.lostLeases).toEqual(['event']);
    expect(world.outcomes).toEqual(['delivered']);
  });

  it('do not prevent the rest of a batch from being recorded if one of them is lost', async () => {
    const world = deliveries();
    const tenant = world.tenant();
    const slow = held();
    world.answer = slow.answer;
    await world.emit(tenant, ...separate(3));
    const pass = world.dispatcher().deliverDue();
    await vi.waitFor(() => expect(slow.inFlight()).toBe(3));
    const [, lost] = await world.events(tenant);
    await world.storage.units.run(tenant, async (tx) => {
      update(tx, world.context(tenant), EVENTS, lost!, { lastError: 'taken over' });
      return ok();
    });
    slow.release(200);
    await pass;
    expect((await world.events(tenant)).map(({ status }) => status)).toEqual(['DELIVERED', 'QUEUED', 'DELIVERED']);
    expect([world.lostLeases, world.outcomes]).toEqual([['event'], ['delivered', 'delivered']]);
  });

  it('keep an event from being sent if the request could outlast them', async () => {
    const world = deliveries();
    const tenant = world.tenant();
    const slow = held();
    world.answer = slow.answer;
    await world.emit(tenant, ...separate(6));
    const pass = world.dispatcher().deliverDue();
    await vi.waitFor(() => expect(slow.inFlight()).toBe(4));
    world.clock.advance(25);
    const before = world.sent.length;
    slow.release(200);
    await vi.waitFor(() => expect(slow.inFlight()).toBe(2));
    const again = world.sent.slice(before).map(({ event }) => event);
    expect(
      again.every((event) => event.leaseUntil >= world.clock.now() + 10_000),
      'sent under an old lease',
    ).toBe(true);
    expect(
      again.every((event) => event.attempts === 1),
      'counted although not sent',
    ).toBe(true);
    slow.release(200);
    await pass;
    expect(statuses(await world.events(tenant))).toEqual(['DELIVERED']);
  });

  it('of unsent events end at once when the dispatcher stops, which awaits the requests in flight', async () => {
    const world = deliveries();
    const tenant = world.tenant();
    const slow = held();
    world.answer = slow.answer;
    await world.emit(tenant, ...separate(10));
    const stopping = world.dispatcher();
    const pass = stopping.deliverDue();
    await vi.waitFor(() => expect(slow.inFlight()).toBe(4));
    const stopped = stopping.stop();
    await vi.waitFor(async () =>
      expect((await world.events(tenant)).filter(({ leaseUntil }) => leaseUntil === 0)).toHaveLength(6),
    );
    world.answer = async () => answered(200);
    expect(await world.dispatcher().deliverDue()).toBe(6);
    slow.release(200);
    await Promise.all([stopped, pass]);
    const events = await world.events(tenant);
    expect(statuses(events)).toEqual(['DELIVERED']);
    expect(events.every(({ attempts }) => attempts === 1)).toBe(true);
    expect(await stopping.deliverDue()).toBe(0);
  });
});

describe('for random answers of endpoints', () => {
  it('every event is accepted once, in the order of its resource', async () => {
    const failures = fc.array(fc.constantFrom(500, 301, 0), { maxLength: 4 });
    const planned = fc.record({ tenant: fc.nat(2), resource: fc.nat(3), failures, success: fc.constantFrom(200, 409) });
    await fc.assert(
      fc.asyncProperty(fc.array(planned, { minLength: 1, maxLength: 40 }), async (plan) => {
        const world = deliveries();
        const tenants = [world.tenant(), world.tenant(), world.tenant()];
        for (const { tenant, resource } of plan) await world.emit(tenants[tenant]!, [PAID, `${tenant}/${resource}`]);
        const written = (await Promise.all(tenants.map(world.events))).flat();
        // Ids sort in the order in which events are emitted.
        const inOrder = [...written].sort((a, b) => (a.id < b.id ? -1 : 1));
        const script = new Map(inOrder.map(({ id }, i) => [id, [...plan[i]!.failures, plan[i]!.success]]));
        const accepted: string[] = [];
        world.answer = async ({ event: { id } }) => {
          const status = script.get(id)!.shift()!;
          if (status === 200 || status === 409) accepted.push(id);
          return status === 0 ? { kind: 'unreachable', reason: 'reset' } : answered(status);
        };
        const dispatcher = world.dispatcher();
        for (let due = await world.storage.outbox.nextDue(); due !== null; due = await world.storage.outbox.nextDue()) {
          world.clock.advance(Math.max(0, due - world.clock.now()) / 1000 + 5);
          await dispatcher.deliverDue();
        }
        expect(accepted).toHaveLength(plan.length);
        for (const resource of new Set(inOrder.map((event) => event.resource))) {
          const ids = inOrder.filter((event) => event.resource === resource).map(({ id }) => id as string);
          expect(accepted.filter((id) => ids.includes(id))).toEqual(ids);
        }
        expect(statuses((await Promise.all(tenants.map(world.events))).flat())).toEqual(['DELIVERED']);
      }),
      { numRuns: 50 },
    );
  });
});
