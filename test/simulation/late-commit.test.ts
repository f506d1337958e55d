import { err, instant, ok, type Result, tenantKey } from '@corridor/core';
import { domainError } from '@corridor/core/internal';
import type { Tx } from '@corridor/core/ports';
import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { BALANCES } from '@corridor/core/records';
import { describe, expect, it } from 'vitest';
import { createCommits, type Decided, decide } from './late-commit.js';
import { emptyUnit } from './transitions.js';

const ALICE = tenantKey('Platform:alice' as never, 'SANDBOX');
const SHORT = domainError('INVALID_AMOUNT', 'too little');
const T0 = instant(1_700_000_000_000);
const balance = (id: string, available: bigint) =>
  ({ id, tenant: ALICE, version: 1, createdAt: T0, updatedAt: T0, currency: 'USD', available, held: 0n }) as never;

function setUp() {
  const { units } = createMemoryStorage();
  const commits = createCommits();
  const lookups = { take: () => [], stop: () => undefined };
  const decided = (work: (tx: Tx) => Promise<Result<unknown>>) =>
    decide(units, ALICE, work, 'requests', { lookups, commits });
  const stored = (id: string) => units.read(ALICE, (reads) => reads.get(BALANCES, id));
  return { units, commits, decided, stored };
}

describe('a unit that commits late', () => {
  it('writes nothing before, and then what it has decided', async () => {
    const { units, decided, stored } = setUp();
    const early = (await decided(async (tx) => ok(tx.add(BALANCES, balance('one', 5n))))) as Decided<unknown>;
    expect(await stored('one')).toBeNull();
    await units.run(ALICE, async (tx) => {
      early.write(tx);
      return early.result;
    });
    expect(await stored('one')).toMatchObject({ available: 5n });
  });

  it('is answered at once if it refuses, or writes nothing', async () => {
    const { decided } = setUp();
    const refused = err('CONFLICT');
    expect(await decided(async () => refused)).toEqual(refused);
    expect(await decided(async (tx) => ok(await tx.get(BALANCES, 'one')))).toEqual(ok(null));
  });

  it('locks the rows that it wrote before a read, and no others', async () => {
    const { units, commits, decided } = setUp();
    await units.run(ALICE, async (tx) => {
      for (const id of ['first', 'last']) tx.add(BALANCES, balance(id, 5n));
      return ok();
    });
    const early = (await decided(async (tx) => {
      tx.increase(BALANCES, { id: 'first', by: { available: 1n } }, SHORT);
      await tx.get(BALANCES, 'first');
      tx.increase(BALANCES, { id: 'last', by: { available: 1n } }, SHORT);
      return ok();
    })) as Decided<unknown>;
    const changed = (id: string): boolean => {
      commits.add({ ...emptyUnit(), unguarded: [{ kind: BALANCES.name, id }] });
      return commits.haveChanged(early.locked, early.seen);
    };
    expect([changed('last'), changed('first')]).toEqual([false, true]);
  });
});
