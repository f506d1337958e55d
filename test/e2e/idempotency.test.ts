import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type Api, expecting, refused } from '../support/api.js';
import { createDeployment, DATABASES, type Deployment, type Host } from '../support/host.js';
import {
  addAccount,
  ACCOUNT_INFO,
  balances,
  createCustomer,
  fundedAccount,
  payoutRequest,
  quoteFunding,
  quotePayout,
} from '../support/scenario.js';
import type { Customer, Page, Quote, Transaction } from '../support/wire.js';

type Send = (api: Api, idempotencyKey: string) => Promise<Answer<unknown>>;

/** A repeated request, and a count of its effects. */
interface Case {
  readonly send: Send;
  readonly effects: () => Promise<number>;
}

const replays = (answers: readonly Answer<unknown>[]): number =>
  answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true').length;

describe.each(DATABASES)('a repeated Idempotency-Key on %s', (database) => {
  let deployment: Deployment;
  /** With Postgres, two hosts on one database. */
  let hosts: Host[] = [];
  const api = (): Api => hosts[0]!.api;

  const startHosts = async (): Promise<void> => {
    hosts = [await deployment.start()];
    if (database === 'postgres') hosts.push(await deployment.start());
  };
  beforeAll(async () => {
    deployment = await createDeployment(database);
    await startHosts();
  });
  afterAll(async () => {
    try {
      await Promise.all(hosts.map((host) => host.stop()));
      await deployment.audit();
    } finally {
      await deployment.remove();
    }
  });

  async function payer(): Promise<{ customer: Customer; from: string; to: string }> {
    const customer = await createCustomer(api(), { currencies: ['USD'] });
    const source = await fundedAccount(api(), customer.id, 'USD', 10_000);
    const payee = await addAccount(api(), customer.id, 'EUR');
    return { customer, from: source.id, to: payee.id };
  }

  const paymentsOf = async (customerId: string): Promise<number> =>
    (await expecting(200, api().get<Page<Transaction>>('/transactions', { customerId, type: 'OUTGOING' }))).data.length;

  /** Writes of the API of different kinds, each with a function that counts its effects. */
  const CASES: Readonly<Record<string, () => Promise<Case>>> = {
    'an immediate payment': async () => {
      const { customer, from, to } = await payer();
      const body = { ...payoutRequest({ from, to, amount: 100 }), immediatelyExecute: true };
      return {
        send: (on, idempotencyKey) => on.post('/quotes', body, { idempotencyKey }),
        effects: async () => {
          const [balance] = await balances(api(), customer.id, 'USD');
          expect(await paymentsOf(customer.id)).toBe((10_000 - balance) / 100);
          return (10_000 - balance) / 100;
        },
      };
    },
    'an execution': async () => {
      const { customer, from, to } = await payer();
      const quote = await quotePayout(api(), { from, to, amount: 100 });
      return {
        send: (on, idempotencyKey) => on.post(`/quotes/${quote.id}/execute`, undefined, { idempotencyKey }),
        effects: () => paymentsOf(customer.id),
      };
    },
    'a payment in the sandbox': async () => {
      const { customer, to } = await payer();
      const quote = await quoteFunding(api(), { customerId: customer.id, to, amount: 100 });
      return {
        send: (on, idempotencyKey) =>
          on.post('/sandbox/send', { quoteId: quote.id, currencyCode: 'USD' }, { idempotencyKey }),
        effects: () => paymentsOf(customer.id),
      };
    },
    'a deposit': async () => {
      const { customer, from } = await payer();
      return {
        send: (on, idempotencyKey) =>
          on.post(`/sandbox/internal-accounts/${from}/fund`, { amount: 7 }, { idempotencyKey }),
        effects: async () => ((await balances(api(), customer.id, 'USD'))[0] - 10_000) / 7,
      };
    },
    'a new customer': async () => {
      const region = 'CA';
      const fullName = `Ada ${randomUUID()}`;
      const count = async (): Promise<number> => {
        const page = await expecting(200, api().get<Page<Customer>>('/customers', { region, limit: 100 }));
        return page.data.filter((customer) => customer.fullName === fullName).length;
      };
      const body = { customerType: 'INDIVIDUAL', fullName, region, currencies: ['USD'] };
      return { send: (on, idempotencyKey) => on.post('/customers', body, { idempotencyKey }), effects: count };
    },
    'a new external account': async () => {
      const { customer } = await payer();
      const body = { customerId: customer.id, currency: 'MXN', accountInfo: ACCOUNT_INFO.MXN('900') };
      return {
        send: (on, idempotencyKey) => on.post('/customers/external-accounts', body, { idempotencyKey }),
        effects: async () =>
          (
            await expecting(
              200,
              api().get<Page<unknown>>('/customers/external-accounts', { customerId: customer.id, currency: 'MXN' }),
            )
          ).data.length,
      };
    },
    'a change of a customer': async () => {
      const { customer } = await payer();
      return {
        send: (on, idempotencyKey) =>
          on.patch(`/customers/${customer.id}`, { fullName: 'Ada King' }, { idempotencyKey }),
        effects: async () => {
          const now = await expecting(200, api().get<Customer>(`/customers/${customer.id}`));
          return now.fullName === 'Ada King' ? 1 : 0;
        },
      };
    },
    'a deletion': async () => {
      const { to } = await payer();
      return {
        // Without an idempotency key, all but one request would find nothing to delete.
        send: (on, idempotencyKey) => on.delete(`/customers/external-accounts/${to}`, { idempotencyKey }),
        effects: async () => ((await api().get(`/customers/external-accounts/${to}`)).status === 404 ? 1 : 0),
      };
    },
    'a rotation of the webhook secret': async () => {
      const secret = async () => (await expecting(200, api().get<{ secret: string }>('/webhooks/secret'))).secret;
      const seen = new Set([await secret()]);
      return {
        send: async (on, idempotencyKey) => {
          const answer = await on.post<{ secret: string }>('/webhooks/secret/rotate', undefined, { idempotencyKey });
          seen.add(answer.body.secret);
          return answer;
        },
        effects: async () => {
          expect(seen).toContain(await secret());
          return seen.size - 1;
        },
      };
    },
  };

  it.each(Object.entries(CASES))('takes effect once for %s (2, 10, 50 at once)', async (_what, make) => {
    for (const times of [2, 10, 50]) {
      const { send, effects } = await make();
      const key = randomUUID();
      const answers = await Promise.all(
        Array.from({ length: times }, (_, index) => send(hosts[index % hosts.length]!.api, key)),
      );
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      expect(answers[0]!.status).toBeLessThan(300);
      expect(replays(answers)).toBe(times - 1);
      expect(await effects()).toBe(1);
      const [again] = await Promise.all([send(hosts.at(-1)!.api, key)]);
      expect(again.text).toBe(answers[0]!.text);
      expect(replays([again])).toBe(1);
      expect(await effects()).toBe(1);
    }
  });

  it('survives a restart and a crash', async () => {
    const kept: { readonly key: string; readonly answer: Answer<unknown>; readonly the: Case }[] = [];
    for (const make of Object.values(CASES)) {
      const the = await make();
      const key = randomUUID();
      kept.push({ key, answer: await the.send(api(), key), the });
    }
    const again = async (): Promise<void> => {
      for (const { key, answer, the } of kept) {
        const replayed = await the.send(api(), key);
        expect(replayed.text).toBe(answer.text);
        expect(replayed.status).toBe(answer.status);
        expect(replays([replayed])).toBe(1);
        expect(await the.effects()).toBe(1);
      }
    };
    await Promise.all(hosts.map((host) => host.stop()));
    const started = await deployment.launch();
    hosts = [started];
    await again();
    await started.kill();
    await startHosts();
    await again();
  });

  it('with another body is a conflict without an effect', async () => {
    const { customer, from, to } = await payer();
    const idempotencyKey = randomUUID();
    const body = { ...payoutRequest({ from, to, amount: 100 }), immediatelyExecute: true };
    await expecting(201, api().post('/quotes', body, { idempotencyKey }));
    const others = [
      { ...body, lockedCurrencyAmount: 101 },
      { ...body, description: 'again' },
      { ...body, immediatelyExecute: undefined },
    ];
    for (const other of others) await refused(409, 'CONFLICT', api().post('/quotes', other, { idempotencyKey }));
    expect(await paymentsOf(customer.id)).toBe(1);
  });

  it('is bound to its method, path and credential', async () => {
    const idempotencyKey = randomUUID();
    const [one, two] = [await payer(), await payer()];
    const fund = (accountId: string) =>
      api().post<unknown>(`/sandbox/internal-accounts/${accountId}/fund`, { amount: 7 }, { idempotencyKey });
    expect(replays([await fund(one.from), await fund(two.from)])).toBe(0);
    expect(replays([await fund(one.from)])).toBe(1);
    const patch = await api().patch(`/customers/${one.customer.id}`, { fullName: 'Ada King' }, { idempotencyKey });
    const deletion = await api().delete(`/customers/external-accounts/${one.to}`, { idempotencyKey });
    expect([patch.status, deletion.status, replays([patch, deletion])]).toEqual([200, 204, 0]);
  });

  it('of a refused request can be used again', async () => {
    const { from, to } = await payer();
    const idempotencyKey = randomUUID();
    const pay = () =>
      api().post<Quote>(
        '/quotes',
        { ...payoutRequest({ from, to, amount: 10_100 }), immediatelyExecute: true },
        { idempotencyKey },
      );
    await refused(400, 'INVALID_AMOUNT', pay());
    await expecting(200, api().post(`/sandbox/internal-accounts/${from}/fund`, { amount: 100 }));
    const paid = await pay();
    expect(paid.status).toBe(201);
    expect(replays([paid])).toBe(0);
    expect((await pay()).text).toBe(paid.text);
  });

  it('has 1 to 255 characters', async () => {
    const { from } = await payer();
    const fund = (key: string) =>
      api().post(`/sandbox/internal-accounts/${from}/fund`, { amount: 1 }, { headers: { 'idempotency-key': key } });
    await refused(400, 'INVALID_INPUT', fund(''));
    await refused(400, 'INVALID_INPUT', fund('k'.repeat(256)));
    for (const key of ['k', 'k'.repeat(255), 'with spaces, commas; and "quotes"']) {
      expect([(await fund(key)).status, replays([await fund(key)])]).toEqual([200, 1]);
    }
  });

  it('is ignored for reads', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const read = () => api().send('GET', '/config', { headers });
    expect(replays([await read(), await read()])).toBe(0);
  });
});
