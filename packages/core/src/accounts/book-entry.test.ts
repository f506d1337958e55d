import { beforeEach, describe, expect, it } from 'vitest';
import { createIds, domainError, type Id, type IdSource, ok } from '../kernel/index.js';
import { BALANCES, chart, entriesCausedBy, type JournalEntry, receivableOf } from '../ledger/index.js';
import { MAX_COMPUTED } from '../money/index.js';
import { JOBS } from '../events/index.js';
import { seededRandom, type TestHost, testHost, valueOf } from '../testing/index.js';
import { bookEntry, bookTogether, closeInternalAccounts, type InternalAccount, notCovered, takeBack } from './index.js';

const SHORT = domainError('AMOUNT_OUT_OF_RANGE', 'too little');

let host: TestHost;
let ids: IdSource;
let customerId: Id<'Customer'>;
let dollars: InternalAccount;
let euros: InternalAccount;

beforeEach(async () => {
  host = await testHost();
  ids = createIds(host.clock, seededRandom('book'));
  const created = await host.run(host.customers.create, { customerType: 'INDIVIDUAL', currencies: ['USD', 'EUR'] });
  customerId = valueOf(created).id;
  const views = valueOf(await host.read(host.accounts.listInternal, { customerId })).data;
  [dollars, euros] = ['USD', 'EUR'].map(
    (currency) => views.find(({ account }) => account.currency === currency)!.account,
  ) as [InternalAccount, InternalAccount];
});

const unit = <T>(work: Parameters<typeof host.units.run<T>>[1]) => host.units.run(host.created.platform.id, work);

const deposit = (account: InternalAccount, amount: bigint, cause = 'deposit'): JournalEntry => ({
  kind: 'DEPOSIT',
  cause,
  lines: [
    { account: chart.clearing('SANDBOX', 'test-bank', account.currency), amount: -amount },
    { account: chart.available(account.id, account.currency), amount },
  ],
});

const book = (entry: JournalEntry, accounts: readonly InternalAccount[] = [dollars]) =>
  unit((tx) => bookEntry({ tx, ctx: host.context(), ids }, entry, accounts, SHORT));

/** Takes money back that was spent, so that the rest is owed. */
const owe = (amount: bigint) =>
  unit(async (tx) => {
    const lines = [
      ...(await takeBack(tx, dollars, amount)),
      { account: chart.clearing('SANDBOX', 'test-bank', dollars.currency), amount },
    ];
    return bookEntry(
      { tx, ctx: host.context(), ids },
      { kind: 'DEPOSIT_REVERSAL', cause: 'reversal', lines },
      [dollars],
      notCovered(dollars),
    );
  });

const balances = async () =>
  host.units.read(host.created.platform.id, async (reads) => {
    const balance = (await reads.get(BALANCES, dollars.id))!;
    const owed = (await reads.get(BALANCES, receivableOf(dollars.id)))?.available ?? 0n;
    return { available: balance.available, held: balance.held, owed };
  });

const events = async () =>
  (await host.events('INTERNAL_ACCOUNT.BALANCE_UPDATED')).map(({ resource, available, held }) => [
    resource,
    available,
    held,
  ]);

describe('a credit to an account that owes money', () => {
  it.each([
    [40n, { available: 0n, held: 0n, owed: 60n }],
    [100n, { available: 0n, held: 0n, owed: 0n }],
    [130n, { available: 30n, held: 0n, owed: 0n }],
  ])('of %d of 100 leaves what is owed, and what is left of it', async (amount, left) => {
    valueOf(await owe(100n));
    expect(await balances()).toEqual({ available: 0n, held: 0n, owed: 100n });
    valueOf(await book(deposit(dollars, amount)));
    expect(await balances()).toEqual(left);
  });

  it('writes the settlement as an entry of the account, and an event with the balances after it', async () => {
    valueOf(await owe(100n));
    valueOf(await book(deposit(dollars, 130n)));
    const entries = await host.units.read(host.created.platform.id, (reads) => entriesCausedBy(reads, dollars.id, 9));
    expect(
      entries.map(({ kind, postings }) => [kind, postings.map(({ account, amount }) => [account, amount])]),
    ).toEqual([
      [
        'RECEIVABLE_SETTLEMENT',
        [
          [`available:${dollars.id}`, -100n],
          [receivableOf(dollars.id), 100n],
        ],
      ],
    ]);
    expect(await events()).toEqual([
      [dollars.id, 30n, 0n],
      [dollars.id, 30n, 0n],
    ]);
  });

  it('to its held balance settles nothing', async () => {
    valueOf(await owe(100n));
    const entry = deposit(dollars, 50n);
    const held = { account: chart.held(dollars.id, dollars.currency), amount: 50n };
    valueOf(await book({ ...entry, lines: [entry.lines[0]!, held] }));
    expect(await balances()).toEqual({ available: 0n, held: 50n, owed: 100n });
    expect(await events()).toEqual([]);
  });

  it('watches what is owed from the moment at which it is owed, and only then', async () => {
    const jobs = async () =>
      (
        await host.units.read(host.created.platform.id, (reads) =>
          reads.list(JOBS, { where: {}, order: 'asc', limit: 50, counted: false }),
        )
      ).rows.map(({ kind }) => kind);
    const before = (await jobs()).length;
    valueOf(await book(deposit(dollars, 30n)));
    expect(await jobs()).toHaveLength(before);
    valueOf(await owe(100n));
    expect((await jobs()).slice(before)).toEqual(['receivable.overdue']);
    valueOf(await book(deposit(dollars, 30n)));
    expect(await jobs()).toHaveLength(before + 1);
    const paid: JournalEntry = {
      kind: 'RECEIVABLE_SETTLEMENT',
      cause: 'paid elsewhere',
      lines: [
        { account: chart.clearing('SANDBOX', 'test-bank', dollars.currency), amount: -5n },
        { account: chart.receivable(dollars.id, dollars.currency), amount: 5n },
      ],
    };
    valueOf(await book(paid));
    expect(await balances()).toEqual({ available: 0n, held: 0n, owed: 35n });
    expect(await jobs()).toHaveLength(before + 1);
  });
});

describe('the greatest balance of an account', () => {
  it('is not exceeded by what is available and what is held together', async () => {
    valueOf(await book(deposit(dollars, MAX_COMPUTED)));
    expect(await book(deposit(dollars, 1n, 'second'))).toMatchObject({
      ok: false,
      error: { code: 'AMOUNT_OUT_OF_RANGE', message: 'the credit would exceed the maximum balance of an account' },
    });
    const hold: JournalEntry = {
      kind: 'HOLD',
      cause: 'quote',
      lines: [
        { account: chart.available(dollars.id, dollars.currency), amount: -5n },
        { account: chart.held(dollars.id, dollars.currency), amount: 5n },
      ],
    };
    valueOf(await book(hold));
    expect(await book(deposit(dollars, 1n, 'third'))).toMatchObject({
      ok: false,
      error: { code: 'AMOUNT_OUT_OF_RANGE' },
    });
    expect(await balances()).toEqual({ available: MAX_COMPUTED - 5n, held: 5n, owed: 0n });
  });

  it('is not exceeded by a credit to its held balance, and is reached by one', async () => {
    const held = (amount: bigint, cause: string): JournalEntry => ({
      kind: 'DEPOSIT',
      cause,
      lines: [
        { account: chart.clearing('SANDBOX', 'test-bank', dollars.currency), amount: -amount },
        { account: chart.held(dollars.id, dollars.currency), amount },
      ],
    });
    valueOf(await book(deposit(dollars, 10n)));
    expect(await book(held(MAX_COMPUTED - 9n, 'too much'))).toMatchObject({
      ok: false,
      error: { code: 'AMOUNT_OUT_OF_RANGE' },
    });
    valueOf(await book(held(MAX_COMPUTED - 10n, 'all')));
    expect(await balances()).toEqual({ available: 10n, held: MAX_COMPUTED - 10n, owed: 0n });
  });
});

describe('several entries of one movement', () => {
  it('change the balances together, and write one event for each change of an account', async () => {
    valueOf(await book(deposit(euros, 5n), [euros]));
    const entryIds = valueOf(
      await unit((tx) =>
        bookTogether(
          { tx, ctx: host.context(), ids },
          [deposit(dollars, 100n, 'one'), deposit(dollars, -40n, 'two'), deposit(euros, -5n, 'three')],
          [dollars, euros],
          SHORT,
        ),
      ),
    );
    expect(new Set(entryIds).size).toBe(3);
    expect(await balances()).toEqual({ available: 60n, held: 0n, owed: 0n });
    expect((await events()).slice(1)).toEqual([
      [dollars.id, 60n, 0n],
      [dollars.id, 60n, 0n],
      [euros.id, 0n, 0n],
    ]);
  });

  it('that one of them cannot make change nothing', async () => {
    const refused = await unit((tx) =>
      bookTogether(
        { tx, ctx: host.context(), ids },
        [deposit(dollars, 100n, 'one'), deposit(euros, -5n, 'two')],
        [dollars, euros],
        SHORT,
      ),
    );
    expect(refused).toMatchObject({ ok: false, error: SHORT });
    expect([await balances(), await events()]).toEqual([{ available: 0n, held: 0n, owed: 0n }, []]);
  });
});

describe('the accounts of a customer', () => {
  const close = () => unit((tx) => closeInternalAccounts({ tx, ctx: host.context(), ids }, customerId));
  const statuses = async () =>
    valueOf(await host.read(host.accounts.listInternal, { customerId })).data.map(({ account }) => account.status);

  it('are not closed while one has money, available or held', async () => {
    valueOf(await book(deposit(dollars, 1n)));
    const refused = {
      ok: false,
      error: { code: 'CONFLICT', message: expect.stringContaining('held money') as unknown },
    };
    expect(await close()).toMatchObject(refused);
    const hold: JournalEntry = {
      kind: 'HOLD',
      cause: 'quote',
      lines: [
        { account: chart.available(dollars.id, dollars.currency), amount: -1n },
        { account: chart.held(dollars.id, dollars.currency), amount: 1n },
      ],
    };
    valueOf(await book(hold));
    expect(await close()).toMatchObject(refused);
    expect(await statuses()).toEqual(['ACTIVE', 'ACTIVE']);
  });

  it('are not closed while one owes money', async () => {
    valueOf(await owe(5n));
    expect(await close()).toMatchObject({
      ok: false,
      error: { code: 'CONFLICT', message: 'the customer has accounts that owe money; credit them first' },
    });
    valueOf(await book(deposit(dollars, 5n)));
    expect(valueOf(await close())).toBeUndefined();
  });

  it('are closed with an event each, and have no balance afterwards', async () => {
    valueOf(await close());
    expect(await statuses()).toEqual(['CLOSED', 'CLOSED']);
    const told = await host.events('INTERNAL_ACCOUNT.STATUS_UPDATED');
    expect(
      told.map(({ resource, snapshot, available, held }) => [
        resource,
        (snapshot as InternalAccount).status,
        available,
        held,
      ]),
    ).toEqual([dollars.id, euros.id].toSorted().map((id) => [id, 'CLOSED', 0n, 0n]));
    expect(
      await host.units.read(host.created.platform.id, (reads) => reads.getMany(BALANCES, [dollars.id, euros.id])),
    ).toEqual([]);
    expect(valueOf(await host.read(host.accounts.getInternal, { id: dollars.id }))).toMatchObject({
      available: 0n,
      held: 0n,
    });
    valueOf(await close());
    expect(await host.events('INTERNAL_ACCOUNT.STATUS_UPDATED')).toHaveLength(2);
    expect(await book(deposit(dollars, 1n))).toMatchObject({ ok: false });
  });

  it('are shown to operators with what they owe, oldest first', async () => {
    valueOf(await book(deposit(euros, 7n), [euros]));
    valueOf(await owe(5n));
    const inspected = valueOf(await host.read(host.accounts.inspectAll, { customerId }));
    expect(
      inspected.map(({ account, available, held, receivable }) => [account.currency, available, held, receivable]),
    ).toEqual([
      ['USD', 0n, 0n, 5n],
      ['EUR', 7n, 0n, 0n],
    ]);
    const one = valueOf(await host.read(host.accounts.inspect, { id: dollars.id }));
    expect(one).toEqual(inspected[0]);
    for (const unknown of ['Customer:00000000-0000-7000-8000-000000000000', dollars.id, 'nonsense'])
      expect(await host.read(host.accounts.inspectAll, { customerId: unknown })).toEqual(ok([]));
    for (const id of [customerId, 'InternalAccount:00000000-0000-7000-8000-000000000000'])
      expect(await host.read(host.accounts.inspect, { id })).toMatchObject({
        ok: false,
        error: { code: 'REFERENCE_NOT_FOUND' },
      });
  });
});
