import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createIds, type CurrencyCode, domainError, type Environment, type Id } from '../kernel/index.js';
import { chart, type JournalEntry } from '../ledger/index.js';
import { receivingRail, refusal, seededRandom, type TestHost, testHost, testRails, valueOf } from '../testing/index.js';
import { bookEntry, createRails, type InternalAccountView, makeReference, type Rail } from './index.js';

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

test('a USDB account is an Embedded Wallet on a configured platform, otherwise a crypto account', async () => {
  const host = await testHost({ currencies: ['USDB'] });
  valueOf(await host.run(host.platforms.updateConfig, { embeddedWalletConfig: { appName: 'Purse' } }));
  const customer = valueOf(await host.run(host.customers.create, { customerType: 'INDIVIDUAL' }));
  const views = valueOf(await host.read(host.accounts.listInternal, { customerId: customer.id })).data;
  expect(views.map(({ account }) => [account.type, account.privateEnabled])).toEqual([['EMBEDDED_WALLET', false]]);
  expect((await own(host)).map(({ account }) => [account.type, account.privateEnabled])).toEqual([
    ['INTERNAL_CRYPTO', null],
  ]);
});

const SPARK = 'spark1pgss9qfk8ygtphqqzkj2yhn43k3s7r3g8z822ffvpcm38ym094800574x5numh';

/** A rail that receives USDB at the wallet's own address, or at an address of the rail without a wallet. */
const onChain = (environment: Environment, followsWallets: boolean): Rail => ({
  ...receivingRail,
  name: 'test-chain',
  environment,
  capabilities: { ...receivingRail.capabilities, currencies: ['USDB' as CurrencyCode], followsWallets },
  funding: {
    ...receivingRail.funding!,
    instructions: ({ reference, walletAddresses: own }) => {
      const address = own === null ? 'an address of the rail' : own.get('SPARK');
      const accountOrWalletInfo = { accountType: 'SPARK_WALLET', address, assetType: 'USDB', reference } as const;
      return address === undefined ? null : [{ instructionsNotes: null, isPlatformAccount: null, accountOrWalletInfo }];
    },
  },
});

async function walletsPaidBy(environment: Environment, followsWallets: boolean) {
  const host = await testHost({
    environment,
    currencies: ['USDB'],
    rails: createRails([onChain(environment, followsWallets)]),
  });
  valueOf(await host.run(host.platforms.updateConfig, { embeddedWalletConfig: { appName: 'Purse' } }));
  const customer = valueOf(await host.run(host.customers.create, { customerType: 'INDIVIDUAL' }));
  const account = async () =>
    valueOf(await host.read(host.accounts.listInternal, { customerId: customer.id })).data[0]!.account;
  const { id } = await account();
  const show = (address: string) =>
    host.run(host.accounts.showWalletAddresses, { id, addresses: new Map([['SPARK', address]]) }).then(valueOf);
  const addresses = async () =>
    (await account()).fundingPaymentInstructions.map((each) => each.accountOrWalletInfo['address']);
  return { host, id, account, show, addresses };
}

test('a wallet receives only at addresses of its own key, and one event shows them when they are known', async () => {
  const { host, id, account, show, addresses } = await walletsPaidBy('SANDBOX', true);
  const before = await account();
  expect([before.walletAddresses, before.fundingPaymentInstructions]).toEqual([null, []]);
  await show(SPARK);
  const after = await account();
  expect(after.walletAddresses).toEqual({ SPARK });
  expect(after.reference).toBe(before.reference);
  expect(after.fundingPaymentInstructions).toMatchObject([
    { accountOrWalletInfo: { address: SPARK, reference: before.reference } },
  ]);
  await show('spark1another');
  expect(valueOf(await host.run(host.accounts.renewInstructions, { id }))).toEqual({ renewed: false });
  expect(await addresses()).toEqual([SPARK]);
  const events = await host.events('INTERNAL_ACCOUNT.FUNDING_INSTRUCTIONS_UPDATED');
  expect(events.map(({ resource }) => resource)).toEqual([id]);
  expect(events[0]).toMatchObject({ snapshot: { fundingPaymentInstructions: after.fundingPaymentInstructions } });
  const [platforms] = await own(host);
  expect(platforms!.account.fundingPaymentInstructions).toMatchObject([
    { accountOrWalletInfo: { address: 'an address of the rail' } },
  ]);
});

test('in production a wallet shows an address only if the rail follows what its owner moves', async () => {
  const unseen = await walletsPaidBy('PRODUCTION', false);
  await unseen.show(SPARK);
  expect([(await unseen.account()).walletAddresses, await unseen.addresses()]).toEqual([{ SPARK }, []]);
  expect(await unseen.host.events('INTERNAL_ACCOUNT.FUNDING_INSTRUCTIONS_UPDATED')).toEqual([]);
  const followed = await walletsPaidBy('PRODUCTION', true);
  await followed.show(SPARK);
  expect(await followed.addresses()).toEqual([SPARK]);
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
