import { describe, expect, it } from 'vitest';
import { expecting, refused } from '../support/api.js';
import { priceOf, priceToDeliver, type Terms } from '../support/pricing.js';
import {
  accountOf,
  addAccount,
  balances,
  createCustomer,
  executeQuote,
  fund,
  fundedAccount,
  pay,
  payoutRequest,
  platformAccountOf,
  quoteFunding,
  quotePayout,
  readQuote,
  readTransaction,
  settled,
} from '../support/scenario.js';
import { databasesOf } from '../support/tiers.js';
import { useHost } from '../support/use-host.js';
import type { Page, Quote, Transaction } from '../support/wire.js';

/** The sandbox's rates in cents: one dollar is 0.92 euros and 18.50 pesos. */
const TERMS = { EUR: { rate: [92n, 100n] }, MXN: { rate: [185n, 10n] } } as const satisfies Record<string, Terms>;
const FUNDED = 50_000;

describe.each(databasesOf(import.meta.url))('prefunded payouts on %s', { concurrent: true }, (database) => {
  const used = useHost(database);

  it.each([
    ['EUR', 'SENDING', 10_000],
    ['EUR', 'RECEIVING', 10_000],
    ['EUR', 'RECEIVING', 91],
    ['MXN', 'SENDING', 10_001],
    ['MXN', 'RECEIVING', 10_007],
    ['MXN', 'SENDING', 1],
  ] as const)('to %s with a locked %s amount of %i', async (currency, side, amount) => {
    const { api, receiver } = used;
    const customer = await createCustomer(api, { currencies: ['USD'] });
    const source = await fundedAccount(api, customer.id, 'USD', FUNDED);
    const payee = await addAccount(api, customer.id, currency);
    const price = (side === 'SENDING' ? priceOf : priceToDeliver)(BigInt(amount), TERMS[currency]);

    const quote = await quotePayout(api, { from: source.id, to: payee.id, amount, side });
    expect(quote).toMatchObject({
      status: 'PENDING',
      totalSendingAmount: price.sending,
      totalReceivingAmount: price.receiving,
      feesIncluded: price.fees,
      sendingCurrency: { code: 'USD' },
      receivingCurrency: { code: currency },
      source: { sourceType: 'ACCOUNT', accountId: source.id },
    });
    expect(quote.platformFeesIncluded ?? 0).toBe(0);
    expect(quote.paymentInstructions ?? []).toEqual([]);
    const converted = (quote.totalSendingAmount - quote.feesIncluded) * quote.exchangeRate;
    // For a locked receiving amount, up to one cent more than necessary may be converted.
    expect(converted).toBeGreaterThanOrEqual(quote.totalReceivingAmount - 1e-6);
    expect(converted).toBeLessThan(quote.totalReceivingAmount + 1 + quote.exchangeRate);
    expect(await balances(api, customer.id, 'USD')).toEqual([FUNDED, FUNDED]);

    const executed = await executeQuote(api, quote.id);
    expect(executed).toMatchObject({ id: quote.id, status: 'PROCESSING', transactionId: quote.transactionId });
    const done = await settled(api, quote.transactionId);
    expect(done).toMatchObject({
      type: 'OUTGOING',
      direction: 'DEBIT',
      sentAmount: { amount: price.sending, currency: { code: 'USD' } },
      receivedAmount: { amount: price.receiving, currency: { code: currency } },
      fees: price.fees,
      quoteId: quote.id,
      source: { sourceType: 'ACCOUNT', accountId: source.id },
      destination: { destinationType: 'ACCOUNT', accountId: payee.id },
    });
    expect(done.refund).toBeUndefined();
    expect(await readQuote(api, quote.id)).toEqual({ ...quote, status: 'COMPLETED' });
    const left = FUNDED - price.sending;
    expect(await balances(api, customer.id, 'USD')).toEqual([left, left]);
    await receiver.sequence(done.id, ['OUTGOING_PAYMENT.PROCESSING', 'OUTGOING_PAYMENT.COMPLETED']);
    await receiver.sequence(source.id, ['INTERNAL_ACCOUNT.BALANCE_UPDATED', 'INTERNAL_ACCOUNT.BALANCE_UPDATED']);
    const told = receiver.deliveries.filter(({ event }) => event.data?.id === source.id).map(({ event }) => event.data);
    expect(told).toMatchObject([
      { balance: { amount: FUNDED }, totalBalance: { amount: FUNDED } },
      { balance: { amount: left }, totalBalance: { amount: FUNDED } },
    ]);
  });

  it('a payment shows the rate details of its quote while it is processed, completed, in lists and in events', async () => {
    const { api, receiver } = used;
    const customer = await createCustomer(api, { currencies: ['USD'] });
    const source = await fundedAccount(api, customer.id, 'USD', FUNDED);
    const payee = await addAccount(api, customer.id, 'EUR');
    const { id, transactionId, rateDetails } = await quotePayout(api, {
      from: source.id,
      to: payee.id,
      amount: 10_000,
    });
    expect(rateDetails).toMatchObject({ counterpartyMultiplier: 1, svcApiMultiplier: 0.92 });
    await executeQuote(api, id);
    expect((await readTransaction(api, transactionId)).rateDetails).toEqual(rateDetails);
    expect((await settled(api, transactionId)).rateDetails).toEqual(rateDetails);
    const { data } = await expecting(
      200,
      api.get<Page<Transaction>>('/transactions', { customerId: customer.id, type: 'OUTGOING' }),
    );
    expect(data).toMatchObject([{ rateDetails }]);
    for (const what of ['PROCESSING', 'COMPLETED']) {
      const { event } = await receiver.delivery(`OUTGOING_PAYMENT.${what}`, transactionId);
      expect(event.data?.['rateDetails']).toEqual(rateDetails);
    }
  });

  it.each([
    ['a payout without a requested rail shows the chosen one', {}, { paymentRail: 'SEPA', railSelectionMode: 'AUTO' }],
    [
      'a payout with a requested rail shows it',
      { paymentRail: 'SEPA_INSTANT' },
      { paymentRail: 'SEPA_INSTANT', railSelectionMode: 'MANUAL' },
    ],
  ])('%s', async (_, named, shown) => {
    const { api, receiver } = used;
    const customer = await createCustomer(api, { currencies: ['USD'] });
    const source = await fundedAccount(api, customer.id, 'USD', FUNDED);
    const payee = await addAccount(api, customer.id, 'EUR');
    const request = payoutRequest({ from: source.id, to: payee.id, amount: 10_000 });
    const destination = { ...request.destination, ...named };
    const quote = await expecting(201, api.post<Quote>('/quotes', { ...request, destination }));
    expect(quote.destination).toEqual(destination);
    await executeQuote(api, quote.id);
    expect(await settled(api, quote.transactionId)).toMatchObject(shown);
    const { event } = await receiver.delivery('OUTGOING_PAYMENT.COMPLETED', quote.transactionId);
    expect(event.data).toMatchObject(shown);
  });

  it('a second execution returns the quote and moves nothing', async () => {
    const { api } = used;
    const customer = await createCustomer(api, { currencies: ['USD'] });
    const source = await fundedAccount(api, customer.id, 'USD', FUNDED);
    const payee = await addAccount(api, customer.id, 'EUR');
    const quote = await quotePayout(api, { from: source.id, to: payee.id, amount: 10_000 });
    await executeQuote(api, quote.id);
    await settled(api, quote.transactionId);
    expect(await executeQuote(api, quote.id)).toEqual({ ...quote, status: 'COMPLETED' });
    expect(await balances(api, customer.id, 'USD')).toEqual([40_000, 40_000]);
  });

  it('an execution without enough balance is refused, and succeeds after a deposit', async () => {
    const { api } = used;
    const customer = await createCustomer(api, { currencies: ['USD'] });
    const source = await fundedAccount(api, customer.id, 'USD', 9_999);
    const payee = await addAccount(api, customer.id, 'EUR');
    const quote = await quotePayout(api, { from: source.id, to: payee.id, amount: 10_000 });
    await refused(400, 'INVALID_AMOUNT', api.post(`/quotes/${quote.id}/execute`));
    expect(await readQuote(api, quote.id)).toEqual(quote);
    expect(await balances(api, customer.id, 'USD')).toEqual([9_999, 9_999]);
    await refused(404, 'TRANSACTION_NOT_FOUND', api.get(`/transactions/${quote.transactionId}`));
    await fundedAccount(api, customer.id, 'USD', 1);
    await executeQuote(api, quote.id);
    await settled(api, quote.transactionId);
    expect(await balances(api, customer.id, 'USD')).toEqual([0, 0]);
  });

  it('between two internal accounts converts and credits at once', async () => {
    const { api, receiver } = used;
    const [payer, payee] = await Promise.all([
      createCustomer(api, { currencies: ['USD'] }),
      createCustomer(api, { currencies: ['EUR'] }),
    ]);
    const source = await fundedAccount(api, payer.id, 'USD', FUNDED);
    const destination = await accountOf(api, payee.id, 'EUR');
    const price = priceOf(10_000n, TERMS.EUR);
    const quote = await quotePayout(api, { from: source.id, to: destination.id, amount: 10_000 });
    await executeQuote(api, quote.id);
    const done = await settled(api, quote.transactionId);
    expect(done).toMatchObject({ customerId: payer.id, receivedAmount: { amount: price.receiving } });
    expect(await balances(api, payer.id, 'USD')).toEqual([40_000, 40_000]);
    expect(await balances(api, payee.id, 'EUR')).toEqual([price.receiving, price.receiving]);
    await receiver.sequence(done.id, ['OUTGOING_PAYMENT.PROCESSING', 'OUTGOING_PAYMENT.COMPLETED']);
    await receiver.sequence(destination.id, ['INTERNAL_ACCOUNT.BALANCE_UPDATED']);
    const { event } = await receiver.delivery('INTERNAL_ACCOUNT.BALANCE_UPDATED', destination.id);
    expect(event.data).toMatchObject({ balance: { amount: price.receiving } });
  });

  it('immediatelyExecute creates and starts the payment in one request', async () => {
    const { api } = used;
    const customer = await createCustomer(api, { currencies: ['USD'] });
    const source = await fundedAccount(api, customer.id, 'USD', FUNDED);
    const payee = await addAccount(api, customer.id, 'MXN');
    const quote = await quotePayout(
      api,
      { from: source.id, to: payee.id, amount: 10_000 },
      { immediatelyExecute: true, description: 'now', remittanceInformation: 'INV-7' },
    );
    expect(quote.status).toBe('PROCESSING');
    expect(await settled(api, quote.transactionId)).toMatchObject({ description: 'now', quoteId: quote.id });
    expect(await readQuote(api, quote.id)).toMatchObject({ status: 'COMPLETED' });
    expect(await balances(api, customer.id, 'USD')).toEqual([40_000, 40_000]);
  });

  it('immediatelyExecute without enough balance creates nothing, not even a quote', async () => {
    const { api, receiver } = used;
    const customer = await createCustomer(api, { currencies: ['USD'] });
    const source = await fundedAccount(api, customer.id, 'USD', 9_999);
    const payee = await addAccount(api, customer.id, 'MXN');
    const request = { ...payoutRequest({ from: source.id, to: payee.id, amount: 10_000 }), immediatelyExecute: true };
    const key = { idempotencyKey: `too little ${customer.id}` };
    await refused(400, 'INVALID_AMOUNT', api.post('/quotes', request, key));
    expect(await balances(api, customer.id, 'USD')).toEqual([9_999, 9_999]);
    const page = await expecting(200, api.get<Page<Transaction>>('/transactions', { customerId: customer.id }));
    expect(page.data.map(({ type }) => type)).toEqual(['INCOMING']);
    // An account with an open quote cannot be deleted, so the deletion proves that there is none.
    await expecting(204, api.delete(`/customers/external-accounts/${payee.id}`));
    expect(receiver.typesOf(source.id)).toEqual(['INTERNAL_ACCOUNT.BALANCE_UPDATED']);
  });

  it("a payment from the platform's own account carries the platform's id as its customer", async () => {
    const { api, receiver } = used;
    const { data } = await expecting(
      200,
      api.get<Page<{ id: string }>>('/platform/internal-accounts', { currency: 'GBP' }),
    );
    const source = data[0]!;
    await expecting(200, api.post(`/sandbox/internal-accounts/${source.id}/fund`, { amount: 1_000 }));
    const customer = await createCustomer(api);
    const payee = await addAccount(api, customer.id, 'EUR');
    const quote = await quotePayout(
      api,
      { from: source.id, to: payee.id, amount: 1_000 },
      { immediatelyExecute: true },
    );
    const done = await settled(api, quote.transactionId);
    const config = await expecting(200, api.get<{ id: string }>('/config'));
    expect(done).toMatchObject({ customerId: config.id, sentAmount: { currency: { code: 'GBP' } } });
    await receiver.sequence(done.id, ['OUTGOING_PAYMENT.PROCESSING', 'OUTGOING_PAYMENT.COMPLETED']);
    const still = await expecting(200, api.get<Quote>(`/quotes/${quote.id}`));
    expect(still.status).toBe('COMPLETED');
    expect((await readTransaction(api, done.id)).settledAt).toBe(done.settledAt);
  });

  it('are paid by the platform if it names itself as the payer, from its account or in real time', async () => {
    const { api } = used;
    const own = await platformAccountOf(api, 'USD');
    await fund(api, own.id, FUNDED);
    const customer = await createCustomer(api, { currencies: ['USD'] });
    const payee = await addAccount(api, customer.id, 'EUR');
    const { id: platformId } = await expecting(200, api.get<{ id: string }>('/config'));

    const source = { sourceType: 'ACCOUNT', accountId: own.id, customerId: platformId };
    const lent = await quotePayout(api, { from: own.id, to: payee.id, amount: 10_000 }, { source });
    await executeQuote(api, lent.id);
    expect(await settled(api, lent.transactionId)).toMatchObject({ status: 'COMPLETED', customerId: platformId });
    const funded = await quoteFunding(api, { customerId: platformId, to: payee.id, amount: 10_000 });
    await pay(api, funded.id);
    expect(await settled(api, funded.transactionId)).toMatchObject({ status: 'COMPLETED', customerId: platformId });

    const of = (accountId: string, customerId: string) => ({
      ...payoutRequest({ from: own.id, to: payee.id, amount: 100 }),
      source: { sourceType: 'ACCOUNT', accountId, customerId },
    });
    const theirs = await accountOf(api, customer.id, 'USD');
    await refused(404, 'REFERENCE_NOT_FOUND', api.post('/quotes', of(own.id, customer.id)));
    await refused(404, 'REFERENCE_NOT_FOUND', api.post('/quotes', of(theirs.id, platformId)));
  });
});
