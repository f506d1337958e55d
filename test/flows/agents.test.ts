import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectAgent, createAgent, redeem, whoIs } from '../support/agents.js';
import { type Answer, type Api, expecting, refused, withoutRequestId } from '../support/api.js';
import { operationsOf } from '../support/document.js';
import { createDeployment, type Deployment, type Host } from '../support/host.js';
import {
  ACCOUNT_INFO,
  addAccount,
  balances,
  createCustomer,
  fundedAccount,
  payoutRequest,
  platformAccountOf,
  quotePayout,
  settled,
} from '../support/scenario.js';
import { databasesOf } from '../support/tiers.js';
import { type Receiver, webhookReceiver } from '../support/webhook-receiver.js';
import type { Agent, AgentAction, ErrorBody, Page, Quote, Transaction } from '../support/wire.js';

const PAYMENTS = 100;
const PAYMENT = 1_000;
const COVERED = 37;
const ROUNDS = 10;
const APPROVAL = { defaultExecutionMode: 'APPROVAL_REQUIRED' };

describe.each(databasesOf(import.meta.url))('agents on %s', (database) => {
  let deployment: Deployment;
  let receiver: Receiver;
  let hosts: readonly Host[] = [];
  /** With Postgres, requests alternate between two hosts. */
  const host = (index: number): Host => hosts[index % hosts.length]!;
  const api = (index = 0): Api => host(index).api;

  beforeAll(async () => {
    deployment = await createDeployment(database);
    receiver = await webhookReceiver();
    hosts = await Promise.all(Array.from({ length: database === 'postgres' ? 2 : 1 }, () => deployment.start()));
    await expecting(200, api().patch('/config', { webhookEndpoint: receiver.url }));
  });
  afterAll(async () => {
    try {
      await Promise.all(hosts.map((each) => each.stop()));
      await deployment.audit();
    } finally {
      await receiver.close();
      await deployment.remove();
    }
  });

  interface Parties {
    readonly customerId: string;
    readonly from: string;
    /** An account in euros for quotes; `outside` is in dollars, for transfers. */
    readonly to: string;
    readonly outside: string;
  }
  async function parties(funds = 1_000_000): Promise<Parties> {
    const { id: customerId } = await createCustomer(api(), { currencies: ['USD'] });
    const [from, to, outside] = await Promise.all([
      fundedAccount(api(), customerId, 'USD', funds),
      addAccount(api(), customerId, 'EUR'),
      addAccount(api(), customerId, 'USD'),
    ]);
    return { customerId, from: from.id, to: to.id, outside: outside.id };
  }
  const transfer = (acting: Api, { from, outside }: Parties, amount = PAYMENT) =>
    acting.post<AgentAction & ErrorBody>('/agents/me/transfer-out', {
      source: { accountId: from },
      destination: { accountId: outside },
      amount,
    });
  /** The same agent as a client of each host in turn. */
  async function onEveryHost(customerId: string, limits: object, policy: object = {}) {
    const { agent, deviceCode } = await createAgent(api(), customerId, limits, policy);
    const { accessToken } = await redeem(api(1), deviceCode.code);
    return { id: agent.id, acting: (index: number): Api => api(index).as({ accessToken }) };
  }
  const paymentsOf = async (customerId: string): Promise<readonly Transaction[]> => {
    const query = { customerId, type: 'OUTGOING', limit: 100 };
    return (await expecting(200, api().get<Page<Transaction>>('/transactions', query))).data;
  };

  it('are connected with a code, pay within their policy, and are named in their transactions', async () => {
    const { customerId, from, to } = await parties();
    const { agent, deviceCode } = await createAgent(api(), customerId);
    const status = () =>
      expecting(200, api().get<{ redeemed: boolean }>(`/agents/device-codes/${deviceCode.code}/status`));
    expect([agent.isConnected, (await status()).redeemed]).toEqual([false, false]);
    const { accessToken, agentId } = await redeem(api(), deviceCode.code);
    expect([agentId, (await status()).redeemed]).toEqual([agent.id, true]);
    await refused(400, 'INVALID_INPUT', api().as(null).post(`/agents/device-codes/${deviceCode.code}/redeem`));
    const acting = api().as({ accessToken });

    const request = payoutRequest({ from, to, amount: PAYMENT });
    const create = () => acting.post<Quote>('/agents/me/quotes', request, { idempotencyKey: 'one' });
    const quote = await expecting(201, create());
    expect((await create()).text).toBe(JSON.stringify(quote));
    const execute = () => acting.post<AgentAction>(`/agents/me/quotes/${quote.id}/execute`);
    const action = await expecting(200, execute());
    expect(action).toMatchObject({ status: 'APPROVED', type: 'EXECUTE_QUOTE', quote: { id: quote.id } });
    expect(action.transaction).toMatchObject({ id: quote.transactionId, agentId: agent.id });
    expect((await expecting(200, execute())).id).toBe(action.id);
    expect(await settled(api(), quote.transactionId)).toMatchObject({ agentId: agent.id });
    const told = await receiver.delivery('OUTGOING_PAYMENT.COMPLETED', quote.transactionId);
    expect(told.event.data).toMatchObject({ agentId: agent.id });
    expect(await balances(api(), customerId, 'USD')).toEqual([1_000_000 - PAYMENT, 1_000_000 - PAYMENT]);
    const { usage, isConnected } = await whoIs(acting);
    expect([isConnected, usage]).toMatchObject([true, { dailySpend: PAYMENT, dailyTransactionCount: 1 }]);
    for (const secret of [accessToken, deviceCode.code])
      expect(hosts.map((h) => h.stderr()).join('')).not.toContain(secret);
  });

  it('wait for approval if required: the platform receives an event and decides, and the agent sees the decision', async () => {
    const { customerId, from, to } = await parties();
    const acting = await connectAgent(api(), customerId, {}, APPROVAL);
    const ask = async (): Promise<AgentAction> => {
      const quote = await expecting(
        201,
        acting.post<Quote>('/agents/me/quotes', payoutRequest({ from, to, amount: PAYMENT })),
      );
      return expecting(200, acting.post<AgentAction>(`/agents/me/quotes/${quote.id}/execute`));
    };
    const [wanted, unwanted] = [await ask(), await ask()];
    expect(wanted).toMatchObject({ status: 'PENDING_APPROVAL', quote: { status: 'PENDING' } });
    const { event } = await receiver.delivery('AGENT_ACTION.PENDING_APPROVAL', wanted.id);
    expect(event.data).toMatchObject({ id: wanted.id, status: 'PENDING_APPROVAL', quote: { id: wanted.quote!.id } });
    const { agentId } = wanted;
    const waiting = await expecting(200, api().get<Page<AgentAction>>('/agents/approvals', { agentId }));
    expect(waiting.data.map(({ id }) => id)).toEqual([unwanted.id, wanted.id]);
    expect(await balances(api(), customerId, 'USD')).toEqual([1_000_000, 1_000_000]);

    const path = (action: AgentAction) => `/agents/${agentId}/actions/${action.id}`;
    const approve = () => api().post<AgentAction>(`${path(wanted)}/approve`, undefined, { idempotencyKey: wanted.id });
    const approved = await expecting(200, approve());
    expect(approved).toMatchObject({ status: 'APPROVED', quote: { status: 'PROCESSING' } });
    expect(await expecting(200, approve())).toEqual(approved);
    await settled(api(), wanted.quote!.transactionId);
    const rejected = await expecting(200, api().post(`${path(unwanted)}/reject`, { reason: 'too dear' }));
    expect(rejected).toMatchObject({ status: 'REJECTED', rejectionReason: 'too dear' });
    await refused(409, 'CONFLICT', api().post(`${path(unwanted)}/approve`));
    expect(await expecting(200, acting.get(`/agents/me/actions/${unwanted.id}`))).toMatchObject({ status: 'REJECTED' });
    await receiver.sequence(wanted.id, ['AGENT_ACTION.PENDING_APPROVAL']);
  });

  it('fail after an approval that can no longer be carried out, and repeat the same answer', async () => {
    const { customerId, from, to } = await parties(PAYMENT);
    const acting = await connectAgent(api(), customerId, {}, APPROVAL);
    const request = payoutRequest({ from, to, amount: PAYMENT });
    const quote = await expecting(201, acting.post<Quote>('/agents/me/quotes', request));
    const { id, agentId } = await expecting(200, acting.post<AgentAction>(`/agents/me/quotes/${quote.id}/execute`));
    await expecting(201, api().post('/quotes', { ...request, immediatelyExecute: true }));
    const approve = () =>
      api().post<AgentAction>(`/agents/${agentId}/actions/${id}/approve`, undefined, { idempotencyKey: id });
    const answers = await Promise.all([approve(), approve()]);
    answers.push(await approve());
    for (const { status, text } of answers) expect([status, text]).toEqual([200, answers[0]!.text]);
    expect(answers[0]!.body).toMatchObject({ status: 'FAILED', rejectionReason: expect.stringContaining('balance') });
    expect(await paymentsOf(customerId)).toHaveLength(1);
  });

  it(`never exceed a limit for ${COVERED} payments with ${PAYMENTS} concurrent ones`, async () => {
    const of = await parties();
    const { id, acting } = await onEveryHost(of.customerId, { dailyLimit: COVERED * PAYMENT + PAYMENT / 2 });
    const answers = await Promise.all(Array.from({ length: PAYMENTS }, (_, index) => transfer(acting(index), of)));
    const passed = answers.filter(({ status }) => status === 201);
    expect(passed).toHaveLength(COVERED);
    for (const { status, body } of answers) {
      if (status === 201) continue;
      const reason = 'DAILY_LIMIT_EXCEEDED';
      expect([status, body]).toMatchObject([403, { code: 'FORBIDDEN', details: { reason } }]);
    }
    const { usage } = await expecting(200, api().get<Agent>(`/agents/${id}`));
    expect(usage).toMatchObject({ dailySpend: COVERED * PAYMENT, dailyTransactionCount: COVERED });
    expect(await paymentsOf(of.customerId)).toHaveLength(COVERED);
  });

  it.each<[string, number, (id: string) => Promise<Answer<unknown>>]>([
    ['pause', 403, (id) => api().patch(`/agents/${id}`, { isPaused: true })],
    ['deletion', 401, (id) => api().delete(`/agents/${id}`)],
  ])('are cut off by a %s at once, with their unfinished actions', async (_what, status, cutOff) => {
    const of = await parties();
    const { id, acting } = await onEveryHost(of.customerId, {});
    const underWay = Array.from({ length: 60 }, (_, index) => transfer(acting(index), of));
    await underWay[0];
    const cut = await cutOff(id);
    expect(cut.status).toBeLessThan(300);
    const then = await paymentsOf(of.customerId);
    for (let index = 0; index < hosts.length; index += 1) {
      expect((await transfer(acting(index), of)).status).toBe(status);
      expect((await acting(index).get('/agents/me')).status).toBe(status);
    }
    const answers = await Promise.all(underWay);
    expect((await paymentsOf(of.customerId)).map(({ id: payment }) => payment)).toEqual(
      then.map(({ id: payment }) => payment),
    );
    const passed = answers.filter((answer) => answer.status === 201);
    expect(passed).toHaveLength(then.length);
    for (const answer of answers) expect([201, 401, 403]).toContain(answer.status);
  });

  it(`have each action approved or rejected once in ${ROUNDS} races`, async () => {
    const of = await parties();
    const { id, acting } = await onEveryHost(of.customerId, {}, APPROVAL);
    const won = new Set<string>();
    for (let round = 0; round < ROUNDS; round += 1) {
      const action = await expecting(201, transfer(acting(round), of));
      const path = `/agents/${id}/actions/${action.id}`;
      const approve = () => api(round).post<AgentAction>(`${path}/approve`);
      const reject = () => api(round + 1).post<AgentAction>(`${path}/reject`, {});
      const answers = await Promise.all(round % 2 === 0 ? [approve(), reject()] : [reject(), approve()]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const { body } = answers.find((answer) => answer.status === 200)!;
      expect((await expecting(200, acting(0).get<AgentAction>(`/agents/me/actions/${action.id}`))).status).toBe(
        body.status,
      );
      won.add(body.status);
    }
    expect([...won].every((status) => status === 'APPROVED' || status === 'REJECTED')).toBe(true);
    const approved = (
      await expecting(200, acting(0).get<Page<AgentAction>>('/agents/me/actions', { status: 'APPROVED', limit: 100 }))
    ).data.length;
    expect(await paymentsOf(of.customerId)).toHaveLength(approved);
  });

  it('cannot read another customer, another agent or the platform through any operation', async () => {
    const [own, foreign] = [await parties(), await parties()];
    const acting = await connectAgent(api(), own.customerId, {}, APPROVAL);
    const sibling = await connectAgent(api(), own.customerId, {}, APPROVAL);
    const stranger = await connectAgent(api(), foreign.customerId);
    const quoteOf = (of: Api, { from, to }: Parties) =>
      expecting(201, of.post<Quote>('/agents/me/quotes', payoutRequest({ from, to, amount: PAYMENT })));
    const [siblings, strangers] = [await quoteOf(sibling, own), await quoteOf(stranger, foreign)];
    const platforms = await quotePayout(api(), { from: own.from, to: own.to, amount: PAYMENT });
    const actions = await Promise.all([
      expecting(200, sibling.post<AgentAction>(`/agents/me/quotes/${siblings.id}/execute`)),
      expecting(200, stranger.post<AgentAction>(`/agents/me/quotes/${strangers.id}/execute`)),
    ]);
    const platformAccount = (await platformAccountOf(api(), 'USD')).id;
    const platformPayee = (
      await expecting(
        201,
        api().post<{ id: string }>('/platform/external-accounts', {
          currency: 'USD',
          accountInfo: ACCOUNT_INFO.USD('900'),
        }),
      )
    ).id;

    const NOTHING = '01977c5e-6f2a-7b3c-9d4e-5f6a7b8c9d0e';
    const quotes = [siblings.id, strangers.id, platforms.id];
    const internal = [foreign.from, platformAccount];
    const outside = [foreign.outside, platformPayee];
    const transferBody = (source: string, destination: string) => ({
      source: { accountId: source },
      destination: { accountId: destination },
      amount: PAYMENT,
    });
    const post = (path: string, bodyOf: (id: string) => object) => (id: string) =>
      acting.post<ErrorBody>(`/agents/me/${path}`, bodyOf(id));
    const read = (path: string) => (id: string) => acting.get<ErrorBody>(`/agents/me/${path}/${id}`);
    type Ask = (id: string) => Promise<Answer<ErrorBody>>;
    const asks: readonly (readonly [operationId: string, foreign: readonly string[], Ask])[] = [
      ['agentGetQuote', quotes, read('quotes')],
      ['agentExecuteQuote', quotes, (id) => acting.post(`/agents/me/quotes/${id}/execute`)],
      ['agentGetAction', actions.map(({ id }) => id), read('actions')],
      ['agentGetTransaction', [strangers.transactionId], read('transactions')],
      ['agentGetExternalAccount', outside, read('external-accounts')],
      ['agentDeleteExternalAccount', outside, (id) => acting.delete(`/agents/me/external-accounts/${id}`)],
      [
        'agentCreateExternalAccount',
        [foreign.customerId],
        post('external-accounts', (customerId) => ({
          customerId,
          currency: 'EUR',
          accountInfo: ACCOUNT_INFO.EUR('900'),
        })),
      ],
      ['agentCreateQuote', internal, post('quotes', (from) => payoutRequest({ from, to: own.to, amount: PAYMENT }))],
      [
        'agentCreateQuote',
        [...internal, ...outside, foreign.to],
        post('quotes', (to) => payoutRequest({ from: own.from, to, amount: PAYMENT })),
      ],
      [
        'agentCreateQuote',
        [foreign.customerId],
        post('quotes', (customerId) => ({
          ...payoutRequest({ from: own.from, to: own.to, amount: PAYMENT }),
          source: { sourceType: 'REALTIME_FUNDING', customerId, currency: 'USD' },
        })),
      ],
      ['agentCreateTransferOut', internal, post('transfer-out', (id) => transferBody(id, own.outside))],
      ['agentCreateTransferOut', outside, post('transfer-out', (id) => transferBody(own.from, id))],
      ['agentCreateTransferIn', internal, post('transfer-in', (id) => transferBody(own.outside, id))],
      ['agentCreateTransferIn', outside, post('transfer-in', (id) => transferBody(id, own.from))],
    ];
    for (const [operationId, ids, ask] of asks) {
      for (const id of ids) {
        const theirs = await ask(id);
        const absent = await ask(`${id.split(':')[0]}:${NOTHING}`);
        expect([theirs.status, operationId, id]).toEqual([404, operationId, id]);
        expect(withoutRequestId(theirs.body)).toEqual(withoutRequestId(absent.body));
        expect(theirs.text).not.toContain(id);
      }
    }
    // Operations without an id return records of the agent's own customer only.
    const lists = ['transactions', 'actions', 'internal-accounts', 'external-accounts'];
    for (const list of lists) {
      const { text } = await acting.get(`/agents/me/${list}?limit=100`);
      for (const id of [
        foreign.customerId,
        ...internal,
        ...outside,
        foreign.to,
        ...actions.map((action) => action.id),
      ]) {
        expect([list, text.includes(id)]).toEqual([list, false]);
      }
    }
    const LISTS = [
      'agentListTransactions',
      'agentListActions',
      'agentListInternalAccounts',
      'agentListExternalAccounts',
    ];
    const ofAgents = operationsOf(await api().document())
      .filter(({ object }) => object.security?.some((scheme) => 'AgentAuth' in scheme))
      .map(({ object }) => object.operationId);
    expect([...new Set([...asks.map(([operationId]) => operationId), ...LISTS, 'getAgentMe'])].sort()).toEqual(
      ofAgents.sort(),
    );
    // The platform, too, finds an action only under its own agent.
    const { id: someAgent } = await whoIs(acting);
    for (const { id } of actions) {
      await refused(404, 'REFERENCE_NOT_FOUND', api().post(`/agents/${someAgent}/actions/${id}/approve`));
      await refused(404, 'REFERENCE_NOT_FOUND', api().post(`/agents/${someAgent}/actions/${id}/reject`, {}));
    }
  });

  it('cannot use platform operations, and an API token cannot use theirs', async () => {
    const { customerId } = await parties();
    const acting = await connectAgent(api(), customerId);
    for (const { method, path, object } of operationsOf(await api().document())) {
      const isTheirs = object.security?.some((scheme) => 'AgentAuth' in scheme) ?? false;
      if ((object.security ?? []).length === 0) continue;
      const url = path.replace('/2025-10-13', '').replaceAll(/\{[^}]+\}/g, 'any');
      await refused(401, 'UNAUTHORIZED', (isTheirs ? api() : acting).send(method.toUpperCase(), url));
    }
  });
});
