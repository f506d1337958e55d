import { describe, expect, it } from 'vitest';
import { plusSeconds, type TenantKey, type UnitOfWork } from '../kernel/index.js';
import { answered, deliveries, type Deliveries, openRequests, PAID, separate, turns } from '../testing/deliveries.js';
import { recordedTracing } from '../testing/tracing.js';
import type { WebhookOutcome } from './index.js';

/** Units of work that begin when the test lets them. */
function gatedUnits({ storage: { units } }: Deliveries) {
  const waiting: (() => void)[] = [];
  let begun = 0;
  let isOpen = false;
  const gated: UnitOfWork = {
    ...units,
    run: async (of, work) => {
      begun += 1;
      if (!isOpen) await new Promise<void>((resolve) => waiting.push(resolve));
      return units.run(of, work);
    },
  };
  return {
    units: gated,
    begun: () => begun,
    goOn: async () => {
      for (const resolve of waiting.splice(0)) resolve();
      await turns();
    },
    open() {
      isOpen = true;
      for (const resolve of waiting.splice(0)) resolve();
    },
  };
}

const delivered = async (world: Deliveries, tenant: TenantKey): Promise<readonly string[]> =>
  (await world.events(tenant)).filter(({ status }) => status === 'DELIVERED').map(({ resource }) => resource);

describe('outcomes', () => {
  it('are recorded together with others that follow within 50 milliseconds, while requests are in flight', async () => {
    const world = deliveries();
    const tenant = world.tenant();
    const requests = openRequests(world);
    await world.emit(tenant, [PAID, 'a'], [PAID, 'b'], [PAID, 'c'], [PAID, 'd'], ...separate(7));
    const pass = world.dispatcher().deliverDue();
    await turns();
    await requests.answer('a');
    world.clock.advance(0.049);
    await requests.answer('b');
    expect(await delivered(world, tenant)).toEqual([]);
    world.clock.advance(0.001);
    await requests.answer('c');
    expect(await delivered(world, tenant)).toEqual(['a', 'b', 'c']);
    await requests.answer('d');
    expect(await delivered(world, tenant)).toHaveLength(3);
    await requests.answerAll();
    expect(await pass).toBe(11);
  });

  it('are recorded at once if no more requests are in flight than there are outcomes', async () => {
    const world = deliveries();
    const tenant = world.tenant();
    const requests = openRequests(world);
    await world.emit(tenant, [PAID, 'a'], [PAID, 'b'], [PAID, 'c'], [PAID, 'd']);
    const pass = world.dispatcher().deliverDue();
    await turns();
    await requests.answer('a');
    expect(await delivered(world, tenant)).toEqual([]);
    await requests.answer('b');
    expect(await delivered(world, tenant)).toEqual(['a', 'b']);
    await requests.answer('c');
    await requests.answer('d');
    expect(await pass).toBe(4);
  });

  it('for which the next event of their resource waits are recorded at once', async () => {
    const world = deliveries();
    const tenant = world.tenant();
    const requests = openRequests(world);
    await world.emit(tenant, [PAID, 'a'], [PAID, 'a'], [PAID, 'b'], [PAID, 'c'], [PAID, 'd']);
    const pass = world.dispatcher().deliverDue();
    await turns();
    expect(requests.open()).toEqual(['a', 'b', 'c', 'd']);
    await requests.answer('a');
    expect(await delivered(world, tenant)).toEqual(['a']);
    expect(requests.open()).toEqual(['b', 'c', 'd', 'a']);
    await requests.answerAll();
    expect(await pass).toBe(5);
  });

  it('for which next events wait are recorded together while earlier ones are being recorded', async () => {
    const world = deliveries();
    const tenant = world.tenant();
    const requests = openRequests(world);
    const twice = ['a', 'b', 'c'].flatMap((resource) => [[PAID, resource] as const, [PAID, resource] as const]);
    const once = ['d', 'e', 'f', 'g', 'h'].map((resource) => [PAID, resource] as const);
    await world.emit(tenant, ...twice, ...once);
    const gate = gatedUnits(world);
    const pass = world.dispatcher({}, gate.units).deliverDue();
    await turns();
    for (const resource of ['a', 'b', 'c']) await requests.answer(resource);
    expect(gate.begun()).toBe(1);
    await gate.goOn();
    expect(await delivered(world, tenant)).toEqual(['a']);
    expect(gate.begun()).toBe(2);
    gate.open();
    await requests.answerAll();
    await pass;
    expect(new Set(await delivered(world, tenant))).toEqual(new Set(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']));
  });

  it('are recorded up to 128 in one unit', async () => {
    const world = deliveries();
    const tenant = world.tenant();
    const { units } = world.storage;
    const sizes: number[] = [];
    const counted: UnitOfWork = {
      ...units,
      run: async (of, work) => {
        const before = (await delivered(world, tenant)).length;
        const ended = await units.run(of, work);
        sizes.push((await delivered(world, tenant)).length - before);
        return ended;
      },
    };
    const requests = openRequests(world);
    await world.emit(tenant, [PAID, 'slow'], ...separate(300));
    const pass = world.dispatcher({ parallel: { overall: 512, perTenant: 512 } }, counted).deliverDue();
    await turns();
    while (requests.open().length > 1) {
      for (const resource of requests.open()) if (resource !== 'slow') await requests.answer(resource);
    }
    await requests.answer('slow');
    await pass;
    expect(Math.max(...sizes)).toBe(128);
    expect(sizes.reduce((a, b) => a + b)).toBe(301);
  });
});

describe('the settings of a platform', () => {
  it('are read once for all attempts of a second', async () => {
    const world = deliveries();
    const tenant = world.tenant();
    const requests = openRequests(world);
    const { settings } = world;
    let reads = 0;
    world.settings = (of) => (reads++, settings(of));
    await world.emit(tenant, ...separate(40));
    const pass = world.dispatcher({ parallel: { overall: 4, perTenant: 4 } }).deliverDue();
    await turns();
    world.clock.advance(0.999);
    for (const resource of requests.open()) await requests.answer(resource);
    expect([reads, world.sent.length]).toEqual([1, 8]);
    world.clock.advance(0.001);
    for (const resource of requests.open()) await requests.answer(resource);
    expect(reads).toBe(2);
    world.clock.advance(-3);
    for (const resource of requests.open()) await requests.answer(resource);
    expect(reads).toBe(3);
    await requests.answerAll();
    await pass;
  });

  it('decide how a request is signed and where it is sent', async () => {
    const world = deliveries();
    const tenant = world.tenant();
    const endpoint = 'https://hooks.example/corridor';
    const secrets = ['whsec_NEW', 'whsec_OLD'];
    world.settings = async () => ({ endpoint, environment: 'PRODUCTION', secrets, privateKey: 'PEM' });
    await world.emit(tenant, [PAID, 'a']);
    await world.dispatcher().deliverDue();
    const [event] = await world.events(tenant);
    expect(world.sent).toEqual([
      {
        url: endpoint,
        environment: 'PRODUCTION',
        event: expect.objectContaining({ id: event!.id, type: PAID, attempts: 1 }),
        signing: { privateKey: 'PEM', secrets },
      },
    ]);
  });

  it('that cannot be read hold up all events of the platform, and are tried again after 5 seconds', async () => {
    const world = deliveries();
    const tenant = world.tenant();
    world.settings = () => Promise.reject(new Error('not sealed with this key'));
    await world.emit(tenant, ...separate(6));
    await world.dispatcher().deliverDue();
    const now = world.clock.now();
    const at = (await world.events(tenant)).map(({ attempts, nextAttemptAt }) => [attempts, nextAttemptAt - now]);
    expect(at).toEqual([...Array(4).fill([1, 5000]), ...Array(2).fill([0, 5000])]);
    const reason = 'the webhook settings of the platform cannot be read';
    expect((await world.events(tenant))[0]).toMatchObject({
      lastError: reason,
      tries: [{ at: now, milliseconds: 0, status: null, reason }],
    });
    expect(world.outcomes).toEqual(Array(4).fill('unreached'));
  });

  it('are not blamed if the transport throws on one event', async () => {
    const world = deliveries();
    const tenant = world.tenant();
    world.answer = async ({ event }) => {
      if (event.resource === 'a') throw new Error('a bug');
      return answered(200);
    };
    await world.emit(tenant, [PAID, 'a'], ...separate(8));
    await world.dispatcher().deliverDue();
    const [first, ...others] = await world.events(tenant);
    const reason = 'the event could not be sent';
    expect(first).toMatchObject({ status: 'QUEUED', lastError: reason, tries: [{ status: null, reason }] });
    expect(others.every(({ status }) => status === 'DELIVERED')).toBe(true);
    expect(world.outcomes.filter((outcome) => outcome === 'refused')).toHaveLength(1);
  });
});

it('a retry is delayed by up to a fifth more, by the two random bytes that are drawn for it', async () => {
  for (const [bytes, delay] of [
    [[0, 0], 5000],
    [[128, 255], 5504],
    [[255, 255], 6000],
  ] as const) {
    const world = deliveries();
    world.ports.random = { bytes: () => Uint8Array.from(bytes) };
    const tenant = world.tenant();
    world.answer = async () => answered(500);
    await world.emit(tenant, [PAID, 'a']);
    await world.dispatcher().deliverDue();
    expect((await world.events(tenant))[0]!.nextAttemptAt - world.clock.now()).toBe(delay);
  }
});

describe('the span of a delivery', () => {
  const TRACE = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

  async function spansOf(answer: WebhookOutcome, wait: number) {
    const world = deliveries();
    const tracing = recordedTracing();
    world.ports.tracing = tracing;
    const tenant = world.tenant();
    world.ahead(tenant, 3600);
    const { context } = world;
    world.context = (of) => ({ ...context(of), trace: TRACE });
    world.answer = async () => answer;
    await world.emit(tenant, [PAID, 'a']);
    world.clock.advance(wait);
    await world.dispatcher().deliverDue();
    return tracing.spans;
  }

  it('has no status if the endpoint was not reached', async () => {
    const [span] = await spansOf({ kind: 'unreachable', reason: 'refused' }, 0);
    expect(span!.attributes).toStrictEqual({ 'corridor.event': PAID, 'corridor.attempts': 1 });
    expect(span!.failed).toBe('unreachable');
  });

  it('belongs to the trace of its cause for a minute, also if the clock of the platform is ahead', async () => {
    expect(await spansOf(answered(200), 60)).toMatchObject([{ parent: TRACE, link: null }]);
    expect(await spansOf(answered(200), 61)).toMatchObject([{ parent: null, link: TRACE }]);
  });
});

it('an outcome that cannot be recorded is reported, and its event is sent again when its lease ends', async () => {
  const world = deliveries();
  const tenant = world.tenant();
  await world.emit(tenant, [PAID, 'a']);
  const units = {
    ...world.storage.units,
    run: async () => ({ ok: false, error: { code: 'RATE_LIMITED', message: 'too many units' } }),
  } as unknown as UnitOfWork;
  await world.dispatcher({}, units).deliverDue();
  expect(world.reported).toEqual([new Error('RATE_LIMITED: too many units')]);
  expect(world.outcomes).toEqual([]);
  expect((await world.events(tenant))[0]!.leaseUntil).toBe(plusSeconds(world.clock.now(), 30));
});
