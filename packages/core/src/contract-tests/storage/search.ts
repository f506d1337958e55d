import { type ExternalAccount, EXTERNAL_ACCOUNTS } from '../../accounts/index.js';
import {
  instant,
  ok,
  SEARCH_TERMS,
  type SearchQuery,
  type SearchTerm,
  type Sought,
  type TenantKey,
} from '../../kernel/index.js';
import { QUOTES } from '../../quotes/index.js';
import { type Transaction, TRANSACTIONS } from '../../transactions/index.js';
import type { TestRunner } from '../test-runner.js';
import type { OpenStorage } from './open-storage.js';
import { sampleTransaction } from './reads.js';
import { externalAccount, quote, T0 } from './records.js';

const FIRST = 'Platform:search-1/SANDBOX' as TenantKey;
const SECOND = 'Platform:search-2/SANDBOX' as TenantKey;
const EMPTY = 'Platform:search-3/SANDBOX' as TenantKey;
const ALL = [FIRST, SECOND, EMPTY];

const uuid = (end: number): string => `018bcfe5-6800-7000-8000-${String(end).padStart(12, '0')}`;
const idOf = (n: number): string => `Transaction:${uuid(n)}`;

/** A search over several tenants finds the same records in every storage. */
export function searchCases({ test, expect }: TestRunner, storage: OpenStorage): void {
  const payment = (n: number, tenant: TenantKey, patch: Partial<Transaction> = {}): Transaction => ({
    ...sampleTransaction,
    ...patch,
    id: idOf(n) as Transaction['id'],
    tenant,
    createdAt: instant(T0 + n),
  });
  const found = async (alternatives: readonly Sought<Transaction>[], patch: Partial<SearchQuery<Transaction>> = {}) => {
    const query = { anyOf: alternatives, tenants: ALL, limit: 10, ...patch };
    const rows = await storage.units.read(null, (reads) => reads.search(TRANSACTIONS, query));
    return rows.map(({ id }) => id).toSorted();
  };
  const ids = (...numbers: readonly number[]) => numbers.map(idOf).toSorted();
  let written: Promise<unknown> | null = null;
  const write = () => (written ??= writeAll());

  async function writeAll(): Promise<void> {
    for (const [tenant, from] of [
      [FIRST, 100],
      [SECOND, 200],
    ] as const) {
      const result = await storage.units.run(tenant, async (tx) => {
        for (let n = from; n < from + 6; n++) {
          const sent = { sentAmount: BigInt(n % 2), sentCurrency: 'USD' as never };
          const received = { receivedAmount: 7n, receivedCurrency: 'EUR' as never };
          tx.add(TRANSACTIONS, payment(n, tenant, { ...sent, ...received, reference: 'shared' }));
        }
        tx.add(QUOTES, quote(`Quote:${uuid(from)}`, { tenant, reference: `of-${from}` }));
        for (const [n, words] of [
          [1, ['ada', 'adam', 'lovelace']],
          [2, ['ada', 'byron']],
          [3, ['zoë', 'ad\u{1F600}']],
        ] as const) {
          const subject = `ExternalAccount:${uuid(from + n)}`;
          tx.add(EXTERNAL_ACCOUNTS, externalAccount(subject, { tenant }));
          for (const word of words) {
            const base = { tenant, version: 1, createdAt: instant(T0 + n), updatedAt: instant(T0 + n) };
            tx.add(SEARCH_TERMS, { ...base, id: `${subject}/${word}`, subject, term: word } satisfies SearchTerm);
          }
        }
        return ok();
      });
      if (!result.ok) throw new Error(result.error.message);
    }
  }

  test('finds the newest records with a value in any of the tenants, and none of other tenants', async () => {
    await write();
    const shared = { by: 'filter', column: 'reference', value: 'shared' } as const;
    expect(await found([shared], { limit: 3 })).toEqual(ids(203, 204, 205));
    expect(await found([shared], { limit: 20 })).toHaveLength(12);
    expect(await found([shared], { tenants: [FIRST], limit: 2 })).toEqual(ids(104, 105));
    expect(await found([shared], { tenants: [EMPTY] })).toEqual([]);
    expect(await found([shared], { tenants: [] })).toEqual([]);
    expect(await found([{ ...shared, value: 'other' }])).toEqual([]);
    expect(await found([{ ...shared, value: 'sha\0red' }])).toEqual([]);
  });

  test('finds an amount in its currency on the asked side', async () => {
    await write();
    const one = { by: 'amount', column: 'sentAmount', currency: 'USD', amount: 1n } as const;
    expect(await found([one])).toEqual(ids(101, 103, 105, 201, 203, 205));
    expect(await found([one], { limit: 2 })).toEqual(ids(203, 205));
    expect(await found([{ ...one, currency: 'EUR' }])).toEqual([]);
    expect(
      await found([{ ...one, column: 'receivedAmount', currency: 'EUR', amount: 7n }], { limit: 99 }),
    ).toHaveLength(12);
  });

  test('finds the ids of a range', async () => {
    await write();
    expect(await found([{ by: 'id', from: idOf(101), to: idOf(101) }])).toEqual(ids(101));
    expect(await found([{ by: 'id', from: idOf(104), to: idOf(202) }])).toEqual(ids(104, 105, 200, 201, 202));
    expect(await found([{ by: 'id', from: idOf(104), to: idOf(202) }], { limit: 2 })).toEqual(ids(201, 202));
    expect(await found([{ by: 'id', from: idOf(104), to: idOf(202) }], { tenants: [FIRST] })).toEqual(ids(104, 105));
  });

  test('finds a unique key, and nothing if the record is of another tenant', async () => {
    await write();
    const search = (tenants: readonly TenantKey[]) =>
      storage.units.read(null, (reads) =>
        reads.search(QUOTES, { anyOf: [{ by: 'key', key: 'reference', values: ['of-200'] }], tenants, limit: 5 }),
      );
    expect((await search(ALL)).map(({ id }) => id)).toEqual([`Quote:${uuid(200)}`]);
    expect(await search([FIRST])).toEqual([]);
  });

  test('returns a record once that several alternatives find', async () => {
    await write();
    const id = { by: 'id', from: idOf(101), to: idOf(101) } as const;
    const amount = { by: 'amount', column: 'sentAmount', currency: 'USD', amount: 1n } as const;
    expect(await found([id, amount, { by: 'filter', column: 'reference', value: 'none' }], { limit: 2 })).toEqual(
      ids(101, 203, 205),
    );
  });

  test('finds records by the beginning of each of their words', async () => {
    await write();
    const accounts = async (prefixes: readonly string[], patch: Partial<SearchQuery<ExternalAccount>> = {}) => {
      const query = { anyOf: [{ by: 'terms', prefixes }], tenants: ALL, limit: 10, ...patch } as const;
      const rows = await storage.units.read(null, (reads) => reads.search(EXTERNAL_ACCOUNTS, query));
      return rows.map(({ id }) => Number(id.slice(-3))).toSorted();
    };
    expect(await accounts(['ada'])).toEqual([101, 102, 201, 202]);
    expect(await accounts(['ada'], { limit: 2 })).toHaveLength(2);
    expect(await accounts(['ada'], { tenants: [SECOND] })).toEqual([201, 202]);
    expect(await accounts(['adam'])).toEqual([101, 201]);
    expect(await accounts(['ada', 'love'])).toEqual([101, 201]);
    expect(await accounts(['love', 'ada'])).toEqual([101, 201]);
    expect(await accounts(['ada', 'love', 'by'])).toEqual([]);
    expect(await accounts(['ad'])).toEqual([101, 102, 103, 201, 202, 203]);
    expect(await accounts(['zo'])).toEqual([103, 203]);
    expect(await accounts(['zoe'])).toEqual([]);
  });

  test('refuses searches in a unit of one tenant, and what no declaration allows', async () => {
    const search = (tenant: TenantKey | null, sought: unknown, limit = 1) =>
      storage.units.read(tenant, (reads) =>
        reads.search(TRANSACTIONS, { anyOf: [sought as never], tenants: ALL, limit }),
      );
    const shared = { by: 'filter', column: 'reference', value: 'shared' };
    await expect(search(FIRST, shared)).rejects.toThrow('must not search');
    await expect(search(null, { ...shared, column: 'rail' })).rejects.toThrow('no filter rail');
    await expect(search(null, { by: 'amount', column: 'fees', currency: 'USD', amount: 1n })).rejects.toThrow('fees');
    await expect(search(null, { by: 'key', key: 'refund_reference', values: [] })).rejects.toThrow('1 columns');
    await expect(search(null, { by: 'terms', prefixes: [] })).rejects.toThrow('terms');
    await expect(search(null, { by: 'terms', prefixes: ['a', ''] })).rejects.toThrow('terms');
    await expect(search(null, shared, 0)).rejects.toThrow('limit');
  });
}
