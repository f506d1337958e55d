import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { expecting, refused } from '../support/api.js';
import { eventually } from '../support/eventually.js';
import { balances, executeQuote, settled, transactionWhen } from '../support/scenario.js';
import type { ErrorBody, Page, Transaction } from '../support/wire.js';
import { type Counterparty, createCounterparty } from './counterparty.js';
import type { HostProcess } from '../support/host.js';
import { createNetwork, fundCustomer, HERE, type Institution, lookUp, quoteUma } from './institutions.js';
import { askOffer, payFrom, payRequestOf, postPayRequest } from './paying.js';
import { LnurlpResponse } from '@uma-sdk/core';

const network = createNetwork(HERE);
const UNKNOWN = 'Transaction:01977c5e-6f2a-7b3c-9d4e-5f6a7b8c9d0e';
let payee: Institution<HostProcess>;
let payer: Institution;
let account = '';

beforeAll(async () => {
  payee = await network.launch('sqlite');
  payer = await network.open('sqlite');
  account = (await fundCustomer(payer, 100_000)).id;
});
afterEach(() => {
  answerQuestions((response) => response.writeHead(200).end());
});
afterAll(() => network.close());

/** What the platform of the payee says when it is asked; all other events it takes. */
function answerQuestions(answer: (response: ServerResponse) => void): void {
  payee.receiver.answerWith(({ event }, response) => {
    if (event.type === 'INCOMING_PAYMENT.PENDING') answer(response);
    else response.writeHead(200).end();
  });
}

const questionsTo = (at: Institution) =>
  at.receiver.deliveries.filter(({ event }) => event.type === 'INCOMING_PAYMENT.PENDING');

/** The newest incoming payment at the payee. */
async function newest(): Promise<Transaction> {
  const { data } = await expecting(200, payee.api.get<Page<Transaction>>('/transactions', { type: 'INCOMING' }));
  return data[0]!;
}

async function quote(amount = 1_000) {
  const to = payee.customer.umaAddress;
  const { lookupId } = await expecting(200, lookUp(payer, to));
  return quoteUma(payer, { account, to, lookupId, amount, side: 'RECEIVING', currency: 'EUR' });
}

describe('a platform that is asked whether a payment may come in', () => {
  it('defers, and approves when it is held: it is credited, and the payer sees it delivered', async () => {
    answerQuestions((response) => response.writeHead(202).end());
    const before = await balances(payee.api, payee.customer.id, 'EUR');
    const offered = await expecting(201, quote());
    await executeQuote(payer.api, offered.id);
    const incoming = await newest();
    expect(incoming).toMatchObject({ status: 'PENDING', receivedAmount: { amount: 1_000 } });
    await refused(409, 'CONFLICT', payer.api.delete(`/customers/${payer.customer.id}`));

    const approved = await expecting(200, payee.api.post<Transaction>(`/transactions/${incoming.id}/approve`, {}));
    expect(approved.status).toBe('PENDING');
    await settled(payee.api, incoming.id);
    await settled(payer.api, offered.transactionId);
    expect(await balances(payee.api, payee.customer.id, 'EUR')).toEqual([before[0] + 1_000, before[1] + 1_000]);
    await payee.receiver.sequence(incoming.id, ['INCOMING_PAYMENT.PENDING', 'INCOMING_PAYMENT.COMPLETED']);
    const again = payee.api.post(`/transactions/${incoming.id}/approve`);
    await refused(409, 'TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL', again);
  });

  it('defers, and approves before anything is paid', async () => {
    answerQuestions((response) => response.writeHead(202).end());
    const offered = await expecting(201, quote());
    const incoming = await newest();
    await expecting(200, payee.api.post(`/transactions/${incoming.id}/approve`));
    await executeQuote(payer.api, offered.id);
    await settled(payer.api, offered.transactionId);
    await settled(payee.api, incoming.id);
  });

  it('defers, and rejects: the payer gets everything back', async () => {
    answerQuestions((response) => response.writeHead(202).end());
    const before = await balances(payer.api, payer.customer.id, 'USD');
    const offered = await expecting(201, quote());
    await executeQuote(payer.api, offered.id);
    const incoming = await newest();
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
    expect(await balances(payer.api, payer.customer.id, 'USD')).toEqual(before);
    await payee.receiver.sequence(incoming.id, ['INCOMING_PAYMENT.PENDING', 'INCOMING_PAYMENT.FAILED']);
    for (const decision of ['approve', 'reject']) {
      const late = payee.api.post(`/transactions/${incoming.id}/${decision}`);
      await refused(409, 'TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL', late);
    }
  });

  it('approves by a call that overtakes its own 202', async () => {
    payee.receiver.answerWith(({ event }, response) => {
      if (event.type !== 'INCOMING_PAYMENT.PENDING') return void response.writeHead(200).end();
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
    [500, {}, 400, 'SENDER_NOT_ACCEPTED', 'PAYMENT_APPROVAL_WEBHOOK_ERROR'],
  ] as const)(
    'answers %s: the payer is refused, nothing is held',
    async (answer, body, status, code, failureReason) => {
      answerQuestions((response) => response.writeHead(answer).end(JSON.stringify(body)));
      const before = await balances(payer.api, payer.customer.id, 'USD');
      const refusal = await quote();
      expect([refusal.status, refusal.body]).toMatchObject([status, { code }]);
      if ('requiredFields' in body) {
        expect((refusal.body as unknown as ErrorBody).details).toMatchObject({ fields: body.requiredFields });
      }
      expect(await newest()).toMatchObject({ status: 'FAILED', failureReason });
      expect(await balances(payer.api, payer.customer.id, 'USD')).toEqual(before);
    },
  );

  it('does not answer: the payment fails after five seconds, on both sides', async () => {
    answerQuestions(() => undefined);
    const begun = performance.now();
    const refusal = await quote();
    expect(performance.now() - begun).toBeLessThan(10_000);
    expect([refusal.status, refusal.body]).toMatchObject([424, { code: 'PAYREQ_REQUEST_FAILED' }]);
    expect(await newest()).toMatchObject({ status: 'FAILED', failureReason: 'PAYMENT_APPROVAL_TIMED_OUT' });
  });

  it('tells of its customer what the payer’s institution asks for, and nothing else', async () => {
    const other = await createCounterparty({ directory: network.directory });
    const wanted = { to: payee.customer.umaAddress, currency: 'EUR', amount: 1_000 };
    const offer = LnurlpResponse.fromJson(await (await askOffer(other, wanted.to)).text());
    const asked = { name: { mandatory: true }, birthDate: { mandatory: false } };
    const info = { FULL_NAME: 'Ada of the platform', EMAIL: 'ada@example.com' };
    answerQuestions((response) => response.writeHead(200).end(JSON.stringify({ receiverCustomerInfo: info })));
    const request = JSON.parse((await payRequestOf(other, payee, wanted)).toJsonString()) as object;
    const answer = await postPayRequest(offer.callback, JSON.stringify({ ...request, payeeData: asked }));
    const { payeeData } = (await answer.json()) as { payeeData: Record<string, unknown> };
    expect(Object.keys(payeeData).sort()).toEqual(['compliance', 'identifier', 'name']);
    expect(payeeData['name']).toBe(info.FULL_NAME);
    const question = questionsTo(payee).at(-1)!;
    expect(question.event.data).toMatchObject({
      counterpartyInformation: { UMA_ADDRESS: other.sender, FULL_NAME: 'Carol' },
      requestedReceiverCustomerInfoFields: [
        { name: 'FULL_NAME', mandatory: true },
        { name: 'BIRTH_DATE', mandatory: false },
      ],
    });
    await other.close();
  });

  it('decides on nothing that it was not asked about', async () => {
    for (const decision of ['approve', 'reject']) {
      await refused(404, 'TRANSACTION_NOT_FOUND', payee.api.post(`/transactions/${UNKNOWN}/${decision}`));
      await refused(404, 'TRANSACTION_NOT_FOUND', payee.api.post(`/transactions/nothing/${decision}`));
    }
  });
});

describe('a host that is killed between the question and the answer', () => {
  let other: Counterparty;
  beforeAll(async () => {
    other = await createCounterparty({ directory: network.directory });
  });
  afterAll(() => other.close());

  /** Kills the host while its platform thinks, starts it again, and answers the question that comes again. */
  async function askedAgain(status: 200 | 403): Promise<string> {
    answerQuestions(() => undefined);
    const offer = LnurlpResponse.fromJson(await (await askOffer(other, payee.customer.umaAddress)).text());
    const wanted = { to: payee.customer.umaAddress, currency: 'EUR', amount: 1_000 };
    const request = await payRequestOf(other, payee, wanted);
    const earlier = questionsTo(payee).length;
    const lost = postPayRequest(offer.callback, request.toJsonString()).catch(() => null);
    const first = await eventually('the question', () => questionsTo(payee)[earlier]);
    await payee.host.kill();
    expect(await lost).toBeNull();

    answerQuestions((response) => response.writeHead(status).end());
    const { port } = new URL(payee.host.baseUrl);
    payee.host = await payee.deployment.launch({ ...network.env, CORRIDOR_PORT: port });
    payee.api = payee.host.api;
    const second = await eventually('the question again', () => questionsTo(payee)[earlier + 1], { withinMs: 25_000 });
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
    expect(questionsTo(payee).filter(({ event }) => event.data!.id === id)).toHaveLength(2);
    return failed;
  }

  it('asks again with the same event, and the payment ends once', async () => {
    expect(await failsOnce(await askedAgain(403))).toMatchObject({ failureReason: 'COMPLIANCE_REJECTED' });
  });

  it('asks again, and what is approved for a payer who was never told ends unpaid, once', async () => {
    const before = await balances(payee.api, payee.customer.id, 'EUR');
    const id = await askedAgain(200);
    expect((await expecting(200, payee.api.get<Transaction>(`/transactions/${id}`))).status).toBe('PENDING');
    await expecting(200, payee.api.post('/sandbox/clock/advance', { seconds: 3_600 }));
    expect(await failsOnce(id)).toMatchObject({ failureReason: 'QUOTE_EXPIRED' });
    expect(await balances(payee.api, payee.customer.id, 'EUR')).toEqual(before);
  });

  it('goes on with what was deferred before', async () => {
    answerQuestions((response) => response.writeHead(202).end());
    const asked = await payFrom(other, payee, { to: payee.customer.umaAddress, currency: 'EUR', amount: 1_000 });
    const incoming = await newest();
    await payee.host.kill();
    expect((await asked.pay()).state).toBe('pending');
    const { port } = new URL(payee.host.baseUrl);
    payee.host = await payee.deployment.launch({ ...network.env, CORRIDOR_PORT: port });
    payee.api = payee.host.api;
    await expecting(200, payee.api.post(`/transactions/${incoming.id}/approve`));
    await settled(payee.api, incoming.id);
    expect((await asked.pay()).state).toBe('delivered');
  });
});
