import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  type Context,
  createIds,
  type Id,
  type Instant,
  newRecord,
  ok,
  tenantKey,
  type UnitOfWork,
} from '../kernel/index.js';
import { seededRandom } from '../testing/ports.js';
import {
  deliveryHealth,
  deliveryOutcome,
  type DeliveryTry,
  EVENTS,
  type EventState,
  failureOf,
  isSuccess,
  isTooLate,
  type JudgedEvent,
  LEASE_LOST,
  type OutboxEvent,
  queuedEvent,
  tryOf,
  type Verdict,
  verdictOf,
  writeVerdict,
} from './index.js';
import { recordVerdicts } from './record-verdicts.js';

const tenant = tenantKey('Platform:018bcfe5-6800-7000-8000-000000000001' as Id<'Platform'>, 'SANDBOX');
const NOW = 1_700_000_000_000 as Instant;
/** The clock of the tenant is one minute ahead of the host. */
const AHEAD = 60_000;
const ctx: Context = { tenant, actor: { kind: 'system' }, requestId: 'r', now: (NOW + AHEAD) as Instant, hostNow: NOW };
const SCHEDULE = { retryFor: 1_000, firstRetry: 10, maxRetry: 60 };
const ids = createIds({ now: () => NOW }, seededRandom());
const answered = (status: number) => ({ kind: 'answered', status, body: '' }) as const;
const unreachable = { kind: 'unreachable', reason: 'no route' } as const;
const tried: DeliveryTry = { at: NOW, milliseconds: 5, status: 200, reason: null };

let units: UnitOfWork;
beforeEach(() => {
  units = createMemoryStorage().units;
});

/** An event that was claimed for its first attempt. */
async function claimed(over: Partial<OutboxEvent> = {}): Promise<OutboxEvent> {
  const about = { type: 'OUTGOING_PAYMENT.COMPLETED', resource: 'Transaction:1', snapshot: {} } as never;
  const event = { ...queuedEvent(ctx, ids, about), attempts: 1, leaseUntil: (NOW + 90_000) as Instant, ...over };
  await units.run(tenant, async (tx) => ok(tx.add(EVENTS, event)));
  return event;
}
const stored = ({ id }: OutboxEvent) => units.read(tenant, (reads) => reads.get(EVENTS, id));

describe('an answer of an endpoint', () => {
  it('accepts an event if it is 2xx, or 409 for an event that was processed before', () => {
    const statuses = [100, 199, 200, 204, 299, 300, 301, 400, 408, 409, 410, 500];
    expect(statuses.filter(isSuccess)).toEqual([200, 204, 299, 409]);
  });

  it('says why an attempt failed', () => {
    expect(failureOf(answered(500))).toBe('the endpoint answered 500');
    expect(failureOf(unreachable)).toBe('no route');
  });

  it('is kept with the attempt, which never ends before it began', () => {
    const later = (NOW + 7) as Instant;
    expect(tryOf(NOW, later, answered(500))).toEqual({ at: NOW, milliseconds: 7, status: 500, reason: null });
    expect(tryOf(NOW, later, unreachable)).toEqual({ at: NOW, milliseconds: 7, status: null, reason: 'no route' });
    expect(tryOf(later, NOW, answered(200))).toMatchObject({ milliseconds: 0 });
  });
});

describe('the verdict on an attempt', () => {
  const verdict = (event: OutboxEvent, outcome: Parameters<typeof verdictOf>[1], fraction = 0) =>
    verdictOf(event, outcome, tried, SCHEDULE, () => fraction);

  it('is that the event was delivered, or when it is tried again and whether its endpoint was reached', async () => {
    const event = await claimed();
    expect(verdict(event, answered(200))).toEqual({ kind: 'delivered', tried });
    expect(verdict(event, answered(500))).toEqual({
      ...{ kind: 'failed', tried, error: 'the endpoint answered 500' },
      ...{ delay: 10, isUnreached: false },
    });
    expect(verdict(event, unreachable)).toEqual({
      ...{ kind: 'failed', tried, error: 'no route' },
      ...{ delay: 10, isUnreached: true },
    });
  });

  it('doubles the delay with each attempt, adds up to 20 % and never exceeds the longest', async () => {
    const delays = async (fraction: number) => {
      const found: unknown[] = [];
      for (const attempts of [1, 2, 3, 4, 40]) {
        const failed = verdict(await claimed({ attempts }), answered(500), fraction);
        found.push(failed.kind === 'failed' ? failed.delay : failed.kind);
      }
      return found;
    };
    expect(await delays(0)).toEqual([10, 20, 40, 50, 50]);
    expect(await delays(0.5)).toEqual([11, 22, 44, 55.00000000000001, 55.00000000000001]);
    expect(await delays(1)).toEqual([12, 24, 48, 60, 60]);
  });

  it.each(['TEST', 'INCOMING_PAYMENT.PENDING'] as const)('gives up %s, whose answer is useless later', async (type) => {
    expect(verdict(await claimed({ type }), answered(500))).toMatchObject({ kind: 'failed', delay: null });
  });
});

describe('the record of an attempt', () => {
  const record = (event: OutboxEvent, verdict: Verdict) =>
    units.run(tenant, async (tx) => writeVerdict(tx, ctx, { event, verdict }, SCHEDULE));
  const failed = (delay: number | null) => ({ kind: 'failed', tried, error: 'refused', delay }) as const;
  const changed = { version: 2, updatedAt: ctx.now, leaseUntil: 0 };

  it('of a delivered event has its time and its attempt', async () => {
    const event = await claimed({ lastError: 'refused' });
    expect(await record(event, { kind: 'delivered', tried })).toMatchObject({ ok: true });
    expect(await stored(event)).toEqual({
      ...{ ...event, ...changed, status: 'DELIVERED' },
      ...{ deliveredAt: ctx.now, lastError: null, tries: [tried] },
    });
  });

  it('of an event without an endpoint, or that was put back, counts no attempt', async () => {
    const first = await claimed();
    await record(first, { kind: 'stored' });
    expect(await stored(first)).toEqual({ ...first, ...changed, status: 'STORED', attempts: 0 });
    const second = await claimed();
    const at = (NOW + 5) as Instant;
    await record(second, { kind: 'put-back', at });
    expect(await stored(second)).toEqual({ ...second, ...changed, attempts: 0, nextAttemptAt: at, clockOffset: AHEAD });
  });

  it('of a failed event has the time of the next attempt, in host time and in whole milliseconds', async () => {
    const event = await claimed({ clockOffset: 0 });
    await record(event, failed(10.000_6));
    expect(await stored(event)).toEqual({
      ...{ ...event, ...changed, lastError: 'refused', tries: [tried] },
      ...{ nextAttemptAt: NOW + 10_001, clockOffset: AHEAD },
    });
  });

  it('of a failed event without a further attempt gives it up', async () => {
    for (const delay of [null, 1_001]) {
      const event = await claimed();
      await record(event, failed(delay));
      const after = { lastError: 'refused', tries: [tried], status: 'FAILED' };
      expect(await stored(event)).toEqual({ ...event, ...changed, ...after });
    }
    const last = await claimed();
    await record(last, failed(1_000));
    expect(await stored(last)).toMatchObject({ status: 'QUEUED', nextAttemptAt: NOW + 1_000_000 });
  });

  it('is refused if another host has the lease, and the others are recorded without it', async () => {
    const [first, second] = [await claimed(), await claimed()];
    await record(first, failed(10));
    for (const verdict of [
      failed(10),
      { kind: 'stored' },
      { kind: 'put-back', at: NOW },
      { kind: 'delivered', tried },
    ]) {
      expect(await record(first, verdict as Verdict)).toEqual({ ok: false, error: LEASE_LOST });
    }
    const batch: readonly JudgedEvent[] = [first, second].map((event) => ({
      event,
      verdict: { kind: 'delivered', tried },
    }));
    expect(await recordVerdicts(units, ctx, batch, SCHEDULE)).toEqual(ok([batch[1]]));
    expect([await stored(first), await stored(second)]).toMatchObject([{ status: 'QUEUED' }, { status: 'DELIVERED' }]);
  });

  it('returns another error as it is, without a second try', async () => {
    const event = await claimed();
    const error = { code: 'SERVICE_UNAVAILABLE', message: 'the database is full' } as const;
    let runs = 0;
    const failing: UnitOfWork = {
      ...units,
      run: async () => {
        runs += 1;
        return { ok: false, error };
      },
    };
    const batch: readonly JudgedEvent[] = [{ event, verdict: { kind: 'delivered', tried } }];
    expect(await recordVerdicts(failing, ctx, batch, SCHEDULE)).toEqual({ ok: false, error });
    expect(runs).toBe(1);
  });

  it('counts as delivered, refused, unreached or given up, and not at all without an attempt', async () => {
    const event = await claimed();
    const outcome = (verdict: Verdict) => deliveryOutcome({ event, verdict }, ctx.now, SCHEDULE);
    expect(outcome({ kind: 'delivered', tried })).toBe('delivered');
    expect(outcome(failed(10))).toBe('refused');
    expect(outcome({ ...failed(10), isUnreached: true })).toBe('unreached');
    expect(outcome({ ...failed(10), isUnreached: false })).toBe('refused');
    expect(outcome({ ...failed(null), isUnreached: true })).toBe('given-up');
    expect(outcome(failed(1_001))).toBe('given-up');
    expect(outcome({ kind: 'stored' })).toBeNull();
    expect(outcome({ kind: 'put-back', at: NOW })).toBeNull();
    expect(isTooLate(event, 1_000, ctx.now, SCHEDULE)).toBe(false);
  });
});

describe('the health of deliveries', () => {
  const health = async () => {
    const found = await units.read(tenant, (reads) => deliveryHealth(reads, ctx));
    return found.ok ? found.value : found.error;
  };

  it('counts the newest 500 events by state, and their attempts by outcome', async () => {
    const events = { QUEUED: 0, DELIVERED: 0, STORED: 0, FAILED: 0 };
    expect(await health()).toEqual({ examined: 0, since: null, events, attempts: 0, accepted: 0 });
    const add = async (at: number, status: EventState, ...statuses: readonly (number | null)[]) =>
      claimed({
        ...newRecord(ids.next('Webhook'), { tenant, now: (NOW + at) as Instant }),
        ...{ status, tries: statuses.length === 0 ? null : statuses.map((each) => ({ ...tried, status: each })) },
      });
    await add(1, 'DELIVERED', 200);
    await add(2, 'DELIVERED', 500, 204);
    await add(3, 'FAILED', null, 404);
    await add(4, 'STORED');
    const found = { examined: 4, since: NOW + 1, events: { ...events, DELIVERED: 2, FAILED: 1, STORED: 1 } };
    expect(await health()).toEqual({ ...found, attempts: 5, accepted: 2 });
    for (let at = 10; at < 509; at++) await add(at, 'QUEUED');
    expect(await health()).toMatchObject({
      examined: 500,
      since: NOW + 4,
      events: { QUEUED: 499, STORED: 1 },
      attempts: 0,
    });
  });
});
