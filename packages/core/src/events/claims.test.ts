import { describe, expect, it, vi } from 'vitest';
import { plusSeconds, type UnitOfWork } from '../kernel/index.js';
import {
  answered,
  deliveries,
  type Deliveries,
  held,
  openRequests,
  PAID,
  separate,
  turns,
} from '../testing/deliveries.js';
import { EVENTS, type OutboxClaim } from './index.js';

/** A slow machine may take longer than the second that is the default. */
const WAIT = { timeout: 10_000 };

/** Records the claims of a world's dispatchers. */
function claimsOf(world: Deliveries): OutboxClaim[] {
  const claims: OutboxClaim[] = [];
  const { claim } = world.storage.outbox;
  world.storage.outbox.claim = (of) => {
    claims.push(of);
    return claim(of);
  };
  return claims;
}

/** Claims that wait until the test lets them go on. */
function gatedClaims(world: Deliveries) {
  const { claim } = world.storage.outbox;
  const waiting: (() => void)[] = [];
  world.storage.outbox.claim = async (of) => {
    const claimed = await claim(of);
    await new Promise<void>((resolve) => waiting.push(resolve));
    return claimed;
  };
  return {
    begun: () => waiting.length,
    goOn: () => {
      world.storage.outbox.claim = claim;
      for (const resolve of waiting.splice(0)) resolve();
    },
  };
}

/** A dispatcher whose requests hang, with this number of events for each of its tenants. */
async function hanging(...counts: readonly number[]) {
  const world = deliveries();
  const requests = held();
  world.answer = requests.answer;
  const tenants = counts.map(world.tenant);
  for (const [index, tenant] of tenants.entries()) await world.emit(tenant, ...separate(counts[index]!));
  const claims = claimsOf(world);
  const dispatcher = world.dispatcher();
  const pass = dispatcher.deliverDue();
  await turns();
  return { world, requests, tenants, claims, dispatcher, pass };
}

describe('a claim', () => {
  it('leases events for 30 seconds, with room for 4,096 of them, 256 of a tenant and 32 of a resource', async () => {
    const world = deliveries();
    const claims = claimsOf(world);
    await world.dispatcher().deliverDue();
    const now = world.clock.now();
    expect(claims).toEqual([
      {
        now,
        leaseUntil: plusSeconds(now, 30),
        limit: 4096,
        perTenant: 256,
        perResource: 32,
        except: [],
        resumed: [],
        untriedOnly: [],
      },
    ]);
  });

  it('asks only for as many events as there is room for, and waits while there is none', async () => {
    const world = deliveries();
    const requests = openRequests(world);
    const tenant = world.tenant();
    await world.emit(tenant, [PAID, 'a'], [PAID, 'b'], [PAID, 'c'], [PAID, 'd']);
    const { claim } = world.storage.outbox;
    // As many events of other resources as are asked for.
    world.storage.outbox.claim = async (of) => {
      const found = await claim(of);
      const [like] = await world.events(tenant);
      const others = Array.from({ length: of.limit - found.length }, (_, i) => ({ ...like!, resource: `other ${i}` }));
      return [...found, ...others];
    };
    const claims = claimsOf(world);
    const dispatcher = world.dispatcher();
    void dispatcher.deliverDue();
    await turns();
    void dispatcher.deliverDue();
    await turns();
    expect([claims.map(({ limit }) => limit), requests.open()]).toEqual([[4096], ['a', 'b', 'c', 'd']]);
    for (const resource of ['a', 'b', 'c']) await requests.answer(resource);
    // After 50 milliseconds the outcomes are recorded, which makes room.
    world.clock.advance(0.05);
    await requests.answer('d');
    expect(claims.map(({ limit }) => limit)).toEqual([4096, 4]);
    expect((await world.events(tenant)).every(({ status }) => status === 'DELIVERED')).toBe(true);
  });

  it('leaves out the tenants that have enough untried events to send', async () => {
    // Of a new tenant, four are in flight; four more are enough.
    const { requests, tenants, claims, dispatcher, pass, world } = await hanging(7, 8, 9);
    void dispatcher.deliverDue();
    await turns();
    expect(claims[1]).toMatchObject({ except: tenants.slice(1), resumed: [], untriedOnly: [], limit: 4096 - 24 });
    world.answer = async () => answered(200);
    requests.release(200);
    await pass;
  });

  it('asks for no retries of the tenants that have enough retries to send', async () => {
    const world = deliveries();
    const [some, enough] = [world.tenant(), world.tenant()];
    world.answer = async () => answered(500);
    await world.emit(some, ...separate(7));
    await world.emit(enough, ...separate(8));
    const dispatcher = world.dispatcher();
    await dispatcher.deliverDue();
    world.clock.advance(6);
    const requests = held();
    world.answer = requests.answer;
    const claims = claimsOf(world);
    const pass = dispatcher.deliverDue();
    await turns();
    void dispatcher.deliverDue();
    await turns();
    expect(claims.map(({ untriedOnly, except }) => [untriedOnly, except])).toEqual([
      [[], []],
      [[enough], []],
    ]);
    world.answer = async () => answered(200);
    requests.release(200);
    await pass;
  });

  it('leaves out a tenant whose endpoint is not reached, for 5 seconds or until its clock is moved', async () => {
    const world = deliveries();
    const tenant = world.tenant();
    world.answer = async () => ({ kind: 'unreachable', reason: 'no connection' });
    await world.emit(tenant, ...separate(3));
    const dispatcher = world.dispatcher();
    const claims = claimsOf(world);
    const excepted = async () => {
      await dispatcher.deliverDue();
      return claims.at(-1)!.except;
    };
    await dispatcher.deliverDue();
    world.clock.advance(4.999);
    expect(await excepted()).toEqual([tenant]);
    dispatcher.resume(tenant);
    claims.length = 0;
    await dispatcher.deliverDue();
    expect(claims[0]!.except).toEqual([]);

    world.clock.advance(30);
    await dispatcher.deliverDue();
    world.clock.advance(4.999);
    expect(await excepted()).toEqual([tenant]);
    world.clock.advance(0.001);
    claims.length = 0;
    await dispatcher.deliverDue();
    expect(claims[0]!.except).toEqual([]);
  });

  it('follows when a tenant of which more is due has sent most of what was claimed', async () => {
    const world = deliveries();
    const tenant = world.tenant();
    await world.emit(tenant, ...separate(600));
    const claims = claimsOf(world);
    const units: UnitOfWork = {
      ...world.storage.units,
      run: async (of, work) => {
        // Outcomes are recorded after all that can be claimed meanwhile was sent.
        await vi.waitFor(() => expect(world.sent).toHaveLength(600), WAIT);
        return world.storage.units.run(of, work);
      },
    };
    expect(await world.dispatcher({}, units).deliverDue()).toBe(600);
    const now = world.clock.now();
    expect(claims.slice(0, 3).map(({ limit, leaseUntil }) => [limit, leaseUntil])).toEqual([
      [4096, plusSeconds(now, 30)],
      [4096 - 256, plusSeconds(now, 30)],
      [4096 - 512, plusSeconds(now, 30)],
    ]);
  });

  it('takes at most 1,024 events of a tenant whose outcomes are not recorded yet', async () => {
    const world = deliveries();
    const [slow, other] = [world.tenant(), world.tenant()];
    await world.emit(slow, ...separate(1100));
    let record = (): void => {};
    const gate = new Promise<void>((resolve) => (record = resolve));
    const units: UnitOfWork = {
      ...world.storage.units,
      run: async (of, work) => {
        if (of === slow) await gate;
        return world.storage.units.run(of, work);
      },
    };
    const dispatcher = world.dispatcher({}, units);
    const pass = dispatcher.deliverDue();
    await vi.waitFor(() => expect(world.sent.length).toBeGreaterThanOrEqual(1024), WAIT);
    await world.emit(other, ...separate(1));
    void dispatcher.deliverDue();
    await vi.waitFor(async () => expect((await world.events(other))[0]!.status).toBe('DELIVERED'), WAIT);
    expect(world.sent).toHaveLength(1025);
    record();
    expect(await pass).toBe(1101);
  });
});

describe('events that were claimed', () => {
  const stateOf = async (world: Deliveries, tenant: Parameters<Deliveries['events']>[0]) =>
    (await world.events(tenant)).map(({ attempts, leaseUntil, nextAttemptAt }) => [
      attempts,
      leaseUntil,
      nextAttemptAt - world.clock.now(),
    ]);

  it('are released if the dispatcher is stopped during the claim', async () => {
    const world = deliveries();
    const tenant = world.tenant();
    await world.emit(tenant, ...separate(3));
    world.clock.advance(60);
    const gate = gatedClaims(world);
    const dispatcher = world.dispatcher();
    const pass = dispatcher.deliverDue();
    await vi.waitFor(() => expect(gate.begun()).toBe(1), WAIT);
    const stopped = dispatcher.stop();
    gate.goOn();
    await stopped;
    expect(await pass).toBe(0);
    expect(world.sent).toEqual([]);
    expect(await stateOf(world, tenant)).toEqual(Array(3).fill([0, 0, 0]));
    expect(await world.dispatcher().deliverDue()).toBe(3);
  });

  it('wait for the pause of their tenant if its endpoint was not reached during the claim', async () => {
    const world = deliveries();
    const tenant = world.tenant();
    const requests: (() => void)[] = [];
    world.answer = () =>
      new Promise((resolve) => requests.push(() => resolve({ kind: 'unreachable', reason: 'no connection' })));
    // Three events in flight are not reached: the tenant is then sent one event at a time, and paused after the next.
    await world.emit(tenant, ...separate(3));
    const dispatcher = world.dispatcher();
    const pass = dispatcher.deliverDue();
    await vi.waitFor(() => expect(requests).toHaveLength(3), WAIT);
    const gate = gatedClaims(world);
    await world.emit(tenant, [PAID, 'Transaction:later']);
    void dispatcher.deliverDue();
    await vi.waitFor(() => expect(gate.begun()).toBe(1), WAIT);
    for (const end of requests.splice(0)) end();
    await turns();
    gate.goOn();
    await pass;
    expect(world.sent).toHaveLength(3);
    expect((await stateOf(world, tenant)).at(-1)).toEqual([0, 0, 5000]);
  });

  it('are sent up to 10 seconds before their lease ends', async () => {
    const { world, requests, tenants, pass } = await hanging(6);
    world.clock.advance(20);
    world.answer = async () => answered(200);
    requests.release(200);
    await pass;
    expect(world.sent).toHaveLength(6);
    const leases = world.sent.slice(4).map(({ event }) => event.leaseUntil);
    expect(leases, 'claimed once').toEqual([plusSeconds(world.clock.now(), 10), plusSeconds(world.clock.now(), 10)]);
    expect((await world.events(tenants[0]!)).every(({ attempts }) => attempts === 1)).toBe(true);
  });

  it('of several tenants are sent in turn', async () => {
    const world = deliveries();
    const tenants = [world.tenant(), world.tenant(), world.tenant()];
    for (const tenant of tenants) await world.emit(tenant, ...separate(4));
    await world.dispatcher({ parallel: { overall: 1, perTenant: 4 } }).deliverDue();
    const order = world.sent.map(({ event }) => tenants.indexOf(event.tenant));
    expect(order).toEqual([0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2]);
  });

  it('behind one whose outcome cannot be recorded are released', async () => {
    const world = deliveries();
    const tenant = world.tenant();
    await world.emit(tenant, [PAID, 'Transaction:a'], [PAID, 'Transaction:a'], [PAID, 'Transaction:b']);
    const [first] = await world.events(tenant);
    let failures = 1;
    const units: UnitOfWork = {
      ...world.storage.units,
      run: (of, work) => (failures-- > 0 ? Promise.reject(new Error('gone')) : world.storage.units.run(of, work)),
    };
    world.clock.advance(60);
    await world.dispatcher({}, units).deliverDue();
    const { clock } = world;
    expect(await world.storage.units.read(tenant, (reads) => reads.get(EVENTS, first!.id))).toMatchObject({
      status: 'QUEUED',
      attempts: 1,
      leaseUntil: plusSeconds(clock.now(), 30),
    });
    const [, behind] = await stateOf(world, tenant);
    expect(behind).toEqual([0, 0, 0]);
  });
});

describe('the leases of a dispatcher', () => {
  it('last at least as long as two requests', () => {
    const world = deliveries();
    expect(() => world.dispatcher({ leaseSeconds: 19 })).toThrow('leaseSeconds is 19, must be at least 20');
    expect(() => world.dispatcher({ leaseSeconds: 20 })).not.toThrow();
  });

  it.each([
    [30, 90],
    [120, 120],
  ])(
    'of %s seconds are corrected if they end more than %s seconds and the skew of clocks ahead',
    async (own, longest) => {
      const world = deliveries();
      const corrections: unknown[] = [];
      const { correctClock } = world.storage.outbox;
      world.storage.outbox.correctClock = (of) => {
        corrections.push(of);
        return correctClock(of);
      };
      await world.dispatcher({ leaseSeconds: own }).deliverDue();
      const now = world.clock.now();
      expect(corrections).toEqual([{ now, latest: plusSeconds(now, longest + 5) }]);
    },
  );
});
