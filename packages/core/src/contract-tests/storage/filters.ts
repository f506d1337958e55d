import { EXTERNAL_ACCOUNTS } from '../../accounts/index.js';
import { type AnyKind, type CurrencyCode, instant, type Keyset, ok, type TenantKey } from '../../kernel/index.js';
import { type Transaction, TRANSACTIONS } from '../../transactions/index.js';
import type { TestRunner } from '../test-runner.js';
import type { OpenStorage } from './open-storage.js';
import { chances, sampleTransaction } from './reads.js';
import { externalAccount, T0 } from './records.js';

const PLAYED = 'Platform:filters/SANDBOX' as TenantKey;

interface Listed {
  readonly kind: AnyKind;
  readonly records: readonly Keyset[];
  readonly any: readonly string[] | null;
}

/** Lists by several filters return the same rows, whichever index a database uses. */
export function filterCases({ test, expect }: TestRunner, storage: OpenStorage): void {
  test('lists what a plain filter returns for each set of filters, with empty values, flags, anyOf and amounts', async () => {
    const chance = chances();
    const from = <T>(...values: readonly T[]): T => values[chance(values.length)]!;
    const payments = Array.from(
      { length: 80 },
      (_, i) =>
        ({
          ...sampleTransaction,
          id: `Transaction:filters-${i}`,
          tenant: PLAYED,
          createdAt: instant(T0 + (i % 9)),
          reference: `reference ${i}`,
          customerId: from('Customer:1', 'Customer:2'),
          senderIdentifier: from(null, 'x', 'y'),
          receiverIdentifier: from(null, 'x', 'y'),
          sentAmount: from(5n, 6n),
          sentCurrency: from('USD', 'EUR') as CurrencyCode,
          ...from<object>(
            { receivedAmount: null, receivedCurrency: null },
            { receivedAmount: 5n, receivedCurrency: 'USD' },
            { receivedAmount: 6n, receivedCurrency: 'EUR' },
          ),
          status: from('PENDING', 'COMPLETED'),
          type: from('INCOMING', 'OUTGOING'),
        }) as never as Transaction,
    );
    const accounts = Array.from({ length: 80 }, (_, i) => ({
      ...externalAccount(`ExternalAccount:filters-${i}`, { tenant: PLAYED, createdAt: instant(T0 + (i % 9)) }),
      owner: from('platform', 'Customer:1', 'Customer:2'),
      ownerType: from('PLATFORM' as const, 'CUSTOMER' as const),
      currency: from('USD', 'EUR') as CurrencyCode,
      defaultUmaDepositAccount: from(true, false),
      isDeleted: from(true, false),
    }));
    await storage.units.run(PLAYED, async (tx) => {
      for (const payment of payments) tx.add(TRANSACTIONS, payment);
      for (const account of accounts) tx.add(EXTERNAL_ACCOUNTS, account);
      return ok();
    });
    const kinds: readonly Listed[] = [
      { kind: TRANSACTIONS, records: payments, any: ['senderIdentifier', 'receiverIdentifier'] },
      { kind: EXTERNAL_ACCOUNTS, records: accounts, any: null },
    ];
    for (let run = 0; run < 400; run++) {
      const { kind, records, any } = from(...kinds);
      type Fields = Readonly<Record<string, unknown>>;
      const sample: Fields = { ...from(...records) };
      const fields = kind.filters.filter((field) => field in sample && chance(3) === 0).toSorted(() => chance(3) - 1);
      const where = Object.fromEntries(fields.map((field) => [field, sample[field]]));
      const value = from('x', 'y', 'z');
      const anyOf = any !== null && chance(3) === 0 ? { columns: any, value } : undefined;
      const ofAmount =
        any !== null && anyOf === undefined && chance(3) === 0
          ? { amount: from(5n, 6n, 7n), currency: from('USD', 'EUR', 'XAF') }
          : undefined;
      const isOf = (record: Fields): boolean =>
        ofAmount === undefined ||
        kind.amounts.some(
          ({ amount, currency }) => record[amount] === ofAmount.amount && record[currency] === ofAmount.currency,
        );
      const after = from(undefined, from(...records));
      const query = {
        where,
        anyOf,
        ofAmount,
        after,
        order: from('asc' as const, 'desc' as const),
        limit: 1 + chance(40),
      };
      const { rows, hasMore, total } = await storage.units.read(PLAYED, (reads) =>
        reads.list(kind as never, query as never),
      );
      const sign = query.order === 'asc' ? 1 : -1;
      const compare = (a: Keyset, b: Keyset) =>
        sign * (a.createdAt - b.createdAt || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
      const matching = [...records]
        .filter((record) => fields.every((field) => (record as never as Fields)[field] === where[field]))
        .filter((record) => anyOf?.columns.some((column) => (record as never as Fields)[column] === value) ?? true)
        .filter((record) => isOf(record as never as Fields))
        .toSorted(compare);
      const rest = matching.filter((record) => after === undefined || compare(record, after) > 0);
      expect({ query, rows: rows.map(({ id }: Keyset) => id), hasMore, total }).toEqual({
        query,
        rows: rest.slice(0, query.limit).map(({ id }) => id),
        hasMore: rest.length > query.limit,
        total: matching.length,
      });
    }
  });
}
