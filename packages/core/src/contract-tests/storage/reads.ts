import { type InternalAccount, INTERNAL_ACCOUNTS } from '../../accounts/index.js';
import {
  Bug,
  COUNT_LIMIT,
  type FollowQuery,
  instant,
  type Keyset,
  type ListQuery,
  ok,
  type Slice,
  type TenantKey,
} from '../../kernel/index.js';
import { type Posting, POSTINGS } from '../../ledger/index.js';
import { TRANSACTIONS } from '../../transactions/index.js';
import { BENEFICIAL_OWNERS, type BeneficialOwner } from '../../verification/index.js';
import type { TestRunner } from '../test-runner.js';
import type { OpenStorage } from './open-storage.js';
import { account, ALICE, beneficialOwner, BOB, posting, T0 } from './records.js';

const MANY = 'Platform:many/SANDBOX' as TenantKey;
const LISTED = 'Platform:listed/SANDBOX' as TenantKey;

/** Reads and lists return what a plain filter over all rows would. */
export function readCases({ test, expect }: TestRunner, storage: OpenStorage): void {
  const store = (records: readonly InternalAccount[]) =>
    storage.units.run(null, async (tx) => {
      for (const record of records) tx.add(INTERNAL_ACCOUNTS, record);
      return ok();
    });

  const list = (query: Partial<ListQuery<InternalAccount>>, tenant = ALICE): Promise<Slice<InternalAccount>> =>
    storage.units.read(tenant, (reads) => reads.list(INTERNAL_ACCOUNTS, { order: 'asc', limit: 100, ...query }));

  test('returns only existing rows from get, find and getMany', async () => {
    const [own, foreign] = [account('InternalAccount:g1'), account('InternalAccount:g2', { tenant: BOB })];
    await store([own, foreign]);
    await storage.units.read(ALICE, async (reads) => {
      expect(await reads.get(INTERNAL_ACCOUNTS, own.id)).toEqual(own);
      expect(await reads.get(INTERNAL_ACCOUNTS, foreign.id)).toBe(null);
      expect(await reads.get(INTERNAL_ACCOUNTS, 'nothing')).toBe(null);
      expect(await reads.get(INTERNAL_ACCOUNTS, 'a\0b')).toBe(null);
      expect(await reads.getMany(INTERNAL_ACCOUNTS, [own.id, foreign.id, 'nothing', own.id])).toEqual([own]);
      expect(await reads.getMany(INTERNAL_ACCOUNTS, [])).toEqual([]);
      expect(await reads.find(INTERNAL_ACCOUNTS, 'owner', [own.owner, own.currency, own.type])).toEqual(own);
      expect(await reads.find(INTERNAL_ACCOUNTS, 'owner', [foreign.owner, foreign.currency, foreign.type])).toBe(null);
      expect(await reads.find(INTERNAL_ACCOUNTS, 'reference', [own.reference])).toEqual(own);
      expect(await reads.find(INTERNAL_ACCOUNTS, 'reference', [foreign.reference])).toBe(null);
      expect(await reads.find(INTERNAL_ACCOUNTS, 'reference', ['a\0b'])).toBe(null);
    });
    const found = await storage.units.read(null, (reads) =>
      reads.find(INTERNAL_ACCOUNTS, 'reference', [foreign.reference]),
    );
    expect(found).toEqual(foreign);
  });

  test('refuses to look up a key of a tenant without the tenant', async () => {
    const find = storage.units.read(null, (reads) => reads.find(INTERNAL_ACCOUNTS, 'owner', ['a', 'b', 'c']));
    await expect(find).rejects.toThrow(Bug);
  });

  test('refuses a list by a column that is not declared as a filter', async () => {
    await expect(list({ where: { reference: 'x' } })).rejects.toThrow(Bug);
    await expect(list({ anyOf: { columns: ['reference'], value: 'x' } })).rejects.toThrow(Bug);
    await expect(list({ between: [{ column: 'nonsense' as never }] })).rejects.toThrow();
    await expect(list({ limit: 0 })).rejects.toThrow();
  });

  test('pages without gaps or duplicates, in both directions, also among equal times', async () => {
    const records = Array.from({ length: 25 }, (_, i) =>
      account(`InternalAccount:p${String(i).padStart(2, '0')}`, {
        createdAt: instant(T0 + Math.floor(i / 5)),
        currency: 'PGS' as never,
      }),
    );
    await store([...records].reverse());
    for (const order of ['asc', 'desc'] as const) {
      const seen: string[] = [];
      for (let after: ListQuery<InternalAccount>['after']; ;) {
        const page = await list({ where: { currency: 'PGS' as never }, order, limit: 7, after });
        expect(page.total).toBe(25);
        seen.push(...page.rows.map(({ id }) => id));
        after = page.rows.at(-1);
        if (!page.hasMore) break;
      }
      const expected = records.map(({ id }) => id as string);
      expect(seen).toEqual(order === 'asc' ? expected : expected.reverse());
    }
    const past = await list({ where: { currency: 'PGS' as never }, after: { createdAt: instant(T0 + 99), id: 'z' } });
    expect(past).toEqual({ rows: [], hasMore: false, total: 25 });
  });

  test('lists what a plain filter over all records returns', async () => {
    const currencies = ['AAA', 'BBB'] as const;
    const types = ['INTERNAL_FIAT', 'INTERNAL_CRYPTO'] as const;
    const records = Array.from({ length: 60 }, (_, i) =>
      account(`InternalAccount:f${i}`, {
        tenant: i % 7 === 0 ? BOB : ALICE,
        currency: currencies[i % 2]! as never,
        type: types[i % 3 === 0 ? 0 : 1]!,
        ownerType: i % 4 === 0 ? 'PLATFORM' : 'CUSTOMER',
        owner: `owner ${i % 5}/${i}`,
        createdAt: instant(T0 + 1_000 + (i % 11)),
      }),
    );
    await store(records);
    const chance = chances();
    const from = <T>(...values: readonly T[]): T => values[chance(values.length)]!;
    const time = () => from(undefined, instant(T0 + 999 + chance(14)));
    for (let run = 0; run < 200; run++) {
      const query = {
        currency: from(...currencies),
        type: from(undefined, ...types),
        ownerType: from(undefined, 'PLATFORM' as const, 'CUSTOMER' as const),
        from: time(),
        to: time(),
        order: from('asc' as const, 'desc' as const),
        limit: 1 + chance(30),
        after: from(undefined, { createdAt: instant(T0 + 999 + chance(14)), id: from(...records).id }),
        tenant: from(ALICE, BOB),
        counted: from(true, false),
      };
      const { rows, hasMore, total } = await list(
        {
          where: { currency: query.currency as never, type: query.type, ownerType: query.ownerType },
          between: [{ column: 'createdAt', from: query.from, to: query.to }],
          order: query.order,
          limit: query.limit,
          after: query.after,
          counted: query.counted,
        },
        query.tenant,
      );
      const sign = query.order === 'asc' ? 1 : -1;
      const compare = (a: Keyset, b: Keyset) =>
        sign * (a.createdAt - b.createdAt || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
      const matching = records
        .filter(
          (r) =>
            r.tenant === query.tenant &&
            r.currency === query.currency &&
            (query.type ?? r.type) === r.type &&
            (query.ownerType ?? r.ownerType) === r.ownerType &&
            (query.from ?? 0) <= r.createdAt &&
            r.createdAt <= (query.to ?? Infinity),
        )
        .sort(compare);
      const { after } = query;
      const rest = after === undefined ? matching : matching.filter((r) => compare(r, after) > 0);
      // Includes the query, so that a failure shows it.
      expect({ query, rows: rows.map(({ id }) => id), hasMore, total }).toEqual({
        query,
        rows: rest.slice(0, query.limit).map(({ id }) => id),
        hasMore: rest.length > query.limit,
        total: query.counted ? matching.length : undefined,
      });
    }
  });

  test('lists each row once and in order for anyOf, whichever column has the value', async () => {
    const payment = (
      id: string,
      senderIdentifier: string | null,
      receiverIdentifier: string | null,
      createdAt: number,
    ) => ({ ...sampleTransaction, id, senderIdentifier, receiverIdentifier, createdAt }) as never;
    await storage.units.run(ALICE, async (tx) => {
      tx.add(TRANSACTIONS, payment('Transaction:1', 'x', null, T0 + 1));
      tx.add(TRANSACTIONS, payment('Transaction:2', 'x', 'x', T0 + 2));
      tx.add(TRANSACTIONS, payment('Transaction:3', 'y', 'x', T0 + 3));
      tx.add(TRANSACTIONS, payment('Transaction:4', null, 'x', T0 + 4));
      tx.add(TRANSACTIONS, payment('Transaction:5', 'y', null, T0 + 5));
      return ok();
    });
    const page = (after?: { createdAt: number; id: string }) =>
      storage.units.read(ALICE, (reads) =>
        reads.list(TRANSACTIONS, {
          anyOf: { columns: ['senderIdentifier', 'receiverIdentifier'], value: 'x' },
          order: 'desc',
          limit: 3,
          after: after as never,
        }),
      );
    const first = await page();
    expect(first).toMatchObject({ hasMore: true, total: 4 });
    expect(first.rows.map(({ id }) => id)).toEqual(['Transaction:4', 'Transaction:3', 'Transaction:2']);
    const second = await page(first.rows.at(-1));
    expect([second.rows.map(({ id }) => id), second.hasMore, second.total]).toEqual([['Transaction:1'], false, 4]);
  });

  test('lists only the rows with a value in the column that their kind declares as listed', async () => {
    const lines = ['0', '1', '2'].map((line) => posting(`JournalEntry:listed/${line}`, 'listed', 1n, LISTED));
    await storage.units.run(LISTED, async (tx) => {
      for (const [index, line] of lines.entries()) tx.add(POSTINGS, index === 0 ? line : { ...line, entryCause: null });
      return ok();
    });
    for (const where of [{}, { entryCause: 'Transaction:1' }]) {
      const page = await storage.units.read(LISTED, (reads) => reads.list(POSTINGS, { where, order: 'asc', limit: 9 }));
      expect([page.rows.map(({ id }) => id), page.total]).toEqual([['JournalEntry:listed/0'], 1]);
    }
    const found = await storage.units.read(LISTED, (reads) =>
      reads.getMany(
        POSTINGS,
        lines.map(({ id }) => id),
      ),
    );
    expect(found).toHaveLength(3);
  });

  test('lists the rows without a value in a filter column for null', async () => {
    const owners = ['1', '2', '3'].map((name) => beneficialOwner(`BeneficialOwner:null-${name}`));
    const [first, second, third] = owners as [BeneficialOwner, BeneficialOwner, BeneficialOwner];
    const deleted = { ...second, deletedAt: T0 };
    await storage.units.run(ALICE, async (tx) => {
      for (const owner of [first, deleted, third]) tx.add(BENEFICIAL_OWNERS, owner);
      return ok();
    });
    const { customerId } = first;
    const listed = (deletedAt: BeneficialOwner['deletedAt']) =>
      storage.units.read(ALICE, (reads) =>
        reads.list(BENEFICIAL_OWNERS, { where: { customerId, deletedAt }, order: 'asc', limit: 9 }),
      );
    expect(await listed(null)).toEqual({ rows: [first, third], hasMore: false, total: 2 });
    expect(await listed(T0)).toEqual({ rows: [deleted], hasMore: false, total: 1 });
  });

  test('does not count rows beyond the limit', async () => {
    const many = (count: number, from: number) =>
      storage.units.run(MANY, async (tx) => {
        for (let i = from; i < from + count; i++) tx.add(POSTINGS, posting(`JournalEntry:many/${i}`, 'many', 1n, MANY));
        return ok();
      });
    const total = async () =>
      (await storage.units.read(MANY, (reads) => reads.list(POSTINGS, { order: 'asc', limit: 1 }))).total;
    for (let i = 0; i < COUNT_LIMIT; i += 1_000) await many(1_000, i);
    expect(await total()).toBe(COUNT_LIMIT);
    await many(1, COUNT_LIMIT);
    expect(await total()).toBe(undefined);
  });

  test('sums exactly beyond 8 bytes, within the given positions', async () => {
    const max = 2n ** 63n - 1n;
    const amounts = [max, max, -3n, -(2n ** 63n), max];
    for (const [i, amount] of amounts.entries()) {
      await storage.units.run(ALICE, async (tx) =>
        ok(tx.add(POSTINGS, posting(`JournalEntry:sum/${i}`, 'hot', amount))),
      );
    }
    await storage.units.run(BOB, async (tx) => ok(tx.add(POSTINGS, posting('JournalEntry:sum/bob', 'hot', 5n, BOB))));
    const sum = (tenant: typeof ALICE | null, after: number, upTo: number | null) =>
      storage.units.read(tenant, (reads) => reads.sum(POSTINGS, 'amount', { account: 'hot' }, after, upTo));
    const total = amounts.reduce((a, b) => a + b);
    expect(await sum(ALICE, 0, null)).toBe(total);
    expect(await sum(null, 0, null)).toBe(total + 5n);
    expect(await sum(BOB, 0, null)).toBe(5n);
    const horizon = await storage.units.read(null, (reads) => reads.horizon(POSTINGS as never));
    expect(await sum(null, horizon, null)).toBe(0n);
    expect(await sum(null, horizon - 1, horizon)).toBe(5n);
    expect(await sum(null, 0, horizon - 1)).toBe(total);
    expect(
      await storage.units.read(ALICE, (reads) => reads.sum(POSTINGS, 'amount', { account: 'none' }, 0, null)),
    ).toBe(0n);
  });

  test('follows rows by position, per tenant and per account', async () => {
    const line = (name: string, on: string, tenant = ALICE) => posting(`JournalEntry:${name}/0`, on, 1n, tenant);
    const start = await storage.units.read(null, (reads) => reads.horizon(POSTINGS as never));
    for (const [name, on, tenant] of [
      ['f3', 'followed', ALICE],
      ['f1', 'followed', BOB],
      ['f4', 'another', ALICE],
      ['f2', 'followed', ALICE],
    ] as const) {
      await storage.units.run(tenant, async (tx) => ok(tx.add(POSTINGS, line(name, on, tenant))));
    }
    const end = await storage.units.read(null, (reads) => reads.horizon(POSTINGS as never));
    const follow = async (query: Partial<FollowQuery<Posting>>, tenant: TenantKey | null = ALICE) => {
      const all = { after: start, upTo: end, order: 'asc', limit: 10, ...query } as const;
      const rows = await storage.units.read(tenant, (reads) => reads.follow(POSTINGS, all));
      return rows.map(({ record }) => record.id.slice('JournalEntry:'.length, -2));
    };
    const by = { column: 'account', value: 'followed' } as const;
    expect(await follow({})).toEqual(['f3', 'f4', 'f2']);
    expect(await follow({}, null)).toEqual(['f3', 'f1', 'f4', 'f2']);
    expect(await follow({ order: 'desc', limit: 2 })).toEqual(['f2', 'f4']);
    expect(await follow({ by })).toEqual(['f3', 'f2']);
    expect(await follow({ by, order: 'desc', limit: 1 })).toEqual(['f2']);
    expect(await follow({ after: end })).toEqual([]);
    const position = (id: string, tenant: TenantKey) =>
      storage.units.read(tenant, (reads) => reads.positionOf(POSTINGS as never, `JournalEntry:${id}/0`));
    const third = await position('f4', ALICE);
    expect(await follow({ after: third! })).toEqual(['f2']);
    expect(await follow({ upTo: third! })).toEqual(['f3', 'f4']);
    expect(await position('f4', BOB)).toBe(null);
  });

  test('returns each tenant of a kind once, and only without a tenant', async () => {
    await store([
      account('InternalAccount:t1'),
      account('InternalAccount:t2', { tenant: BOB }),
      account('InternalAccount:t3'),
    ]);
    const tenants = (tenant: TenantKey | null) =>
      storage.units.read(tenant, (reads) => reads.tenants(INTERNAL_ACCOUNTS as never));
    expect((await tenants(null)).filter((tenant) => [ALICE, BOB].includes(tenant)).sort()).toEqual([ALICE, BOB]);
    expect(await storage.units.read(null, (reads) => reads.tenants(TRANSACTIONS as never))).not.toContain(BOB);
    await expect(tenants(ALICE)).rejects.toThrow(Bug);
  });

  test('shows a read one snapshot while other units commit', async () => {
    const id = 'InternalAccount:snapshot';
    await store([account(id)]);
    const seen = await storage.units.read(ALICE, async (reads) => {
      const before = await reads.get(INTERNAL_ACCOUNTS, id);
      const again = await reads.find(INTERNAL_ACCOUNTS, 'reference', [before!.reference]);
      return [before, again];
    });
    expect(seen[0]).toEqual(seen[1]);
  });

  test('shows a long read one snapshot, whatever other units commit between its calls', async () => {
    const id = (n: number) => `InternalAccount:long-${n}`;
    await store([account(id(0))]);
    let isOver = false;
    const adding = (async () => {
      for (let n = 1; !isOver; n++) await store([account(id(n))]);
    })();
    const counts = await storage.units.read(
      null,
      async (reads) => {
        const seen = new Set<number>();
        for (let call = 0; call < 50; call++) {
          seen.add(
            (
              await reads.getMany(
                INTERNAL_ACCOUNTS,
                Array.from({ length: 50 }, (_, n) => id(n)),
              )
            ).length,
          );
        }
        return [...seen];
      },
      'long',
    );
    isOver = true;
    await adding;
    expect(counts).toHaveLength(1);
    const failing = storage.units.read(ALICE, () => Promise.reject(new RangeError('of the closure')), 'long');
    await expect(failing).rejects.toThrow(RangeError);
  });
}

const SAMPLES: Readonly<Record<string, unknown>> = {
  text: 'text',
  json: {},
  flag: false,
  amount: 0n,
  int: 0,
  instant: 0,
};

/** The columns of a transaction with any values. */
export const sampleTransaction = Object.fromEntries([
  ...Object.entries(TRANSACTIONS.columns).map(([field, column]) => [field, SAMPLES[column] ?? null]),
  ['tenant', ALICE],
  ['version', 1],
]);

/** Whole numbers below a limit, the same on every run, so that a failure can be reproduced. */
export function chances(): (limit: number) => number {
  let state = 2_463_534_242;
  return (limit) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % limit;
  };
}
