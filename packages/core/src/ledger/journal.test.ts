import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  Bug,
  type Context,
  createIds,
  type CurrencyCode,
  domainError,
  type Id,
  type Instant,
  isId,
  ok,
  type Reads,
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
  type JournalEntry,
  type LedgerAccount,
  post,
  POSTINGS,
  rebuildCheckpoints,
} from './index.js';

const USD = 'USD' as CurrencyCode;
const EUR = 'EUR' as CurrencyCode;
const tenant = tenantKey('Platform:018bcfe5-6800-7000-8000-000000000001' as Id<'Platform'>, 'SANDBOX');
const NOW = 1_700_000_000_000 as Instant;
const ctx: Context = { tenant, actor: { kind: 'system' }, requestId: 'r', now: NOW, hostNow: NOW };
const ids = createIds({ now: () => NOW }, { bytes: (n) => new Uint8Array(n).map((_, i) => i & 0xff) });
const account = ids.next('InternalAccount');
const SHORT = domainError('INVALID_AMOUNT');

const deposit = (amount: bigint): JournalEntry => ({
  kind: 'DEPOSIT',
  cause: 'Transaction:1',
  lines: [
    { account: chart.clearing('SANDBOX', 'bank', USD), amount: -amount },
    { account: chart.available(account, USD), amount },
  ],
});
const hold = (amount: bigint): JournalEntry => ({
  kind: 'HOLD',
  cause: 'Transaction:2',
  lines: [
    { account: chart.available(account, USD), amount: -amount },
    { account: chart.held(account, USD), amount },
  ],
});

let units: UnitOfWork;
const book = (entry: JournalEntry) =>
  units.run(tenant, async (tx) => {
    post({ tx, ctx, ids }, entry, SHORT);
    return ok();
  });
const posted = (reads: Reads, { name }: LedgerAccount) => reads.sum(POSTINGS, 'amount', { account: name }, 0, null);
const balance = () => units.read(tenant, (reads) => reads.get(BALANCES, account));

beforeEach(async () => {
  units = createMemoryStorage().units;
  await units.run(tenant, async (tx) => {
    tx.add(BALANCES, emptyBalance(ctx, account, USD));
    return ok();
  });
});

describe('the ledger', () => {
  it('moves balances with balanced entries', async () => {
    await book(deposit(1000n));
    await book(hold(400n));
    expect(await balance()).toMatchObject({ available: 600n, held: 400n });
  });

  it('refuses a debit beyond the balance and writes nothing', async () => {
    await book(deposit(100n));
    expect(await book(hold(101n))).toMatchObject({ error: { code: 'INVALID_AMOUNT' } });
    expect(await balance()).toMatchObject({ available: 100n, held: 0n });
    expect((await units.read(tenant, auditLedger)).entries).toBe(1);
  });

  it.each([
    ['does not sum to zero', [{ account: chart.available(account, USD), amount: 1n }]],
    [
      'balances one currency with another',
      [
        { account: chart.fx('SANDBOX', USD), amount: 1n },
        { account: chart.fx('SANDBOX', EUR), amount: -1n },
      ],
    ],
    ['moves nothing', [{ account: chart.fx('SANDBOX', USD), amount: 0n }]],
  ])('throws on an entry that %s', async (_, lines) => {
    await expect(book({ kind: 'SETTLEMENT', cause: 'x', lines })).rejects.toThrow(Bug);
  });

  it('names the sum and the currency of an entry that does not balance', async () => {
    const lines = [
      { account: chart.clearing('SANDBOX', 'bank', USD), amount: -3n },
      { account: chart.available(account, USD), amount: 5n },
    ];
    await expect(book({ kind: 'DEPOSIT', cause: 'x', lines })).rejects.toThrow('sum to 0.02 USD');
  });

  it('creates the balance row of a suspense account with its first credit, and guards it from then on', async () => {
    const suspense = chart.suspense(tenant, USD);
    const clearing = chart.clearing('SANDBOX', 'bank', USD);
    const into = (amount: bigint): JournalEntry => ({
      kind: 'SUSPENSE_IN',
      cause: 'Deposit:1',
      lines: [
        { account: clearing, amount: -amount },
        { account: suspense, amount },
      ],
    });
    expect(await book(into(50n))).toMatchObject({ ok: true });
    expect(await book(into(25n))).toMatchObject({ ok: true });
    expect(await book(into(-76n))).toMatchObject({ error: { code: 'INVALID_AMOUNT' } });
    expect(await units.read(tenant, (reads) => reads.get(BALANCES, suspense.name))).toMatchObject({ available: 75n });
    expect(await units.read(tenant, (reads) => posted(reads, clearing))).toBe(-75n);
  });

  it('keeps the balance of a hot account across checkpoints', async () => {
    const clearing = chart.clearing('SANDBOX', 'bank', USD);
    for (const amount of [10n, 20n, 30n]) {
      await book(deposit(amount));
      const counted = await units.run(tenant, async (tx) => ok(await checkpoint(tx, ctx, clearing)));
      expect(counted).toEqual(ok(await units.read(tenant, (reads) => posted(reads, clearing))));
    }
    expect(await units.read(tenant, (reads) => posted(reads, clearing))).toBe(-60n);
    expect((await units.read(null, auditLedger)).findings).toEqual([]);
  });

  it('never moves a checkpoint back, even if the horizon of a host lags', async () => {
    const clearing = chart.clearing('SANDBOX', 'bank', USD);
    const counted = (lagging: boolean) =>
      units.run(tenant, async (tx) =>
        ok(await checkpoint(lagging ? { ...tx, horizon: async () => 0 } : tx, ctx, clearing)),
      );
    const stored = () => units.read(tenant, (reads) => reads.get(CHECKPOINTS, clearing.name));
    await book(deposit(10n));
    expect(await counted(false)).toEqual(ok(-10n));
    const first = (await stored())!;
    expect(await counted(true)).toEqual(ok(-10n));
    expect(await stored()).toEqual({ ...first, version: 2 });
    await book(deposit(20n));
    expect(await counted(true)).toEqual(ok(-30n));
    expect(await stored()).toEqual({ ...first, version: 3 });
    expect((await units.read(null, auditLedger)).findings).toEqual([]);
    expect(await counted(false)).toEqual(ok(-30n));
    const last = await units.read(tenant, (reads) => reads.horizon(POSTINGS as never));
    expect(last).toBeGreaterThan(first.position);
    expect(await stored()).toEqual({ ...first, version: 4, position: last, balance: -30n });
    expect((await units.read(null, auditLedger)).findings).toEqual([]);
  });

  it('adds only the postings after a checkpoint to it, and asks for the last position only below the horizon', async () => {
    const clearing = chart.clearing('SANDBOX', 'bank', USD);
    const asked: string[] = [];
    const counted = () =>
      units.run(tenant, async (tx) => {
        const noting: typeof tx = {
          ...tx,
          sum: (kind, column, where, after, upTo) => {
            asked.push(`sum ${after} to ${upTo}`);
            return tx.sum(kind, column, where, after, upTo);
          },
          lastPosition: (kind) => {
            asked.push('last position');
            return tx.lastPosition(kind);
          },
        };
        return ok(await checkpoint(noting, ctx, clearing));
      });
    const horizon = () => units.read(tenant, (reads) => reads.horizon(POSTINGS as never));
    await book(deposit(10n));
    const first = await horizon();
    expect(await counted()).toEqual(ok(-10n));
    expect(asked.splice(0)).toEqual([`sum 0 to ${first}`, `sum ${first} to null`]);
    const start = await units.read(tenant, async (reads) => (await reads.get(CHECKPOINTS, clearing.name))!.position);
    expect(start).toBe(first);
    await book(deposit(20n));
    const second = await horizon();
    expect(await counted()).toEqual(ok(-30n));
    expect(asked.splice(0)).toEqual([`sum ${first} to ${second}`, `sum ${second} to null`]);
    const unasked = () => Promise.reject(new Error('the last position is not needed'));
    const atHorizon = { horizon: async () => second, lastPosition: unasked };
    await units.run(tenant, async (tx) => ok(await checkpoint({ ...tx, ...atHorizon }, ctx, clearing)));
    const atLastPosition = { horizon: async () => 0, lastPosition: async () => second };
    await units.run(tenant, async (tx) => ok(await checkpoint({ ...tx, ...atLastPosition }, ctx, clearing)));
    expect(await units.read(tenant, async (reads) => (await reads.get(CHECKPOINTS, clearing.name))!.position)).toBe(
      second,
    );
  });

  it('refuses the second of two units that create the checkpoint of an account', async () => {
    const clearing = chart.clearing('SANDBOX', 'bank', USD);
    await book(deposit(10n));
    await units.run(tenant, async (tx) => ok(await checkpoint(tx, ctx, clearing)));
    const unseen = async () => null;
    expect(
      await units.run(tenant, async (tx) => ok(await checkpoint({ ...tx, get: unseen }, ctx, clearing))),
    ).toMatchObject({ ok: false, error: { code: 'CONFLICT' } });
  });

  it('names the entry, its cause and its number on every line, and the cause of the entry on the first', async () => {
    await book(deposit(10n));
    const lines = await units.read(tenant, (reads) =>
      reads.follow(POSTINGS, { after: 0, upTo: Number.MAX_SAFE_INTEGER, order: 'asc', limit: 10 }),
    );
    const { entryId } = lines[0]!.record;
    const shared = { entryId, kind: 'DEPOSIT', cause: 'Transaction:1', currency: USD, tenant, version: 1 };
    const times = { createdAt: NOW, updatedAt: NOW };
    expect(isId('JournalEntry', entryId)).toBe(true);
    expect(lines.map(({ record }) => record)).toEqual([
      {
        ...shared,
        ...times,
        id: `${entryId}/0`,
        entryCause: 'Transaction:1',
        account: 'clearing:SANDBOX:bank:USD',
        amount: -10n,
      },
      { ...shared, ...times, id: `${entryId}/1`, entryCause: null, account: `available:${account}`, amount: 10n },
    ]);
  });
});

describe('a checkpoint above all positions, set before postings were lost in a failover', () => {
  const clearing = chart.clearing('SANDBOX', 'bank', USD);
  const setAside = (balance: bigint, position: number) =>
    units.run(tenant, async (tx) => {
      const before = (await tx.get(CHECKPOINTS, clearing.name))!;
      return ok(tx.change(CHECKPOINTS, before, { ...before, balance, position, version: before.version + 1 }));
    });
  const counted = () => units.run(tenant, async (tx) => ok(await checkpoint(tx, ctx, clearing)));
  const findings = async () => (await units.read(null, auditLedger)).findings;

  beforeEach(async () => {
    await book(deposit(10n));
    await counted();
    await setAside(-500n, 99);
  });

  it('is ignored: the balance is the sum of all postings', async () => {
    await book(deposit(20n));
    expect(await counted()).toEqual(ok(-30n));
    expect(await findings()).toEqual([]);
  });

  it('is a finding of the audit that names the repair command', async () => {
    const last = await units.read(null, (reads) => reads.lastPosition(POSTINGS as never));
    expect(await findings()).toEqual([
      `checkpoint of ${clearing.name} is at position 99, but the last posting has ${last}: run corridor checkpoint rebuild`,
    ]);
  });

  it('is rebuilt from the postings', async () => {
    const [rebuilt] = await rebuildCheckpoints(units, { now: () => NOW });
    expect(rebuilt).toEqual({
      account: clearing.name,
      before: { position: 99, balance: -500n },
      after: { position: await units.read(null, (reads) => reads.lastPosition(POSTINGS as never)), balance: -10n },
      wasRight: false,
    });
    expect(await findings()).toEqual([]);
  });
});

describe('an audit of the ledger', () => {
  it('finds a balance that is not the sum of its postings', async () => {
    await book(deposit(1000n));
    await units.run(tenant, async (tx) => {
      tx.increase(BALANCES, { id: account, by: { available: 1n } }, SHORT);
      return ok();
    });
    const { findings } = await units.read(null, auditLedger);
    expect(findings).toEqual([`available:${account} is 10.01 USD, its postings sum to 10.00 USD`]);
  });
});
