import { describe, expect, it } from 'vitest';
import { expecting, refused } from '../support/api.js';
import { eventually } from '../support/eventually.js';
import {
  accountOf,
  addAccount,
  createCustomer,
  pay,
  quoteFunding,
  readQuote,
  readTransaction,
  settled,
} from '../support/scenario.js';
import { verifiesByKey, verifiesBySecret } from '../support/signatures.js';
import { databasesOf } from '../support/tiers.js';
import { useHost } from '../support/use-host.js';
import { webhookReceiver } from '../support/webhook-receiver.js';
import type { PlatformConfig, Transaction } from '../support/wire.js';

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
/** A payment reference has no characters that look alike: 0 and O, 1, I and L. */
const REFERENCE = /^[2-9A-HJKMNP-Z]{8,}$/;

describe.each(databasesOf(import.meta.url))('buying bitcoin with dollars on %s', (database) => {
  const used = useHost(database);

  it('leads from a new customer to a completed payment with signed events', async () => {
    const { api, receiver } = used;
    const customer = await createCustomer(api, { platformCustomerId: 'ada', currencies: ['USD', 'BTC'] });
    expect(customer).toMatchObject({ platformCustomerId: 'ada', kycStatus: 'APPROVED' });
    expect(customer.umaAddress).toMatch(/^\$.+@.+$/);
    await receiver.sequence(customer.id, ['CUSTOMER.KYC_PENDING', 'CUSTOMER.KYC_APPROVED']);

    const wallet = await addAccount(api, customer.id, 'BTC');
    expect(wallet).toMatchObject({ status: 'ACTIVE', currency: 'BTC', customerId: customer.id });
    expect(wallet.accountInfo.accountType).toBe('LAYER2_WALLET');

    const quote = await quoteFunding(
      api,
      { customerId: customer.id, to: wallet.id, amount: 10_000 },
      { description: 'Buy bitcoin' },
    );
    expect(quote).toMatchObject({
      status: 'PENDING',
      sendingCurrency: { code: 'USD', decimals: 2 },
      receivingCurrency: { code: 'BTC', decimals: 8 },
      totalSendingAmount: 10_000,
      // A service fee of 50 basis points, then 10 satoshis for each remaining cent.
      feesIncluded: 50,
      totalReceivingAmount: 99_500,
      exchangeRate: 10,
    });
    expect(Date.parse(quote.expiresAt) - Date.parse(quote.createdAt)).toBe(300_000);
    const reference = quote.paymentInstructions?.[0]?.accountOrWalletInfo.reference;
    expect(reference).toMatch(REFERENCE);

    const sent = await pay(api, quote.id);
    expect(sent).toMatchObject({ id: quote.transactionId, status: 'PROCESSING', type: 'OUTGOING', direction: 'DEBIT' });

    const done = await settled(api, sent.id);
    expect(done).toMatchObject({
      status: 'COMPLETED',
      customerId: customer.id,
      platformCustomerId: 'ada',
      quoteId: quote.id,
      description: 'Buy bitcoin',
      sentAmount: { amount: 10_000, currency: { code: 'USD' } },
      receivedAmount: { amount: 99_500, currency: { code: 'BTC' } },
      fees: 50,
      exchangeRate: 10,
      source: { sourceType: 'REALTIME_FUNDING' },
      destination: { destinationType: 'ACCOUNT', accountId: wallet.id },
      reconciliationInstructions: { reference },
    });
    expect(done.settledAt).toMatch(ISO);
    expect(done.failureReason).toBeUndefined();
    expect(await readQuote(api, quote.id)).toMatchObject({ status: 'COMPLETED', transactionId: done.id });

    await receiver.sequence(done.id, ['OUTGOING_PAYMENT.PROCESSING', 'OUTGOING_PAYMENT.COMPLETED']);
    const completed = await receiver.delivery('OUTGOING_PAYMENT.COMPLETED', done.id);
    expect(completed.event.data).toEqual(done);
    expect(completed.event.timestamp).toMatch(ISO);
    expect(completed.event.id).toMatch(/^Webhook:/);
    expect(completed.headers['webhook-id']).toBe(completed.event.id);
    const publicKey = await expecting(200, api.get<string>('/webhooks/public-key'));
    const { secret } = await expecting(200, api.get<{ secret: string }>('/webhooks/secret'));
    expect(secret).toMatch(/^whsec_/);
    expect(verifiesByKey(completed, publicKey)).toBe(true);
    expect(verifiesBySecret(completed, secret)).toBe(true);
  });

  it('uses each reference once', async () => {
    const { api } = used;
    const customer = await createCustomer(api, { currencies: ['USD'] });
    const wallet = await addAccount(api, customer.id, 'BTC');
    const quotes = await Promise.all(
      Array.from({ length: 20 }, () => quoteFunding(api, { customerId: customer.id, to: wallet.id, amount: 5000 })),
    );
    const account = await accountOf(api, customer.id, 'USD');
    const references = [
      ...quotes.map((quote) => quote.paymentInstructions?.[0]?.accountOrWalletInfo.reference),
      account.fundingPaymentInstructions[0]?.accountOrWalletInfo.reference,
    ];
    for (const reference of references) expect(reference).toMatch(REFERENCE);
    expect(new Set(references).size).toBe(21);
  });

  it('refuses a payment in another currency and keeps the quote open', async () => {
    const { api } = used;
    const customer = await createCustomer(api);
    const wallet = await addAccount(api, customer.id, 'BTC');
    const quote = await quoteFunding(api, { customerId: customer.id, to: wallet.id, amount: 5000 });
    await refused(
      400,
      'INVALID_CURRENCY',
      api.post('/sandbox/send', { quoteId: quote.id, currencyCode: 'EUR', currencyAmount: 5000 }),
    );
    expect(await readQuote(api, quote.id)).toMatchObject({ status: 'PENDING' });
    await refused(404, 'TRANSACTION_NOT_FOUND', api.get(`/transactions/${quote.transactionId}`));
  });

  it.each([
    ['less', 4999],
    ['more', 5001],
  ])('%s money than the quote asks for fails the payment and goes back', async (_what, amount) => {
    const { api, receiver } = used;
    const customer = await createCustomer(api);
    const wallet = await addAccount(api, customer.id, 'BTC');
    const quote = await quoteFunding(api, { customerId: customer.id, to: wallet.id, amount: 5000 });
    const failed = await pay(api, quote.id, amount);
    expect(failed).toMatchObject({
      id: quote.transactionId,
      status: 'FAILED',
      failureReason: 'FUNDING_AMOUNT_MISMATCH',
      sentAmount: { amount },
    });
    await receiver.sequence(failed.id, [
      'OUTGOING_PAYMENT.FAILED',
      'OUTGOING_PAYMENT.REFUND_PENDING',
      'OUTGOING_PAYMENT.REFUND_COMPLETED',
    ]);
    const refunded = await readTransaction(api, failed.id);
    expect(refunded).toMatchObject({ status: 'FAILED', refund: { status: 'COMPLETED', reason: 'TRANSACTION_FAILED' } });
    expect(refunded.refund?.settledAt).toMatch(ISO);
    expect(refunded.settledAt).toBeUndefined();
    expect(await readQuote(api, quote.id)).toMatchObject({ status: 'FAILED' });
  });

  it('ignores a second payment with the same reference', async () => {
    const { api, receiver } = used;
    const customer = await createCustomer(api);
    const wallet = await addAccount(api, customer.id, 'BTC');
    const quote = await quoteFunding(api, { customerId: customer.id, to: wallet.id, amount: 5000 });
    const first = await settled(api, (await pay(api, quote.id)).id);
    const again = await Promise.all([pay(api, quote.id), pay(api, quote.id, 17), pay(api, quote.id)]);
    for (const answer of again) expect(answer).toEqual(first);
    expect(await readTransaction(api, first.id)).toEqual(first);
    expect(await readQuote(api, quote.id)).toMatchObject({ status: 'COMPLETED' });
    const { data } = await expecting(
      200,
      api.get<{ data: readonly Transaction[] }>('/transactions', { customerId: customer.id }),
    );
    expect(data.map(({ id }) => id)).toEqual([first.id]);
    await receiver.sequence(first.id, ['OUTGOING_PAYMENT.PROCESSING', 'OUTGOING_PAYMENT.COMPLETED']);
  });

  it('makes one payment of 50 concurrent payments with one reference', async () => {
    const { api, receiver } = used;
    const customer = await createCustomer(api);
    const wallet = await addAccount(api, customer.id, 'BTC');
    const quote = await quoteFunding(api, { customerId: customer.id, to: wallet.id, amount: 5000 });
    const answers = await Promise.all(Array.from({ length: 50 }, () => pay(api, quote.id)));
    expect(new Set(answers.map(({ id }) => id))).toEqual(new Set([quote.transactionId]));
    await settled(api, quote.transactionId);
    await receiver.sequence(quote.transactionId, ['OUTGOING_PAYMENT.PROCESSING', 'OUTGOING_PAYMENT.COMPLETED']);
  });

  it('refuses to execute a quote that waits for funding', async () => {
    const { api } = used;
    const customer = await createCustomer(api);
    const wallet = await addAccount(api, customer.id, 'BTC');
    const quote = await quoteFunding(api, { customerId: customer.id, to: wallet.id, amount: 5000 });
    await refused(400, 'INVALID_INPUT', api.post(`/quotes/${quote.id}/execute`));
    expect(await readQuote(api, quote.id)).toMatchObject({ status: 'PENDING' });
  });
});

describe.each(databasesOf(import.meta.url, 'sqlite'))('the webhook endpoint', () => {
  const used = useHost('sqlite', { webhooks: false });

  it('receives a test when it is set, and on request', async () => {
    const { api, receiver } = used;
    await refused(400, 'WEBHOOK_ENDPOINT_NOT_SET', api.post('/sandbox/webhooks/test'));

    const config = await expecting(200, api.patch<PlatformConfig>('/config', { webhookEndpoint: receiver.url }));
    expect(config.webhookEndpoint).toBe(receiver.url);
    const first = await receiver.delivery('TEST');
    const publicKey = await expecting(200, api.get<string>('/webhooks/public-key'));
    expect(verifiesByKey(first, publicKey)).toBe(true);
    await expecting(200, api.patch('/config', { webhookEndpoint: receiver.url }));

    receiver.answerWith((_delivery, response) => response.writeHead(202).end('noted'));
    const tested = await expecting(
      200,
      api.post<{ url: string; response_status: number; response_body: string }>('/sandbox/webhooks/test'),
    );
    expect(tested).toEqual({ url: receiver.url, response_status: 202, response_body: 'noted' });
    expect(receiver.deliveries.map(({ event }) => event.type)).toEqual(['TEST', 'TEST']);

    receiver.answerWith((_delivery, response) => response.writeHead(500).end());
    await refused(400, 'WEBHOOK_DELIVERY_ERROR', api.post('/sandbox/webhooks/test'));
    receiver.answerWith((_delivery, response) => response.writeHead(302, { location: '/elsewhere' }).end());
    await refused(400, 'WEBHOOK_DELIVERY_ERROR', api.post('/sandbox/webhooks/test'));
    expect(receiver.deliveries.every(({ event }) => event.type === 'TEST')).toBe(true);
    receiver.answerWith((_delivery, response) => response.writeHead(200).end());
  });

  it('receives all events from the moment at which it is set, even if others are queued', async () => {
    const { api } = used;
    const other = await webhookReceiver();
    try {
      await Promise.all(Array.from({ length: 20 }, () => createCustomer(api)));
      await expecting(200, api.patch('/config', { webhookEndpoint: other.url }));
      const customer = await createCustomer(api);
      await eventually('the test webhook at the new address', () =>
        other.deliveries.some(({ event }) => event.type === 'TEST'),
      );
      await other.sequence(customer.id, ['CUSTOMER.KYC_PENDING', 'CUSTOMER.KYC_APPROVED']);
      expect(used.receiver.typesOf(customer.id)).toEqual([]);
    } finally {
      await expecting(200, api.patch('/config', { webhookEndpoint: used.receiver.url }));
      await other.close();
    }
  });
});
