import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { beforeEach, describe, expect, it } from 'vitest';
import { account, ALICE, balance, BOB } from '../contract-tests/storage/records.js';
import { type Id, ok, type UnitOfWork } from '../kernel/index.js';
import { BALANCES } from '../ledger/index.js';
import { MAX_COMPUTED } from '../money/index.js';
import { creditObstacle } from './credit-obstacle.js';
import { INTERNAL_ACCOUNTS, type InternalAccount } from './internal-account.js';

const ID = 'InternalAccount:018bcfe5-6800-7000-8000-000000000001' as Id<'InternalAccount'>;

let units: UnitOfWork;
beforeEach(() => {
  units = createMemoryStorage().units;
});

const put = (status: InternalAccount['status'], held: { available: bigint; held: bigint } | null) =>
  units.run(ALICE, async (tx) => {
    tx.add(INTERNAL_ACCOUNTS, account(ID, { status }));
    if (held !== null) tx.add(BALANCES, { ...balance(ID, held.available), held: held.held });
    return ok();
  });
const obstacle = (amount: bigint, tenant = ALICE) => units.read(tenant, (reads) => creditObstacle(reads, ID, amount));

describe('the obstacle to a credit', () => {
  it('is a balance that would exceed the maximum, available and held money together', async () => {
    await put('ACTIVE', { available: 30n, held: 12n });
    expect(await obstacle(1n)).toBeNull();
    expect(await obstacle(MAX_COMPUTED - 42n)).toBeNull();
    expect(await obstacle(MAX_COMPUTED - 41n)).toBe('FULL');
  });

  it('does not exist for a frozen account, which can be credited', async () => {
    await put('FROZEN', { available: 0n, held: 0n });
    expect(await obstacle(MAX_COMPUTED)).toBeNull();
    expect(await obstacle(MAX_COMPUTED + 1n)).toBe('FULL');
  });

  it('is that the account is closed, whatever the amount', async () => {
    await put('CLOSED', null);
    expect([await obstacle(1n), await obstacle(MAX_COMPUTED + 1n)]).toEqual(['CLOSED', 'CLOSED']);
  });

  it('is that the account is unknown, also if another platform has it', async () => {
    expect(await obstacle(1n)).toBe('CLOSED');
    await put('ACTIVE', { available: 0n, held: 0n });
    expect(await obstacle(1n)).toBeNull();
    expect(await obstacle(1n, BOB)).toBe('CLOSED');
  });

  it('is only the maximum for an account without a balance row', async () => {
    await put('ACTIVE', null);
    expect([await obstacle(MAX_COMPUTED), await obstacle(MAX_COMPUTED + 1n)]).toEqual([null, 'FULL']);
  });
});
