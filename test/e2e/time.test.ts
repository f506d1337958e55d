import { JOBS } from '@corridor/core/records';
import { describe, expect, it } from 'vitest';
import { recordsOf } from '../faults/everything-told.js';
import { expecting, refused } from '../support/api.js';
import { eventually, pause } from '../support/eventually.js';
import { createDeployment, DATABASES, type Deployment } from '../support/host.js';
import {
  addAccount,
  balances,
  createCustomer,
  fundedAccount,
  pay,
  quoteFunding,
  quotePayout,
  readQuote,
  readTransaction,
  settled,
  transactionWhen,
} from '../support/scenario.js';
import { useHost } from '../support/use-host.js';
import type { Customer } from '../support/wire.js';

const FUNDED = 50_000;
const SENT = 10_000;
const QUOTE_SECONDS = 300;

/** The sandbox's delay starts with the rail's answer, which sends no event. */
const handedOver = (deployment: Deployment, transactionId: string): Promise<unknown> =>
  eventually(`${transactionId} in the hands of its rail`, async () =>
    (await recordsOf(deployment, JOBS)).some((job) => job.kind === 'payout.check' && job.subject === transactionId),
  );

describe('time', () => {
  const used = useHost('postgres');

  async function payer(ending?: string): Promise<{ customerId: string; from: string; to: string }> {
    const { api } = used;
    const customer = await createCustomer(api, { currencies: ['USD'] });
    const source = await fundedAccount(api, customer.id, 'USD', FUNDED);
    const payee = await addAccount(api, customer.id, 'EUR', ending);
    return { customerId: customer.id, from: source.id, to: payee.id };
  }

  it('a slow payout (003) holds the money for six minutes and then completes', async () => {
    const { api, host, receiver, deployment } = used;
    const { customerId, from, to } = await payer('003');
    const quote = await quotePayout(api, { from, to, amount: SENT }, { immediatelyExecute: true });
    await receiver.sequence(quote.transactionId, ['OUTGOING_PAYMENT.PROCESSING']);
    await handedOver(deployment, quote.transactionId);
    await host.advance(355);
    await refused(409, 'CONFLICT', api.delete(`/customers/external-accounts/${to}`));
    expect(await readTransaction(api, quote.transactionId)).toMatchObject({ status: 'PROCESSING' });
    expect(await balances(api, customerId, 'USD')).toEqual([FUNDED - SENT, FUNDED]);
    await host.advance(6);
    await settled(api, quote.transactionId);
    expect(await balances(api, customerId, 'USD')).toEqual([FUNDED - SENT, FUNDED - SENT]);
    expect(await readQuote(api, quote.id)).toMatchObject({ status: 'COMPLETED' });
    await receiver.sequence(quote.transactionId, ['OUTGOING_PAYMENT.PROCESSING', 'OUTGOING_PAYMENT.COMPLETED']);
  });

  it('a returned payout (005) gives back the whole debit with its fees, 30 seconds after it completed', async () => {
    const { api, host, receiver } = used;
    const { customerId, from, to } = await payer('005');
    const prefunded = await quotePayout(api, { from, to, amount: SENT }, { immediatelyExecute: true });
    const funded = await quoteFunding(api, { customerId, to, amount: SENT });
    await pay(api, funded.id);
    for (const { transactionId } of [prefunded, funded]) {
      const { settledAt } = await settled(api, transactionId);
      expect(settledAt).toBeDefined();
    }
    expect(await balances(api, customerId, 'USD')).toEqual([FUNDED - SENT, FUNDED - SENT]);
    await host.advance(31);
    for (const { id, transactionId } of [prefunded, funded]) {
      const returned = await transactionWhen(api, transactionId, 'returned', (t) => t.refund?.status === 'COMPLETED');
      expect(returned).toMatchObject({
        status: 'FAILED',
        failureReason: 'PAYOUT_RETURNED',
        refund: { status: 'COMPLETED' },
      });
      // The quote stays completed; the transaction shows the return.
      expect(await readQuote(api, id)).toMatchObject({ status: 'COMPLETED' });
      await receiver.sequence(transactionId, [
        'OUTGOING_PAYMENT.PROCESSING',
        'OUTGOING_PAYMENT.COMPLETED',
        'OUTGOING_PAYMENT.FAILED',
        'OUTGOING_PAYMENT.REFUND_PENDING',
        'OUTGOING_PAYMENT.REFUND_COMPLETED',
      ]);
    }
    expect(await balances(api, customerId, 'USD')).toEqual([FUNDED, FUNDED]);
  });

  it('a quote that is not executed expires, and then cannot be executed', async () => {
    const { api, host } = used;
    const { customerId, from, to } = await payer();
    const quote = await quotePayout(api, { from, to, amount: SENT });
    await host.advance(QUOTE_SECONDS - 10);
    expect(await readQuote(api, quote.id)).toMatchObject({ status: 'PENDING' });
    await host.advance(11);
    await refused(409, 'CONFLICT', api.post(`/quotes/${quote.id}/execute`));
    await eventually('the expiry', async () => (await readQuote(api, quote.id)).status === 'EXPIRED');
    await refused(409, 'CONFLICT', api.post(`/quotes/${quote.id}/execute`));
    await refused(404, 'TRANSACTION_NOT_FOUND', api.get(`/transactions/${quote.transactionId}`));
    expect(await balances(api, customerId, 'USD')).toEqual([FUNDED, FUNDED]);
    await expecting(204, api.delete(`/customers/external-accounts/${to}`));
  });

  it('money that arrives after the quote has expired goes back', async () => {
    const { api, host, receiver } = used;
    const { customerId, to } = await payer();
    const early = await quoteFunding(api, { customerId, to, amount: SENT });
    const late = await quoteFunding(api, { customerId, to, amount: SENT });
    await host.advance(QUOTE_SECONDS - 10);
    await settled(api, (await pay(api, early.id)).id);

    await host.advance(11);
    const failed = await pay(api, late.id);
    expect(failed).toMatchObject({
      id: late.transactionId,
      status: 'FAILED',
      failureReason: 'QUOTE_EXPIRED',
      sentAmount: { amount: SENT },
    });
    await receiver.sequence(failed.id, [
      'OUTGOING_PAYMENT.FAILED',
      'OUTGOING_PAYMENT.REFUND_PENDING',
      'OUTGOING_PAYMENT.REFUND_COMPLETED',
    ]);
    expect(await readTransaction(api, failed.id)).toMatchObject({ refund: { status: 'COMPLETED' } });
    expect(await readQuote(api, late.id)).toMatchObject({ status: 'EXPIRED' });

    // The late payment is sent a second time, when the quote already has a transaction: the money goes to suspense and
    // back.
    expect(await pay(api, late.id)).toMatchObject({ id: failed.id, status: 'FAILED' });
    expect(await readQuote(api, late.id)).toMatchObject({ status: 'EXPIRED' });
  });

  it('an idempotency key is kept for 24 hours and can be reused afterwards', async () => {
    const { api, host } = used;
    const body = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', region: 'US' };
    const create = () => api.post<Customer>('/customers', body, { idempotencyKey: 'day' });
    const first = await create();
    await host.advance(24 * 3600 - 60);
    expect((await create()).text).toBe(first.text);
    await host.advance(61);
    const recreated = await create();
    expect(recreated.status).toBe(201);
    expect(recreated.headers.get('idempotent-replayed')).toBeNull();
    expect(recreated.body.id).not.toBe(first.body.id);
  });

  it('a refused webhook is retried with growing delays and the same id until it is accepted', async () => {
    const { api, host, receiver } = used;
    const delays = [5, 10, 20];
    let advanced = 0;
    /** The arrival time of each attempt by the host's clock, in seconds. */
    const cameAt: number[] = [];
    receiver.answerWith(({ event }, response) => {
      const isTheFirst = event.data?.['platformCustomerId'] === 'refused' && event.type === 'CUSTOMER.KYC_PENDING';
      if (isTheFirst) cameAt.push(performance.now() / 1000 + advanced);
      response.writeHead(isTheFirst && cameAt.length <= delays.length ? 503 : 200).end();
    });
    const customer = await createCustomer(api, { platformCustomerId: 'refused' });
    const advance = (seconds: number) => ((advanced += seconds), host.advance(seconds));
    for (const [index, delay] of delays.entries()) {
      await eventually(`attempt ${index + 1}`, () => cameAt.length > index);
      await advance(delay - 2);
      // If the failure was recorded after the clock was moved, the next attempt is due later by the same time.
      await eventually(`attempt ${index + 2}`, async () => {
        if (cameAt.length > index + 1) return true;
        await advance(1);
        await pause(100);
        return cameAt.length > index + 1;
      });
    }
    await receiver.delivery('CUSTOMER.KYC_APPROVED', customer.id);
    // The test adds the seconds before the host moves its clock, hence the tolerance of one second.
    for (const [index, delay] of delays.entries()) {
      expect(cameAt[index + 1]! - cameAt[index]!, `delay ${index + 1}`).toBeGreaterThanOrEqual(delay - 1);
    }
    const attempts = receiver.deliveries.filter(({ event }) => event.data?.id === customer.id);
    expect(new Set(attempts.slice(0, 4).map(({ event }) => event.id)).size).toBe(1);
    expect(receiver.typesOf(customer.id)).toEqual([
      ...Array.from({ length: 4 }, () => 'CUSTOMER.KYC_PENDING'),
      'CUSTOMER.KYC_APPROVED',
    ]);
    const [first, ...later] = attempts.slice(0, 4);
    for (const { body } of later) expect(body).toEqual(first!.body);
  });
});

it.each(DATABASES)('the next host continues the work of a stopped one, on %s', async (database) => {
  const deployment = await createDeployment(database);
  try {
    const first = await deployment.start();
    const customer = await createCustomer(first.api, { currencies: ['USD'] });
    const source = await fundedAccount(first.api, customer.id, 'USD', FUNDED);
    const payee = await addAccount(first.api, customer.id, 'EUR', '003');
    const request = { from: source.id, to: payee.id, amount: SENT };
    const quote = await quotePayout(first.api, request, { immediatelyExecute: true });
    await first.stop();

    const next = await deployment.start();
    expect(await readTransaction(next.api, quote.transactionId)).toMatchObject({ status: 'PROCESSING' });
    // The payout was submitted before the stop or after the start.
    await handedOver(deployment, quote.transactionId);
    await next.advance(361);
    await settled(next.api, quote.transactionId);
    expect(await balances(next.api, customer.id, 'USD')).toEqual([FUNDED - SENT, FUNDED - SENT]);
    await next.stop();
    await deployment.audit();
  } finally {
    await deployment.remove();
  }
});
