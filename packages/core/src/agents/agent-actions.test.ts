import { beforeEach, describe, expect, it } from 'vitest';
import type { Result } from '../kernel/index.js';
import { refusal } from '../testing/index.js';
import { type Acting, playAgents, SENT } from '../testing/play-agents.js';
import { valueOf } from '../testing/play-core.js';
import { type PlayPayer, payerOn, playPayer } from '../testing/play-payer.js';
import { AGENT_ACTIONS, type AgentActionView } from './index.js';

const ABSENT = 'AgentAction:018bcfe5-6800-7000-8000-00000000abcd';

let payer: PlayPayer;
let payee: string;
beforeEach(async () => {
  payer = await playPayer();
  payee = (await payer.external()).id;
});

const { connected, approve } = playAgents(() => ({ payer, payee }));
const agents = () => payer.play.core.agents;
const asking = (): Promise<Acting> => connected({ defaultExecutionMode: 'APPROVAL_REQUIRED' });
const asked = async (agent: Acting): Promise<AgentActionView> =>
  valueOf(await agent.execute(valueOf(await agent.quote())));
const idsOf = (page: Result<{ readonly data: readonly { readonly id: string }[] }>) =>
  valueOf(page).data.map(({ id }) => id);
const stored = (id: string) => payer.play.core.units.read(payer.play.tenant, (reads) => reads.get(AGENT_ACTIONS, id));

describe('the record of an action', () => {
  it('names its agent, customer, quote and spent amount, and counts from its start', async () => {
    const agent = await connected();
    const quote = valueOf(await agent.quote());
    const action = valueOf(await agent.execute(quote));
    const now = payer.play.clock.now();
    const { platformCustomerId } = valueOf(
      await payer.play.read(payer.play.core.customers.get, { id: payer.customerId }),
    ).customer;
    expect(await stored(action.id)).toEqual({
      id: expect.stringMatching(/^AgentAction:/),
      tenant: payer.play.tenant,
      version: 1,
      createdAt: now,
      updatedAt: now,
      agentId: agent.id,
      customerId: payer.customerId,
      platformCustomerId,
      status: 'APPROVED',
      type: 'EXECUTE_QUOTE',
      quoteId: quote.id,
      transfer: null,
      stamp: null,
      wasAsked: false,
      transactionId: quote.transactionId,
      spent: { amount: SENT, currency: 'USD', day: '2026-01-15' },
      rejectionReason: null,
    });
    await payer.play.pass(0);
    expect(payer.eventsOf(action.id)).toEqual([]);
  });

  it('of a transfer has everything that was asked', async () => {
    const agent = await asking();
    const outside = (await payer.dollars()).id;
    const more = { paymentRail: 'ACH', remittanceInformation: 'Invoice 7', purposeOfPayment: 'GOODS_OR_SERVICES' };
    const out = valueOf(await agent.transferOut({ destinationId: outside, ...more } as never));
    expect(out).toMatchObject({
      status: 'PENDING_APPROVAL',
      type: 'TRANSFER_OUT',
      quoteId: null,
      spent: null,
      wasAsked: true,
      transfer: { sourceId: payer.usd.id, destinationId: outside, amount: SENT, currency: 'USD', ...more },
    });
    const into = valueOf(
      await agent.run(agents().me.transferIn, { sourceId: outside, destinationId: payer.usd.id, amount: 5n }),
    );
    expect(into).toMatchObject({
      status: 'PENDING_APPROVAL',
      type: 'TRANSFER_IN',
      transfer: {
        sourceId: outside,
        destinationId: payer.usd.id,
        amount: 5n,
        currency: 'USD',
        paymentRail: null,
        remittanceInformation: null,
        purposeOfPayment: null,
      },
    });
    const paid = valueOf(await approve(out));
    expect(paid.transaction).toMatchObject({
      type: 'OUTGOING',
      remittanceInformation: 'Invoice 7',
      purposeOfPayment: 'GOODS_OR_SERVICES',
      agentId: agent.id,
    });
    const pulled = valueOf(await approve(into));
    expect(pulled).toMatchObject({
      status: 'APPROVED',
      spent: { amount: 5n, currency: 'USD', day: '2026-01-15' },
      transaction: { type: 'INCOMING', agentId: agent.id },
    });
    await payer.auditClean();
  });
});

describe('the actions', () => {
  it('are listed by agent, customer and status, newest first, with quote and transaction', async () => {
    const other = await payerOn(payer.play, { fullName: 'Eve' });
    const [agent, second] = [await asking(), await asking()];
    const stranger = await connected({ permissions: ['CREATE_TRANSFERS'] }, other.customerId);
    const into = { sourceId: (await other.dollars('891')).id, destinationId: other.usd.id, amount: 7n };
    const first = await asked(agent);
    const theirs = valueOf(await stranger.run(agents().me.transferIn, into));
    payer.play.clock.advance(1);
    const newer = await asked(agent);
    const ofSecond = await asked(second);
    valueOf(await approve(first));

    const listed = async (filter: object) => idsOf(await payer.play.read(agents().actions, filter));
    expect(await listed({})).toEqual([ofSecond.id, newer.id, theirs.id, first.id]);
    expect(await listed({ agentId: agent.id })).toEqual([newer.id, first.id]);
    expect(await listed({ customerId: other.customerId })).toEqual([theirs.id]);
    expect(await listed({ agentId: agent.id, customerId: other.customerId })).toEqual([]);
    const page = valueOf(await payer.play.read(agents().actions, { agentId: agent.id, limit: 1 }));
    expect(page).toMatchObject({ hasMore: true, data: [{ id: newer.id, quote: { id: newer.quoteId } }] });
    const rest = valueOf(
      await payer.play.read(agents().actions, { agentId: agent.id, limit: 1, cursor: page.nextCursor } as never),
    );
    expect(rest.data).toMatchObject([{ id: first.id, transaction: { agentId: agent.id } }]);

    const own = async (filter: object) => idsOf(await agent.read(agents().me.listActions, filter));
    expect(await own({})).toEqual([newer.id, first.id]);
    expect(await own({ status: 'APPROVED' })).toEqual([first.id]);
    expect(await own({ status: 'PENDING_APPROVAL' })).toEqual([newer.id]);
    expect(await own({ status: 'REJECTED' })).toEqual([]);
    expect(await own({ limit: 1 })).toEqual([newer.id]);
    expect(idsOf(await stranger.read(agents().me.listActions, {}))).toEqual([theirs.id]);
  });

  it('that wait are listed by agent, customer and time, newest first by default', async () => {
    const [agent, second] = [await asking(), await asking()];
    const first = await asked(agent);
    payer.play.clock.advance(10);
    const newer = await asked(second);
    const { createdAt } = newer;
    const waiting = async (filter: object) => idsOf(await payer.play.read(agents().approvals, filter));
    expect(await waiting({})).toEqual([newer.id, first.id]);
    expect(await waiting({ sortOrder: 'asc' })).toEqual([first.id, newer.id]);
    expect(await waiting({ sortOrder: 'desc' })).toEqual([newer.id, first.id]);
    expect(await waiting({ agentId: agent.id })).toEqual([first.id]);
    expect(await waiting({ customerId: payer.customerId })).toEqual([newer.id, first.id]);
    expect(await waiting({ customerId: 'Customer:018bcfe5-6800-7000-8000-0000000000ff' })).toEqual([]);
    expect(await waiting({ startDate: createdAt })).toEqual([newer.id]);
    expect(await waiting({ endDate: first.createdAt })).toEqual([first.id]);
    valueOf(await approve(first));
    expect(await waiting({})).toEqual([newer.id]);
  });
});

describe('an action that is named', () => {
  it('is one of this agent', async () => {
    const [agent, other] = [await asking(), await asking()];
    const action = await asked(agent);
    const named = (agentId: string, id: string) => ({ ...action, agentId: agentId as never, id: id as never });
    const reject = ({ agentId, id }: AgentActionView) =>
      payer.play.run(agents().reject, { agentId, actionId: id, reason: undefined });
    for (const wrong of [named(other.id, action.id), named(agent.id, ABSENT), named(agent.id, 'x')]) {
      expect(refusal(await approve(wrong)).code).toBe('REFERENCE_NOT_FOUND');
      expect(refusal(await reject(wrong)).code).toBe('REFERENCE_NOT_FOUND');
    }
    for (const id of [ABSENT, 'x']) {
      expect(refusal(await agent.read(agents().me.getAction, { id })).code).toBe('REFERENCE_NOT_FOUND');
    }
    expect(await stored(action.id)).toMatchObject({ status: 'PENDING_APPROVAL', version: 1 });
    expect(valueOf(await reject(action))).toMatchObject({ status: 'REJECTED', rejectionReason: null });
  });
});

describe('a quote that is executed twice at the same time', () => {
  it('has one action: the second call is to be sent again', async () => {
    const agent = await asking();
    const quote = valueOf(await agent.quote());
    const action = valueOf(await agent.execute(quote));
    // A waiting action changes the quote, so that a unit which has read the quote before runs again.
    expect(action.quote?.version).toBe(quote.version + 1);
    const { core, tenant } = payer.play;
    const ctx = await agent.context();
    const unaware = await core.units.run(tenant, (tx) => {
      const find: typeof tx.find = async (kind, ...key) =>
        (kind as unknown) === AGENT_ACTIONS ? null : tx.find(kind, ...key);
      return agents().me.executeQuote({ ...tx, find }, ctx, { id: quote.id });
    });
    expect(unaware).toMatchObject({
      ok: false,
      error: { code: 'CONFLICT', message: expect.stringContaining('again') },
    });
    expect(idsOf(await agent.read(agents().me.listActions, {}))).toEqual([action.id]);
    expect(valueOf(await agent.execute(quote)).id).toBe(action.id);
  });
});

describe('a proposal that cannot be carried out', () => {
  it('creates no waiting action for a quote that has expired or was executed', async () => {
    const agent = await asking();
    const [expired, executed] = [valueOf(await agent.quote()), valueOf(await agent.quote())];
    valueOf(await payer.execute(executed.id));
    expect(refusal(await agent.execute(executed)).code).toBe('CONFLICT');
    // The moment at which the quote expires is too late.
    payer.play.clock.advance((expired.expiresAt - payer.play.clock.now()) / 1000);
    expect(await agent.execute(expired)).toMatchObject({
      error: { code: 'CONFLICT', details: { reason: 'QUOTE_EXPIRED' } },
    });
    const funded = valueOf(await agent.quote({ source: payer.funded(payee).source }));
    expect(refusal(await agent.execute(funded))).toEqual({ code: 'INVALID_INPUT', fields: ['quoteId'] });
    const immediate = await agent.quote({ source: payer.funded(payee).source, immediatelyExecute: true });
    expect(refusal(immediate)).toEqual({ code: 'INVALID_INPUT', fields: ['immediatelyExecute'] });
    expect(idsOf(await agent.read(agents().me.listActions, {}))).toEqual([]);
  });

  it('shows no action of a quote to an agent that may no longer execute quotes', async () => {
    const agent = await asking();
    const action = await asked(agent);
    valueOf(await payer.play.run(agents().updatePolicy, { id: agent.id, policy: { permissions: ['CREATE_QUOTES'] } }));
    expect(refusal(await agent.execute(action.quote!)).code).toBe('FORBIDDEN');
  });

  it('creates no action if the account cannot pay at once', async () => {
    const agent = await connected({ spendingLimits: { currency: 'USD', perTransactionLimit: 2_000_000n } });
    const outside = (await payer.dollars()).id;
    const { available } = await payer.internal('USD');
    const answer = await agent.transferOut({ destinationId: outside, amount: available + 1n });
    expect(refusal(answer).code).toBe('INVALID_AMOUNT');
    expect(idsOf(await agent.read(agents().me.listActions, {}))).toEqual([]);
    expect(valueOf(await payer.play.read(agents().get, { id: agent.id })).usage.dailySpend).toBe(0n);
  });

  it('creates no action if its account is frozen, and counts nothing', async () => {
    const agent = await connected();
    const quote = valueOf(await agent.quote());
    valueOf(await payer.play.run(payer.play.core.accounts.freezeInternal, { id: payer.usd.id }));
    expect(refusal(await agent.execute(quote)).code).toBe('USER_NOT_READY');
    expect(idsOf(await agent.read(agents().me.listActions, {}))).toEqual([]);
    expect(valueOf(await payer.play.read(agents().get, { id: agent.id })).usage.dailyCount).toBe(0n);
  });

  it('is refused on approval once its agent is deleted', async () => {
    const agent = await asking();
    const action = await asked(agent);
    valueOf(await payer.play.run(agents().delete, { id: agent.id }));
    const { attempt, prepare } = agents().approve;
    const ready = await prepare(payer.play.context(), { agentId: agent.id, actionId: action.id });
    expect(refusal(await payer.play.run(attempt, ready)).code).toBe('CONFLICT');
  });

  it('waits on, or is not created, while its amount has no rate', async () => {
    const agent = await connected({
      defaultExecutionMode: 'APPROVAL_REQUIRED',
      spendingLimits: { currency: 'EUR', perTransactionLimit: 500_000n },
    });
    const destinationId = (await payer.dollars()).id;
    const action = valueOf(await agent.transferOut({ destinationId }));
    // No host has refreshed the rates for ten days.
    payer.play.clock.advance(10 * 24 * 60 * 60);
    const { attempt, prepare } = agents().approve;
    const key = { agentId: agent.id, actionId: action.id };
    const answer = await payer.play.run(attempt, await prepare(payer.play.context(), key));
    expect(refusal(answer).code).toBe('QUOTE_REQUEST_FAILED');
    expect(await stored(action.id)).toMatchObject({ status: 'PENDING_APPROVAL', version: 1 });
    expect(refusal(await agent.transferOut({ destinationId })).code).toBe('QUOTE_REQUEST_FAILED');
    expect(idsOf(await agent.read(agents().me.listActions, {}))).toEqual([action.id]);
  });
});
