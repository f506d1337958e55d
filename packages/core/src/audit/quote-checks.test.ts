import { describe, expect, it } from 'vitest';
import { EXTERNAL_ACCOUNTS, INTERNAL_ACCOUNTS, PLATFORM_OWNER } from '../accounts/index.js';
import { amountText } from '../money/index.js';
import type { EventType, JobKind } from '../events/index.js';
import type { EntryKind } from '../ledger/index.js';
import { PLATFORMS } from '../platforms/index.js';
import { HEAD_ID, SEAL_HEADS } from '../seals/index.js';
import { PROVIDER_ACCOUNTS, STABLECOIN_OPERATIONS, STABLECOINS } from '../stablecoins/index.js';
import { AUDITED, AUDITED_AT, findingsOf, type Stored } from '../testing/audited.js';
import { TRANSACTIONS } from '../transactions/index.js';
import { QUOTE_PASS } from './quotes.js';
import { STABLECOIN_OPERATION_PASS, STABLECOIN_PASS, STABLECOIN_QUOTE_PASS } from './stablecoins.js';

const DAY = 86_400_000;
const UUID = '018bcfe5-6800-7000-8000-00000000000a';

/** A quote of 1,000 dollars at 0.5, with fees of 100 dollars. */
const QUOTE = {
  sendingCurrency: 'USD',
  receivingCurrency: 'EUR',
  ...{ id: 'Quote:1', transactionId: 'Transaction:1', status: 'PENDING', uma: null },
  ...{ createdAt: AUDITED_AT, expiresAt: AUDITED_AT + 1 },
  ...{ totalSendingAmount: 1_000n, platformFee: 60n, serviceFee: 40n, totalReceivingAmount: 450n },
  exchangeRate: { num: 1n, den: 2n },
  rateBasis: { mid: { num: 1n, den: 2n }, spreadBps: 0 },
  termsIds: null,
  source: { sourceType: 'ACCOUNT', accountId: `InternalAccount:${UUID}` },
  destination: { destinationType: 'ACCOUNT', accountId: `ExternalAccount:${UUID}`, paymentRail: null },
  ...{ destinationId: `ExternalAccount:${UUID}`, pulledFrom: null },
};
const found = (
  quote: object,
  transaction: object | null = null,
  events: readonly EventType[] = [],
  stored: Stored = [],
) =>
  findingsOf(QUOTE_PASS, { ...QUOTE, ...quote }, { events }, [
    [TRANSACTIONS, transaction === null ? [] : [{ id: 'Transaction:1', source: null, ...transaction }]],
    ...stored,
  ]);

describe('an audit of quotes', () => {
  const returned = { status: 'FAILED', failureReason: 'PAYOUT_RETURNED' };
  const expired = { status: 'FAILED', failureReason: 'QUOTE_EXPIRED' };
  const failed = { status: 'FAILED', failureReason: 'ACCOUNT_INVALID' };
  const pulled = { status: 'PENDING', source: { sourceType: 'ACCOUNT', accountId: `ExternalAccount:${UUID}` } };
  const all = {
    none: null,
    processing: { status: 'PROCESSING' },
    completed: { status: 'COMPLETED' },
    returned,
    expired,
    failed,
    pulled,
  };

  it.each<readonly [string, readonly (keyof typeof all)[]]>([
    ['PENDING', ['none']],
    ['PENDING_AUTHORIZATION', ['none']],
    ['PROCESSING', ['processing', 'pulled']],
    ['COMPLETED', ['completed', 'returned']],
    ['FAILED', ['expired', 'failed']],
    ['EXPIRED', ['none', 'expired']],
    ['UNKNOWN', []],
  ])('compares one that is %s with its payment', async (status, sound) => {
    for (const [name, payment] of Object.entries(all)) {
      expect([name, await found({ status }, payment)]).toEqual([
        name,
        sound.includes(name as keyof typeof all)
          ? []
          : [`Quote:1 is ${status}, its transaction ${payment === null ? 'does not exist' : `is ${payment.status}`}`],
      ]);
    }
  });

  it('finds one that names other accounts than those that it pays and collects from', async () => {
    const other = 'ExternalAccount:018bcfe5-6800-7000-8000-00000000000b';
    expect(await found({ destinationId: other })).toEqual([
      `destinationId of Quote:1 is ${other}, its destination is ExternalAccount:${UUID}`,
    ]);
    const uma = { destinationType: 'UMA_ADDRESS', umaAddress: '$ada@vasp.example' };
    expect(await found({ destination: uma, destinationId: 'erased' })).toEqual([]);
    expect(await found({ pulledFrom: other })).toEqual([
      `pulledFrom of Quote:1 is ${other}, its source is InternalAccount:${UUID}`,
    ]);
    const pulls = { source: { sourceType: 'ACCOUNT', accountId: other } };
    expect(await found({ ...pulls, pulledFrom: other })).toEqual([]);
    expect(await found(pulls)).toEqual([`pulledFrom of Quote:1 is null, its source is ${other}`]);
    expect(await found({ source: { sourceType: 'REALTIME_FUNDING', currency: 'USD' } })).toEqual([]);
  });

  it('finds an event of an expiry that did not happen, and allows the missing event of an old one', async () => {
    const EXPIRED: EventType = 'QUOTE.EXPIRED';
    expect(await found({ status: 'EXPIRED' }, null, [EXPIRED])).toEqual([]);
    expect(await found({ status: 'EXPIRED' }, null, [])).toEqual([]);
    expect(await found({ status: 'EXPIRED' }, null, [EXPIRED, EXPIRED])).toEqual([
      `events of Quote:1: expected ${EXPIRED}, found ${EXPIRED}, ${EXPIRED}`,
    ]);
    expect(await found({}, null, [EXPIRED])).toEqual([`events of Quote:1: expected none, found ${EXPIRED}`]);
  });

  it('finds one that should have expired a day before the last seal', async () => {
    const sealed = (at: number, clockOffset = 0): Stored => [
      [PLATFORMS, [{ id: AUDITED, clockOffset }]],
      [SEAL_HEADS, [{ id: HEAD_ID, updatedAt: at }]],
    ];
    const { expiresAt } = QUOTE;
    const overdue = (status: string) => [`Quote:1 is ${status}, although it was valid until 2023-11-14T22:13:20.001Z`];
    for (const status of ['PENDING', 'PENDING_AUTHORIZATION']) {
      expect(await found({ status }, null, [], sealed(expiresAt + DAY))).toEqual([]);
      expect(await found({ status }, null, [], sealed(expiresAt + DAY + 1))).toEqual(overdue(status));
      expect(await found({ status }, null, [], sealed(expiresAt + DAY + 1, 5))).toEqual([]);
    }
    expect(await found({ status: 'EXPIRED' }, null, [], sealed(expiresAt + DAY + 1))).toEqual([]);
    expect(await found({ expiresAt: QUOTE.createdAt - DAY - 1 })).toEqual([
      'Quote:1 is PENDING, although it was valid until 2023-11-13T22:13:19.999Z',
    ]);
    expect(await found({ expiresAt: QUOTE.createdAt - DAY })).toEqual([]);
  });

  it('finds one that is valid for more than 31 days', async () => {
    expect(await found({ expiresAt: AUDITED_AT + 31 * DAY })).toEqual([]);
    expect(await found({ expiresAt: AUDITED_AT + 31 * DAY + 1 })).toEqual([
      'Quote:1 is valid until 2023-12-15T22:13:20.001Z, longer than any quote can be',
    ]);
    expect(await found({ expiresAt: 8.64e15 + 1 })).toEqual([
      'Quote:1 is valid until 8640000000000001, longer than any quote can be',
    ]);
  });

  it('converts the amount less both fees at the rate of the quote, and rounds down', async () => {
    const converts = async (over: object) =>
      (await found({ status: 'COMPLETED', ...over }, { status: 'COMPLETED' })).filter((each) =>
        each.includes('delivers'),
      );
    expect(await converts({})).toEqual([]);
    expect(await converts({ totalSendingAmount: 1_001n })).toEqual([]);
    expect(await converts({ totalReceivingAmount: 451n })).toEqual([
      'Quote:1 delivers 4.51 EUR, but its rate converts 9.00 USD to 4.50 EUR',
    ]);
    expect(await converts({ totalReceivingAmount: 449n })).toEqual([
      'Quote:1 delivers 4.49 EUR, but its rate converts 9.00 USD to 4.50 EUR',
    ]);
    expect(await converts({ platformFee: 62n })).toEqual([
      'Quote:1 delivers 4.50 EUR, but its rate converts 8.98 USD to 4.49 EUR',
    ]);
    // Without a payment nothing is delivered.
    expect(await found({ totalReceivingAmount: 451n })).toEqual([]);
  });

  it('allows more than a locked amount only if one unit less would not suffice', async () => {
    const exchangeRate = { num: 10n, den: 1n };
    const rateBasis = { mid: exchangeRate, spreadBps: 0 };
    const converts = (totalReceivingAmount: bigint, more: object = {}) =>
      found({ status: 'COMPLETED', exchangeRate, rateBasis, totalReceivingAmount, ...more }, { status: 'COMPLETED' });
    expect(await converts(9_000n)).toEqual([]);
    expect(await converts(8_991n)).toEqual([]);
    for (const amount of [8_990n, 9_001n]) {
      expect(await converts(amount)).toEqual([
        `Quote:1 delivers ${amountText(amount, 'EUR')}, but its rate converts 9.00 USD to 90.00 EUR`,
      ]);
    }
    expect(await converts(0n, { totalSendingAmount: 99n })).toEqual([]);
  });

  it('finds a rate that is not the mid-rate less the spread', async () => {
    const basis = (num: bigint, den: bigint, spreadBps: number) => ({ rateBasis: { mid: { num, den }, spreadBps } });
    expect(await found(basis(2n, 4n, 0))).toEqual([]);
    expect(await found(basis(1n, 1n, 5_000))).toEqual([]);
    expect(await found(basis(1n, 1n, 5_001))).toEqual([
      expect.stringMatching(/^Quote:1 has the rate 1\/2, but its mid-rate less its spread is \d+\/\d+$/),
    ]);
    expect(await found({ ...basis(1n, 1n, 0), rateBasis: null })).toEqual([]);
  });

  it('finds an invoice that settles more than the converted amount is worth', async () => {
    const settles = (settlementAmount: bigint) =>
      found({ exchangeRate: { num: 7n, den: 9n }, uma: { settlementAmount } });
    expect(await settles(450n)).toEqual([]);
    expect(await settles(1n)).toEqual([]);
    expect(await settles(451n)).toEqual([
      'Quote:1 settles 0.00000451 BTC, but its converted amount is worth 0.00000450 BTC',
    ]);
  });
});

describe('an audit of stablecoin quotes', () => {
  const quote = {
    id: 'StablecoinQuote:1',
    status: 'EXECUTED',
    createdAt: AUDITED_AT,
    expiresAt: AUDITED_AT + 1,
    amount: 9n,
    netAmount: 8n,
    ...{ stablecoinId: 'Stablecoin:1', operationType: 'MINT' },
    stablecoinOperationId: 'StablecoinOperation:1',
  };
  const operation = {
    ...{ id: 'StablecoinOperation:1', quoteId: 'StablecoinQuote:1', amount: 9n, netAmount: 8n },
    ...{ stablecoinId: 'Stablecoin:1', operationType: 'MINT' },
  };
  const checked = (over: object, of: object | null = operation) =>
    findingsOf(STABLECOIN_QUOTE_PASS, { ...quote, ...over }, {}, [[STABLECOIN_OPERATIONS, of === null ? [] : [of]]]);

  it('finds an executed one without an operation of the same amounts', async () => {
    const unfit = ['StablecoinQuote:1 names StablecoinOperation:1, which does not match it'];
    expect(await checked({})).toEqual([]);
    for (const patch of [
      ...[{ quoteId: 'StablecoinQuote:2' }, { amount: 8n }, { netAmount: 9n }],
      ...[{ stablecoinId: 'Stablecoin:2' }, { operationType: 'BURN' }],
    ]) {
      expect(await checked({}, { ...operation, ...patch })).toEqual(unfit);
    }
    expect(await checked({}, null)).toEqual(unfit);
    expect(await checked({ status: 'EXPIRED' })).toEqual(unfit);
    expect(await checked({ stablecoinOperationId: null })).toEqual([
      'StablecoinQuote:1 is EXECUTED but has no operation',
    ]);
    expect(await checked({ status: 'EXPIRED', stablecoinOperationId: null })).toEqual([]);
  });
});

describe('an audit of stablecoin operations', () => {
  const ID = 'StablecoinOperation:1';
  const ADA = `Customer:${UUID}`;
  const INSIDE = `InternalAccount:${UUID}`;
  const OUTSIDE = `ExternalAccount:${UUID}`;
  const issued = {
    ...{ provider: 'BRALE', providerEnvironment: 'SANDBOX', baseCurrency: 'USD', currency: 'USDB' },
    stablecoinProviderAccountId: 'StablecoinProviderAccount:1',
  };
  const COIN = { id: 'Stablecoin:1', tenant: AUDITED, symbol: 'USDB', decimals: 6, ...issued };
  const mint = {
    ...{ id: ID, operationType: 'MINT', status: 'COMPLETED', limitUse: null, stablecoinId: COIN.id, owner: ADA },
    ...{ heldAmount: 5n, amount: 50_000n, netAmount: 50_000n, tenant: AUDITED, network: 'SPARK', ...issued },
    ...{ collectedFrom: null, deliveredTo: null },
    source: { type: 'SVC_INTERNAL_ACCOUNT', accountId: INSIDE, externalAccountId: null },
    destination: { accountId: INSIDE },
  };
  const ACCOUNTS: Stored = [
    [INTERNAL_ACCOUNTS, [{ id: INSIDE, owner: ADA }]],
    [EXTERNAL_ACCOUNTS, [{ id: OUTSIDE, owner: ADA }]],
  ];
  const checked = (
    over: object,
    entries: readonly EntryKind[],
    jobs: readonly JobKind[] = [],
    stored: Stored = [[STABLECOINS, [COIN]], ...ACCOUNTS],
  ) => findingsOf(STABLECOIN_OPERATION_PASS, { ...mint, ...over }, { entries, jobs }, stored);
  const done: readonly EntryKind[] = ['HOLD', 'TOKEN_MINT'];

  it('compares its owner with the owners of its accounts', async () => {
    const owner = PLATFORM_OWNER;
    const other = `${ID} belongs to ${owner}, its accounts to ${ADA}`;
    expect(await checked({ owner }, done)).toEqual([other]);
    const nowhere = { source: { ...mint.source, accountId: null }, destination: { accountId: 'erased' } };
    expect(await checked({ owner, ...nowhere }, done)).toEqual([]);
    for (const end of [{ collectedFrom: OUTSIDE }, { deliveredTo: OUTSIDE }])
      expect(await checked({ owner, ...nowhere, ...end }, done)).toEqual([other]);
  });

  it('compares it with its token, whose worth is held', async () => {
    expect(await checked({ stablecoinId: 'Stablecoin:2' }, done)).toEqual([
      `${ID} is about Stablecoin:2, which does not exist`,
    ]);
    for (const [field, value] of [
      ['baseCurrency', 'EUR'],
      ['currency', null],
      ['provider', 'EVM'],
      ['providerEnvironment', 'PRODUCTION'],
      ['stablecoinProviderAccountId', 'StablecoinProviderAccount:2'],
    ] as const)
      expect(await checked({}, done, [], [[STABLECOINS, [{ ...COIN, [field]: value }]], ...ACCOUNTS])).toContain(
        `${field} of ${ID} is ${String(mint[field])}, its token has ${String(value)}`,
      );
    for (const decimals of [5, 7])
      expect(await checked({}, done, [], [[STABLECOINS, [{ ...COIN, decimals }]], ...ACCOUNTS])).toEqual([
        `${ID} holds 0.05 USD, which is not the worth of its tokens`,
      ]);
    const swap = { source: { ...mint.source, type: 'PROVIDER_INTERNAL_BALANCE' }, heldAmount: 50_000n };
    expect(await checked(swap, done)).toEqual([]);
    const burn = { operationType: 'BURN', heldAmount: 50_000n };
    expect(await checked(burn, ['HOLD', 'TOKEN_BURN'])).toEqual([]);
    expect(await checked({ ...burn, heldAmount: 5n }, ['HOLD', 'TOKEN_BURN'])).toEqual([
      `${ID} holds 0.000005 USDB, which is not the worth of its tokens`,
    ]);
  });

  it.each([
    ['a completed mint', {}, ['HOLD', 'TOKEN_MINT']],
    ['a completed mint from outside', { heldAmount: null }, ['TOKEN_MINT']],
    ['a completed burn', { operationType: 'BURN', heldAmount: 50_000n }, ['HOLD', 'TOKEN_BURN']],
    [
      'a completed burn from outside of a token that the ledger does not know',
      { operationType: 'BURN', currency: null, heldAmount: null },
      [],
      [[STABLECOINS, [{ ...COIN, currency: null }]]],
    ],
    ['a failed mint', { status: 'FAILED' }, ['HOLD', 'HOLD_RELEASE']],
    ['a failed mint from outside', { status: 'FAILED', heldAmount: null }, []],
  ] as const)('expects the entries of %s', async (_, over, entries, stored: Stored | undefined = undefined) => {
    expect(await checked(over, entries, [], stored)).toEqual([]);
    const status = 'status' in over ? over.status : 'COMPLETED';
    expect(await checked(over, [...entries, 'DEPOSIT'], [], stored)).toEqual([
      `entries of ${ID} (${status}): expected ${entries.join(', ') || 'none'}, found ${[...entries, 'DEPOSIT'].join(', ')}`,
    ]);
  });

  it('finds an open one that no job continues', async () => {
    const open = { status: 'PENDING_PROVIDER' };
    expect(await checked(open, ['HOLD'], ['stablecoin.advance'])).toEqual([]);
    expect(await checked({ ...open, heldAmount: null }, [], ['stablecoin.advance'])).toEqual([]);
    expect(await checked(open, ['HOLD'], ['card.pull'])).toEqual([
      `${ID} is PENDING_PROVIDER, but no job asks its issuer`,
    ]);
  });
});

describe('an audit of stablecoins', () => {
  const ID = 'Stablecoin:1';
  const link = { id: 'StablecoinProviderAccount:1', provider: 'BRALE', providerEnvironment: 'SANDBOX' };
  const coin = {
    ...{ id: ID, symbol: 'USDB', decimals: 6, currency: 'USDB', stablecoinProviderAccountId: link.id },
    ...{ provider: link.provider, providerEnvironment: link.providerEnvironment },
  };
  const checked = (over: object, stored: Stored = [[PROVIDER_ACCOUNTS, [link]]]) =>
    findingsOf(STABLECOIN_PASS, { ...coin, ...over }, {}, stored);

  it('finds one with other decimals or another symbol than the currency of its accounts', async () => {
    expect(await checked({})).toEqual([]);
    expect(await checked({ symbol: 'ANY', decimals: 18, currency: null })).toEqual([]);
    for (const [over, is] of [
      [{ decimals: 7 }, 'USDB with 7 decimals'],
      [{ symbol: 'USDT' }, 'USDT with 6 decimals'],
    ] as const)
      expect(await checked(over)).toEqual([`${ID} is ${is}, its accounts are in USDB with 6 decimals`]);
  });

  it('finds one whose provider account does not exist or is another one', async () => {
    const unfit = [`${ID} was registered with ${link.id}, which does not match it`];
    expect(await checked({}, [])).toEqual(unfit);
    expect(await checked({ provider: 'EVM' })).toEqual(unfit);
    expect(await checked({ providerEnvironment: 'PRODUCTION' })).toEqual(unfit);
  });
});
