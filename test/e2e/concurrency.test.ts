import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agentRequest } from '../support/agents.js';
import { type Api, expecting } from '../support/api.js';
import { createPlatform } from '../support/credentials.js';
import { eventually } from '../support/eventually.js';
import { createDeployment, DATABASES, type Deployment, type Host } from '../support/host.js';
import {
  addAccount,
  balances,
  createCustomer,
  fundedAccount,
  payoutRequest,
  quotePayout,
  settled,
  umaDomainOf,
} from '../support/scenario.js';
import { type Receiver, webhookReceiver } from '../support/webhook-receiver.js';
import type { ErrorBody, Page, Quote, Transaction } from '../support/wire.js';

const ROUNDS = 20;
const EXECUTIONS = 50;
const DRAWS = 200;
const COVERED = 100;
/** A cent, worth 18 centavos. */
const DRAW = 1;

/** The public name that all hosts of a database share. */
const SHARED = { CORRIDOR_PUBLIC_AUTHORITY: 'pay.example' };

describe.each(DATABASES)('concurrent requests on %s', (database) => {
  let deployment: Deployment;
  let hosts: readonly Host[] = [];
  let receiver: Receiver;
  const some = (index: number): Api => hosts[index % hosts.length]!.api;

  beforeAll(async () => {
    deployment = await createDeployment(database);
    receiver = await webhookReceiver();
    // Both hosts start on an empty database at once: one creates the tables and the platform, the other finds them.
    hosts = await Promise.all(Array.from({ length: database === 'postgres' ? 2 : 1 }, () => deployment.start(SHARED)));
    await expecting(200, some(0).patch('/config', { webhookEndpoint: receiver.url }));
  });
  afterAll(async () => {
    try {
      await Promise.all(hosts.map((host) => host.stop()));
      await deployment.audit();
    } finally {
      await receiver.close();
      await deployment.remove();
    }
  });

  it('leave no agent if agents are created while their customer is deleted', async () => {
    for (let round = 1; round <= ROUNDS; round += 1) {
      const { id } = await createCustomer(some(0), { currencies: ['USD'] });
      const making = Array.from({ length: 4 }, (_, index) => some(index).post('/agents', agentRequest(id)));
      const [deleted, ...made] = await Promise.all([some(round).delete(`/customers/${id}`), ...making]);
      expect(deleted.status).toBe(200);
      for (const { status } of made) expect([201, 404]).toContain(status);
      const { data } = await expecting(200, some(0).get<Page<unknown>>('/agents', { customerId: id }));
      expect(data).toEqual([]);
    }
  });

  it('give one UMA address to a customer of only one platform', async () => {
    const neighbour = await createPlatform(deployment, 'Neighbour');
    const domain = umaDomainOf(await createCustomer(some(0)));
    const mover = await createCustomer(some(0), { currencies: ['USD'] });
    for (let round = 1; round <= ROUNDS; round += 1) {
      const umaAddress = `$ada-${round}@${domain}`;
      const body = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', region: 'US', umaAddress };
      const answers = await Promise.all([
        some(0).post('/customers', body),
        some(1).as(neighbour).post('/customers', body),
        some(round).patch(`/customers/${mover.id}`, { umaAddress }),
      ]);
      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => status < 300)).toHaveLength(1);
      expect(statuses.filter((status) => status === 409)).toHaveLength(2);
    }
  });

  it(`move money once for ${EXECUTIONS} executions of one quote, in ${ROUNDS} rounds`, async () => {
    const customer = await createCustomer(some(0), { currencies: ['USD'] });
    const source = await fundedAccount(some(0), customer.id, 'USD', 1_000_000);
    const payee = await addAccount(some(0), customer.id, 'EUR');
    for (let round = 1; round <= ROUNDS; round += 1) {
      const quote = await quotePayout(some(0), { from: source.id, to: payee.id, amount: 1_000 });
      const answers = await Promise.all(
        Array.from({ length: EXECUTIONS }, (_, index) => some(index).post<Quote>(`/quotes/${quote.id}/execute`)),
      );
      for (const { status, body } of answers) {
        expect([status, body.transactionId]).toEqual([200, quote.transactionId]);
        expect(['PROCESSING', 'COMPLETED']).toContain(body.status);
      }
      await settled(some(round), quote.transactionId);
      const left = 1_000_000 - round * 1_000;
      expect(await balances(some(0), customer.id, 'USD')).toEqual([left, left]);
      await receiver.sequence(quote.transactionId, ['OUTGOING_PAYMENT.PROCESSING', 'OUTGOING_PAYMENT.COMPLETED']);
    }
    const payments = await expecting(
      200,
      some(0).get<Page<Transaction>>('/transactions', { customerId: customer.id, type: 'OUTGOING' }),
    );
    expect(payments.totalCount).toBe(ROUNDS);
  });

  it(`let exactly ${COVERED} of ${DRAWS} payouts succeed on a balance for ${COVERED}`, async () => {
    const customer = await createCustomer(some(0), { currencies: ['USD'] });
    const source = await fundedAccount(some(0), customer.id, 'USD', COVERED * DRAW);
    const payee = await addAccount(some(0), customer.id, 'MXN');
    const request = { ...payoutRequest({ from: source.id, to: payee.id, amount: DRAW }), immediatelyExecute: true };
    const answers = await Promise.all(
      Array.from({ length: DRAWS }, (_, index) => some(index).post<Quote & ErrorBody>('/quotes', request)),
    );
    const started = answers.filter(({ status }) => status === 201);
    const short = answers.filter(({ status, body }) => status === 400 && body.code === 'INVALID_AMOUNT');
    expect([started.length, short.length]).toEqual([COVERED, DRAWS - COVERED]);
    await eventually('the settlement of all', async () => {
      const found = await balances(some(0), customer.id, 'USD');
      return found[0] === 0 && found[1] === 0;
    });
    await Promise.all(started.map(({ body }) => settled(some(0), body.transactionId)));
  });

  it(`let exactly ${COVERED} of ${DRAWS} executions of different quotes succeed on a balance for ${COVERED}`, async () => {
    const customer = await createCustomer(some(0), { currencies: ['USD'] });
    const source = await fundedAccount(some(0), customer.id, 'USD', COVERED * DRAW);
    const payee = await addAccount(some(0), customer.id, 'MXN');
    const request = { from: source.id, to: payee.id, amount: DRAW };
    const quotes = await Promise.all(Array.from({ length: DRAWS }, (_, index) => quotePayout(some(index), request)));
    const answers = await Promise.all(
      quotes.map(({ id }, index) => some(index).post<Quote & ErrorBody>(`/quotes/${id}/execute`)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(COVERED);
    expect(answers.filter(({ body }) => body.code === 'INVALID_AMOUNT')).toHaveLength(DRAWS - COVERED);
    expect((await balances(some(0), customer.id, 'USD'))[0]).toBe(0);
  });

  it('create one customer for many requests with the same platformCustomerId', async () => {
    const body = { customerType: 'INDIVIDUAL', fullName: 'Ada', platformCustomerId: `twin ${database}`, region: 'US' };
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => some(index).post('/customers', body)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
  });

  it('do not deadlock on payments in both directions between two accounts', async () => {
    const customer = await createCustomer(some(0), { currencies: ['USD', 'EUR'] });
    const usd = await fundedAccount(some(0), customer.id, 'USD', 100_000);
    const eur = await fundedAccount(some(0), customer.id, 'EUR', 100_000);
    const pairs = Array.from({ length: 40 }, (_, index) =>
      index % 2 === 0 ? { from: usd.id, to: eur.id } : { from: eur.id, to: usd.id },
    );
    const quotes = await Promise.all(
      pairs.map((pair, index) => quotePayout(some(index), { ...pair, amount: 1_000 }, { immediatelyExecute: true })),
    );
    await Promise.all(quotes.map(({ transactionId }) => settled(some(0), transactionId)));
    for (const [from, currency] of [
      [usd, 'USD'],
      [eur, 'EUR'],
    ] as const) {
      const arrived = quotes
        .filter(({ destination }) => destination.accountId === from.id)
        .reduce((sum, quote) => sum + quote.totalReceivingAmount, 0);
      const left = 100_000 - 20 * 1_000 + arrived;
      expect(await balances(some(0), customer.id, currency)).toEqual([left, left]);
    }
  });
});
