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
  tenantKey,
  type UnitOfWork,
} from '../kernel/index.js';
import { amountText } from '../money/index.js';
import {
  auditLedger,
  BALANCES,
  chart,
  checkpoint,
  CHECKPOINTS,
  emptyBalance,
  type EntryKind,
  everyPage,
  everyRecord,
  type LedgerAccount,
  POSTINGS,
  postTogether,
} from './index.js';

const USD = 'USD' as CurrencyCode;
const tenant = tenantKey('Platform:018bcfe5-6800-7000-8000-000000000001' as Id<'Platform'>, 'SANDBOX');
const other = tenantKey('Platform:018bcfe5-6800-7000-8000-000000000002' as Id<'Platform'>, 'SANDBOX');
const NOW = 1_700_000_000_000 as Instant;
const ctx: Context = { tenant, actor: { kind: 'system' }, requestId: 'r', now: NOW, hostNow: NOW };
const ids = createIds({ now: () => NOW }, { bytes: (n) => new Uint8Array(n).map((_, i) => i & 0xff) });
const account = ids.next('InternalAccount');
const quote = ids.next('Quote');
const transaction = ids.next('Transaction');
const SHORT = domainError('INVALID_AMOUNT');

const clearing = chart.clearing('SANDBOX', 'bank', USD);
const available = chart.available(account, USD);
const held = chart.held(account, USD);
const owed = chart.receivable(account, USD);

let units: UnitOfWork;
beforeEach(async () => {
  units = createMemoryStorage().units;
  await units.run(tenant, async (tx) => ok(tx.add(BALANCES, emptyBalance(ctx, account, USD))));
});

type Moved = readonly [kind: EntryKind, from: LedgerAccount, to: LedgerAccount, amount: bigint];

/** Posts entries that move an amount between two accounts, as one movement. */
const move = (...moved: readonly Moved[]) =>
  units.run(tenant, async (tx) =>
    ok(
      postTogether(
        { tx, ctx, ids },
        moved.map(([kind, from, to, amount]) => ({
          kind,
          cause: 'Transaction:1',
          lines: [
            { account: from, amount: -amount },
            { account: to, amount },
          ],
        })),
        SHORT,
      ),
    ),
  );
const audited = () => units.read(tenant, (reads) => auditLedger(reads));
const balanceOf = (holder: string) => units.read(tenant, (reads) => reads.get(BALANCES, holder));

/** Sets the row of a holder aside from its postings. */
const set = (holder: string, patch: { available?: bigint; held?: bigint }) =>
  units.run(tenant, async (tx) => {
    const row = (await tx.get(BALANCES, holder))!;
    return ok(tx.change(BALANCES, row, { ...row, ...patch, version: row.version + 1 }));
  });

describe('an audit of balances', () => {
  it('finds nothing in sound accounts of every kind, and sums up the moves of internal accounts alone', async () => {
    await move(['DEPOSIT', clearing, available, 100n]);
    await move(['HOLD', available, held, 40n]);
    await move(['FUNDING', clearing, chart.inTransit(quote, USD), 7n]);
    await move(['UMA_RECEIPT', clearing, chart.inTransit(transaction, USD), 8n]);
    await move(['SUSPENSE_IN', clearing, chart.suspense(tenant, USD), 9n]);
    await move(['CARD_HOLD', available, chart.cardReserve(tenant, USD), 60n]);
    await move(['DEPOSIT_REVERSAL', owed, clearing, 11n]);
    await move(['SETTLEMENT', clearing, chart.fees(tenant, USD), 3n]);
    expect(await audited()).toEqual({
      findings: [],
      entries: 8,
      moves: new Map([[account, { changes: 3, available: 0n }]]),
      owed: [{ account: `receivables:${account}`, currency: USD, amount: 11n }],
    });
  });

  it.each([
    [
      'available',
      () => account,
      { available: 5n },
      () => `available:${account} is 0.05 USD, its postings sum to 0.04 USD`,
    ],
    ['held', () => account, { held: 5n }, () => `held:${account} is 0.05 USD, its postings sum to 0.06 USD`],
    [
      'of a quote',
      () => quote,
      { available: 5n },
      () => `in-transit:${quote} is 0.05 USD, its postings sum to 0.07 USD`,
    ],
    [
      'of a transaction',
      () => transaction,
      { available: 5n },
      () => `in-transit:${transaction} is 0.05 USD, its postings sum to 0.08 USD`,
    ],
    [
      'of suspense',
      () => `suspense:${tenant}:USD`,
      { available: 5n },
      () => `suspense:${tenant}:USD is 0.05 USD, its postings sum to 0.09 USD`,
    ],
    [
      'owed',
      () => `receivables:${account}`,
      { available: 5n },
      () => `receivables:${account} is 0.05 USD, its postings sum to 0.11 USD`,
    ],
  ])('finds a balance %s that is not the sum of its postings', async (_, holder, patch, finding) => {
    await move(['DEPOSIT', clearing, available, 10n]);
    await move(['HOLD', available, held, 6n]);
    await move(['FUNDING', clearing, chart.inTransit(quote, USD), 7n]);
    await move(['UMA_RECEIPT', clearing, chart.inTransit(transaction, USD), 8n]);
    await move(['SUSPENSE_IN', clearing, chart.suspense(tenant, USD), 9n]);
    await move(['DEPOSIT_REVERSAL', owed, clearing, 11n]);
    await set(holder(), patch);
    expect((await audited()).findings).toContain(finding());
  });

  it('finds a debt that the available balance must settle', async () => {
    await move(['DEPOSIT_REVERSAL', owed, clearing, 11n]);
    expect(await balanceOf(`receivables:${account}`)).toMatchObject({ available: 11n, held: 0n });
    expect((await audited()).findings).toEqual([]);
    await move(['DEPOSIT', clearing, available, 1n]);
    expect((await audited()).findings).toEqual([
      `receivables:${account} is 0.11 USD, but the available balance of 0.01 USD must settle it`,
    ]);
    await move(['HOLD', available, held, 1n]);
    expect((await audited()).findings).toEqual([]);
  });

  it('names no debt that is settled, and no balance that is not a debt', async () => {
    await move(['DEPOSIT_REVERSAL', owed, clearing, 11n]);
    await move(['RECEIVABLE_SETTLEMENT', clearing, owed, 11n]);
    await move(['DEPOSIT', clearing, available, 1n]);
    await move(['SUSPENSE_IN', clearing, chart.suspense(tenant, USD), 9n]);
    expect(await audited()).toMatchObject({ findings: [], owed: [] });
  });

  it('finds fees below zero', async () => {
    const fees = chart.fees(tenant, USD);
    await move(['SETTLEMENT', fees, clearing, 1n]);
    expect((await audited()).findings).toEqual([`${fees.name} is negative: -0.01 USD`]);
    await move(['SETTLEMENT', clearing, fees, 1n]);
    expect((await audited()).findings).toEqual([]);
  });

  it('counts no change of an account that an entry credits and debits alike', async () => {
    await move(['DEPOSIT', clearing, available, 2n]);
    await units.run(tenant, async (tx) => {
      const lines = [2n, -2n].map((amount) => ({ account: available, amount }));
      return ok(postTogether({ tx, ctx, ids }, [{ kind: 'HOLD', cause: 'Transaction:2', lines }], SHORT));
    });
    expect(await audited()).toMatchObject({ findings: [], moves: new Map([[account, { changes: 1, available: 2n }]]) });
  });
});

describe('entries that are posted together', () => {
  it('leave a balance alone that one of them credits and another debits', async () => {
    const inTransit = chart.inTransit(quote, USD);
    const posted = await move(['FUNDING', clearing, inTransit, 5n], ['SETTLEMENT', inTransit, available, 5n]);
    expect(await balanceOf(quote)).toBeNull();
    expect(await balanceOf(account)).toMatchObject({ available: 5n, held: 0n });
    expect(await audited()).toMatchObject({ findings: [], entries: 2 });
    const first = await units.read(tenant, (reads) => everyPage(reads, POSTINGS).next());
    const journal = [...new Set((first.value ?? []).map(({ entryId }) => entryId))];
    expect(posted).toEqual(ok(journal));
    for (const id of journal) expect(id).toMatch(/^JournalEntry:[0-9a-f-]{36}$/);
  });

  it('move the held balance of an account whose available balance they leave alone', async () => {
    await move(['DEPOSIT', clearing, available, 5n], ['HOLD', available, held, 5n]);
    expect(await balanceOf(account)).toMatchObject({ available: 0n, held: 5n });
  });

  it('lock balances in the order of their holders, whatever the order of their lines', async () => {
    const [first, second, third] = [1, 2, 3].map(() => ids.next('InternalAccount'));
    const locked: string[] = [];
    await units.run(tenant, async (tx) => {
      for (const id of [first!, second!, third!]) tx.add(BALANCES, emptyBalance(ctx, id, USD));
      const noting = { ...tx, increase: (_: unknown, { id }: { id: string }) => void locked.push(id) };
      const lines = [second!, third!, first!].map((id) => ({ account: chart.available(id, USD), amount: 1n }));
      lines.push({ account: clearing, amount: -3n } as never);
      postTogether({ tx: noting, ctx, ids }, [{ kind: 'DEPOSIT', cause: 'Transaction:1', lines }], SHORT);
      return ok();
    });
    expect(locked).toEqual([first, second, third]);
  });
});

describe('an audit of checkpoints in the scope of a tenant', () => {
  it('finds the wrong checkpoints of this tenant, and leaves those of others out', async () => {
    for (const [of, amount] of [
      [tenant, 7n],
      [other, 8n],
    ] as const) {
      const fees = chart.fees(of, USD);
      await units.run(of, async (tx) => {
        const lines = [
          { account: chart.fx('SANDBOX', USD), amount: -amount },
          { account: fees, amount },
        ];
        const context = { ...ctx, tenant: of };
        postTogether({ tx, ctx: context, ids }, [{ kind: 'SETTLEMENT', cause: 'Transaction:1', lines }], SHORT);
        await checkpoint(tx, context, fees);
        const row = (await tx.get(CHECKPOINTS, fees.name))!;
        return ok(tx.change(CHECKPOINTS, row, { ...row, balance: 9n, version: row.version + 1 }));
      });
    }
    const found = (of: typeof tenant | null) =>
      units.read(
        of,
        async (reads) => (await auditLedger(reads, { tenant: of, inspectEntries: async () => [] })).findings,
      );
    const wrong = (of: typeof tenant, sum: bigint) =>
      `checkpoint of fees:${of}:USD is 0.09 USD, its postings sum to ${amountText(sum, 'USD')}`;
    expect(await found(tenant)).toEqual([wrong(tenant, 7n)]);
    expect(await found(other)).toEqual([wrong(other, 8n)]);
    expect((await found(null)).toSorted()).toEqual([wrong(tenant, 7n), wrong(other, 8n)]);
  });
});

describe('all records of a kind', () => {
  it('come oldest first, in pages of 1,000, each record once', async () => {
    const holders = Array.from({ length: 2_500 }, (_, index) => `Quote:${String(index).padStart(4, '0')}`);
    await units.run(tenant, async (tx) => {
      tx.remove(BALANCES, (await tx.get(BALANCES, account))!);
      for (const [index, id] of holders.toReversed().entries()) {
        const at = { ...ctx, now: (NOW - index) as Instant };
        tx.add(BALANCES, { currency: USD, available: 0n, held: 0n, ...newRecord(id, at) });
      }
      return ok();
    });
    const { pages, records } = await units.read(tenant, async (reads) => {
      const sizes: number[] = [];
      const each: string[] = [];
      for await (const page of everyPage(reads, BALANCES)) sizes.push(page.length);
      for await (const { id } of everyRecord(reads, BALANCES)) each.push(id);
      return { pages: sizes, records: each };
    });
    expect(pages).toEqual([1_000, 1_000, 500]);
    expect(records).toEqual(holders);
  });

  it.each([CHECKPOINTS, POSTINGS])('make up no page if there are none: $name', async (kind) => {
    const pages = await units.read(tenant, async (reads) => {
      const found: unknown[] = [];
      for await (const page of everyPage(reads, kind as typeof CHECKPOINTS)) found.push(page);
      return found;
    });
    expect(pages).toEqual([]);
  });
});
