import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { expect, it } from 'vitest';
import {
  type Context,
  createIds,
  type CurrencyCode,
  houseTenant,
  type Id,
  type Instant,
  ok,
  type Reads,
  tenantKey,
  type UnitOfWork,
} from '../kernel/index.js';
import { NEVER_SHORT } from '../transactions/index.js';
import { chart, inspectPositions, post, POSITIONS, POSTINGS, readPositions } from './index.js';

const USD = 'USD' as CurrencyCode;
const NOW = 1_700_000_000_000 as Instant;
const ONE = tenantKey('Platform:018bcfe5-6800-7000-8000-000000000001' as Id<'Platform'>, 'SANDBOX');
const TWO = tenantKey('Platform:018bcfe5-6800-7000-8000-000000000002' as Id<'Platform'>, 'SANDBOX');
const ids = createIds({ now: () => NOW }, { bytes: (n) => new Uint8Array(n).map((_, i) => i & 0xff) });

async function book(units: UnitOfWork, tenant: Context['tenant'], amount: bigint, times = 1): Promise<void> {
  const ctx: Context = { tenant, actor: { kind: 'system' }, requestId: 'r', now: NOW, hostNow: NOW };
  const lines = [
    { account: chart.revenue('SANDBOX', USD), amount },
    { account: chart.clearing('SANDBOX', 'a-bank', USD), amount: -amount },
  ];
  await units.run(tenant, async (tx) => {
    for (let i = 0; i < times; i++) {
      post({ tx, ctx, ids }, { kind: 'DEPOSIT', cause: 'Transaction:1', lines }, NEVER_SHORT);
    }
    return ok();
  });
}

/** Units of work that count the postings read through them. */
function counting(units: UnitOfWork): { readonly units: UnitOfWork; readonly read: () => number } {
  let count = 0;
  const follow: Reads['follow'] = async () => [];
  const counted: UnitOfWork = {
    ...units,
    read: (tenant, work) =>
      units.read(tenant, (reads) => {
        const through: typeof follow = async (kind, query) => {
          const page = await reads.follow(kind, query);
          count += page.length;
          return page;
        };
        return work(new Proxy(reads, { get: (of, name) => (name === 'follow' ? through : Reflect.get(of, name)) }));
      }),
  };
  return { units: counted, read: () => count };
}

it('the trial balance equals the sums of the journal for each platform, and sums to zero in total', async () => {
  const { units } = createMemoryStorage();
  await book(units, ONE, 700n);
  await book(units, TWO, 11n);
  await book(units, houseTenant('SANDBOX'), 5n);
  const found = await readPositions(units, NOW);
  expect(found).toHaveLength(6);
  expect(found).toContainEqual({
    tenant: ONE,
    environment: 'SANDBOX',
    account: 'revenue',
    currency: 'USD',
    balance: 700n,
  });
  expect(found).toContainEqual({
    ...{ tenant: TWO, environment: 'SANDBOX', account: 'clearing:a-bank', currency: 'USD' },
    balance: -11n,
  });
  expect(found.reduce((sum, { balance }) => sum + balance, 0n)).toBe(0n);
});

it('postings that were summed up are not read again', async () => {
  const storage = createMemoryStorage();
  const { units, read } = counting(storage.units);
  await book(units, ONE, 3n, 1_500);
  const first = await readPositions(units, NOW);
  expect(read()).toBe(3_000);
  await book(units, ONE, 4n);
  const second = await readPositions(units, NOW);
  expect(read()).toBe(3_002);
  const revenue = (of: typeof first) => of.find(({ account }) => account === 'revenue')?.balance;
  expect([revenue(first), revenue(second)]).toEqual([4_500n, 4_504n]);
  expect(await units.read(null, inspectPositions)).toEqual([]);
});

it('two hosts that sum up at once count no posting twice', async () => {
  const { units } = createMemoryStorage();
  await book(units, ONE, 3n, 1_500);
  const both = await Promise.all([readPositions(units, NOW), readPositions(units, NOW)]);
  expect(both[0]).toEqual(both[1]);
  expect(await readPositions(units, NOW)).toEqual(both[0]);
  expect(await units.read(null, inspectPositions)).toEqual([]);
});

it('finds a position that is not the sum of its postings', async () => {
  const { units } = createMemoryStorage();
  await book(units, ONE, 3n, 1_500);
  await readPositions(units, NOW);
  await units.run(null, async (tx) => {
    const row = (await tx.get(POSITIONS, `${ONE}/revenue/USD`))!;
    tx.remove(POSITIONS, row);
    return ok();
  });
  expect(await units.read(null, inspectPositions)).toEqual([
    `position ${ONE}/revenue/USD does not exist, its postings sum to 4500`,
  ]);
  expect((await units.read(null, (reads) => reads.list(POSTINGS, { order: 'asc', limit: 1 }))).rows).toHaveLength(1);
});
