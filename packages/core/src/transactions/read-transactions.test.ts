import { beforeEach, describe, expect, it } from 'vitest';
import type { Id, Instant } from '../kernel/index.js';
import { instant, ok, tenantKey } from '../kernel/index.js';
import { valueOf } from '../testing/play-core.js';
import { type PlayPayer, playPayer } from '../testing/play-payer.js';
import { type Transaction, type TransactionFilter, TRANSACTIONS, UNSET } from './index.js';

let payer: PlayPayer;
let base: Instant;
beforeEach(async () => {
  payer = await playPayer();
  base = instant(payer.play.clock.now() + 1_000_000);
});

const id = (number: number) => `Transaction:018bcfe5-6800-7000-8000-00000000000${number}` as Id<'Transaction'>;
const at = (number: number): Instant => instant(base + number * 1_000);
const numbersOf = (rows: readonly Transaction[]) => rows.map((row) => Number(row.id.at(-1)));

/** Transaction `number`, made `number` seconds after `base`. */
const transaction = (number: number, over: Partial<Transaction>): Transaction =>
  ({
    ...UNSET,
    type: 'OUTGOING',
    status: 'COMPLETED',
    direction: 'DEBIT',
    customerId: 'Customer:1',
    platformCustomerId: 'ada',
    destination: { destinationType: 'ACCOUNT', accountId: 'ExternalAccount:1', currency: 'USD' },
    id: id(number),
    tenant: payer.play.tenant,
    version: 1,
    createdAt: at(number),
    updatedAt: at(number),
    ...over,
  }) as Transaction;

const keep = async (...rows: readonly Transaction[]) =>
  valueOf(
    await payer.play.storage.units.run(payer.play.tenant, async (tx) => {
      for (const row of rows) tx.add(TRANSACTIONS, row);
      return ok();
    }),
  );
const list = async (filter: TransactionFilter) =>
  valueOf(await payer.play.read(payer.play.core.transactions.list, { startDate: at(1), ...filter }));
const listed = async (filter: TransactionFilter) => numbersOf((await list(filter)).data);

describe('the list of transactions', () => {
  beforeEach(() =>
    keep(
      transaction(1, { senderIdentifier: 'InternalAccount:1', receiverIdentifier: 'ExternalAccount:1' }),
      transaction(2, { senderIdentifier: 'InternalAccount:2', receiverIdentifier: 'InternalAccount:1' }),
      transaction(3, { type: 'INCOMING', customerId: 'Customer:2', receiverIdentifier: '$ada@example.com' }),
      transaction(4, { status: 'FAILED', platformCustomerId: 'grace', reference: 'R4' }),
    ),
  );

  it('has the newest first, or the oldest if asked', async () => {
    expect(await listed({})).toEqual([4, 3, 2, 1]);
    expect(await listed({ sortOrder: 'desc' })).toEqual([4, 3, 2, 1]);
    expect(await listed({ sortOrder: 'asc' })).toEqual([1, 2, 3, 4]);
  });

  it('goes on after each page, in the same order', async () => {
    const first = await list({ limit: 3 });
    expect([numbersOf(first.data), first.hasMore]).toEqual([[4, 3, 2], true]);
    const second = await list({ limit: 3, cursor: first.nextCursor });
    expect([numbersOf(second.data), second.hasMore]).toEqual([[1], false]);
  });

  it('contains the transactions of both ends of its period, and none outside', async () => {
    expect(await listed({ startDate: at(2), endDate: at(3) })).toEqual([3, 2]);
    expect(await listed({ startDate: instant(at(2) + 1), endDate: instant(at(3) - 1) })).toEqual([]);
    expect(await listed({ startDate: at(4) })).toEqual([4]);
    expect((await listed({ startDate: undefined, endDate: at(1) }))[0]).toBe(1);
  });

  it.each([
    [{ customerId: 'Customer:2' }, [3]],
    [{ platformCustomerId: 'grace' }, [4]],
    [{ status: 'FAILED' }, [4]],
    [{ type: 'INCOMING' }, [3]],
    [{ reference: 'R4' }, [4]],
    [{ senderAccountIdentifier: 'InternalAccount:1' }, [1]],
    [{ receiverAccountIdentifier: 'InternalAccount:1' }, [2]],
    [{ accountIdentifier: 'InternalAccount:1' }, [2, 1]],
    [{ accountIdentifier: 'InternalAccount:2' }, [2]],
    [{ receiverAccountIdentifier: '$Ada@Example.com' }, [3]],
    [{ accountIdentifier: '$Ada@Example.com' }, [3]],
    [{ accountIdentifier: 'InternalAccount:1', type: 'INCOMING' }, []],
    [{ customerId: 'Customer:1', status: 'COMPLETED' }, [2, 1]],
  ] as const)('is restricted by %o', async (filter, numbers) => {
    expect(await listed(filter)).toEqual(numbers);
  });
});

describe('a transaction', () => {
  it('is found by its id in its own tenant only', async () => {
    await keep(transaction(1, {}));
    const { core, read, storage, tenant, context } = payer.play;
    expect(valueOf(await read(core.transactions.get, { id: id(1) })).createdAt).toBe(at(1));
    for (const other of [id(2), 'Quote:018bcfe5-6800-7000-8000-000000000001', 'nonsense']) {
      expect(await read(core.transactions.get, { id: other })).toMatchObject({
        error: { code: 'TRANSACTION_NOT_FOUND' },
      });
    }
    const elsewhere = tenantKey(tenant.split('/')[0] as never, 'PRODUCTION');
    const found = await storage.units.read(elsewhere, (reads) =>
      core.transactions.get(reads, { ...context(), tenant: elsewhere }, { id: id(1) }),
    );
    expect(found).toMatchObject({ error: { code: 'TRANSACTION_NOT_FOUND' } });
  });

  it('has its receipt confirmed at any time that is not in the future', async () => {
    await keep(transaction(1, {}));
    const { core, run, clock } = payer.play;
    const confirm = (confirmedAt?: Instant) => run(core.transactions.confirm, { id: id(1), confirmedAt });
    expect(valueOf(await confirm(clock.now())).receiptDeliveryConfirmedAt).toBe(clock.now());
    expect(valueOf(await confirm(instant(5))).receiptDeliveryConfirmedAt).toBe(5);
    expect(await confirm(instant(clock.now() + 1))).toMatchObject({
      error: { code: 'INVALID_INPUT', details: { errors: [{ field: 'receiptDeliveryConfirmedAt' }] } },
    });
    expect(valueOf(await confirm()).receiptDeliveryConfirmedAt).toBe(clock.now());
  });
});
