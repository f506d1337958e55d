import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ACCOUNT_TYPES, PAYMENT_ACCOUNTS } from '@corridor/core/internal';
import { type AccountCase, accountCases } from '../../packages/core/src/testing/account-cases.js';
import { accountWith, WRONG } from '../../packages/adapters-rails/src/testing/account-details.js';
import { bolt11Text } from '../../packages/adapters-rails/src/testing/payment-requests.js';
import { type Api, expecting, refused } from '../support/api.js';
import { printedCredential } from '../support/credentials.js';
import { eventually } from '../support/eventually.js';
import { createCustomer, fund, fundedAccount, payoutRequest, platformAccountOf, settled } from '../support/scenario.js';
import { useHost } from '../support/use-host.js';
import type { Customer, ExternalAccount, InternalAccount, Page, Quote, Transaction } from '../support/wire.js';

const CUSTOMERS = '/customers/external-accounts';
const PLATFORM = '/platform/external-accounts';
const CASES = accountCases();
const CURRENCIES = [...new Set(PAYMENT_ACCOUNTS.flatMap((row) => row.currencies))];

/** The number of networks on which the sandbox receives a currency: the chains that carry it, or the one bank. */
const networksOf = (code: string): number =>
  PAYMENT_ACCOUNTS.filter(({ network, currencies }) => network !== null && currencies.some((each) => each === code))
    .length || 1;

const add = (api: Api, customer: Customer, of: Pick<AccountCase, 'currency' | 'info'>) =>
  api.post<ExternalAccount>(CUSTOMERS, { customerId: customer.id, currency: of.currency, accountInfo: of.info });

const fieldsOf = (body: { readonly details?: object | undefined }): readonly string[] =>
  ((body.details as { readonly errors: readonly { readonly field: string }[] }).errors ?? []).map(({ field }) => field);

describe('accounts on sqlite with verified check digits', { concurrent: true, timeout: 120_000 }, () => {
  const used = useHost('sqlite', { env: { CORRIDOR_SANDBOX_STRICT_ACCOUNTS: 'true' } });

  it('of every type can be added with their rails, and a payout to each completes', async () => {
    const { api } = used;
    const customer = await createCustomer(api, { currencies: ['USD', 'EUR'] });
    const dollars = await fundedAccount(api, customer.id, 'USD', 10_000_000);
    const euros = await fundedAccount(api, customer.id, 'EUR', 10_000_000);
    const full = CASES.filter(({ rule }) => rule === 'valid with everything');
    expect(full).toHaveLength(ACCOUNT_TYPES.length);

    const transactions = new Map<string, AccountCase>();
    for (const account of full) {
      const { id: to, accountInfo } = await expecting(201, add(api, customer, account));
      const { paymentRails } = ACCOUNT_TYPES.find(({ type }) => type === account.type)!;
      expect(accountInfo).toEqual({ ...account.info, ...(paymentRails.length > 0 && { paymentRails }) });
      const from = account.currency === 'USD' ? euros.id : dollars.id;
      const request = { ...payoutRequest({ from, to, amount: 10_000 }), immediatelyExecute: true };
      const quote = await expecting(201, api.post<Quote>('/quotes', request));
      transactions.set(quote.transactionId, account);
    }
    const done = await eventually('all payouts', async () => {
      const filter = { customerId: customer.id, type: 'OUTGOING', status: 'COMPLETED', limit: 100 };
      const page = await expecting(200, api.get<Page<Transaction>>('/transactions', filter));
      if (page.data.length < full.length) throw new Error(`so far: ${page.data.length}`);
      return page.data;
    });
    expect(done.map(({ id }) => id).sort()).toEqual([...transactions.keys()].sort());
    for (const { id, receivedAmount } of done) {
      expect(receivedAmount?.currency.code).toBe(transactions.get(id)!.currency);
      expect(receivedAmount!.amount).toBeGreaterThan(0);
    }
  });

  it('of every type are refused with exactly the faulty fields', async () => {
    const { api } = used;
    const customer = await createCustomer(api);
    for (const { type } of ACCOUNT_TYPES) {
      // Each type is tested with another case, so that all validation rules are covered.
      const broken = CASES.filter((each) => each.type === type && each.code === 'INVALID_INPUT');
      const { currency, info, fields } = broken[(type.length * 7) % broken.length]!;
      const body = await refused(400, 'INVALID_INPUT', add(api, customer, { currency, info }));
      expect(fieldsOf(body).toSorted()).toEqual(fields.toSorted());
    }
  });

  it('are refused for a wrong check digit, except with a magic ending', async () => {
    const { api } = used;
    const customer = await createCustomer(api);
    const tried = new Set<string>();
    for (const [type, field, details] of WRONG) {
      if (field.startsWith('beneficiary') || tried.has(type)) continue;
      tried.add(type);
      const info = accountWith(type, details);
      const currency = String(info['assetType'] ?? ACCOUNT_TYPES.find((row) => row.type === type)!.currencies[0]);
      const body = await refused(400, 'INVALID_BANK_ACCOUNT', add(api, customer, { currency, info }));
      expect(fieldsOf(body), type).toEqual([`accountInfo.${field}`]);
    }
    expect(tried.size).toBeGreaterThan(15);
    const info = accountWith('MXN_ACCOUNT', { clabeNumber: '032180000118359002' });
    await expecting(201, add(api, customer, { currency: 'MXN', info }));
    const business = {
      customerType: 'BUSINESS',
      businessInfo: { legalName: 'Acme', country: 'BR', taxId: '11222333000180' },
    };
    const body = await refused(400, 'INVALID_INPUT', api.post('/customers', business));
    expect(fieldsOf(body)).toEqual(['businessInfo.taxId']);
  });

  it('with an invoice of Lightning are paid once, in its amount, and not after its end', async () => {
    const { api } = used;
    const customer = await createCustomer(api, { currencies: ['USD'] });
    const from = (await fundedAccount(api, customer.id, 'USD', 10_000_000)).id;
    const satoshis = 250_000;
    const of = (timestamp: number) =>
      bolt11Text({ msat: 250_000_000n, paymentHash: randomBytes(32).toString('hex'), timestamp, expireSeconds: 3_600 });
    const added = (invoice: string) =>
      expecting(201, add(api, customer, { currency: 'BTC', info: { accountType: 'LIGHTNING', invoice } }));
    const quoted = (to: string, amount = satoshis) =>
      api.post<Quote>('/quotes', { ...payoutRequest({ from, to, amount }), lockedCurrencySide: 'RECEIVING' });
    const now = Math.floor(Date.now() / 1000);

    const { id } = await added(of(now));
    for (const [amount, text] of [
      [1_000, '0.00001000 BTC'],
      [900_000, '0.00900000 BTC'],
    ] as const) {
      const body = await refused(400, 'INVALID_AMOUNT', quoted(id, amount));
      expect(fieldsOf(body)).toEqual(['lockedCurrencyAmount']);
      expect(JSON.stringify(body)).toContain(
        `delivers ${text}, but the invoice in the destination account asks for 0.00250000 BTC`,
      );
    }
    const quotes = [await expecting(201, quoted(id)), await expecting(201, quoted(id))];
    const executed = await Promise.all(quotes.map(({ id: quoteId }) => api.post<Quote>(`/quotes/${quoteId}/execute`)));
    expect(executed.map(({ status }) => status).sort()).toEqual([200, 409]);
    await refused(409, 'CONFLICT', quoted(id));
    const paid = quotes[executed.findIndex(({ status }) => status === 200)]!;
    expect((await settled(api, paid.transactionId)).status).toBe('COMPLETED');
    await refused(409, 'CONFLICT', quoted(id));

    const expired = await added(of(now - 7_200));
    const body = await refused(400, 'INVALID_BANK_ACCOUNT', quoted(expired.id));
    expect(fieldsOf(body)).toEqual(['destination.accountId']);
  });

  it(
    'have payment instructions with their own reference in every currency, and so have quotes',
    { timeout: 120_000 },
    async () => {
      const { deployment, api: ours } = used;
      const list = CURRENCIES.join(',');
      const created = await deployment.command('platform', 'create', '--name', 'World', '--currencies', list);
      const api = ours.as(printedCredential(created));
      const { data } = await expecting(200, api.get<Page<InternalAccount>>('/platform/internal-accounts'));
      expect(data.map(({ balance }) => balance.currency.code).sort()).toEqual(CURRENCIES.toSorted());
      const customer = await createCustomer(api);
      const { data: customers } = await expecting(
        200,
        api.get<Page<InternalAccount>>('/customers/internal-accounts', { customerId: customer.id, limit: 100 }),
      );
      const payee = async (type: 'USD_ACCOUNT' | 'EUR_ACCOUNT') => {
        const account = CASES.find((each) => each.type === type && each.rule === 'valid with the least')!;
        return expecting(201, add(api, customer, account));
      };
      const [dollars, euros] = [await payee('USD_ACCOUNT'), await payee('EUR_ACCOUNT')];

      const references = [...data, ...customers].map(({ balance, fundingPaymentInstructions: all }) => {
        const { code } = balance.currency;
        // One instruction for each network that carries the currency, each with this account's reference or address.
        expect(all.length, code).toBe(networksOf(code));
        expect(new Set(all.map(({ accountOrWalletInfo }) => JSON.stringify(accountOrWalletInfo))).size).toBe(
          all.length,
        );
        const [one, ...others] = new Set(all.map(({ accountOrWalletInfo }) => accountOrWalletInfo.reference!));
        expect(others).toEqual([]);
        return one!;
      });
      for (const currency of CURRENCIES) {
        const to = currency === 'USD' ? euros.id : dollars.id;
        const quote = await expecting(
          201,
          api.post<Quote>('/quotes', {
            source: { sourceType: 'REALTIME_FUNDING', customerId: customer.id, currency },
            destination: { destinationType: 'ACCOUNT', accountId: to },
            lockedCurrencySide: 'RECEIVING',
            lockedCurrencyAmount: 1_000,
          }),
        );
        expect(quote.paymentInstructions).toHaveLength(1);
        references.push(quote.paymentInstructions![0]!.accountOrWalletInfo.reference!);
      }
      for (const reference of references) expect(reference).toMatch(/^[34679ACDEFGHJKMNPQRTUVWX]{12}$/);
      expect(references).toHaveLength(3 * CURRENCIES.length);
      expect(new Set(references).size).toBe(references.length);
    },
  );

  it('have an address of the chain on every chain', async () => {
    const { api } = used;
    const customer = await createCustomer(api);
    const least = CASES.find(({ type, rule }) => type === 'EUR_ACCOUNT' && rule === 'valid with the least')!;
    const payee = await expecting(201, add(api, customer, least));
    const onChains = PAYMENT_ACCOUNTS.filter(({ network }) => network !== null);
    expect(onChains).toHaveLength(8);
    for (const { type, network: cryptoNetwork, currencies } of onChains) {
      // The platform of the host supports two of the assets.
      const currency = currencies.find((code) => code === 'BTC' || code === 'USDC');
      if (currency === undefined) continue;
      const quote = await expecting(
        201,
        api.post<Quote>('/quotes', {
          source: { sourceType: 'REALTIME_FUNDING', customerId: customer.id, currency, cryptoNetwork },
          destination: { destinationType: 'ACCOUNT', accountId: payee.id },
          lockedCurrencySide: 'RECEIVING',
          lockedCurrencyAmount: 10_000,
        }),
      );
      expect(quote.paymentInstructions![0]!.accountOrWalletInfo.accountType).toBe(type);
    }
  });
});

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

function base58(bytes: Uint8Array): string {
  let value = BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
  let text = '';
  for (; value > 0n; value /= 58n) text = BASE58[Number(value % 58n)]! + text;
  const zeros = bytes.findIndex((byte) => byte !== 0);
  return '1'.repeat(zeros) + text;
}

/** A Solana wallet with a new key on each call. */
function wallet() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  return {
    address: base58(Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url')),
    sign: (message: string): string => base58(sign(null, Buffer.from(message), privateKey)),
  };
}

interface Challenge {
  readonly method: string;
  readonly messageToSign: string;
  readonly expiresAt: string;
}

describe('wallets and the accounts of the platform on sqlite', { concurrent: true, timeout: 120_000 }, () => {
  const used = useHost('sqlite', { shipped: true });

  const owned = (address: string) => ({
    currency: 'USDC',
    ownershipType: 'FIRST_PARTY',
    accountInfo: { accountType: 'SOLANA_WALLET', address },
  });
  const challenge = (api: Api, path: string, id: string) =>
    expecting(201, api.post<Challenge>(`${path}/${id}/challenge`, { method: 'WALLET_SIGNATURE' }));

  it.each([
    ["a customer's", CUSTOMERS],
    ["the platform's", PLATFORM],
  ])('%s own wallet can be paid after its owner has signed the challenge', async (_whose, path) => {
    const { api, receiver } = used;
    const customer = await createCustomer(api, { currencies: ['USD'] });
    const source = await fundedAccount(api, customer.id, 'USD', 50_000);
    const mine = wallet();
    const owner = path === CUSTOMERS ? { customerId: customer.id } : {};
    const account = await expecting(201, api.post<ExternalAccount>(path, { ...owner, ...owned(mine.address) }));
    expect(account.status).toBe('PENDING_OWNERSHIP_VERIFICATION');
    expect(account.customerId).toBe(path === CUSTOMERS ? customer.id : undefined);

    const request = { ...payoutRequest({ from: source.id, to: account.id, amount: 10_000 }), immediatelyExecute: true };
    await refused(400, 'EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED', api.post('/quotes', request));
    const { method, messageToSign, expiresAt } = await challenge(api, path, account.id);
    expect(method).toBe('WALLET_SIGNATURE');
    expect(Date.parse(expiresAt)).toBeGreaterThan(Date.now());

    const verify = (signature: string, idempotencyKey?: string) =>
      api.post<ExternalAccount>(
        `${path}/${account.id}/verify`,
        { signature },
        idempotencyKey === undefined ? {} : { idempotencyKey },
      );
    await refused(401, 'INVALID_SIGNATURE', verify(wallet().sign(messageToSign)));
    await refused(401, 'INVALID_SIGNATURE', verify(mine.sign(`${messageToSign} `)));
    expect(fieldsOf(await refused(400, 'INVALID_INPUT', verify('scribble')))).toEqual(['signature']);
    const key = `verify ${account.id}`;
    const proven = await verify(mine.sign(messageToSign), key);
    expect([proven.status, proven.body]).toEqual([200, { ...account, status: 'ACTIVE' }]);
    const replayed = await verify(mine.sign(messageToSign), key);
    expect([replayed.text, replayed.headers.get('idempotent-replayed')]).toEqual([proven.text, 'true']);
    await refused(409, 'CONFLICT', verify(mine.sign(messageToSign)));
    await refused(409, 'CONFLICT', api.post(`${path}/${account.id}/challenge`, { method: 'WALLET_SIGNATURE' }));

    const quote = await expecting(201, api.post<Quote>('/quotes', request));
    await settled(api, quote.transactionId);
    await receiver.sequence(account.id, ['EXTERNAL_ACCOUNT.STATUS_UPDATED']);
    const { event } = await receiver.delivery('EXTERNAL_ACCOUNT.STATUS_UPDATED', account.id);
    expect(event.data).toEqual(proven.body);
  });

  it('a challenge is valid for one account and one path, and other methods are not supported', async () => {
    const { api } = used;
    const customer = await createCustomer(api);
    const mine = wallet();
    const body = owned(mine.address);
    const theirs = await expecting(201, api.post<ExternalAccount>(CUSTOMERS, { customerId: customer.id, ...body }));
    const ours = await expecting(201, api.post<ExternalAccount>(PLATFORM, body));
    const { messageToSign } = await challenge(api, CUSTOMERS, theirs.id);
    await challenge(api, PLATFORM, ours.id);
    const signature = mine.sign(messageToSign);
    await refused(401, 'INVALID_SIGNATURE', api.post(`${PLATFORM}/${ours.id}/verify`, { signature }));
    await refused(404, 'REFERENCE_NOT_FOUND', api.post(`${PLATFORM}/${theirs.id}/verify`, { signature }));
    await refused(
      404,
      'REFERENCE_NOT_FOUND',
      api.post(`${CUSTOMERS}/${ours.id}/challenge`, { method: 'WALLET_SIGNATURE' }),
    );
    await refused(501, 'NOT_IMPLEMENTED', api.post(`${CUSTOMERS}/${theirs.id}/challenge`, { method: 'LIVENESS' }));
    const wish = await refused(
      400,
      'INVALID_INPUT',
      api.post(`${CUSTOMERS}/${theirs.id}/challenge`, { method: 'WISH' }),
    );
    expect(fieldsOf(wish)).toEqual(['method']);
    const bad = await refused(
      400,
      'INVALID_INPUT',
      api.post(`${CUSTOMERS}/${theirs.id}/verify`, { signatureScheme: 'x' }),
    );
    expect(fieldsOf(bad).toSorted()).toEqual(['signature', 'signatureScheme']);
  });

  it("the platform's accounts are separate from its customers' accounts when they are added, listed, read, paid and deleted", async () => {
    const { api } = used;
    const platform = await expecting(200, api.get<{ readonly id: string }>('/config'));
    const details = { accountType: 'GBP_ACCOUNT', sortCode: '200000', accountNumber: '55779911' };
    const beneficiary = { beneficiaryType: 'BUSINESS', legalName: 'Example Trading Ltd' };
    const body = { currency: 'GBP', platformAccountId: 'treasury', accountInfo: { ...details, beneficiary } };
    const account = await expecting(201, api.post<ExternalAccount>(PLATFORM, body));
    expect(account).toMatchObject({ status: 'ACTIVE', currency: 'GBP', platformAccountId: 'treasury' });
    expect(account).not.toHaveProperty('customerId');
    await refused(409, 'CONFLICT', api.post(PLATFORM, body));
    expect(await expecting(200, api.get(`${PLATFORM}/${account.id}`))).toEqual(account);
    await refused(404, 'REFERENCE_NOT_FOUND', api.get(`${CUSTOMERS}/${account.id}`));
    const listed = async (path: string) =>
      (await expecting(200, api.get<Page<ExternalAccount>>(path, { currency: 'GBP', limit: 100 }))).data.map(
        ({ id }) => id,
      );
    expect(await listed(PLATFORM)).toEqual([account.id]);
    expect(await listed(CUSTOMERS)).not.toContain(account.id);
    const wrong = await refused(400, 'INVALID_INPUT', api.post(PLATFORM, { currency: 'GBP', accountInfo: details }));
    expect(fieldsOf(wrong)).toEqual(['accountInfo.beneficiary']);

    const source = await fund(api, (await platformAccountOf(api, 'USD')).id, 50_000);
    const quote = await expecting(
      201,
      api.post<Quote>('/quotes', payoutRequest({ from: source.id, to: account.id, amount: 10_000 })),
    );
    await refused(409, 'CONFLICT', api.delete(`${PLATFORM}/${account.id}`));
    await expecting(200, api.post(`/quotes/${quote.id}/execute`));
    const paid = await settled(api, quote.transactionId);
    expect(paid).toMatchObject({ customerId: platform.id, destination: { accountId: account.id } });

    await refused(404, 'REFERENCE_NOT_FOUND', api.delete(`${CUSTOMERS}/${account.id}`));
    await expecting(204, api.delete(`${PLATFORM}/${account.id}`));
    await refused(404, 'REFERENCE_NOT_FOUND', api.get(`${PLATFORM}/${account.id}`));
    expect(await listed(PLATFORM)).toEqual([]);
  });

  it('production verifies check digits', async () => {
    const { deployment, api: ours } = used;
    const created = await deployment.command('platform', 'create', '--name', 'Real', '--environment', 'PRODUCTION');
    const api = ours.as(printedCredential(created));
    const customer = await createCustomer(api);
    const info = (iban: string) => accountWith('EUR_ACCOUNT', { iban });
    const wrong = { currency: 'EUR', info: info('DE89370400440532013001') };
    expect(fieldsOf(await refused(400, 'INVALID_BANK_ACCOUNT', add(api, customer, wrong)))).toEqual([
      'accountInfo.iban',
    ]);
    const right = { currency: 'EUR', info: info('DE89370400440532013000') };
    expect((await expecting(201, add(api, customer, right))).status).toBe('ACTIVE');
  });

  it('an operator freezes and unfreezes an account with the command line', async () => {
    const { api, deployment, receiver } = used;
    const customer = await createCustomer(api, { currencies: ['USD'] });
    const source = await fundedAccount(api, customer.id, 'USD', 50_000);
    const { id: platformId } = await expecting(200, api.get<{ readonly id: string }>('/config'));
    const options = ['--platform', platformId, '--account', source.id, '--reason', 'the phone was stolen'];
    const { exitCode, stdout } = await deployment.commandAsOperator('account', 'freeze', ...options);
    expect([exitCode, stdout.split('\n')[0]]).toEqual([0, `${source.id} is FROZEN`]);
    expect(stdout).toContain(`corridor customer block --id ${customer.id}`);
    const payee = await expecting(
      201,
      api.post<ExternalAccount>(PLATFORM, {
        currency: 'EUR',
        accountInfo: accountWith('EUR_ACCOUNT', { iban: 'NL91ABNA0417164300' }),
      }),
    );
    const request = payoutRequest({ from: source.id, to: payee.id, amount: 1_000 });
    await refused(403, 'USER_NOT_READY', api.post('/quotes', request));
    await deployment.commandAsOperator('account', 'unfreeze', ...options);
    await expecting(201, api.post('/quotes', request));
    await receiver.sequence(source.id, [
      'INTERNAL_ACCOUNT.BALANCE_UPDATED',
      'INTERNAL_ACCOUNT.STATUS_UPDATED',
      'INTERNAL_ACCOUNT.STATUS_UPDATED',
    ]);
    const renewed = await deployment.command('account', 'renew', '--platform', platformId);
    expect(renewed.stdout).toMatch(/^0 of \d+ accounts have new funding instructions$/m);
  });
});
