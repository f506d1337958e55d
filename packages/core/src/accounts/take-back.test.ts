import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { beforeEach, describe, expect, test } from 'vitest';
import { account, ALICE, balance, USD } from '../contract-tests/storage/records.js';
import { domainError, fail, ok, type UnitOfWork } from '../kernel/index.js';
import { BALANCES, receivableOf } from '../ledger/index.js';
import { valueOf } from '../testing/play-core.js';
import { namingReceivables, notCovered, takeBack } from './receivables.js';

const ID = 'InternalAccount:018bcfe5-6800-7000-8000-000000000001';

let units: UnitOfWork;
beforeEach(() => {
  units = createMemoryStorage().units;
});

const put = (id: string, available: bigint) =>
  units.run(ALICE, async (tx) => ok(tx.add(BALANCES, balance(id, available))));

describe('money that is taken back', () => {
  const taken = async (amount: bigint, status: 'ACTIVE' | 'FROZEN' | 'CLOSED' = 'ACTIVE') => {
    const { id, currency } = account(ID);
    const lines = valueOf(
      await units.run(ALICE, async (tx) => ok(await takeBack(tx, { id, currency, status }, amount))),
    );
    return lines.map((line) => [line.account.name.split(':')[0], line.amount]);
  };

  test('comes from the balance as far as it covers the amount, and the rest is owed', async () => {
    await put(ID, 70n);
    expect(await taken(69n)).toEqual([['available', -69n]]);
    expect(await taken(70n)).toEqual([['available', -70n]]);
    expect(await taken(71n)).toEqual([
      ['available', -70n],
      ['receivables', -1n],
    ]);
    expect(await taken(5n, 'FROZEN')).toEqual([['available', -5n]]);
  });

  test('is owed whole by a closed account', async () => {
    await put(ID, 70n);
    expect(await taken(5n, 'CLOSED')).toEqual([['receivables', -5n]]);
  });

  test('is a conflict if the balance is gone, because the account was closed at the same time', async () => {
    await expect(taken(5n)).rejects.toThrow(/^CONFLICT: the account was closed/);
  });
});

describe('a refused debit', () => {
  const refused = (error: ReturnType<typeof notCovered>) =>
    namingReceivables(units).run(ALICE, async () => fail(error), 'requests');

  test('names the account, and what it owes', async () => {
    const error = notCovered({ id: ID as never });
    expect(error).toMatchObject({ code: 'INVALID_AMOUNT', details: { accountId: ID } });
    expect(await refused(error)).toEqual({ ok: false, error });
    await put(receivableOf(ID), 0n);
    expect(await refused(error)).toEqual({ ok: false, error });
    await units.run(ALICE, async (tx) =>
      ok(tx.increase(BALANCES, { id: receivableOf(ID), by: { available: 9n } }, error)),
    );
    expect(await refused(error)).toEqual({
      ok: false,
      error: {
        ...error,
        message: `${error.message}: the account owes 0.09 ${USD} (${receivableOf(ID)}), which its next credits settle first`,
        details: { accountId: ID, receivable: receivableOf(ID) },
      },
    });
  });

  test('stays as it is if what the account owes cannot be read', async () => {
    const error = notCovered({ id: ID as never });
    const unreadable: UnitOfWork = { ...units, read: () => Promise.reject(new Error('no database')) };
    const answer = await namingReceivables(unreadable).run(ALICE, async () => fail(error), 'requests');
    expect(answer).toEqual({ ok: false, error });
  });

  test('for another reason, or of no account, stays as it is, and so does a success', async () => {
    await put(receivableOf(ID), 9n);
    const others = [domainError('CONFLICT', 'raced', { accountId: ID }), domainError('INVALID_AMOUNT', 'too much')];
    for (const error of others) expect(await refused(error)).toEqual({ ok: false, error });
    expect(await namingReceivables(units).run(ALICE, async () => ok(7), 'requests')).toEqual(ok(7));
    expect(await namingReceivables(units).read(ALICE, async (reads) => (await reads.get(BALANCES, ID)) === null)).toBe(
      true,
    );
  });
});
