import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expecting, refused } from '../support/api.js';
import { eventually } from '../support/eventually.js';
import { balances, createCustomer, executeQuote, settled, transactionWhen } from '../support/scenario.js';
import type { Customer, ErrorBody, Page, Transaction, WebhookEvent } from '../support/wire.js';
import { type Counterparty, createCounterparty } from './counterparty.js';
import type { HostProcess } from '../support/host.js';
import { createNetwork, fundCustomer, HERE, type Institution, lookUp, quoteUma } from './institutions.js';
import { askOffer, payFrom, payRequestOf, postPayRequest } from './paying.js';
import { LnurlpResponse } from '@uma-sdk/core';

const network = createNetwork(HERE);
/** The clock of the restarted host is ahead by this much, so that it repeats unanswered approval questions. */
const DOWN_SECONDS = 10;
const UNKNOWN = 'Transaction:01977c5e-6f2a-7b3c-9d4e-5f6a7b8c9d0e';
let payee: Institution<HostProcess>;
let payer: Institution;

type Reply = (response: ServerResponse, event: WebhookEvent) => void;
/** The answer of the payee's platform to approval questions, by customer. It accepts all other events. */
const replies = new Map<string, Reply>();
const replying =
  (status: number, body: object = {}): Reply =>
  (response) =>
    response.writeHead(status).end(JSON.stringify(body));
const silent: Reply = () => undefined;

const isQuestion = ({ type }: WebhookEvent): boolean => type === 'INCOMING_PAYMENT.PENDING';
const customerOf = ({ data }: WebhookEvent): string => String(data!['customerId']);

beforeAll(async () => {
  payee = await network.launch('sqlite');
  payer = await network.open('sqlite');
  payee.receiver.answerWith(({ event }, response) => {
    const reply = isQuestion(event) ? replies.get(customerOf(event)) : undefined;
    (reply ?? replying(200))(response, event);
  });
});
afterAll(() => network.close());

/** A customer of the payee for whose payments the platform gives this answer. */
async function customerWith(reply: Reply): Promise<Customer> {
  const customer = await createCustomer(payee.api);
  replies.set(customer.id, reply);
  return customer;
}

const questionsAbout = (customer: Customer) =>
  payee.receiver.deliveries.filter(({ event }) => isQuestion(event) && customerOf(event) === customer.id);

/** The only incoming payment of a customer. */
async function incomingOf({ id: customerId }: Customer): Promise<Transaction> {
  const { data } = await expecting(
    200,
    payee.api.get<Page<Transaction>>('/transactions', { customerId, type: 'INCOMING' }),
  );
  expect(data).toHaveLength(1);
  return data[0]!;
}

/** A payer and a payee without other payments, and the answer of the payee's platform. */
async function parties(reply: Reply) {
  const from = { ...payer, customer: await createCustomer(payer.api) };
  const account = (await fundCustomer(from, 100_000)).id;
  const to = await customerWith(reply);
  return {
    from: from.customer,
    to,
    async quote(amount = 1_000) {
      const { lookupId } = await expecting(200, lookUp(from, to.umaAddress));
      const payment = { account, to: to.umaAddress, lookupId, amount, side: 'RECEIVING', currency: 'EUR' } as const;
      return quoteUma(from, payment);
    },
  };
}

describe('a platform that approves incoming payments', { concurrent: true }, () => {
  it('defers and approves a held payment, which is credited and completed for the payer', async () => {
    const { from, to, quote } = await parties(replying(202));
    const before = await balances(payee.api, to.id, 'EUR');
    const offered = await expecting(201, quote());
    await executeQuote(payer.api, offered.id);
    const incoming = await incomingOf(to);
    expect(incoming).toMatchObject({ status: 'PENDING', receivedAmount: { amount: 1_000 } });
    await refused(409, 'CONFLICT', payer.api.delete(`/customers/${from.id}`));

    const approved = await expecting(200, payee.api.post<Transaction>(`/transactions/${incoming.id}/approve`, {}));
    expect(approved.status).toBe('PENDING');
    await settled(payee.api, incoming.id);
    await settled(payer.api, offered.transactionId);
    expect(await balances(payee.api, to.id, 'EUR')).toEqual([before[0] + 1_000, before[1] + 1_000]);
    await payee.receiver.sequence(incoming.id, ['INCOMING_PAYMENT.PENDING', 'INCOMING_PAYMENT.COMPLETED']);
    const again = payee.api.post(`/transactions/${incoming.id}/approve`);
    await refused(409, 'TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL', again);
  });

  it('defers and approves before the payer pays', async () => {
    const { to, quote } = await parties(replying(202));
    const offered = await expecting(201, quote());
    const incoming = await incomingOf(to);
    await expecting(200, payee.api.post(`/transactions/${incoming.id}/approve`));
    await executeQuote(payer.api, offered.id);
    await settled(payer.api, offered.transactionId);
    await settled(payee.api, incoming.id);
  });

  it('defers and rejects, and the payer gets everything back', async () => {
    const { from, to, quote } = await parties(replying(202));
    const before = await balances(payer.api, from.id, 'USD');
    const offered = await expecting(201, quote());
    await executeQuote(payer.api, offered.id);
    const incoming = await incomingOf(to);
    const rejected = await expecting(
      200,
      payee.api.post<Transaction>(`/transactions/${incoming.id}/reject`, { reason: 'not expected' }),
    );
    expect(rejected).toMatchObject({ status: 'FAILED', failureReason: 'COMPLIANCE_REJECTED' });
    const failed = await transactionWhen(
      payer.api,
      offered.transactionId,
      'refunded',
      ({ refund }) => refund?.status === 'COMPLETED',
    );
    expect(failed).toMatchObject({ status: 'FAILED', failureReason: 'LIGHTNING_PAYMENT_FAILED' });
    expect(await balances(payer.api, from.id, 'USD')).toEqual(before);
    await payee.receiver.sequence(incoming.id, ['INCOMING_PAYMENT.PENDING', 'INCOMING_PAYMENT.FAILED']);
    for (const decision of ['approve', 'reject']) {
      const late = payee.api.post(`/transactions/${incoming.id}/${decision}`);
      await refused(409, 'TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL', late);
    }
  });

  it('approves by a call that arrives before its own 202', async () => {
    const { quote } = await parties((response, event) => {
      void expecting(200, payee.api.post(`/transactions/${event.data!.id!}/approve`)).then(() =>
        response.writeHead(202).end(),
      );
    });
    const offered = await expecting(201, quote());
    await executeQuote(payer.api, offered.id);
    await settled(payer.api, offered.transactionId);
  });

  it.each([
    [403, {}, 400, 'SENDER_NOT_ACCEPTED', 'COMPLIANCE_REJECTED'],
    [
      422,
      { requiredFields: ['BIRTH_DATE', 'TAX_ID'] },
      400,
      'MISSING_MANDATORY_USER_INFO',
      'MISSING_MANDATORY_PAYEE_DATA',
    ],
    [409, {}, 400, 'SENDER_NOT_ACCEPTED', 'PAYMENT_APPROVAL_WEBHOOK_ERROR'],
    // The payer's institution may try again later.
    [500, {}, 424, 'PAYREQ_REQUEST_FAILED', 'PAYMENT_APPROVAL_WEBHOOK_ERROR'],
  ] as const)(
    'answers %s, and the payment is refused without a hold',
    async (answer, body, status, code, failureReason) => {
      const { from, to, quote } = await parties(replying(answer, body));
      const before = await balances(payer.api, from.id, 'USD');
      const refusal = await quote();
      expect([refusal.status, refusal.body]).toMatchObject([status, { code }]);
      if ('requiredFields' in body) {
        expect((refusal.body as unknown as ErrorBody).details).toMatchObject({ fields: body.requiredFields });
      }
      expect(await incomingOf(to)).toMatchObject({ status: 'FAILED', failureReason });
      expect(await balances(payer.api, from.id, 'USD')).toEqual(before);
    },
  );

  it('does not answer, and the payment fails on both sides after five seconds', async () => {
    const { to, quote } = await parties(silent);
    const begun = performance.now();
    const refusal = await quote();
    expect(performance.now() - begun).toBeLessThan(10_000);
    expect([refusal.status, refusal.body]).toMatchObject([424, { code: 'PAYREQ_REQUEST_FAILED' }]);
    expect(await incomingOf(to)).toMatchObject({ status: 'FAILED', failureReason: 'PAYMENT_APPROVAL_TIMED_OUT' });
  });

  it('returns only the customer data that the payer’s institution requests', async () => {
    const other = await createCounterparty({ directory: network.directory });
    const info = { FULL_NAME: 'Ada of the platform', EMAIL: 'ada@example.com' };
    const customer = await customerWith(replying(200, { receiverCustomerInfo: info }));
    const wanted = { to: customer.umaAddress, currency: 'EUR', amount: 1_000 };
    const offer = LnurlpResponse.fromJson(await (await askOffer(other, wanted.to)).text());
    const asked = { name: { mandatory: true }, birthDate: { mandatory: false } };
    const request = JSON.parse((await payRequestOf(other, payee, wanted)).toJsonString()) as object;
    const answer = await postPayRequest(offer.callback, JSON.stringify({ ...request, payeeData: asked }));
    const { payeeData } = (await answer.json()) as { payeeData: Record<string, unknown> };
    expect(Object.keys(payeeData).sort()).toEqual(['compliance', 'identifier', 'name']);
    expect(payeeData['name']).toBe(info.FULL_NAME);
    const question = questionsAbout(customer).at(-1)!;
    expect(question.event.data).toMatchObject({
      counterpartyInformation: { UMA_ADDRESS: other.sender, FULL_NAME: 'Carol' },
      requestedReceiverCustomerInfoFields: [
        { name: 'FULL_NAME', mandatory: true },
        { name: 'BIRTH_DATE', mandatory: false },
      ],
    });
    await other.close();
  });

  it('cannot decide on an unknown payment', async () => {
    for (const decision of ['approve', 'reject']) {
      await refused(404, 'TRANSACTION_NOT_FOUND', payee.api.post(`/transactions/${UNKNOWN}/${decision}`));
      await refused(404, 'TRANSACTION_NOT_FOUND', payee.api.post(`/transactions/nothing/${decision}`));
    }
  });
});

describe('a host that is killed before the answer to an approval question', () => {
  let other: Counterparty;
  /** Seconds by which the clock of the host is ahead. */
  let ahead = 0;
  beforeAll(async () => {
    other = await createCounterparty({ directory: network.directory });
  });
  afterAll(() => other.close());

  /** Starts the killed host again with the same data. */
  async function restart(): Promise<void> {
    ahead += DOWN_SECONDS;
    const { port } = new URL(payee.host.baseUrl);
    const env = { ...network.env, CORRIDOR_PORT: port };
    payee.host = await payee.deployment.launch(env, { movableClock: true, clockAhead: ahead });
    payee.api = payee.host.api;
  }

  /** Kills the host while its platform decides, starts it again, and answers the repeated question. */
  async function askedAgain(to: Customer, status: 200 | 403): Promise<string> {
    replies.set(to.id, silent);
    const offer = LnurlpResponse.fromJson(await (await askOffer(other, to.umaAddress)).text());
    const request = await payRequestOf(other, payee, { to: to.umaAddress, currency: 'EUR', amount: 1_000 });
    const lost = postPayRequest(offer.callback, request.toJsonString()).catch(() => null);
    const first = await eventually('the question', () => questionsAbout(to)[0]);
    await payee.host.kill();
    expect(await lost).toBeNull();

    replies.set(to.id, replying(status));
    await restart();
    const second = await eventually('the question again', () => questionsAbout(to)[1], { withinMs: 25_000 });
    expect(second.event).toEqual(first.event);
    return first.event.data!.id!;
  }

  async function failsOnce(id: string): Promise<Transaction> {
    const failed = await transactionWhen(payee.api, id, 'FAILED', ({ status }) => status === 'FAILED');
    await payee.receiver.sequence(id, [
      'INCOMING_PAYMENT.PENDING',
      'INCOMING_PAYMENT.PENDING',
      'INCOMING_PAYMENT.FAILED',
    ]);
    expect(payee.receiver.deliveries.filter(({ event }) => isQuestion(event) && event.data!.id === id)).toHaveLength(2);
    return failed;
  }

  it('repeats the question with the same event, and the payment ends once', async () => {
    const id = await askedAgain(await createCustomer(payee.api), 403);
    expect(await failsOnce(id)).toMatchObject({ failureReason: 'COMPLIANCE_REJECTED' });
  });

  it('repeats the question, and a payment approved after the payer gave up ends unpaid, once', async () => {
    const to = await createCustomer(payee.api);
    const before = await balances(payee.api, to.id, 'EUR');
    const id = await askedAgain(to, 200);
    expect((await expecting(200, payee.api.get<Transaction>(`/transactions/${id}`))).status).toBe('PENDING');
    await expecting(200, payee.api.post('/sandbox/clock/advance', { seconds: 3_600 }));
    expect(await failsOnce(id)).toMatchObject({ failureReason: 'QUOTE_EXPIRED' });
    expect(await balances(payee.api, to.id, 'EUR')).toEqual(before);
  });

  it('continues a payment that was deferred before', async () => {
    const to = await customerWith(replying(202));
    const asked = await payFrom(other, payee, { to: to.umaAddress, currency: 'EUR', amount: 1_000 });
    const incoming = await incomingOf(to);
    await payee.host.kill();
    expect((await asked.pay()).state).toBe('pending');
    await restart();
    await expecting(200, payee.api.post(`/transactions/${incoming.id}/approve`));
    await settled(payee.api, incoming.id);
    expect((await asked.pay()).state).toBe('delivered');
  });
});
