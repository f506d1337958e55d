import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CUSTOMERS } from '../customers/index.js';
import { type Context, instant, ok, type TenantKey, toIso } from '../kernel/index.js';
import type { PaymentLimit } from '../platforms/index.js';
import { valueOf } from '../testing/play-core.js';
import { playPayer } from '../testing/play-payer.js';
import { LIMIT_USAGES, type LimitUse, recountLimits, reserveLimits, takeLimits, usedIn } from './index.js';

const DAY_MS = 24 * 60 * 60 * 1000;
const START = Date.UTC(2026, 0, 30);
const DAY_LIMIT = 100n;
const MONTH_LIMIT = 250n;
const MOST_IN_A_DAY = 4;

const LIMITS: readonly PaymentLimit[] = (['ALL', 'PAYOUT'] as const).map((kind) => ({
  ...{ kind, currency: 'USD' as never, dailyAmount: DAY_LIMIT, monthlyAmount: MONTH_LIMIT },
  ...{ dailyCount: MOST_IN_A_DAY, monthlyCount: null },
}));

/** A step of a life of payments. `which`: a payment that was started before, by its place. */
const step = fc.oneof(
  fc.record({ do: fc.constantFrom('start' as const, 'arrive' as const), amount: fc.bigInt({ min: 1n, max: 120n }) }),
  fc.record({ do: fc.constant('decided' as const), amount: fc.bigInt({ min: 1n, max: 120n }) }),
  fc.record({ do: fc.constant('fail' as const), which: fc.nat(20) }),
  fc.record({ do: fc.constant('change' as const), which: fc.nat(20), amount: fc.bigInt({ min: 0n, max: 150n }) }),
  fc.record({ do: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 3 }) }),
);

interface Started {
  use: LimitUse;
  amount: bigint;
  readonly day: string;
}

it('counts exactly the payments that count, in the period of their start, in any order of what happens', async () => {
  const { customerId, play } = await playPayer();
  const customer = await play.storage.units.read(play.tenant, (reads) => reads.get(CUSTOMERS, customerId));
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const storage = createMemoryStorage();
      const tenant = play.tenant as TenantKey;
      await storage.units.run(tenant, async (tx) => ok(tx.add(CUSTOMERS, customer!)));
      const started: Started[] = [];
      let now = START;
      const ctx = (): Context => ({ ...play.context(), now: instant(now) });
      const dayOf = (): string => toIso(instant(now)).slice(0, 10);
      const sumOf = (period: string) => {
        const counting = started.filter(({ day, amount }) => amount > 0n && day.startsWith(period));
        return { amount: counting.reduce((sum, { amount }) => sum + amount, 0n), count: BigInt(counting.length) };
      };
      const fits = (amount: bigint): boolean => {
        const [day, month] = [sumOf(dayOf()), sumOf(dayOf().slice(0, 7))];
        return (
          day.amount + amount <= DAY_LIMIT && month.amount + amount <= MONTH_LIMIT && day.count < BigInt(MOST_IN_A_DAY)
        );
      };
      const recount = async (which: number, amount: bigint): Promise<void> => {
        const payment = started[which];
        if (payment === undefined) return;
        const done = await storage.units.run(tenant, async (tx) =>
          ok(await recountLimits(tx, ctx(), payment.use, amount)),
        );
        payment.use = valueOf(done)!;
        payment.amount = amount;
      };
      for (const each of steps) {
        if (each.do === 'wait') now += each.days * DAY_MS;
        else if (each.do === 'fail') await recount(each.which, 0n);
        else if (each.do === 'change') await recount(each.which, each.amount);
        else {
          const { amount } = each;
          const payment = { customerId, kind: 'PAYOUT', currency: 'USD' as never, amount } as const;
          const platform = { customerLimits: LIMITS };
          const use = await storage.units.run(tenant, (tx) =>
            each.do === 'start'
              ? reserveLimits(tx, ctx(), platform, payment)
              : takeLimits(tx, ctx(), platform, payment, { always: each.do === 'decided' }),
          );
          const expected = each.do === 'decided' || fits(amount) ? 'ok' : 'VELOCITY_LIMIT_EXCEEDED';
          expect(use.ok ? 'ok' : use.error.code).toBe(expected);
          if (use.ok) started.push({ use: use.value!, amount, day: dayOf() });
        }
        const rows = await storage.units.read(tenant, (reads) =>
          reads.list(LIMIT_USAGES, { order: 'asc', limit: 100 }),
        );
        for (const usage of rows.rows) expect(usedIn(usage)).toEqual(sumOf(usage.period));
      }
    }),
    { numRuns: 60 },
  );
});
