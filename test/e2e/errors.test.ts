import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Api, type Credential, expecting, refused, withoutRequestId } from '../support/api.js';
import { agentRequest, createAgent } from '../support/agents.js';
import { createPlatform, createToken } from '../support/credentials.js';
import { customersCsv, uploadCsv } from '../support/csv.js';
import { type DeclaredOperation, operationsOf } from '../support/document.js';
import {
  accountOf,
  ACCOUNT_INFO,
  addAccount,
  balances,
  createCustomer,
  fundedAccount,
  payoutRequest,
  platformAccountOf,
  quoteFunding,
  quotePayout,
  readQuote,
} from '../support/scenario.js';
import { useHost } from '../support/use-host.js';
import type { Customer, ErrorBody, Page, PlatformConfig } from '../support/wire.js';

const BASE = '/2025-10-13';
/** An id of this type that no record has. */
const absentId = (type: string): string => `${type}:0197${randomUUID().slice(4, 14)}7${randomUUID().slice(15)}`;

const PARAMETER_TYPES: Readonly<Record<string, string>> = {
  customerId: 'Customer',
  externalAccountId: 'ExternalAccount',
  quoteId: 'Quote',
  transactionId: 'Transaction',
  accountId: 'InternalAccount',
  eventId: 'Webhook',
  tokenId: 'Token',
  jobId: 'BulkImport',
  agentId: 'Agent',
  actionId: 'AgentAction',
};

/** The path of an operation with well-formed ids. */
const pathOf = ({ path }: DeclaredOperation): string =>
  path.replace(BASE, '').replace(/\{([^}]+)\}/g, (_, name: string) => absentId(PARAMETER_TYPES[name] ?? 'Customer'));

/** Operations of platforms; agents do not have these permissions. */
const ofPlatforms = ({ object }: DeclaredOperation): boolean =>
  (object.security ?? []).some((scheme) => 'BasicAuth' in scheme);

const secured = ({ object }: DeclaredOperation): boolean => (object.security ?? [{}]).length > 0;

describe('the API refuses', { concurrent: true }, () => {
  const used = useHost('sqlite');
  const fields = ({ details }: ErrorBody): readonly string[] => details?.errors?.map(({ field }) => field) ?? [];

  interface Parties {
    readonly customer: Customer;
    readonly from: string;
    readonly to: string;
  }
  async function parties(details: object = {}): Promise<Parties> {
    const { api } = used;
    const customer = await createCustomer(api, { currencies: ['USD'], ...details });
    const source = await fundedAccount(api, customer.id, 'USD', 10_000);
    const payee = await addAccount(api, customer.id, 'EUR');
    return { customer, from: source.id, to: payee.id };
  }
  const ask = ({ from, to }: Pick<Parties, 'from' | 'to'>, more: object = {}) =>
    used.api.post('/quotes', { ...payoutRequest({ from, to, amount: 1_000 }), ...more });

  describe('a quote', () => {
    it('from an account to itself', async () => {
      const { from } = await parties();
      await refused(400, 'SELF_PAYMENT', ask({ from, to: from }));
    });

    it('in one currency', async () => {
      const { customer, from } = await parties();
      const dollars = await addAccount(used.api, customer.id, 'USD');
      await refused(400, 'INVALID_CURRENCY', ask({ from, to: dollars.id }));
    });

    it('of a currency that does not exist or that the platform does not send', async () => {
      const { customer, to } = await parties();
      for (const currency of ['XYZ', 'usd', 'JPY']) {
        const source = { sourceType: 'REALTIME_FUNDING', customerId: customer.id, currency };
        const request = { ...payoutRequest({ from: to, to, amount: 1_000 }), source };
        await refused(400, 'INVALID_CURRENCY', used.api.post('/quotes', request));
      }
    });

    it('from or to an account that does not exist', async () => {
      const { from, to } = await parties();
      await refused(404, 'REFERENCE_NOT_FOUND', ask({ from: absentId('InternalAccount'), to }));
      await refused(404, 'REFERENCE_NOT_FOUND', ask({ from, to: absentId('ExternalAccount') }));
      await refused(404, 'REFERENCE_NOT_FOUND', ask({ from, to: absentId('InternalAccount') }));
    });

    it('with malformed ids', async () => {
      const { from, to } = await parties();
      expect(fields(await refused(400, 'INVALID_INPUT', ask({ from: 'x', to })))).toEqual(['source.accountId']);
      expect(fields(await refused(400, 'INVALID_INPUT', ask({ from, to: 'x' })))).toEqual(['destination.accountId']);
    });

    it.each([
      ['Ada Example 001', 'PENDING'],
      ['Ada Example 002', 'REJECTED'],
    ])('of the customer %s with the status %s', async (fullName, kycStatus) => {
      const { customer, from, to } = await parties({ fullName });
      const read = await expecting(200, used.api.get<Customer>(`/customers/${customer.id}`));
      expect(read.kycStatus).toBe(kycStatus);
      await refused(403, 'USER_NOT_READY', ask({ from, to }));
      await refused(
        403,
        'USER_NOT_READY',
        ask({ from, to }, { source: { sourceType: 'REALTIME_FUNDING', customerId: customer.id, currency: 'USD' } }),
      );
    });

    it('with an amount out of range', async () => {
      const parties_ = await parties();
      const tooMuch = 9_000_000_000_000_000;
      await refused(400, 'AMOUNT_OUT_OF_RANGE', ask(parties_, { lockedCurrencyAmount: tooMuch }));
      // One cent is 0.92 euro cents.
      await refused(400, 'AMOUNT_OUT_OF_RANGE', ask(parties_, { lockedCurrencyAmount: 1 }));
    });

    it('with an invalid amount', async () => {
      const parties_ = await parties();
      for (const lockedCurrencyAmount of [0, -1, 1.5, 1e21, 9_000_000_000_000_001, '100', null, true, [1]]) {
        const body = await refused(400, 'INVALID_INPUT', ask(parties_, { lockedCurrencyAmount }));
        expect([...new Set(fields(body))]).toEqual(['lockedCurrencyAmount']);
      }
    });

    it('with every invalid field at once', async () => {
      const body = await refused(400, 'INVALID_INPUT', used.api.post('/quotes', { lockedCurrencySide: 'BOTH' }));
      expect([...fields(body)].sort()).toEqual(['destination', 'lockedCurrencyAmount', 'lockedCurrencySide', 'source']);
      const side = body.details?.errors?.find(({ field }) => field === 'lockedCurrencySide');
      expect(side?.constraint).toEqual({ enum: ['SENDING', 'RECEIVING'] });
    });

    it('to a UMA address without a lookup', async () => {
      const { from } = await parties();
      const destination = { destinationType: 'UMA_ADDRESS', umaAddress: '$bob@example.com' };
      await refused(400, 'INVALID_INPUT', ask({ from, to: from }, { destination }));
      const lookupId = absentId('Lookup');
      await refused(404, 'LOOKUP_REQUEST_NOT_FOUND', ask({ from, to: from }, { destination, lookupId }));
    });

    it("of another customer than the account's owner", async () => {
      const [one, other] = [await parties(), await parties()];
      const source = { sourceType: 'ACCOUNT', accountId: one.from, customerId: other.customer.id };
      await refused(404, 'REFERENCE_NOT_FOUND', ask(one, { source }));
    });
  });

  it('an execution of a quote that does not exist', async () => {
    await refused(404, 'QUOTE_NOT_FOUND', used.api.post(`/quotes/${absentId('Quote')}/execute`));
    await refused(404, 'QUOTE_NOT_FOUND', used.api.post('/quotes/nonsense/execute'));
  });

  it('a sandbox payment for a quote from an account, or for an unknown quote', async () => {
    const quote = await quotePayout(used.api, { ...(await parties()), amount: 1_000 });
    const send = (quoteId: string) => used.api.post('/sandbox/send', { quoteId, currencyCode: 'USD' });
    await refused(400, 'INVALID_INPUT', send(quote.id));
    await refused(404, 'QUOTE_NOT_FOUND', send(absentId('Quote')));
    await refused(400, 'INVALID_INPUT', send('nonsense'));
    expect(await readQuote(used.api, quote.id)).toEqual(quote);
  });

  describe('access by another platform', () => {
    let other: Credential;
    beforeAll(async () => {
      other = await createPlatform(used.deployment, 'Other');
    });

    it('which has money, accounts and settings of its own', async () => {
      const api = used.api.as(other);
      const [mine, its] = await Promise.all(
        [used.api, api].map((of) => expecting(200, of.get<PlatformConfig>('/config'))),
      );
      expect(its!.id).not.toBe(mine!.id);
      expect(its!.webhookEndpoint).toBeUndefined();
      const account = await platformAccountOf(api, 'USD');
      expect(account.id).not.toBe((await platformAccountOf(used.api, 'USD')).id);
      const customer = await createCustomer(api, { currencies: ['USD'] });
      const { data } = await expecting(200, api.get<Page<Customer>>('/customers'));
      expect(data.map(({ id }) => id)).toEqual([customer.id]);
    });

    it('with the same answer as for an unknown record', async () => {
      const api = used.api.as(other);
      const { customer, from, to } = await parties();
      const { jobId } = await expecting(202, uploadCsv(used.api, customersCsv('isolated', 1)));
      const quote = await quotePayout(used.api, { from, to, amount: 1_000 });
      const funding = await quoteFunding(used.api, { customerId: customer.id, to, amount: 1_000 });
      const paid = await quotePayout(used.api, { from, to, amount: 1_000 }, { immediatelyExecute: true });
      const own = await createCustomer(api, { currencies: ['USD'] });
      const ownAccount = await accountOf(api, own.id, 'USD');
      const ownPayee = await addAccount(api, own.id, 'EUR');
      const newest = async (path: string): Promise<string> =>
        (await expecting(200, used.api.get<Page<{ readonly id: string }>>(path))).data[0]!.id;
      const [event, token] = [await newest('/webhooks/events'), await newest('/tokens')];

      const agent = (await createAgent(used.api, customer.id)).agent.id;
      const action = absentId('AgentAction');

      type Ask = (of: Api, id: string) => Promise<{ readonly body: unknown }>;
      const quoteOf = (of: Api, request: object): ReturnType<Ask> =>
        of.post('/quotes', { ...payoutRequest({ from: ownAccount.id, to: ownPayee.id, amount: 100 }), ...request });
      const asks: readonly (readonly [string, Ask])[] = [
        [customer.id, (of, id) => of.get(`/customers/${id}`)],
        [customer.id, (of, id) => of.patch(`/customers/${id}`, { fullName: 'Mallory' })],
        [customer.id, (of, id) => of.delete(`/customers/${id}`)],
        [customer.id, (of, id) => of.post(`/customers/${id}/verify-email`)],
        [customer.id, (of, id) => of.post(`/customers/${id}/verify-phone/confirm`, { code: '123456' })],
        [jobId, (of, id) => of.get(`/customers/bulk/jobs/${id}`)],
        [customer.id, (of, id) => of.get('/customers/internal-accounts', { customerId: id })],
        [customer.id, (of, id) => of.get('/customers/external-accounts', { customerId: id })],
        [customer.id, (of, id) => of.get('/transactions', { customerId: id })],
        [
          customer.id,
          (of, customerId) =>
            of.post('/customers/external-accounts', {
              customerId,
              currency: 'EUR',
              accountInfo: ACCOUNT_INFO.EUR('900'),
            }),
        ],
        [
          customer.id,
          (of, customerId) => quoteOf(of, { source: { sourceType: 'REALTIME_FUNDING', customerId, currency: 'USD' } }),
        ],
        [to, (of, id) => of.get(`/customers/external-accounts/${id}`)],
        [to, (of, id) => of.delete(`/customers/external-accounts/${id}`)],
        ...['/customers/external-accounts', '/platform/external-accounts'].flatMap(
          (path): (readonly [string, Ask])[] => [
            [to, (of, id) => of.post(`${path}/${id}/challenge`, { method: 'WALLET_SIGNATURE' })],
            [to, (of, id) => of.post(`${path}/${id}/verify`, { signature: 'c2lnbmVk' })],
          ],
        ),
        [to, (of, id) => of.get(`/platform/external-accounts/${id}`)],
        [to, (of, id) => of.delete(`/platform/external-accounts/${id}`)],
        [to, (of, accountId) => quoteOf(of, { destination: { destinationType: 'ACCOUNT', accountId } })],
        [from, (of, accountId) => quoteOf(of, { destination: { destinationType: 'ACCOUNT', accountId } })],
        [from, (of, accountId) => quoteOf(of, { source: { sourceType: 'ACCOUNT', accountId } })],
        [from, (of, id) => of.post(`/sandbox/internal-accounts/${id}/fund`, { amount: 1 })],
        [from, (of, id) => of.get('/transactions', { accountIdentifier: id })],
        [quote.id, (of, id) => of.get(`/quotes/${id}`)],
        [quote.id, (of, id) => of.post(`/quotes/${id}/execute`)],
        [funding.id, (of, quoteId) => of.post('/sandbox/send', { quoteId, currencyCode: 'USD' })],
        [paid.transactionId, (of, id) => of.get(`/transactions/${id}`)],
        [paid.transactionId, (of, id) => of.post(`/transactions/${id}/confirm`, {})],
        [paid.transactionId, (of, id) => of.post(`/transactions/${id}/cancel`)],
        [paid.transactionId, (of, cause) => of.get('/ledger/entries', { cause })],
        [from, (of, id) => of.get('/ledger/entries', { account: `available:${id}` })],
        [customer.id, (of, resource) => of.get('/webhooks/events', { resource })],
        [event, (of, id) => of.get(`/webhooks/events/${id}`)],
        [event, (of, id) => of.get(`/webhooks/events/${id}/delivery`)],
        [event, (of, id) => of.post(`/webhooks/events/${id}/redeliver`)],
        [event, (of, after) => of.get('/webhooks/feed', { after })],
        [agent, (of, id) => of.get(`/agents/${id}`)],
        [agent, (of, id) => of.patch(`/agents/${id}`, { isPaused: true })],
        [agent, (of, id) => of.patch(`/agents/${id}/policy`, { permissions: [] })],
        [agent, (of, id) => of.delete(`/agents/${id}`)],
        [agent, (of, id) => of.post(`/agents/${id}/device-codes`)],
        [agent, (of, id) => of.post(`/agents/${id}/actions/${action}/approve`)],
        [agent, (of, id) => of.post(`/agents/${id}/actions/${action}/reject`, {})],
        [agent, (of, agentId) => of.get('/agents/approvals', { agentId })],
        [customer.id, (of, customerId) => of.get('/agents', { customerId })],
        [customer.id, (of, customerId) => of.post('/agents', agentRequest(customerId))],
        [token, (of, id) => of.get(`/tokens/${id}`)],
        [token, (of, id) => of.delete(`/tokens/${id}`)],
        [to, (of, id) => of.get(`/receiver/external-account/${id}`, { customerId: own.id })],
        [customer.id, (of, customerId) => of.get(`/receiver/external-account/${ownPayee.id}`, { customerId })],
        [
          to,
          (of, id) =>
            of.post('/transfer-out', {
              source: { accountId: ownAccount.id },
              destination: { accountId: id },
              amount: 1,
            }),
        ],
        [
          from,
          (of, id) =>
            of.post('/transfer-out', { source: { accountId: id }, destination: { accountId: ownPayee.id }, amount: 1 }),
        ],
        [
          to,
          (of, id) =>
            of.post('/transfer-in', {
              source: { accountId: id },
              destination: { accountId: ownAccount.id },
              amount: 1,
            }),
        ],
        [
          from,
          (of, id) =>
            of.post('/transfer-in', { source: { accountId: ownPayee.id }, destination: { accountId: id }, amount: 1 }),
        ],
        [
          from,
          (of, accountId) =>
            of.post('/crypto/estimate-withdrawal-fee', {
              internalAccountId: accountId,
              currency: 'USDC',
              cryptoNetwork: 'SOLANA',
              amount: 1,
              destinationAddress: '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV',
            }),
        ],
      ];
      for (const [foreign, request] of asks) {
        const [type = ''] = foreign.split(':');
        const [theirs, absent] = [await request(api, foreign), await request(api, absentId(type))];
        const told = (body: unknown): object =>
          typeof body === 'object' && body !== null && 'code' in body ? withoutRequestId(body as ErrorBody) : body!;
        expect(told(theirs.body), request.toString()).toEqual(told(absent.body));
        expect(JSON.stringify(theirs.body), request.toString()).not.toContain(foreign);
      }
      expect(await readQuote(used.api, quote.id)).toEqual(quote);
      expect((await expecting(200, used.api.get<Customer>(`/customers/${customer.id}`))).fullName).toBe('Ada Lovelace');
      expect((await balances(used.api, customer.id, 'USD'))[0]).toBe(9_000);
    });
  });

  it('every operation without a credential or with a wrong one', async () => {
    const operations = operationsOf(await used.api.document()).filter(secured);
    expect(operations.length).toBeGreaterThanOrEqual(20);
    const wrong = [
      null,
      { clientId: 'e2e', clientSecret: 'wrong' },
      { clientId: 'nobody', clientSecret: 'e2e-secret-that-no-log-may-show' },
    ];
    for (const operation of operations) {
      for (const credential of wrong) {
        const answer = used.api.as(credential).send(operation.method.toUpperCase(), pathOf(operation));
        const body = await refused(401, 'UNAUTHORIZED', answer);
        expect(body.details?.requestId).toBeDefined();
      }
    }
  });

  it.each(['Basic', 'Basic !!!', 'Basic e2e', 'Bearer e2e', 'Basic ZTJl', `Basic ${'A'.repeat(5000)}`])(
    'the authorization %s',
    async (authorization) => {
      await refused(401, 'UNAUTHORIZED', used.api.as(null).send('GET', '/config', { headers: { authorization } }));
    },
  );

  it('every operation for which the token lacks the permission', async () => {
    const platform = await expecting(200, used.api.get<PlatformConfig>('/config'));
    const withPermission = async (permission: string): Promise<Api> =>
      used.api.as(await createToken(used.deployment, platform.id, permission));
    const view = await withPermission('VIEW');
    const transact = await withPermission('TRANSACT');
    const manage = await withPermission('MANAGE');
    const { customer, from, to } = await parties();
    await expecting(200, view.get(`/customers/${customer.id}`));
    await expecting(200, transact.get(`/customers/${customer.id}`));
    await expecting(200, manage.get(`/customers/${customer.id}`));
    const MOVES_MONEY =
      /\/(quotes|transfer-|sandbox)|\/transactions\/[^/]+\/cancel$|\/(mint|burn)(s|-quotes)$|\/stablecoin-quotes\/|\/actions\/[^/]+\/(approve|reject)$/;
    /** A POST that changes nothing. */
    const READS = /\/estimate-withdrawal-fee$/;
    for (const operation of operationsOf(await used.api.document()).filter(ofPlatforms)) {
      const { method, path } = operation;
      const guarded =
        (method !== 'get' && !READS.test(path)) || path.includes('/webhooks/secret') || path.endsWith('/delivery');
      if (!guarded) continue;
      const call = (of: Api) => of.send(method.toUpperCase(), pathOf(operation));
      await refused(403, 'FORBIDDEN', call(view));
      const [may, mayNot] = MOVES_MONEY.test(path) ? [transact, manage] : [manage, transact];
      await refused(403, 'FORBIDDEN', call(mayNot));
      if (path.includes('/secret/rotate')) continue;
      expect((await call(may)).status, `${method} ${path}`).not.toBe(403);
    }
    const quote = await expecting(201, transact.post('/quotes', payoutRequest({ from, to, amount: 100 })));
    expect(quote).toMatchObject({ status: 'PENDING' });

    // Creating an agent that moves money needs both permissions, because its creator could move money with it.
    const agent = agentRequest(customer.id);
    const refusal = await refused(403, 'FORBIDDEN', manage.post('/agents', agent));
    expect(refusal.message).toContain('TRANSACT');
    await refused(403, 'FORBIDDEN', transact.post('/agents', agent));
    await expecting(201, (await withPermission('TRANSACT,MANAGE')).post('/agents', agent));
  });

  it('unknown paths and methods', async () => {
    await refused(404, 'REFERENCE_NOT_FOUND', used.api.get('/nonsense'));
    await refused(404, 'REFERENCE_NOT_FOUND', used.api.get('/quotes/a/b/c'));
    const answer = used.api.send('PUT', '/config', { headers: { 'content-type': 'application/json' }, body: '{}' });
    await refused(405, 'METHOD_NOT_ALLOWED', answer);
    expect((await answer).headers.get('allow')?.split(/, */).sort()).toEqual(['GET', 'HEAD', 'PATCH']);
  });

  it('malformed ids in paths in the same way as unknown ids', async () => {
    for (const [path, code] of [
      ['/customers/nonsense', 'USER_NOT_FOUND'],
      [`/customers/${absentId('Quote')}`, 'USER_NOT_FOUND'],
      ['/quotes/%00', 'QUOTE_NOT_FOUND'],
      ['/transactions/Transaction:1', 'TRANSACTION_NOT_FOUND'],
      ['/customers/external-accounts/*', 'REFERENCE_NOT_FOUND'],
      [`/quotes/${'x'.repeat(2_000)}`, 'QUOTE_NOT_FOUND'],
    ] as const) {
      await refused(404, code, used.api.get(path));
    }
  });

  it('a request, with the request id in the header and in the body', async () => {
    const headers = { 'x-request-id': `e2e-${randomUUID()}` };
    const answer = await used.api.send<ErrorBody>('GET', '/customers/nonsense', { headers });
    expect(answer.headers.get('x-request-id')).toBe(headers['x-request-id']);
    expect(answer.body.details?.requestId).toBe(headers['x-request-id']);
    const made = await used.api.get<ErrorBody>('/customers/nonsense');
    expect(made.headers.get('x-request-id')).toBe(made.body.details?.requestId);
    expect(made.headers.get('x-request-id')).toMatch(/.{8,}/);
  });
});
