import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expecting, refused } from '../support/api.js';
import { balances, createCustomer, executeQuote, settled, transactionWhen } from '../support/scenario.js';
import type { Customer, Page, Transaction } from '../support/wire.js';
import {
  createNetwork,
  HERE,
  fundCustomer,
  type Institution,
  lookUp,
  quoteUma,
  umaQuoteRequest,
} from './institutions.js';

const network = createNetwork(HERE);
let host: Institution;
let account = '';

beforeAll(async () => {
  host = await network.open('postgres');
  account = (await fundCustomer(host, 100_000)).id;
});
afterAll(() => network.close());

async function payTo(to: string) {
  const { lookupId } = await expecting(200, lookUp(host, to));
  const quote = await expecting(201, quoteUma(host, { account, to, lookupId, amount: 2_000 }));
  await executeQuote(host.api, quote.id);
  return quote.transactionId;
}

describe('the addresses of the sandbox', () => {
  it('$success.eur receives the payment', async () => {
    const sent = await settled(host.api, await payTo('$success.eur@sandbox.uma.money'));
    expect(sent.receivedAmount?.currency.code).toBe('EUR');
  });

  it('$pending.long stays PROCESSING', async () => {
    const id = await payTo('$pending.long.usd@sandbox.uma.money');
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect((await expecting(200, host.api.get<Transaction>(`/transactions/${id}`))).status).toBe('PROCESSING');
  });

  it('$fail.compliance fails, and the payer is refunded', async () => {
    const id = await payTo('$fail.compliance.usd@sandbox.uma.money');
    const failed = await transactionWhen(host.api, id, 'refunded', ({ refund }) => refund?.status === 'COMPLETED');
    expect(failed).toMatchObject({ status: 'FAILED', failureReason: 'COMPLIANCE_REJECTED' });
  });

  it('other names are unknown', async () => {
    for (const name of ['$nobody', '$success.xqx', '$success']) {
      await refused(404, 'UMA_NOT_FOUND', lookUp(host, `${name}@sandbox.uma.money`));
    }
  });

  it('can also be paid by realtime funding', async () => {
    const to = '$success.eur@sandbox.uma.money';
    const { lookupId } = await expecting(200, lookUp(host, to));
    const request = umaQuoteRequest({ account, to, lookupId, amount: 2_000 });
    const source = { sourceType: 'REALTIME_FUNDING', customerId: host.customer.id, currency: 'USD' };
    const quote = await expecting(
      201,
      host.api.post<{ id: string; transactionId: string }>('/quotes', { ...request, source }),
    );
    await expecting(200, host.api.post('/sandbox/send', { quoteId: quote.id, currencyCode: 'USD' }));
    await settled(host.api, quote.transactionId);
  });
});

describe('a quote to a UMA address', () => {
  const to = '$success.eur@sandbox.uma.money';
  const lookedUp = async () => (await expecting(200, lookUp(host, to))).lookupId;

  it('needs a lookup of the same address within ten minutes', async () => {
    const lookupId = await lookedUp();
    const payment = { account, to, lookupId, amount: 1_000 };
    const without = { ...umaQuoteRequest(payment), lookupId: undefined };
    await refused(400, 'INVALID_INPUT', host.api.post('/quotes', without));
    const unknown = 'Lookup:01977c5e-6f2a-7b3c-9d4e-5f6a7b8c9d0e';
    await refused(404, 'LOOKUP_REQUEST_NOT_FOUND', quoteUma(host, { ...payment, lookupId: unknown }));
    await refused(400, 'INVALID_INPUT', quoteUma(host, { ...payment, to: '$success.usd@sandbox.uma.money' }));
    await refused(400, 'INVALID_CURRENCY', quoteUma(host, { ...payment, currency: 'MXN' }));
    await refused(400, 'INVALID_UMA_ADDRESS', quoteUma(host, { ...payment, to: 'nobody' }));
  });

  it('must use an account of the customer in the lookup', async () => {
    const stranger = await createCustomer(host.api);
    const page = await expecting(
      200,
      host.api.get<Page<{ id: string }>>('/customers/internal-accounts', { customerId: stranger.id, currency: 'USD' }),
    );
    const payment = { account: page.data[0]!.id, to, lookupId: await lookedUp(), amount: 1_000 };
    await refused(400, 'INVALID_INPUT', quoteUma(host, payment));
  });

  it('is created once per idempotency key, with one request to the institution', async () => {
    const body = umaQuoteRequest({ account, to, lookupId: await lookedUp(), amount: 1_000 });
    const answers = [1, 2].map(() => host.api.post('/quotes', body, { idempotencyKey: 'uma-1' }));
    const [first] = await Promise.all(answers);
    const again = await host.api.post('/quotes', body, { idempotencyKey: 'uma-1' });
    expect(new Set([...(await Promise.all(answers)), again].map(({ text }) => text)).size).toBe(1);
    expect([first!.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
  });

  it('is refused if sender and receiver are the same customer', async () => {
    const { lookupId } = await expecting(200, lookUp(host, host.customer.umaAddress));
    await refused(
      400,
      'SELF_PAYMENT',
      quoteUma(host, { account, to: host.customer.umaAddress, lookupId, amount: 1_000, currency: 'EUR' }),
    );
  });

  it('works between customers of the same host', async () => {
    const friend: Customer = await createCustomer(host.api, { fullName: 'Grace Hopper' });
    const { lookupId } = await expecting(200, lookUp(host, friend.umaAddress));
    const payment = { account, to: friend.umaAddress, lookupId, amount: 1_000, currency: 'MXN' };
    const quote = await expecting(201, quoteUma(host, payment, { immediatelyExecute: true }));
    await settled(host.api, quote.transactionId);
  });

  it('needs a sender in its lookup', async () => {
    await refused(400, 'INVALID_INPUT', host.api.get(`/receiver/uma/${encodeURIComponent(to)}`));
    const bySender = { senderUmaAddress: host.customer.umaAddress };
    await expecting(200, host.api.get(`/receiver/uma/${encodeURIComponent(to)}`, bySender));
  });
});

describe('POST /sandbox/uma/receive', () => {
  const receive = (more: object) =>
    host.api.post<Transaction>('/sandbox/uma/receive', {
      senderUmaAddress: '$eve@bank.example',
      receivingCurrencyCode: 'EUR',
      receivingCurrencyAmount: 2_500,
      ...more,
    });

  it('simulates an incoming payment that the platform approves', async () => {
    const before = await balances(host.api, host.customer.id, 'EUR');
    const pending = await expecting(200, receive({ customerId: host.customer.id }));
    expect(pending).toMatchObject({ status: 'PENDING', type: 'INCOMING', receivedAmount: { amount: 2_500 } });
    await settled(host.api, pending.id);
    expect(await balances(host.api, host.customer.id, 'EUR')).toEqual([before[0] + 2_500, before[1] + 2_500]);
    await host.receiver.sequence(pending.id, ['INCOMING_PAYMENT.PENDING', 'INCOMING_PAYMENT.COMPLETED']);
    const byAddress = await expecting(200, receive({ receiverUmaAddress: host.customer.umaAddress.toUpperCase() }));
    await settled(host.api, byAddress.id);
  });

  it('credits at once if the platform has no webhook endpoint', async () => {
    await expecting(200, host.api.patch('/config', { webhookEndpoint: null }));
    const pending = await expecting(200, receive({ customerId: host.customer.id }));
    await settled(host.api, pending.id);
    await expecting(200, host.api.patch('/config', { webhookEndpoint: host.receiver.url }));
  });

  it('refuses invalid payments', async () => {
    await refused(400, 'INVALID_INPUT', receive({}));
    await refused(400, 'INVALID_UMA_ADDRESS', receive({ customerId: host.customer.id, senderUmaAddress: 'eve' }));
    await refused(404, 'USER_NOT_FOUND', receive({ receiverUmaAddress: '$nobody@bank.example' }));
    await refused(400, 'INVALID_CURRENCY', receive({ customerId: host.customer.id, receivingCurrencyCode: 'JPY' }));
    const waiting = await createCustomer(host.api, { fullName: 'Ada Waiting 001' });
    await refused(400, 'INVALID_RECEIVER', receive({ customerId: waiting.id }));
  });
});
