import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  type Context,
  createIds,
  type CurrencyCode,
  domainError,
  type Id,
  type Instant,
  newRecord,
  ok,
  type TenantKey,
  tenantKey,
  type UnitOfWork,
} from '../kernel/index.js';
import {
  auditLedger,
  BALANCES,
  chart,
  checkpoint,
  CHECKPOINTS,
  emptyBalance,
  everyRecord,
  post,
  type Posting,
  POSTINGS,
} from './index.js';

const USD = 'USD' as CurrencyCode;
const platform = (n: number): TenantKey =>
  tenantKey(`Platform:018bcfe5-6800-7000-8000-00000000000${n}` as Id<'Platform'>, 'SANDBOX');
const NOW = 1_700_000_000_000 as Instant;
const contextOf = (tenant: TenantKey): Context => ({
  tenant,
  actor: { kind: 'system' },
  requestId: 'r',
  now: NOW,
  hostNow: NOW,
});
const one = platform(1);
const ids = createIds({ now: () => NOW }, { bytes: (n) => new Uint8Array(n).map((_, i) => i & 0xff) });
const account = ids.next('InternalAccount');
const SHORT = domainError('INVALID_AMOUNT');

let units: UnitOfWork;
beforeEach(async () => {
  units = createMemoryStorage().units;
  await units.run(one, async (tx) => ok(tx.add(BALANCES, emptyBalance(contextOf(one), account, USD))));
});

async function deposit(amount: bigint): Promise<void> {
  await units.run(one, async (tx) => {
    const lines = [
      { account: chart.clearing('SANDBOX', 'bank', USD), amount: -amount },
      { account: chart.available(account, USD), amount },
    ];
    return ok(post({ tx, ctx: contextOf(one), ids }, { kind: 'DEPOSIT', cause: 'Transaction:1', lines }, SHORT));
  });
}

const findings = async (): Promise<readonly string[]> => (await units.read(one, auditLedger)).findings;

/** Adds a line that `post` would never write. */
const plant = (patch: Partial<Posting>) =>
  units.run(one, async (tx) =>
    ok(
      tx.add(POSTINGS, {
        entryId: ids.next('JournalEntry'),
        kind: 'DEPOSIT',
        cause: 'Transaction:1',
        entryCause: null,
        account: 'fx:SANDBOX:USD',
        currency: USD,
        amount: 1n,
        ...newRecord(`${ids.next('JournalEntry')}/9`, contextOf(one)),
        ...patch,
      }),
    ),
  );

async function postings(): Promise<readonly Posting[]> {
  return units.read(one, async (reads) => {
    const all: Posting[] = [];
    for await (const posting of everyRecord(reads, POSTINGS)) all.push(posting);
    return all;
  });
}

describe('an audit of the books finds', () => {
  it('an entry that does not sum to zero', async () => {
    await plant({ entryId: 'JournalEntry:x' as Id<'JournalEntry'>, entryCause: 'Transaction:1' });
    expect(await findings()).toEqual(['JournalEntry:x does not balance: its postings sum to 0.01 USD']);
  });

  it('an entry with lines of two causes', async () => {
    await deposit(5n);
    const [first] = await postings();
    const { entryId } = first!;
    await plant({ entryId, id: `${entryId}/8`, amount: 0n, cause: 'Transaction:2' });
    expect(await findings()).toEqual([`${entryId} has postings of more than one kind or cause`]);
  });

  it('postings on a guarded account without a balance row', async () => {
    await deposit(5n);
    await units.run(one, async (tx) => ok(tx.remove(BALANCES, (await tx.get(BALANCES, account))!)));
    expect(await findings()).toEqual([`available:${account} has postings of 0.05 USD and no balance row`]);
  });

  it('a guarded account that is negative', async () => {
    await units.run(one, async (tx) => ok(tx.remove(BALANCES, (await tx.get(BALANCES, account))!)));
    await units.run(one, async (tx) =>
      ok(tx.add(BALANCES, { ...emptyBalance(contextOf(one), account, USD), available: -5n })),
    );
    expect(await findings()).toEqual([
      `available:${account} is -0.05 USD, its postings sum to 0.00 USD`,
      `available:${account} is negative: -0.05 USD`,
    ]);
  });

  it('nothing in entries that span two pages', async () => {
    for (let i = 0; i < 700; i++) await deposit(1n);
    const wide = Array.from({ length: 2501 }, () => ({ account: chart.fx('SANDBOX', USD), amount: 1n }));
    const lines = [...wide, { account: chart.fx('SANDBOX', USD), amount: -2501n }];
    await units.run(one, async (tx) =>
      ok(post({ tx, ctx: contextOf(one), ids }, { kind: 'DEPOSIT', cause: 'x', lines }, SHORT)),
    );
    await deposit(1n);
    const inspected: (readonly number[])[] = [];
    const { entries, moves } = await units.read(one, (reads) =>
      auditLedger(reads, {
        tenant: one,
        inspectEntries: async (page) => {
          inspected.push(page.map((entry) => entry.postings.length));
          return [];
        },
      }),
    );
    expect(entries).toBe(702);
    expect(inspected.flat()).toEqual([...Array.from({ length: 700 }, () => 2), 2502, 2]);
    // An entry is inspected with the page that holds its last line, so few of them are kept in memory.
    expect(inspected.slice(0, 2).map((page) => page.length)).toEqual([499, 201]);
    expect([...moves]).toEqual([[account, { changes: 701, available: 701n }]]);
    expect(await findings()).toEqual([]);
  });

  it('nothing in the checkpoints of one tenant if another tenant has its own', async () => {
    for (const tenant of [one, platform(2)]) {
      const fees = chart.fees(tenant, USD);
      const lines = [
        { account: chart.fx('SANDBOX', USD), amount: -7n },
        { account: fees, amount: 7n },
      ];
      await units.run(tenant, async (tx) => {
        post({ tx, ctx: contextOf(tenant), ids }, { kind: 'SETTLEMENT', cause: 'x', lines }, SHORT);
        return ok(await checkpoint(tx, contextOf(tenant), fees));
      });
    }
    for (const tenant of [one, platform(2), null]) {
      const inspectEntries = async () => [];
      const audited = await units.read(tenant, (reads) => auditLedger(reads, { tenant, inspectEntries }));
      expect(audited.findings).toEqual([]);
    }
  });

  it('a checkpoint that is not the sum of its postings', async () => {
    const clearing = chart.clearing('SANDBOX', 'bank', USD);
    await deposit(5n);
    await units.run(one, async (tx) => ok(await checkpoint(tx, contextOf(one), clearing)));
    await units.run(one, async (tx) => {
      const before = (await tx.get(CHECKPOINTS, clearing.name))!;
      return ok(tx.change(CHECKPOINTS, before, { ...before, balance: -6n, version: 2 }));
    });
    expect(await findings()).toEqual([`checkpoint of ${clearing.name} is -0.06 USD, its postings sum to -0.05 USD`]);
  });
});
