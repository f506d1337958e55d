import { beforeAll, describe, expect, it } from 'vitest';
import { type Api, expecting, refused } from '../support/api.js';
import { pause } from '../support/eventually.js';
import { DATABASES } from '../support/host.js';
import {
  accountOf,
  addAccount,
  createCustomer,
  fund,
  pay,
  quoteFunding,
  quotePayout,
  transactionWhen,
  umaDomainOf,
} from '../support/scenario.js';
import { useHost } from '../support/use-host.js';
import type { Customer, ExternalAccount, InternalAccount, Page, Transaction } from '../support/wire.js';

type Filter = Readonly<Record<string, string | number | boolean>>;

/** Follows the cursors to the end. Every page except the last must be full. */
async function allPages<T>(api: Api, path: string, filter: Filter, limit: number): Promise<readonly T[]> {
  const rows: T[] = [];
  let cursor: string | undefined;
  do {
    const page = await expecting(
      200,
      api.get<Page<T>>(path, { ...filter, limit, ...(cursor === undefined ? {} : { cursor }) }),
    );
    rows.push(...page.data);
    expect(page.hasMore).toBe(page.nextCursor !== undefined);
    if (page.hasMore) expect(page.data).toHaveLength(limit);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return rows;
}

const ids = (rows: readonly { readonly id: string }[]): readonly string[] => rows.map(({ id }) => id);
const sorted = (values: readonly string[]): readonly string[] => [...values].sort();

describe.each(DATABASES)('lists on %s', (database) => {
  const used = useHost(database, { webhooks: false });
  let ada: Customer;
  let bob: Customer;
  let usd: InternalAccount;
  let euro: ExternalAccount;
  let unlucky: ExternalAccount;
  /** All transactions, newest first, read as one long page. */
  let all: readonly Transaction[] = [];
  let middle = '';

  const list = async (filter: Filter): Promise<readonly Transaction[]> =>
    (await expecting(200, used.api.get<Page<Transaction>>('/transactions', { limit: 100, ...filter }))).data;

  beforeAll(async () => {
    const { api } = used;
    [ada, bob] = [
      await createCustomer(api, { platformCustomerId: 'ada', currencies: ['USD', 'EUR'] }),
      await createCustomer(api, { platformCustomerId: 'bob', currencies: ['USD'] }),
    ];
    usd = await accountOf(api, ada.id, 'USD');
    euro = await addAccount(api, ada.id, 'EUR');
    unlucky = await addAccount(api, ada.id, 'MXN', '002');
    const slow = await addAccount(api, ada.id, 'MXN', '003');
    await fund(api, usd.id, 1_000_000);
    await fund(api, (await accountOf(api, bob.id, 'USD')).id, 7);
    const payouts = await Promise.all(
      Array.from({ length: 9 }, (_, index) =>
        quotePayout(api, { from: usd.id, to: euro.id, amount: 100 + index }, { immediatelyExecute: true }),
      ),
    );
    await pause(5);
    middle = new Date().toISOString();
    await pause(5);
    const failing = await Promise.all(
      Array.from({ length: 4 }, () =>
        quotePayout(api, { from: usd.id, to: unlucky.id, amount: 500 }, { immediatelyExecute: true }),
      ),
    );
    await quotePayout(api, { from: usd.id, to: slow.id, amount: 600 }, { immediatelyExecute: true });
    const wallet = await addAccount(api, bob.id, 'BTC');
    const funding = await quoteFunding(api, { customerId: bob.id, to: wallet.id, amount: 5_000 });
    await pay(api, funding.id);
    await Promise.all(
      [...payouts, ...failing, funding].map(({ transactionId }) =>
        transactionWhen(api, transactionId, 'ended', ({ status, refund }) =>
          status === 'FAILED' ? refund?.status === 'COMPLETED' : status === 'COMPLETED',
        ),
      ),
    );
    all = await list({});
  });

  it('shows every transaction, the newest first', () => {
    expect(all).toHaveLength(2 + 9 + 4 + 1 + 1);
    const times = all.map(({ createdAt }) => createdAt);
    expect(times).toEqual([...times].sort().reverse());
  });

  type Case = readonly [name: string, value: () => string, belongs: (transaction: Transaction) => boolean];
  it.each<Case>([
    ['customerId', () => ada.id, (t) => t.customerId === ada.id],
    ['platformCustomerId', () => 'bob', (t) => t.platformCustomerId === 'bob'],
    ['accountIdentifier', () => usd.id, (t) => t.source?.accountId === usd.id || t.destination.accountId === usd.id],
    ['senderAccountIdentifier', () => usd.id, (t) => t.source?.accountId === usd.id],
    ['receiverAccountIdentifier', () => euro.id, (t) => t.destination.accountId === euro.id],
    ['status', () => 'FAILED', (t) => t.status === 'FAILED'],
    ['status', () => 'PROCESSING', (t) => t.status === 'PROCESSING'],
    ['type', () => 'INCOMING', (t) => t.type === 'INCOMING'],
    ['type', () => 'OUTGOING', (t) => t.type === 'OUTGOING'],
    [
      'reference',
      () => all.find((t) => t.customerId === bob.id && t.type === 'OUTGOING')!.reconciliationInstructions!.reference,
      (t) => t.customerId === bob.id && t.type === 'OUTGOING',
    ],
    ['startDate', () => middle, (t) => t.createdAt >= middle],
    ['endDate', () => middle, (t) => t.createdAt <= middle],
  ])('of transactions by %s', async (name, value, belongs) => {
    const expected = all.filter(belongs);
    expect(expected.length).toBeGreaterThan(0);
    expect(expected.length).toBeLessThan(all.length);
    expect(await list({ [name]: value() })).toEqual(expected);
    expect(await list({ [name]: value(), sortOrder: 'asc' })).toEqual([...expected].reverse());
    expect(ids(await allPages(used.api, '/transactions', { [name]: value() }, 2))).toEqual(ids(expected));
  });

  it('of transactions by several filters at once', async () => {
    const filter = { customerId: ada.id, type: 'OUTGOING', status: 'COMPLETED', startDate: all.at(-1)!.createdAt };
    const expected = all.filter((t) => t.customerId === ada.id && t.type === 'OUTGOING' && t.status === 'COMPLETED');
    expect(await list({ ...filter, endDate: middle, accountIdentifier: euro.id })).toEqual(expected);
    expect(await list({ ...filter, endDate: all.at(-1)!.createdAt })).toEqual([]);
    expect(await list({ customerId: bob.id, accountIdentifier: euro.id })).toEqual([]);
  });

  it('of transactions with dates in any time zone', async () => {
    const inTokyo = new Date(Date.parse(middle) + 9 * 3_600_000).toISOString().replace('Z', '+09:00');
    expect(await list({ startDate: inTokyo })).toEqual(await list({ startDate: middle }));
  });

  it.each([1, 2, 5, 16, 17, 18])('in pages of %i, without gaps or duplicates, in both orders', async (limit) => {
    expect(await allPages(used.api, '/transactions', {}, limit)).toEqual(all);
    expect(await allPages(used.api, '/transactions', { sortOrder: 'asc' }, limit)).toEqual([...all].reverse());
  });

  it('contain the total count on every page', async () => {
    const first = await expecting(200, used.api.get<Page<Transaction>>('/transactions', { limit: 3 }));
    const next = await expecting(
      200,
      used.api.get<Page<Transaction>>('/transactions', { limit: 3, cursor: first.nextCursor! }),
    );
    expect([first.totalCount, next.totalCount]).toEqual([17, 17]);
    const failed = await expecting(200, used.api.get<Page<Transaction>>('/transactions', { status: 'FAILED' }));
    expect([failed.totalCount, failed.hasMore, failed.nextCursor]).toEqual([4, false, undefined]);
  });

  it('have 20 rows by default', async () => {
    const { api } = used;
    await Promise.all(Array.from({ length: 21 }, () => createCustomer(api, { region: 'AU', currencies: ['USD'] })));
    const page = await expecting(200, api.get<Page<Customer>>('/customers', { region: 'AU' }));
    expect([page.data.length, page.hasMore, page.totalCount]).toEqual([20, true, 21]);
  });

  it('do not shift when new rows are added', async () => {
    const { api } = used;
    const first = await expecting(200, api.get<Page<Customer>>('/customers', { region: 'AU', limit: 10 }));
    await createCustomer(api, { region: 'AU', currencies: ['USD'] });
    const rest = await expecting(
      200,
      api.get<Page<Customer>>('/customers', { region: 'AU', limit: 100, cursor: first.nextCursor! }),
    );
    expect(rest.data).toHaveLength(11);
    expect(new Set([...ids(first.data), ...ids(rest.data)]).size).toBe(21);
  });

  it('refuse a cursor that they did not issue', async () => {
    const { nextCursor } = await expecting(200, used.api.get<Page<Transaction>>('/transactions', { limit: 3 }));
    const tampered = [
      `${nextCursor!.slice(0, -1)}${nextCursor!.endsWith('0') ? '1' : '0'}`,
      `${nextCursor!.startsWith('0') ? '1' : '0'}${nextCursor!.slice(1)}`,
      nextCursor!.slice(0, -1),
      `${nextCursor}x`,
      all[3]!.id,
      '',
      'AAAA',
    ];
    for (const cursor of tampered) {
      const { details } = await refused(400, 'INVALID_INPUT', used.api.get('/transactions', { cursor }));
      expect(details?.errors?.map(({ field }) => field)).toEqual(['cursor']);
    }
  });

  it('of customers by each filter', async () => {
    const { api } = used;
    const domain = umaDomainOf(await createCustomer(api));
    await pause(5);
    const before = new Date().toISOString();
    await pause(5);
    const [carol, shop, gone] = [
      await createCustomer(api, { platformCustomerId: 'carol', currencies: ['GBP'], region: 'GB' }),
      await createCustomer(api, {
        customerType: 'BUSINESS',
        platformCustomerId: 'shop',
        fullName: undefined,
        businessInfo: { legalName: 'Shop Ltd' },
        region: 'BR',
        currencies: ['BRL', 'USD'],
        umaAddress: `$shop@${domain}`,
      }),
      await createCustomer(api, { platformCustomerId: 'gone', currencies: ['USD'], region: 'NZ' }),
    ];
    await expecting(200, api.delete(`/customers/${gone.id}`));
    await pause(5);
    const after = new Date().toISOString();
    await pause(5);
    await expecting(200, api.patch(`/customers/${carol.id}`, { fullName: 'Carol King' }));
    const by = async (filter: Filter) =>
      sorted(ids(await allPages<Customer>(api, '/customers', { createdAfter: before, ...filter }, 2)));

    expect(await by({})).toEqual(sorted([carol.id, shop.id]));
    expect(await by({ isIncludingDeleted: true })).toEqual(sorted([carol.id, shop.id, gone.id]));
    expect(await by({ isIncludingDeleted: false })).toEqual(sorted([carol.id, shop.id]));
    expect(await by({ platformCustomerId: 'carol' })).toEqual([carol.id]);
    expect(await by({ customerType: 'BUSINESS' })).toEqual([shop.id]);
    expect(await by({ region: 'GB' })).toEqual([carol.id]);
    expect(await by({ currency: 'USD' })).toEqual([shop.id]);
    expect(await by({ umaAddress: shop.umaAddress })).toEqual([shop.id]);
    expect(await by({ umaAddress: carol.umaAddress })).toEqual([carol.id]);
    expect(await by({ createdBefore: after })).toEqual(sorted([carol.id, shop.id]));
    expect(await by({ createdAfter: after })).toEqual([]);
    expect(await by({ updatedAfter: after })).toEqual([carol.id]);
    expect(await by({ updatedBefore: after })).toEqual([shop.id]);
    expect(await by({ region: 'GB', customerType: 'BUSINESS' })).toEqual([]);
  });

  it('of internal accounts by customer, currency and type', async () => {
    const { api } = used;
    const customer = await createCustomer(api, { currencies: ['USD', 'EUR', 'BTC'] });
    const by = async (filter: Filter): Promise<readonly string[]> =>
      (await allPages<InternalAccount>(api, '/customers/internal-accounts', { customerId: customer.id, ...filter }, 2))
        .map(({ balance }) => balance.currency.code)
        .sort();
    expect(await by({})).toEqual(['BTC', 'EUR', 'USD']);
    expect(await by({ currency: 'EUR' })).toEqual(['EUR']);
    expect(await by({ type: 'INTERNAL_CRYPTO' })).toEqual(['BTC']);
    expect(await by({ type: 'INTERNAL_FIAT' })).toEqual(['EUR', 'USD']);
    expect(await by({ type: 'EMBEDDED_WALLET' })).toEqual([]);
    const platform = await expecting(200, api.get<Page<InternalAccount>>('/platform/internal-accounts'));
    const codes = platform.data.map(({ balance }) => balance.currency.code);
    expect(sorted(codes)).toEqual(['BRL', 'BTC', 'EUR', 'GBP', 'INR', 'MXN', 'USD', 'USDC']);
    const crypto = await expecting(
      200,
      api.get<Page<InternalAccount>>('/platform/internal-accounts', { type: 'INTERNAL_CRYPTO' }),
    );
    expect(sorted(crypto.data.map(({ balance }) => balance.currency.code))).toEqual(['BTC', 'USDC']);
  });
});
