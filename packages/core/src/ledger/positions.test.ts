import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { expect, it } from 'vitest';
import {
  type Context,
  createIds,
  type CurrencyCode,
  HOUSE_TENANTS,
  houseTenant,
  type Id,
  type Instant,
  ok,
  type Reads,
  type TenantKey,
  tenantKey,
  type UnitOfWork,
} from '../kernel/index.js';
import { NEVER_SHORT } from '../transactions/index.js';
import { accountClass, chart, inspectPositions, post, POSITIONS, POSTINGS, readPositions } from './index.js';

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
  const position = (tenant: TenantKey, account: string, balance: bigint) => ({
    tenant,
    environment: 'SANDBOX',
    account,
    currency: 'USD',
    balance,
  });
  expect(found).toEqual([
    position(houseTenant('SANDBOX'), 'clearing:a-bank', -5n),
    position(houseTenant('SANDBOX'), 'revenue', 5n),
    position(ONE, 'clearing:a-bank', -700n),
    position(ONE, 'revenue', 700n),
    position(TWO, 'clearing:a-bank', -11n),
    position(TWO, 'revenue', 11n),
  ]);
  expect(found.reduce((sum, { balance }) => sum + balance, 0n)).toBe(0n);
});

it('the trial balance leaves out accounts whose postings sum to zero', async () => {
  const { units } = createMemoryStorage();
  await book(units, ONE, 5n);
  await book(units, ONE, -5n);
  expect(await readPositions(units, NOW)).toEqual([]);
});

it('the class of an account is its name without its owner, and keeps the whole name of a rail', () => {
  const names = ['available:InternalAccount:1', 'fx:SANDBOX:USD', `fees:${ONE}:USD`, 'clearing:SANDBOX:a:bank:USD'];
  expect(names.map(accountClass)).toEqual(['available', 'fx', 'fees', 'clearing:a:bank']);
});

it('the sums are stored once 2,000 postings had to be read, and not before', async () => {
  const { units } = createMemoryStorage();
  const stored = () => units.read(null, (reads) => reads.list(POSITIONS, { order: 'asc', limit: 10 }));
  await book(units, ONE, 3n, 999);
  await readPositions(units, NOW);
  expect((await stored()).rows).toEqual([]);
  expect(await units.read(null, inspectPositions)).toEqual([]);
  await book(units, ONE, 3n);
  const position = await units.read(null, (reads) => reads.horizon(POSTINGS as never));
  await readPositions(units, NOW);
  const base = { version: 1, createdAt: NOW, updatedAt: NOW, position };
  const one = { ...base, tenant: ONE, currency: 'USD' };
  expect((await stored()).rows.map((row) => ({ ...row }))).toEqual([
    { ...one, id: `${ONE}/clearing:a-bank/USD`, account: 'clearing:a-bank', balance: -3_000n },
    { ...one, id: `${ONE}/revenue/USD`, account: 'revenue', balance: 3_000n },
    {
      ...{ ...base, id: 'positions/head', tenant: HOUSE_TENANTS[0]! },
      ...{ account: '', currency: '', balance: 0n },
    },
  ]);
});

it('stored sums are carried forward, with the accounts that are new since', async () => {
  const storage = createMemoryStorage();
  const { units, read } = counting(storage.units);
  await book(units, ONE, 3n, 1_000);
  await readPositions(units, NOW);
  await book(units, ONE, 4n, 999);
  await book(units, TWO, 5n);
  const later = (NOW + 1) as Instant;
  const position = await units.read(null, (reads) => reads.horizon(POSTINGS as never));
  const found = await readPositions(units, later);
  expect(await readPositions(units, later)).toEqual(found);
  expect(read()).toBe(2_000 + 2_000);
  expect(found.map(({ tenant, account, balance }) => [tenant, account, balance])).toEqual([
    [ONE, 'clearing:a-bank', -6_996n],
    [ONE, 'revenue', 6_996n],
    [TWO, 'clearing:a-bank', -5n],
    [TWO, 'revenue', 5n],
  ]);
  const { rows } = await units.read(null, (reads) => reads.list(POSITIONS, { order: 'asc', limit: 10 }));
  expect(new Set(rows.map((row) => row.position))).toEqual(new Set([position]));
  expect(await units.read(null, inspectPositions)).toEqual([]);
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
  const remove = (id: string) =>
    units.run(null, async (tx) => ok(tx.remove(POSITIONS, (await tx.get(POSITIONS, id))!)));
  await units.run(null, async (tx) => {
    const row = (await tx.get(POSITIONS, `${ONE}/revenue/USD`))!;
    return ok(tx.change(POSITIONS, row, { ...row, balance: 4_499n, version: row.version + 1 }));
  });
  expect(await units.read(null, inspectPositions)).toEqual([
    `position ${ONE}/revenue/USD is 44.99 USD, its postings sum to 45.00 USD`,
  ]);
  await remove(`${ONE}/revenue/USD`);
  expect(await units.read(null, inspectPositions)).toEqual([
    `position ${ONE}/revenue/USD does not exist, its postings sum to 45.00 USD`,
  ]);
});

it('needs no stored position of an account whose postings sum to zero', async () => {
  const { units } = createMemoryStorage();
  for (const amount of [3n, -3n]) await book(units, ONE, amount, 500);
  await readPositions(units, NOW);
  const { rows } = await units.read(null, (reads) => reads.list(POSITIONS, { order: 'asc', limit: 10 }));
  expect(rows.map(({ id, balance }) => [id, balance])).toContainEqual([`${ONE}/revenue/USD`, 0n]);
  await units.run(null, async (tx) => ok(tx.remove(POSITIONS, (await tx.get(POSITIONS, `${ONE}/revenue/USD`))!)));
  expect(await units.read(null, inspectPositions)).toEqual([]);
});
