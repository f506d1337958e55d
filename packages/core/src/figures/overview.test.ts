import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { beforeEach, describe, expect, it } from 'vitest';
import type { UndeliveredEvents } from '../events/index.js';
import { type ExceptionRecord, EXCEPTIONS } from '../exceptions/index.js';
import {
  type CurrencyCode,
  type Environment,
  houseTenant,
  type Instant,
  instant,
  newRecord,
  ok,
  type TenantKey,
  tenantKey,
  type UnitOfWork,
} from '../kernel/index.js';
import { POSTINGS } from '../ledger/index.js';
import { fixedClock, type FixedClock } from '../testing/ports.js';
import { type Verification, VERIFICATIONS } from '../verification/index.js';
import { type Cell, FIGURES, HOUR_MS, hourOf, idOf, type OpenSlots, totalsOf } from './figure.js';
import { type Outcomes, openPayments, readOverview } from './overview.js';
import { readTotals } from './totals.js';

const tenantOf = (number: number, environment: Environment = 'SANDBOX'): TenantKey =>
  tenantKey(`Platform:018bcfe5-6800-7000-8000-00000000000${number}` as never, environment);
const [ONE, TWO, LIVE] = [tenantOf(1), tenantOf(2), tenantOf(1, 'PRODUCTION')];

let clock: FixedClock;
let units: UnitOfWork;
let hour: Instant;
let due: { jobs: Instant | null; events: Instant | null };
let undelivered: UndeliveredEvents[];

beforeEach(() => {
  clock = fixedClock();
  ({ units } = createMemoryStorage());
  hour = hourOf(instant(clock.now()));
  due = { jobs: null, events: null };
  undelivered = [];
});

const cell = (over: Partial<Cell> = {}): Cell =>
  ({
    kind: 'TRANSFER',
    rail: 'bank',
    currency: 'USD',
    accepted: 0,
    settled: 0,
    amount: 0n,
    returned: 0,
    failed: {},
    times: {},
    settleMs: 0,
    ...over,
  }) as Cell;

async function store(tenant: TenantKey, at: Instant, cells: readonly Cell[], open: OpenSlots = {}): Promise<void> {
  await units.run(null, async (tx) => {
    const record = newRecord(idOf({ tenant, hour: at }), { tenant, now: at });
    tx.add(FIGURES, { hour: at, cells, open, ...record });
    return ok();
  });
}

const overview = (of: TenantKey | Environment = ONE, from: Instant = hour, to: Instant = hour) =>
  readOverview({
    units,
    clock,
    jobs: { nextDue: async () => due.jobs },
    outbox: { nextDue: async () => due.events, undelivered: async () => undelivered },
  })({ from, to, of });

const NOTHING: Outcomes = { accepted: 0, settled: 0, failed: 0, cancelled: 0, expired: 0, returned: 0 };

describe('an overview of payments', () => {
  it('has each hour, with the outcomes of all kinds, rails and currencies', async () => {
    const next = instant(hour + HOUR_MS);
    const failed = {
      CANCELLED: 2,
      QUOTE_EXPIRED: 3,
      PAYMENT_APPROVAL_TIMED_OUT: 4,
      AUTHORIZATION_EXPIRED: 5,
      RAIL_REJECTED: 6,
      UNKNOWN: 7,
    };
    await store(ONE, next, [
      cell({ accepted: 10, settled: 20, returned: 30, failed }),
      cell({ rail: 'card', accepted: 1, settled: 2, returned: 3, failed: { CANCELLED: 1 } }),
    ]);
    const { hours } = await overview(ONE, instant(hour + 1), instant(next + HOUR_MS - 1));
    expect(hours).toEqual([
      { hour, ...NOTHING },
      { hour: next, accepted: 11, settled: 22, returned: 33, failed: 13, cancelled: 3, expired: 12 },
    ]);
  });

  it('has the outcomes of as many hours before the period, and none of earlier ones', async () => {
    const at = (hours: number) => instant(hour + hours * HOUR_MS);
    await store(ONE, at(-3), [cell({ accepted: 100 })]);
    await store(ONE, at(-2), [cell({ accepted: 5, failed: { RAIL_REJECTED: 1 } })]);
    await store(ONE, at(-1), [cell({ accepted: 7, settled: 2 })]);
    await store(ONE, at(0), [cell({ accepted: 1 })]);
    const { before, hours, volume } = await overview(ONE, at(0), at(1));
    expect(before).toEqual({ ...NOTHING, accepted: 12, settled: 2, failed: 1 });
    expect(hours.map(({ accepted }) => accepted)).toEqual([1, 0]);
    expect(volume).toEqual([]);
  });

  it('has the volume of what settled, by kind and currency in this order', async () => {
    await store(ONE, hour, [
      cell({ settled: 1, amount: 100n }),
      cell({ rail: 'other', settled: 2, amount: 50n }),
      cell({ kind: 'CARD', currency: 'GBP' as never, settled: 4, amount: 7n }),
      cell({ kind: 'CARD', currency: 'EUR' as never, settled: 1, amount: 9n }),
      cell({ kind: 'INCOMING', accepted: 9 }),
    ]);
    expect((await overview()).volume).toEqual([
      { kind: 'CARD', currency: 'EUR', settled: 1, amount: 9n },
      { kind: 'CARD', currency: 'GBP', settled: 4, amount: 7n },
      { kind: 'TRANSFER', currency: 'USD', settled: 3, amount: 150n },
    ]);
  });

  it('has what each rail settled and failed, and how long it took', async () => {
    await store(ONE, hour, [
      cell({ rail: 'two', settled: 2, failed: { RAIL_REJECTED: 1 }, times: { 0: 1, 3: 1 } }),
      cell({ rail: 'two', kind: 'CARD', settled: 0, returned: 1, times: { 3: 2 } }),
      cell({ rail: 'one', accepted: 1, failed: { CANCELLED: 5 } }),
    ]);
    expect((await overview()).rails).toEqual([
      { rail: 'one', ...NOTHING, accepted: 1, cancelled: 5, successBps: null, p50: null, p95: null },
      {
        rail: 'two',
        ...NOTHING,
        settled: 2,
        failed: 1,
        returned: 1,
        successBps: 6_667,
        p50: { moreThan: 5, atMost: 10 },
        p95: { moreThan: 5, atMost: 10 },
      },
    ]);
  });

  it('has the reasons of failures by kind, in the order of kinds and reasons', async () => {
    await store(ONE, hour, [
      cell({ failed: { B: 1, A: 2 } }),
      cell({ rail: 'other', failed: { A: 3 } }),
      cell({ kind: 'CARD', failed: { A: 4 } }),
    ]);
    expect((await overview()).failures).toEqual([
      { kind: 'CARD', reason: 'A', count: 4 },
      { kind: 'TRANSFER', reason: 'A', count: 5 },
      { kind: 'TRANSFER', reason: 'B', count: 1 },
    ]);
  });

  it('has the open payments of the environment, whichever platform is asked for', async () => {
    const { tenant, hour: always } = totalsOf('SANDBOX');
    await store(tenant, always, [], { TRANSFER: { 10: 2, 4: 1 }, INCOMING: { 7: 3 } });
    const open = [
      { environment: 'SANDBOX', kind: 'INCOMING', count: 3, oldestSince: instant(7 * 300_000) },
      { environment: 'SANDBOX', kind: 'TRANSFER', count: 3, oldestSince: instant(4 * 300_000) },
    ];
    expect((await overview()).open).toEqual(open);
    expect((await overview(LIVE)).open).toEqual([]);
    expect(openPayments('SANDBOX', { CARD: {} })).toEqual([]);
    expect(await readTotals(units)).toEqual({ cells: [], open, isBehind: false });
  });

  it('of an environment has the figures of all its platforms', async () => {
    await store(houseTenant('SANDBOX'), hour, [cell({ accepted: 5 })]);
    await store(ONE, hour, [cell({ accepted: 2 })]);
    expect((await overview('SANDBOX')).hours).toMatchObject([{ accepted: 5 }]);
    expect((await overview('PRODUCTION')).hours).toMatchObject([{ accepted: 0 }]);
    expect((await overview(ONE)).hours).toMatchObject([{ accepted: 2 }]);
  });

  it('has 1 to 31 days', async () => {
    expect((await overview(ONE, hour, instant(hour + 31 * 24 * HOUR_MS))).hours).toHaveLength(31 * 24 + 1);
    await expect(overview(ONE, hour, instant(hour + (31 * 24 + 1) * HOUR_MS))).rejects.toThrow('hours');
    await expect(overview(ONE, hour, instant(hour - 1))).rejects.toThrow('hours');
    await expect(overview(ONE, hour, instant(Number.NaN))).rejects.toThrow('hours');
  });
});

describe('the totals', () => {
  it('name the environment of each cell, in the order of environments', async () => {
    for (const environment of ['PRODUCTION', 'SANDBOX'] as const) {
      const { tenant, hour: always } = totalsOf(environment);
      await store(tenant, always, [cell({ rail: environment.toLowerCase(), accepted: 1 })]);
    }
    const { cells } = await readTotals(units);
    expect(cells).toEqual(
      expect.arrayContaining([
        { environment: 'SANDBOX', ...cell({ rail: 'sandbox', accepted: 1 }) },
        { environment: 'PRODUCTION', ...cell({ rail: 'production', accepted: 1 }) },
      ]),
    );
    expect(cells).toHaveLength(2);
  });
});

describe('what waits for an operator', () => {
  it('is the time by which the next job and event are overdue', async () => {
    expect((await overview()).backlog).toEqual({ jobsSeconds: 0, eventsSeconds: 0 });
    due = { jobs: instant(clock.now() - 90_000), events: instant(clock.now() - 1_500) };
    expect((await overview()).backlog).toEqual({ jobsSeconds: 90, eventsSeconds: 1.5 });
    due = { jobs: instant(clock.now() + 1_000), events: instant(clock.now()) };
    expect((await overview()).backlog).toEqual({ jobsSeconds: 0, eventsSeconds: 0 });
  });

  it('are endpoints that have not accepted an event, those with the oldest first', async () => {
    const of = (tenant: TenantKey, oldestAt: number, failed = 1): UndeliveredEvents => ({
      tenant,
      count: 3,
      failed,
      oldestAt: instant(oldestAt),
    });
    undelivered = [of(ONE, 3), of(TWO, 1), of(LIVE, 2), of(tenantOf(3), 0, 0), of(tenantOf(4), 2)];
    const oldest = async (scope: TenantKey | Environment) =>
      (await overview(scope)).failingEndpoints.map(({ oldestAt }) => oldestAt);
    expect((await overview(ONE)).failingEndpoints).toEqual([of(ONE, 3)]);
    expect(await oldest('SANDBOX')).toEqual([1, 2, 3]);
    expect(await oldest('PRODUCTION')).toEqual([2]);
  });

  it('are the verifications of the platform, or of all platforms of the environment', async () => {
    let number = 0;
    const add = (tenant: TenantKey, verificationStatus: string) =>
      units.run(tenant, async (tx) => {
        number += 1;
        const record = newRecord(`Verification:${number}` as never, { tenant, now: hour });
        const verification: Verification = {
          customerId: `Customer:${number}` as never,
          verificationStatus: verificationStatus as never,
          errors: [],
          provider: 'sandbox',
          isChange: false,
          proposal: null,
          link: null,
          renews: null,
          sealedNumber: null,
          ...record,
        };
        tx.add(VERIFICATIONS, verification);
        return ok();
      });
    for (const tenant of [ONE, ONE, TWO, LIVE]) await add(tenant, 'PENDING_MANUAL_REVIEW');
    await add(ONE, 'IN_PROGRESS');
    const waiting = async (of: TenantKey | Environment) => (await overview(of)).waitingVerifications;
    expect(await Promise.all([ONE, TWO, LIVE, tenantOf(9)].map(waiting))).toEqual([2, 1, 1, 0]);
    expect([await waiting('SANDBOX'), await waiting('PRODUCTION')]).toEqual([3, 1]);
  });

  it('are the open exceptions of the platform, or of all platforms of the environment', async () => {
    let number = 0;
    for (const tenant of [ONE, TWO, TWO, LIVE]) {
      await units.run(tenant, async (tx) => {
        number += 1;
        const record = newRecord(`Exception:${number}` as never, { tenant, now: hour });
        const exception: ExceptionRecord = {
          kind: 'DEPOSIT_HELD',
          status: 'OPEN',
          subject: `Deposit:${number}`,
          reference: '',
          rail: null,
          currency: 'USD' as CurrencyCode,
          amount: 5n,
          reason: 'it came for a closed account',
          resolution: null,
          resolvedBy: null,
          approvedBy: null,
          resolvedAt: null,
          note: null,
          entryId: null,
          leg: null,
          direction: null,
          moved: null,
          recovered: null,
          isUntold: false,
          ...record,
        };
        tx.add(EXCEPTIONS, exception);
        return ok();
      });
    }
    const found = async (of: TenantKey | Environment) =>
      (await overview(of)).exceptions.map(({ environment, count, amount }) => [environment, count, amount]);
    expect(await found(ONE)).toEqual([['SANDBOX', 1, 5n]]);
    expect(await found('SANDBOX')).toEqual([['SANDBOX', 3, 15n]]);
    expect(await found('PRODUCTION')).toEqual([['PRODUCTION', 1, 5n]]);
  });

  it('are the positions of the platform, or of all platforms of the environment', async () => {
    let number = 0;
    for (const tenant of [ONE, TWO, LIVE]) {
      await units.run(tenant, async (tx) => {
        number += 1;
        const record = newRecord(`JournalEntry:${number}/0` as never, { tenant, now: hour });
        const line = { entryId: `JournalEntry:${number}`, kind: 'DEPOSIT', cause: 'Transaction:1', entryCause: null };
        tx.add(POSTINGS, { ...line, account: 'fx:USD', currency: 'USD', amount: BigInt(number), ...record } as never);
        return ok();
      });
    }
    const found = async (of: TenantKey | Environment) =>
      (await overview(of)).positions.map(({ tenant, account, currency, balance }) => [
        tenant,
        account,
        currency,
        balance,
      ]);
    expect(await found(ONE)).toEqual([[ONE, 'fx', 'USD', 1n]]);
    expect(await found('SANDBOX')).toEqual([
      [ONE, 'fx', 'USD', 1n],
      [TWO, 'fx', 'USD', 2n],
    ]);
    expect(await found('PRODUCTION')).toEqual([[LIVE, 'fx', 'USD', 3n]]);
    expect(await found(tenantOf(9))).toEqual([]);
  });
});
