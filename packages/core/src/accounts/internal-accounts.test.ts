import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createIds, type CurrencyCode, domainError, type Id } from '../kernel/index.js';
import { chart, type JournalEntry } from '../ledger/index.js';
import { receivingRail, refusal, seededRandom, type TestHost, testHost, testRails, valueOf } from '../testing/index.js';
import { platformAccount } from './internal-account-service.js';
import { bookEntry, createRails, type InternalAccountView, makeReference } from './index.js';

const SHORT = domainError('AMOUNT_OUT_OF_RANGE', 'too little');

const own = async (host: TestHost): Promise<readonly InternalAccountView[]> =>
  valueOf(await host.read(host.accounts.listInternal, { ownerType: 'PLATFORM' })).data;

/** Books an entry over the accounts in a separate unit of work. */
const book = (host: TestHost, entry: JournalEntry, views: readonly InternalAccountView[]) =>
  host.units.run(host.created.platform.id, (tx) => {
    const ids = createIds(host.clock, seededRandom(entry.cause));
    const accounts = views.map((view) => view.account);
    return bookEntry({ tx, ctx: host.context(), ids }, entry, accounts, SHORT);
  });

const deposit = (view: InternalAccountView, amount: bigint, cause = 'deposit'): JournalEntry => ({
  kind: 'DEPOSIT',
  cause,
  lines: [
    { account: chart.clearing('SANDBOX', 'test-bank', view.account.currency), amount: -amount },
    { account: chart.available(view.account.id, view.account.currency), amount },
  ],
});

test('an entry changes the balance and writes one event with the resulting balances', async () => {
  const host = await testHost();
  const [dollars] = await own(host);
  valueOf(await book(host, deposit(dollars!, 500n), [dollars!]));
  const { id, currency } = dollars!.account;
  const hold: JournalEntry = {
    kind: 'HOLD',
    cause: 'quote',
    lines: [
      { account: chart.available(id, currency), amount: -200n },
      { account: chart.held(id, currency), amount: 200n },
    ],
  };
  valueOf(await book(host, hold, [dollars!]));
  expect(valueOf(await host.read(host.accounts.getInternal, { id }))).toMatchObject({ available: 300n, held: 200n });
  const events = await host.events('INTERNAL_ACCOUNT.BALANCE_UPDATED');
  expect(events.map((event) => [event.resource, event.available, event.held])).toEqual([
    [id, 500n, 0n],
    [id, 300n, 200n],
  ]);
});

test('an entry that does not change the available balance writes no event', async () => {
  const host = await testHost();
  const [dollars] = await own(host);
  const { id, currency } = dollars!.account;
  valueOf(await book(host, deposit(dollars!, 500n), [dollars!]));
  const move = (from: 'available' | 'held', to: 'held', amount: bigint): JournalEntry => ({
    kind: 'HOLD',
    cause: 'quote',
    lines: [
      { account: chart[from](id, currency), amount: -amount },
      { account: chart[to](id, currency), amount },
    ],
  });
  valueOf(await book(host, move('available', 'held', 500n), [dollars!]));
  const settle: JournalEntry = {
    kind: 'SETTLEMENT',
    cause: 'transaction',
    lines: [
      { account: chart.held(id, currency), amount: -500n },
      { account: chart.fx('SANDBOX', currency), amount: 500n },
    ],
  };
  valueOf(await book(host, settle, [dollars!]));
  expect(await host.events('INTERNAL_ACCOUNT.BALANCE_UPDATED')).toHaveLength(2);
});

test('a debit that the balance does not cover rolls the unit back', async () => {
  const host = await testHost();
  const [dollars] = await own(host);
  const entry = deposit(dollars!, -1n);
  expect(refusal(await book(host, entry, [dollars!])).code).toBe('AMOUNT_OUT_OF_RANGE');
  expect(await host.events('INTERNAL_ACCOUNT.BALANCE_UPDATED')).toEqual([]);
});

test('an entry over an account that is not among the given ones throws', async () => {
  const host = await testHost();
  const [dollars, euros] = await own(host);
  await expect(book(host, deposit(dollars!, 1n), [euros!])).rejects.toThrow(/is not among the given accounts/);
});

test('an account has payment instructions with its own reference if a rail receives its currency', async () => {
  const host = await testHost();
  const [dollars, euros, coins] = await own(host);
  expect(dollars!.account.fundingPaymentInstructions).toMatchObject([
    { accountOrWalletInfo: { accountType: 'USD_ACCOUNT', reference: dollars!.account.reference } },
  ]);
  expect(coins!.account.fundingPaymentInstructions).toEqual([]);
  expect(euros!.account.reference).not.toBe(dollars!.account.reference);
});

test('references are 12 characters without pairs that look alike', () => {
  fc.assert(
    fc.property(fc.string(), (seed) => {
      expect(makeReference(seededRandom(seed))).toMatch(/^[34679ACDEFGHJKMNPQRTUVWX]{12}$/);
    }),
  );
});

test('a reference takes each character from a byte that makes all characters equally frequent', () => {
  const draws = [
    [...Array<number>(12).fill(255), ...Array<number>(12).fill(240)],
    [0, 23, 24, 47, 239, 240, 1, 25, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17],
  ];
  const lengths: number[] = [];
  const reference = makeReference({ bytes: (length) => (lengths.push(length), Uint8Array.from(draws.shift()!)) });
  expect([reference, lengths]).toEqual(['3X3XX44679AC', [24, 24]]);
});

test("the platform's account in a currency is found among those of other owners and currencies", async () => {
  const host = await testHost();
  valueOf(await host.run(host.customers.create, { customerType: 'INDIVIDUAL', currencies: ['USD', 'EUR'] }));
  const tenant = host.created.platform.id;
  for (const { account } of await own(host)) {
    const found = host.units.read(tenant, (reads) => platformAccount(reads, account.currency));
    expect(await found).toEqual(account);
  }
  const missing = host.units.read(tenant, (reads) => platformAccount(reads, 'MXN' as CurrencyCode));
  await expect(missing).rejects.toThrow('the platform has no account in MXN');
});

test("lists filter by owner, currency and type, and separate customers' accounts from the platform's", async () => {
  const host = await testHost();
  const one = valueOf(await host.run(host.customers.create, { customerType: 'INDIVIDUAL', currencies: ['USD'] }));
  host.clock.advance(1);
  const two = valueOf(
    await host.run(host.customers.create, { customerType: 'INDIVIDUAL', currencies: ['EUR', 'USDC'] }),
  );
  const list = async (filter: Parameters<typeof host.accounts.listInternal>[2]) =>
    valueOf(await host.read(host.accounts.listInternal, filter)).data.map(({ account }) => [
      account.owner,
      account.currency,
    ]);
  const ofOne = [one.id, 'USD'];
  expect(await list({ ownerType: 'CUSTOMER' })).toEqual([ofOne, [two.id, 'EUR'], [two.id, 'USDC']]);
  expect(await list({ ownerType: 'CUSTOMER', customerId: 'platform' })).toEqual([]);
  expect(await list({ customerId: two.id, type: 'INTERNAL_CRYPTO' })).toEqual([[two.id, 'USDC']]);
  expect(await list({ ownerType: 'CUSTOMER', currency: 'USD' })).toEqual([ofOne]);
  expect(await list({ ownerType: 'PLATFORM', currency: 'USD' })).toEqual([['platform', 'USD']]);
  const page = valueOf(await host.read(host.accounts.listInternal, { ownerType: 'CUSTOMER', limit: 2 }));
  const rest = { ownerType: 'CUSTOMER', cursor: page.nextCursor } as const;
  expect(page).toMatchObject({ hasMore: true, totalCount: 3 });
  expect(await list(rest)).toEqual([[two.id, 'USDC']]);
});

test.each(['InternalAccount:x', 'nonsense', 'InternalAccount:00000000-0000-7000-8000-000000000000'])(
  'answers REFERENCE_NOT_FOUND for %s',
  async (id) => {
    const host = await testHost();
    expect(refusal(await host.read(host.accounts.getInternal, { id: id as Id })).code).toBe('REFERENCE_NOT_FOUND');
  },
);

test('an operator freezes and unfreezes an account, each with an event that shows its balances', async () => {
  const host = await testHost();
  const [dollars] = await own(host);
  const { id } = dollars!.account;
  valueOf(await book(host, deposit(dollars!, 500n), [dollars!]));
  expect(valueOf(await host.run(host.accounts.freezeInternal, { id })).status).toBe('FROZEN');
  expect(refusal(await host.run(host.accounts.freezeInternal, { id })).code).toBe('INVALID_STATE_TRANSITION');
  expect(valueOf(await host.run(host.accounts.unfreezeInternal, { id })).status).toBe('ACTIVE');
  expect(refusal(await host.run(host.accounts.unfreezeInternal, { id })).code).toBe('INVALID_STATE_TRANSITION');
  const events = await host.events('INTERNAL_ACCOUNT.STATUS_UPDATED');
  expect(
    events.map(({ snapshot, available, held }) => [(snapshot as { status: string }).status, available, held]),
  ).toEqual([
    ['FROZEN', 500n, 0n],
    ['ACTIVE', 500n, 0n],
  ]);
  const unknown = { id: 'InternalAccount:00000000-0000-7000-8000-000000000000' };
  expect(refusal(await host.run(host.accounts.freezeInternal, unknown)).code).toBe('REFERENCE_NOT_FOUND');
});

test('instructions are renewed if those of the rails differ, with the same reference and one event', async () => {
  const rails = { current: testRails() };
  const host = await testHost({
    rails: { ...rails.current, forFunding: (...asked) => rails.current.forFunding(...asked) },
  });
  const [dollars, , coins] = await own(host);
  const renew = (view: InternalAccountView) =>
    host.run(host.accounts.renewInstructions, { id: view.account.id }).then(valueOf);
  expect(await renew(dollars!)).toEqual({ renewed: false });

  rails.current = createRails([
    { ...receivingRail, capabilities: { ...receivingRail.capabilities, currencies: ['USDC' as CurrencyCode] } },
  ]);
  expect(await renew(coins!)).toEqual({ renewed: true });
  expect(await renew(coins!)).toEqual({ renewed: false });
  expect(await renew(dollars!)).toEqual({ renewed: true });
  const [paidNoMore, , paidNow] = await own(host);
  expect(paidNoMore!.account.fundingPaymentInstructions).toEqual([]);
  expect(paidNow!.account.fundingPaymentInstructions).toMatchObject([
    { accountOrWalletInfo: { reference: coins!.account.reference } },
  ]);
  const events = await host.events('INTERNAL_ACCOUNT.FUNDING_INSTRUCTIONS_UPDATED');
  expect(events.map(({ resource }) => resource)).toEqual([coins!.account.id, dollars!.account.id]);
  expect(events[0]).toMatchObject({ available: 0n, held: 0n, snapshot: paidNow!.account });
});

test('a closed account keeps its instructions', async () => {
  const rails = { current: testRails() };
  const host = await testHost({
    rails: { ...rails.current, forFunding: (...asked) => rails.current.forFunding(...asked) },
  });
  const customer = valueOf(await host.run(host.customers.create, { customerType: 'INDIVIDUAL', currencies: ['USD'] }));
  valueOf(await host.run(host.customers.delete, { id: customer.id }));
  const dollars = async () =>
    valueOf(await host.read(host.accounts.listInternal, { customerId: customer.id })).data[0]!.account;
  const before = await dollars();
  expect(before).toMatchObject({ status: 'CLOSED', fundingRails: ['test-bank'] });
  rails.current = createRails([]);
  expect(valueOf(await host.run(host.accounts.renewInstructions, { id: before.id }))).toEqual({ renewed: false });
  expect(await dollars()).toEqual(before);
  expect(await host.events('INTERNAL_ACCOUNT.FUNDING_INSTRUCTIONS_UPDATED')).toEqual([]);
});

test('refuses to freeze, to renew and to give addresses to an unknown account', async () => {
  const host = await testHost();
  const { accounts } = host;
  for (const id of ['InternalAccount:00000000-0000-7000-8000-000000000000', 'nonsense']) {
    const answers = [
      await host.run(accounts.freezeInternal, { id }),
      await host.run(accounts.unfreezeInternal, { id }),
      await host.run(accounts.renewInstructions, { id }),
      await host.run(accounts.showWalletAddresses, { id, addresses: new Map() }),
    ];
    expect(answers.map((answer) => refusal(answer).code)).toEqual(Array(4).fill('REFERENCE_NOT_FOUND'));
  }
});

test('another rail with the same instructions is stored without an event', async () => {
  const rails = { current: createRails([receivingRail]) };
  const host = await testHost({
    rails: { ...rails.current, forFunding: (...asked) => rails.current.forFunding(...asked) },
  });
  const [dollars] = await own(host);
  const before = dollars!.account;
  expect(before.fundingRails).toEqual(['test-bank']);
  rails.current = createRails([{ ...receivingRail, name: 'another' }]);
  expect(valueOf(await host.run(host.accounts.renewInstructions, { id: before.id }))).toEqual({ renewed: false });
  const after = (await own(host))[0]!.account;
  expect(after).toMatchObject({
    fundingRails: ['another'],
    fundingPaymentInstructions: before.fundingPaymentInstructions,
    version: before.version + 1,
  });
  expect(await host.events('INTERNAL_ACCOUNT.FUNDING_INSTRUCTIONS_UPDATED')).toEqual([]);
});
