import { beforeEach, describe, expect, it } from 'vitest';
import { AGENT_ACTIONS, type AgentActionView, AGENTS, type AgentView, type PolicyInput } from './index.js';
import type { OutboxEvent } from '../events/index.js';
import type { Id, Page, Permission, Query, Result, UseCase } from '../kernel/index.js';
import type { Quote } from '../quotes/index.js';
import { type Acting, EVERYTHING, playAgents, SENT } from '../testing/play-agents.js';
import { codeOf, playCore, valueOf } from '../testing/play-core.js';
import { playPayer, type PlayPayer } from '../testing/play-payer.js';
import { refusal } from '../testing/index.js';

const DAY_SECONDS = 24 * 60 * 60;

let payer: PlayPayer;
let payee: string;
beforeEach(async () => {
  payer = await playPayer();
  payee = (await payer.external()).id;
});

const agents = () => payer.play.core.agents;
const run: PlayPayer['play']['run'] = (useCase, input) => payer.play.run(useCase, input);
const read = <I, O>(query: Query<I, O>, input: I): Promise<Result<O>> => payer.play.read(query, input);

const { created, redeem, connected, approve } = playAgents(() => ({ payer, payee }));

const view = async (id: string): Promise<AgentView> => valueOf(await read(agents().get, { id }));
const changePolicy = async (id: string, policy: PolicyInput): Promise<AgentView> =>
  valueOf(await run(agents().updatePolicy, { id, policy }));
const pause = async (id: string, isPaused = true) => valueOf(await run(agents().update, { id, isPaused }));

const reject = ({ id: actionId, agentId }: AgentActionView, reason?: string) =>
  run(agents().reject, { agentId, actionId, reason });
const approvals = async (): Promise<readonly AgentActionView[]> =>
  valueOf<Page<AgentActionView>>(await read(agents().approvals, {})).data;

const reasonOf = (result: Result<unknown>): unknown => (result.ok ? 'ok' : result.error.details?.['reason']);

describe('a device code', () => {
  it('connects an agent once, shows the access token once and stores its digest', async () => {
    const { view: made, code } = await created();
    expect(made.agent).toMatchObject({ isConnected: false, isPaused: false, tokenDigest: null });
    expect(code).toMatchObject({ agentId: made.agent.id, isRedeemed: false });
    expect(valueOf(await read(agents().codeStatus, { code: code.code })).isRedeemed).toBe(false);

    const { accessToken, agentName } = valueOf(await redeem(code.code.toLowerCase()));
    expect(agentName).toBe('Bookkeeper');
    expect(valueOf(await read(agents().codeStatus, { code: code.code })).isRedeemed).toBe(true);
    const stored = await payer.play.core.units.read(payer.play.tenant, (reads) => reads.get(AGENTS, made.agent.id));
    expect(stored).toMatchObject({ isConnected: true });
    for (const secret of [accessToken, code.code]) expect(Object.values(stored!)).not.toContain(secret);

    const session = await agents().authenticate(accessToken);
    expect(session?.actor).toEqual({ kind: 'agent', agentId: made.agent.id, customerId: payer.customerId });
    expect(refusal(await redeem(code.code))).toEqual({ code: 'INVALID_INPUT', fields: ['code'] });
  });

  it('is redeemed once by many concurrent calls', async () => {
    const { code } = await created();
    const answers = await Promise.all(Array.from({ length: 10 }, () => redeem(code.code)));
    expect(answers.map(codeOf).sort()).toEqual([...Array<string>(9).fill('INVALID_INPUT'), 'ok']);
  });

  it('is valid for fifteen minutes', async () => {
    const { code } = await created();
    payer.play.clock.advance(15 * 60 - 1);
    const other = await created();
    expect(codeOf(await redeem(code.code))).toBe('ok');
    payer.play.clock.advance(15 * 60);
    expect(refusal(await redeem(other.code.code))).toEqual({ code: 'INVALID_INPUT', fields: ['code'] });
  });

  it('invalidates the previous code, and its redemption invalidates the previous token', async () => {
    const agent = await connected();
    const second = valueOf(await run(agents().regenerateCode, { id: agent.id }));
    const third = valueOf(await run(agents().regenerateCode, { id: agent.id }));
    expect(codeOf(await redeem(second.code))).toBe('REFERENCE_NOT_FOUND');
    expect(codeOf(await read(agents().codeStatus, { code: second.code }))).toBe('REFERENCE_NOT_FOUND');
    expect(await agents().authenticate(agent.token)).not.toBeNull();
    const { accessToken } = valueOf(await redeem(third.code));
    expect(await agents().authenticate(agent.token)).toBeNull();
    expect(await agents().authenticate(accessToken)).not.toBeNull();
  });
});

describe('an agent', () => {
  it('needs an existing customer and a valid policy, and names every invalid field', async () => {
    const wrong = await run(agents().create, {
      name: ' ',
      customerId: 'unknown',
      policy: {
        permissions: ['EVERYTHING'],
        spendingLimits: { currency: 'XXL', perTransactionLimit: -1n },
        accountRestrictions: { accountRules: [{ accountId: 'a' }, { accountId: 'a' }] },
        approvalThresholds: { currency: 'ZZZ' },
      },
    });
    const errors = (wrong.ok ? {} : wrong.error.details)?.['errors'] as { readonly field: string }[];
    expect(errors.map(({ field }) => field).sort()).toEqual([
      'customerId',
      'name',
      'policy.accountRestrictions.accountRules.1.accountId',
      'policy.approvalThresholds.currency',
      'policy.defaultExecutionMode',
      'policy.permissions.0',
      'policy.spendingLimits.currency',
      'policy.spendingLimits.perTransactionLimit',
    ]);
    const missing = 'Customer:018bcfe5-6800-7000-8000-0000000000ff';
    expect(codeOf(await run(agents().create, { name: 'A', customerId: missing, policy: EVERYTHING }))).toBe(
      'USER_NOT_FOUND',
    );
  });

  it('keeps the parts of its policy that a change does not name, and null removes a limit', async () => {
    const { view: made } = await created({
      ...EVERYTHING,
      spendingLimits: { currency: 'USD', perTransactionLimit: 5n, dailyLimit: 7n, monthlyLimit: 9n },
      approvalThresholds: { amount: 3n },
    });
    const { policy } = (
      await changePolicy(made.agent.id, {
        spendingLimits: { dailyLimit: null },
        approvalThresholds: { currency: 'EUR' },
      })
    ).agent;
    expect(policy).toEqual({
      ...made.agent.policy,
      spendingLimits: { ...made.agent.policy.spendingLimits, dailyLimit: null },
      approvalThresholds: { currency: 'EUR', amount: 3n },
    });
  });

  it('stores the UMA addresses of its policy in lower case, each with one rule', async () => {
    const { view: made } = await created({
      ...EVERYTHING,
      accountRestrictions: {
        allowedAccountIds: [payer.usd.id, '$Bob@Bank.example'],
        accountRules: [{ accountId: '$Bob@Bank.example', executionMode: 'APPROVAL_REQUIRED' }],
      },
    });
    expect(made.agent.policy.accountRestrictions).toMatchObject({
      allowedAccountIds: [payer.usd.id, '$bob@bank.example'],
      accountRules: [{ accountId: '$bob@bank.example' }],
    });
    const accountRules = [{ accountId: '$Bob@bank.example' }, { accountId: '$bob@bank.example' }];
    const wrong = { id: made.agent.id, policy: { accountRestrictions: { accountRules } } };
    expect(refusal(await run(agents().updatePolicy, wrong))).toEqual({
      code: 'INVALID_INPUT',
      fields: ['accountRestrictions.accountRules.1.accountId'],
    });
  });

  it('cannot act from the moment it is paused or deleted', async () => {
    const agent = await connected();
    const quote = valueOf(await agent.quote());
    const ctx = await agent.context();
    const begun = <I, O>(useCase: UseCase<I, O>, input: I) =>
      payer.play.core.units.run(ctx.tenant, (tx) => useCase(tx, ctx, input));

    await pause(agent.id);
    expect(codeOf(await begun(agents().me.executeQuote, { id: quote.id }))).toBe('FORBIDDEN');
    expect(codeOf(await agent.quote())).toBe('FORBIDDEN');
    await pause(agent.id, false);
    expect(codeOf(await begun(agents().me.executeQuote, { id: quote.id }))).toBe('ok');

    valueOf(await run(agents().delete, { id: agent.id }));
    expect(codeOf(await begun(agents().me.getQuote as never, { id: quote.id }))).toBe('UNAUTHORIZED');
    expect(await agents().authenticate(agent.token)).toBeNull();
    expect(codeOf(await read(agents().get, { id: agent.id }))).toBe('REFERENCE_NOT_FOUND');
    await payer.auditClean();
  });

  it('writes nothing after a pause, even in a unit that read before the pause', async () => {
    const agent = await connected();
    const ctx = await agent.context();
    const quote = valueOf(await agent.quote());
    const { units } = payer.play.core;
    // The unit reads the agent as it was before the pause; its write meets the pause.
    const stale = await units.read(ctx.tenant, (reads) => reads.get(AGENTS, agent.id));
    await pause(agent.id);
    const late = await units.run(ctx.tenant, (tx) =>
      agents().me.executeQuote(
        { ...tx, get: ((kind: never, id: string) => (id === agent.id ? stale : tx.get(kind, id))) as typeof tx.get },
        ctx,
        { id: quote.id },
      ),
    );
    expect([codeOf(late), reasonOf(late)]).toEqual(['FORBIDDEN', 'AGENT_PAUSED']);
    expect((await payer.quote(quote.id)).status).toBe('PENDING');
  });

  it('is listed by customer, isPaused and isConnected', async () => {
    const one = await connected();
    const other = (await created()).view.agent.id;
    await pause(other);
    const listed = async (filter: object): Promise<readonly string[]> =>
      valueOf<Page<AgentView>>(await read(agents().list, filter)).data.map(({ agent }) => agent.id);
    expect(await listed({ customerId: payer.customerId })).toEqual([other, one.id]);
    expect(await listed({ isPaused: true })).toEqual([other]);
    expect(await listed({ isConnected: true })).toEqual([one.id]);
    expect(await listed({ isConnected: false, isPaused: false })).toEqual([]);
  });
});

describe('a payment that the policy allows', () => {
  it('runs at once and names the agent in quote, transaction and usage', async () => {
    const agent = await connected();
    const quote = valueOf(await agent.quote());
    expect(quote).toMatchObject({ agentId: agent.id, customerId: payer.customerId });
    const action = valueOf(await agent.execute(quote));
    expect(action).toMatchObject({ status: 'APPROVED', type: 'EXECUTE_QUOTE', wasAsked: false });
    expect(action.quote?.status).toBe('PROCESSING');
    expect(action.transaction).toMatchObject({ id: quote.transactionId, agentId: agent.id });
    await payer.play.pass(1);
    expect(await payer.payment(quote)).toMatchObject({ status: 'COMPLETED', agentId: agent.id });

    const sameAgain = valueOf(await agent.execute(quote));
    expect(sameAgain.id).toBe(action.id);
    expect((await view(agent.id)).usage).toEqual({ dailySpend: SENT, dailyCount: 1n, monthlySpend: SENT });
    await payer.auditClean();
  });

  it('runs with the creation of its quote if immediatelyExecute is set', async () => {
    const agent = await connected();
    const quote = valueOf(await agent.quote({ immediatelyExecute: true }));
    expect(quote.status).toBe('PROCESSING');
    const [action] = valueOf(await agent.read(agents().me.listActions, {})).data;
    expect(action).toMatchObject({ status: 'APPROVED', quoteId: quote.id });
    await payer.auditClean();
  });

  it('moves money in and out of the accounts of the customer', async () => {
    const agent = await connected();
    const outside = (await payer.dollars()).id;
    const out = valueOf(await agent.transferOut({ destinationId: outside }));
    expect(out).toMatchObject({ status: 'APPROVED', type: 'TRANSFER_OUT', quoteId: null });
    expect(out.transfer).toMatchObject({ amount: SENT, currency: 'USD', sourceId: payer.usd.id });
    expect(out.transaction).toMatchObject({ type: 'OUTGOING', agentId: agent.id });
    const into = valueOf(
      await agent.run(agents().me.transferIn, { sourceId: outside, destinationId: payer.usd.id, amount: 5n }),
    );
    expect(into.transaction).toMatchObject({ type: 'INCOMING', agentId: agent.id });
    expect((await view(agent.id)).usage).toMatchObject({ dailySpend: SENT + 5n, dailyCount: 2n });
    await payer.auditClean();
  });
});

describe('a transfer of an agent to a chain', () => {
  it.each(['AUTO', 'APPROVAL_REQUIRED'] as const)('delivers the amount minus the network fee (%s)', async (mode) => {
    payer = await playPayer({}, { currencies: ['USD', 'BTC'] });
    const agent = await connected({ defaultExecutionMode: mode });
    const { account } = await payer.internal('BTC');
    valueOf(await run(payer.play.core.sandbox.fund, { accountId: account.id, amount: 50_000n }));
    const wallet = {
      ownerType: 'CUSTOMER',
      customerId: payer.customerId,
      currency: 'BTC',
      accountInfo: {
        accountType: 'ALTCHAIN_WALLET',
        assetType: 'BTC',
        address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
      },
    };
    const { id: destinationId } = valueOf(await run(payer.play.core.accounts.addExternal, wallet as never));
    const proposed = valueOf(await agent.transferOut({ sourceId: account.id, destinationId, amount: 50_000n }));
    const done = mode === 'AUTO' ? proposed : valueOf(await approve(proposed));
    expect(done.transaction).toMatchObject({ sentAmount: 50_000n, receivedAmount: 48_500n, fees: 1_500n });
    const { play } = payer;
    const { entries } = valueOf(await play.core.payments.timeline(play.tenant, done.transaction!.id));
    expect(entries.filter(({ kind }) => kind === 'agent')).toMatchObject(
      (mode === 'AUTO' ? ['allowed by the policy'] : ['approval asked', 'APPROVED']).map((step) => ({
        step,
        actionId: done.id,
        agentId: agent.id,
      })),
    );
    await payer.play.pass(0);
    await payer.auditClean();
  });
});

describe('a payment that needs an approval', () => {
  const asking = (): Promise<Acting> => connected({ defaultExecutionMode: 'APPROVAL_REQUIRED' });
  const asked = async (agent: Acting): Promise<AgentActionView> =>
    valueOf(await agent.execute(valueOf(await agent.quote())));

  it('waits, moves nothing, and emits one event', async () => {
    const agent = await asking();
    const action = await asked(agent);
    expect(action).toMatchObject({ status: 'PENDING_APPROVAL', wasAsked: true, transaction: null });
    expect(action.quote?.status).toBe('PENDING');
    expect((await payer.internal('USD')).held).toBe(0n);
    expect((await view(agent.id)).usage.dailySpend).toBe(0n);
    expect(valueOf(await agent.execute(action.quote!)).id).toBe(action.id);
    await payer.play.pass(0);
    const told = payer.play.delivered.filter(({ resource }) => resource === action.id);
    expect(told.map(({ type }) => type)).toEqual(['AGENT_ACTION.PENDING_APPROVAL']);
    expect((told[0] as OutboxEvent).snapshot).toMatchObject({ id: action.id, quote: { id: action.quoteId } });
    expect((await approvals()).map(({ id }) => id)).toEqual([action.id]);
    const timeline = valueOf(await payer.play.core.payments.timeline(payer.play.tenant, action.id));
    expect(timeline).toMatchObject({ transaction: null, quote: { id: action.quoteId } });
    expect(timeline.entries.filter(({ kind }) => kind === 'agent')).toMatchObject([{ step: 'approval asked' }]);
    await payer.auditClean();
  });

  it('starts when it is approved, and counts against the limits from then on', async () => {
    const agent = await asking();
    const action = await asked(agent);
    const approved = valueOf(await approve(action));
    expect(approved).toMatchObject({ status: 'APPROVED', transaction: { agentId: agent.id } });
    expect(approved.quote?.status).toBe('PROCESSING');
    expect((await view(agent.id)).usage.dailySpend).toBe(SENT);
    expect(await approvals()).toEqual([]);
    expect(codeOf(await approve(action))).toBe('CONFLICT');
    expect(codeOf(await reject(action))).toBe('CONFLICT');
    await payer.auditClean();
  });

  it('ends when it is rejected', async () => {
    const agent = await asking();
    const action = await asked(agent);
    expect(valueOf(await reject(action, 'too dear'))).toMatchObject({
      status: 'REJECTED',
      rejectionReason: 'too dear',
    });
    expect(codeOf(await approve(action))).toBe('CONFLICT');
    expect((await payer.quote(action.quoteId!)).status).toBe('PENDING');
    expect(valueOf(await agent.read(agents().me.getAction, { id: action.id })).status).toBe('REJECTED');
    await payer.auditClean();
  });

  it('is decided once by many concurrent decisions', async () => {
    for (let round = 0; round < 5; round += 1) {
      const agent = await asking();
      const action = await asked(agent);
      const answers = await Promise.all([approve(action), reject(action), approve(action), reject(action)]);
      expect(answers.map(codeOf).sort()).toEqual(['CONFLICT', 'CONFLICT', 'CONFLICT', 'ok']);
    }
    await payer.auditClean();
  });

  it.each<[string, (agent: Acting, action: AgentActionView) => Promise<unknown>, string]>([
    ['its quote has expired', async () => payer.play.pass(301), 'the quote is EXPIRED'],
    [
      'a limit has been lowered',
      (agent) => changePolicy(agent.id, { spendingLimits: { perTransactionLimit: SENT - 1n } }),
      'TRANSACTION_LIMIT_EXCEEDED',
    ],
    [
      'a permission was taken away',
      (agent) => changePolicy(agent.id, { permissions: ['CREATE_QUOTES'] }),
      'PERMISSION_MISSING',
    ],
    ['the agent was deleted', (agent) => run(agents().delete, { id: agent.id }), 'the agent was deleted'],
    [
      'its platform has executed the quote',
      (_agent, action) => payer.execute(action.quoteId!),
      'the quote is PROCESSING; only a PENDING quote can be executed',
    ],
    [
      'the balance is too small',
      async (agent) => {
        const all = valueOf(await agent.quote({ lockedCurrencyAmount: 1_000_000n }));
        return payer.execute(all.id);
      },
      'does not cover the amount',
    ],
  ])('fails on approval if %s', async (_why, change, reason) => {
    const agent = await asking();
    const action = await asked(agent);
    await change(agent, action);
    const failed = valueOf(await approve(action));
    expect(failed.status).toBe('FAILED');
    expect(failed.rejectionReason).toContain(reason);
    expect(codeOf(await approve(action))).toBe('CONFLICT');
    expect(
      (await payer.play.core.units.read(payer.play.tenant, (r) => r.get(AGENT_ACTIONS, action.id)))?.spent,
    ).toBeNull();
    await payer.auditClean();
  });

  it('can exceed a threshold in another currency', async () => {
    // 1,000 dollars are more than 900 euros and less than 930.
    const agent = await connected({ approvalThresholds: { currency: 'EUR', amount: 90_000n } });
    expect((await asked(agent)).status).toBe('PENDING_APPROVAL');
    await changePolicy(agent.id, { approvalThresholds: { amount: 93_000n } });
    expect((await asked(agent)).status).toBe('APPROVED');
  });

  it('can be the immediate execution of a quote, which stays PENDING', async () => {
    const agent = await asking();
    const quote = valueOf(await agent.quote({ immediatelyExecute: true }));
    expect(quote.status).toBe('PENDING');
    const [action] = await approvals();
    expect(action).toMatchObject({ quoteId: quote.id, status: 'PENDING_APPROVAL' });
    expect(valueOf(await approve(action!)).status).toBe('APPROVED');
    await payer.auditClean();
  });

  it('can be a transfer', async () => {
    const agent = await asking();
    const outside = (await payer.dollars()).id;
    const action = valueOf(await agent.transferOut({ destinationId: outside, remittanceInformation: 'Invoice 7' }));
    expect(action).toMatchObject({ status: 'PENDING_APPROVAL', transaction: null });
    const approved = valueOf(await approve(action));
    expect(approved.transaction).toMatchObject({
      sentAmount: SENT,
      remittanceInformation: 'Invoice 7',
      agentId: agent.id,
    });
    await payer.auditClean();
  });

  it('can be decided while the agent is paused', async () => {
    const agent = await asking();
    const action = await asked(agent);
    await pause(agent.id);
    expect(valueOf(await approve(action)).status).toBe('APPROVED');
  });
});

describe('a payment that the policy forbids', () => {
  it.each<[string, PolicyInput]>([
    ['PERMISSION_MISSING', { permissions: ['CREATE_QUOTES'] }],
    ['TRANSACTION_LIMIT_EXCEEDED', { spendingLimits: { currency: 'USD', perTransactionLimit: SENT - 1n } }],
    [
      'DAILY_COUNT_EXCEEDED',
      { spendingLimits: { currency: 'USD', perTransactionLimit: SENT, dailyTransactionLimit: 0 } },
    ],
    ['DAILY_LIMIT_EXCEEDED', { spendingLimits: { currency: 'USD', perTransactionLimit: SENT, dailyLimit: SENT - 1n } }],
    ['MONTHLY_LIMIT_EXCEEDED', { spendingLimits: { currency: 'USD', perTransactionLimit: SENT, monthlyLimit: 5n } }],
  ])('is refused with %s and creates no action', async (reason, policy) => {
    const agent = await connected(policy);
    const quote = valueOf(await agent.quote());
    const refused = await agent.execute(quote);
    expect([codeOf(refused), reasonOf(refused)]).toEqual(['FORBIDDEN', reason]);
    expect(valueOf(await agent.read(agents().me.listActions, {})).data).toEqual([]);
    expect((await payer.quote(quote.id)).status).toBe('PENDING');
    const withQuote = await agent.quote({ immediatelyExecute: true });
    expect(reasonOf(withQuote)).toBe(reason);
    await payer.auditClean();
  });

  it('can be one that involves an account which is not allowed', async () => {
    const allowed = [payer.usd.id];
    const agent = await connected({ accountRestrictions: { allowedAccountIds: allowed } });
    const outside = (await payer.dollars()).id;
    expect(reasonOf(await agent.quote())).toBe('ACCOUNT_NOT_ALLOWED');
    expect(reasonOf(await agent.transferOut({ destinationId: outside }))).toBe('ACCOUNT_NOT_ALLOWED');
    expect(reasonOf(await agent.run(agents().me.deleteExternalAccount, { id: outside }))).toBe('ACCOUNT_NOT_ALLOWED');
    await changePolicy(agent.id, { accountRestrictions: { allowedAccountIds: [...allowed, outside] } });
    expect(codeOf(await agent.transferOut({ destinationId: outside }))).toBe('ok');
  });

  it('can be one with a platform fee set by the agent', async () => {
    const agent = await connected();
    const fixed = { amount: 0n, currency: 'USD' } as never;
    const refused = await agent.quote({ platformFeeOverride: { fixed, variableBps: 0 } });
    expect(refusal(refused)).toEqual({ code: 'INVALID_INPUT', fields: ['platformFeeOverride'] });
  });
});

describe('limits', () => {
  it('count amounts at the rate of the quote, or else at the mid rate, rounded up', async () => {
    const inEuros = await connected({ spendingLimits: { currency: 'EUR', perTransactionLimit: 500_000n } });
    const quote = valueOf(await inEuros.quote());
    valueOf(await inEuros.execute(quote));
    const { num, den } = quote.exchangeRate;
    expect((await view(inEuros.id)).usage.dailySpend).toBe((SENT * num + den - 1n) / den);

    const inPounds = await connected({ spendingLimits: { currency: 'GBP', perTransactionLimit: 500_000n } });
    valueOf(await inPounds.execute(valueOf(await inPounds.quote())));
    const { rate } = valueOf(payer.play.core.rates.mid('SANDBOX', 'USD' as never, 'GBP' as never));
    expect((await view(inPounds.id)).usage.dailySpend).toBe((SENT * rate.num + rate.den - 1n) / rate.den);
    await payer.auditClean();
  });

  it('are never exceeded by concurrent payments', async () => {
    const agent = await connected({
      spendingLimits: { currency: 'USD', perTransactionLimit: 1_000n, dailyLimit: 10_500n },
    });
    const outside = (await payer.dollars()).id;
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => agent.transferOut({ destinationId: outside, amount: 1_000n })),
    );
    expect(answers.filter(({ ok: went }) => went)).toHaveLength(10);
    expect((await view(agent.id)).usage).toMatchObject({ dailySpend: 10_000n, dailyCount: 10n });
    await payer.auditClean();
  });

  it('reset with the day and with the month', async () => {
    const agent = await connected({
      spendingLimits: { currency: 'USD', perTransactionLimit: 1_000n, dailyLimit: 1_000n, monthlyLimit: 2_500n },
    });
    const outside = (await payer.dollars()).id;
    const pay = async () => reasonOf(await agent.transferOut({ destinationId: outside, amount: 1_000n }));
    expect([await pay(), await pay()]).toEqual(['ok', 'DAILY_LIMIT_EXCEEDED']);
    await payer.play.pass(DAY_SECONDS);
    expect((await view(agent.id)).usage).toEqual({ dailySpend: 0n, dailyCount: 0n, monthlySpend: 1_000n });
    expect(await pay()).toBe('ok');
    await payer.play.pass(DAY_SECONDS);
    expect(await pay()).toBe('MONTHLY_LIMIT_EXCEEDED');
    await payer.play.pass(20 * DAY_SECONDS);
    expect(await pay()).toBe('ok');
    await payer.auditClean();
  });

  it('apply from the moment of their change', async () => {
    const agent = await connected({
      spendingLimits: { currency: 'USD', perTransactionLimit: 9_000n, dailyLimit: 9_000n },
    });
    const outside = (await payer.dollars()).id;
    const pay = async (amount: bigint) => reasonOf(await agent.transferOut({ destinationId: outside, amount }));
    expect(await pay(5_000n)).toBe('ok');
    await changePolicy(agent.id, { spendingLimits: { dailyLimit: 4_000n } });
    expect(await pay(1n)).toBe('DAILY_LIMIT_EXCEEDED');
    await changePolicy(agent.id, { spendingLimits: { dailyLimit: 6_000n } });
    expect([await pay(1_001n), await pay(1_000n)]).toEqual(['DAILY_LIMIT_EXCEEDED', 'ok']);
    await changePolicy(agent.id, { spendingLimits: { dailyLimit: null } });
    expect(await pay(9_000n)).toBe('ok');
    expect((await view(agent.id)).usage).toMatchObject({ dailySpend: 15_000n, dailyCount: 3n });
    await payer.auditClean();
  });
});

describe('a payment of a customer of the EEA', () => {
  const PROOF = { code: '123456' };
  const SPENT = { dailySpend: SENT, dailyCount: 1n, monthlySpend: SENT };
  beforeEach(async () => {
    payer = await playPayer({}, { region: 'DE', phoneNumber: '+4915112345678' });
    payee = (await payer.external()).id;
    const { customers } = payer.play.core;
    const contact = { id: payer.customerId, channel: 'phone' } as const;
    valueOf(await run(customers.sendContactCode, contact));
    valueOf(await run(customers.confirmContact, { ...contact, code: '123456' }));
  });

  async function authorized(quote: Quote): Promise<Result<unknown>> {
    const { prepare, finish } = payer.play.core.quotes.authorize;
    const ready = await prepare(payer.play.context(), { id: quote.id, ...PROOF });
    return ready.ok ? run(finish, ready.value) : ready;
  }

  it.each<[string, (agent: Acting) => Promise<AgentActionView>]>([
    ['that its policy allows', async (agent) => valueOf(await agent.execute(valueOf(await agent.quote())))],
    [
      'that is executed with the creation of its quote',
      async (agent) => {
        const quote = valueOf(await agent.quote({ immediatelyExecute: true }));
        const [action] = valueOf(await agent.read(agents().me.listActions, {})).data;
        expect(action?.quoteId).toBe(quote.id);
        return action!;
      },
    ],
    [
      'that the platform approves',
      async (agent) => {
        await changePolicy(agent.id, { defaultExecutionMode: 'APPROVAL_REQUIRED' });
        const action = valueOf(await agent.execute(valueOf(await agent.quote())));
        expect([action.status, action.quote?.status]).toEqual(['PENDING_APPROVAL', 'PENDING']);
        return valueOf(await approve(action));
      },
    ],
  ])('%s has started, and waits for its payer', async (_how, begin) => {
    const agent = await connected();
    const action = await begin(agent);
    expect(action).toMatchObject({ status: 'APPROVED', transaction: null });
    const quote = action.quote!;
    expect(quote).toMatchObject({ status: 'PENDING_AUTHORIZATION', agentId: agent.id });
    expect(quote.sca?.challenge).toMatchObject({ factor: 'SMS_OTP', expiresAt: quote.expiresAt });
    expect(action.transactionId).toBe(quote.transactionId);
    expect((await payer.internal('USD')).held).toBe(0n);
    expect((await view(agent.id)).usage).toEqual(SPENT);
    expect(valueOf(await agent.execute(quote)).id).toBe(action.id);
    await payer.auditClean();

    valueOf(await authorized(quote));
    await payer.play.pass(1);
    const after = valueOf(await agent.read(agents().me.getAction, { id: action.id }));
    expect([after.status, after.quote?.status]).toEqual(['APPROVED', 'COMPLETED']);
    expect(after.transaction).toMatchObject({ id: quote.transactionId, agentId: agent.id, status: 'COMPLETED' });
    expect((await view(agent.id)).usage).toEqual(SPENT);
    await payer.auditClean();
  });

  it('without an authorization ends with its quote and moves nothing', async () => {
    const agent = await connected();
    const action = valueOf(await agent.execute(valueOf(await agent.quote())));
    await payer.play.pass(301);
    const after = valueOf(await agent.read(agents().me.getAction, { id: action.id }));
    expect([after.quote?.status, after.transaction]).toEqual(['EXPIRED', null]);
    expect(codeOf(await authorized(action.quote!))).toBe('CONFLICT');
    expect(await payer.internal('USD')).toMatchObject({ available: 1_000_000n, held: 0n });
    await payer.auditClean();
  });

  it('that is funded from outside shows its payment instructions after its payer agrees', async () => {
    const agent = await connected();
    const quote = valueOf(await agent.quote({ source: payer.funded(payee).source }));
    expect(quote.status).toBe('PENDING_AUTHORIZATION');
    expect(codeOf(await agent.execute(quote))).toBe('INVALID_INPUT');
    valueOf(await authorized(quote));
    expect(valueOf(await agent.read(agents().me.getQuote, { id: quote.id })).status).toBe('PENDING');
    valueOf(await payer.pay(quote));
    await payer.play.pass(1);
    expect(await payer.payment(quote)).toMatchObject({ status: 'COMPLETED', agentId: agent.id });
    await payer.auditClean();
  });

  it('cannot be approved for a customer without a factor: the action fails and does not count against the limits', async () => {
    payer = await playPayer({}, { region: 'DE' });
    payee = (await payer.external()).id;
    const agent = await connected({ defaultExecutionMode: 'APPROVAL_REQUIRED' });
    const action = valueOf(await agent.execute(valueOf(await agent.quote())));
    expect(valueOf(await approve(action))).toMatchObject({ status: 'FAILED', spent: null, transactionId: null });
    expect((await view(agent.id)).usage.dailySpend).toBe(0n);
    await payer.auditClean();
  });
});

describe('an agent bound to its customer', () => {
  it('is limited to the customer of the agent and to its own quotes and actions', async () => {
    const agent = await connected();
    const stranger = valueOf(
      await run(payer.play.core.customers.create, {
        customerType: 'INDIVIDUAL',
        fullName: 'Eve',
        region: 'US',
      } as never),
    );
    const other = await connected({ defaultExecutionMode: 'APPROVAL_REQUIRED' });
    const quoteOfOther = valueOf(await other.quote());
    const actionOfOther = valueOf(await other.execute(quoteOfOther));
    const quoteOfPlatform = await payer.quoted(payer.fromAccount(payer.usd.id, payee));
    for (const quote of [quoteOfOther, quoteOfPlatform]) {
      expect(codeOf(await agent.read(agents().me.getQuote, { id: quote.id }))).toBe('QUOTE_NOT_FOUND');
      expect(codeOf(await agent.execute(quote))).toBe('QUOTE_NOT_FOUND');
    }
    expect(codeOf(await agent.read(agents().me.getAction, { id: actionOfOther.id }))).toBe('REFERENCE_NOT_FOUND');

    const ofStranger = await connected({}, stranger.id);
    expect(codeOf(await ofStranger.quote())).toBe('REFERENCE_NOT_FOUND');
    const named = { source: { sourceType: 'ACCOUNT', accountId: payer.usd.id, customerId: stranger.id } } as const;
    expect(codeOf(await agent.quote(named))).toBe('USER_NOT_FOUND');
    const platforms = (await payer.dollars('890', 'platform')).id;
    expect(codeOf(await agent.transferOut({ destinationId: platforms }))).toBe('REFERENCE_NOT_FOUND');
    expect(codeOf(await ofStranger.transferOut({ destinationId: payee }))).toBe('REFERENCE_NOT_FOUND');
    expect(codeOf(await ofStranger.read(agents().me.getExternalAccount, { id: payee }))).toBe('REFERENCE_NOT_FOUND');
    expect(codeOf(await ofStranger.run(agents().me.deleteExternalAccount, { id: payee }))).toBe('REFERENCE_NOT_FOUND');
    expect(valueOf(await ofStranger.read(agents().me.listExternalAccounts, {})).data).toEqual([]);

    const paid = valueOf(await agent.quote({ immediatelyExecute: true }));
    const transaction = { id: paid.transactionId };
    expect(codeOf(await agent.read(agents().me.getTransaction, transaction))).toBe('ok');
    expect(codeOf(await ofStranger.read(agents().me.getTransaction, transaction))).toBe('TRANSACTION_NOT_FOUND');
    expect(valueOf(await ofStranger.read(agents().me.listTransactions, {})).data).toEqual([]);
    const blind = await connected({ permissions: ['CREATE_QUOTES'] });
    expect(codeOf(await blind.read(agents().me.getTransaction, transaction))).toBe('FORBIDDEN');
    expect(codeOf(await blind.read(agents().me.listTransactions, {}))).toBe('FORBIDDEN');
  });

  it('ends with its customer: its token and its open device code are refused', async () => {
    const { core } = payer.play;
    const { id: customerId } = valueOf(
      await run(core.customers.create, { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', region: 'US' }),
    );
    const working = await connected({}, customerId);
    const waiting = await created(EVERYTHING, customerId);
    const others = await connected();
    expect(codeOf(await working.read(agents().me.get, {}))).toBe('ok');

    valueOf(await run(core.customers.delete, { id: customerId }));
    expect(await agents().authenticate(working.token)).toBeNull();
    expect(codeOf(await redeem(waiting.code.code))).toBe('REFERENCE_NOT_FOUND');
    expect(codeOf(await read(agents().codeStatus, { code: waiting.code.code }))).toBe('REFERENCE_NOT_FOUND');
    expect(valueOf(await read(agents().list, { customerId })).data).toEqual([]);
    expect(codeOf(await others.read(agents().me.get, {}))).toBe('ok');
  });

  it('remains if its customer cannot be deleted', async () => {
    const agent = await connected();
    expect(codeOf(await run(payer.play.core.customers.delete, { id: payer.customerId }))).toBe('CONFLICT');
    expect(await agents().authenticate(agent.token)).not.toBeNull();
  });

  it('does not outlive a concurrent deletion of its customer', async () => {
    const { core } = payer.play;
    for (let round = 0; round < 20; round++) {
      const { id: customerId } = valueOf(
        await run(core.customers.create, { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', region: 'US' }),
      );
      const making = () => run(agents().create, { name: 'Bookkeeper', customerId, policy: EVERYTHING });
      await Promise.all([making(), run(core.customers.delete, { id: customerId }), making()]);
      expect(valueOf(await read(agents().list, { customerId })).data).toEqual([]);
    }
  });

  it('is refused on every host at once after a pause or deletion on one host', async () => {
    const elsewhere = (await playCore({ storage: payer.play.storage, clock: payer.play.clock }, { existing: true }))
      .core;
    const [paused, deleted] = [await connected(), await connected()];
    const refusedElsewhere = async ({ token }: Acting): Promise<string> => {
      const session = await elsewhere.agents.authenticate(token);
      if (session === null) return 'UNAUTHORIZED';
      const ctx = elsewhere.context(session.tenant, session.actor, 'test');
      return codeOf(
        await payer.play.storage.units.read(ctx.tenant, (reads) => elsewhere.agents.me.get(reads, ctx, {})),
      );
    };
    for (const agent of [paused, deleted]) expect(await refusedElsewhere(agent)).toBe('ok');
    await pause(paused.id);
    valueOf(await run(agents().delete, { id: deleted.id }));
    expect(await refusedElsewhere(paused)).toBe('FORBIDDEN');
    expect(await refusedElsewhere(deleted)).toBe('UNAUTHORIZED');
  });

  it('can be allowed to move money only by a token with TRANSACT; MANAGE is not enough', async () => {
    const { play } = payer;
    const as =
      (...permissions: readonly Permission[]) =>
      async <I, O>(useCase: UseCase<I, O>, input: I): Promise<string> => {
        const tokenId = 'Token:018bcfe5-6800-7000-8000-000000000009' as Id<'Token'>;
        const actor = { kind: 'token', tokenId, permissions } as const;
        return codeOf(await play.core.units.run(play.tenant, (tx) => useCase(tx, { ...play.context(), actor }, input)));
      };
    const [manager, both] = [as('VIEW', 'MANAGE'), as('VIEW', 'MANAGE', 'TRANSACT')];
    const request = (policy: PolicyInput = {}) => ({
      name: 'Bookkeeper',
      customerId: payer.customerId,
      policy: { ...EVERYTHING, ...policy },
    });
    expect(await manager(agents().create, request())).toBe('FORBIDDEN');
    expect(await manager(agents().create, request({ permissions: ['VIEW_TRANSACTIONS'] }))).toBe('ok');
    expect(await both(agents().create, request())).toBe('ok');

    const { id } = await connected();
    expect(await manager(agents().regenerateCode, { id })).toBe('FORBIDDEN');
    expect(await both(agents().regenerateCode, { id })).toBe('ok');
    const raised: PolicyInput = { spendingLimits: { perTransactionLimit: 500_001n } };
    expect(await manager(agents().updatePolicy, { id, policy: raised })).toBe('FORBIDDEN');
    expect((await view(id)).agent.policy.spendingLimits.perTransactionLimit).toBe(500_000n);
    expect(await both(agents().updatePolicy, { id, policy: raised })).toBe('ok');

    // MANAGE is enough for restricting an agent, and for changes without effect on payments.
    expect(await manager(agents().updatePolicy, { id, policy: { spendingLimits: { dailyLimit: 1n } } })).toBe('ok');
    expect(await manager(agents().update, { id, name: 'Cashier', isPaused: false })).toBe('ok');
    expect(await manager(agents().update, { id, isPaused: true })).toBe('ok');
    expect(await manager(agents().update, { id, isPaused: false })).toBe('FORBIDDEN');
    expect(await both(agents().update, { id, isPaused: false })).toBe('ok');
    expect(await manager(agents().updatePolicy, { id, policy: { permissions: ['VIEW_TRANSACTIONS'] } })).toBe('ok');
    expect(await manager(agents().regenerateCode, { id })).toBe('ok');
    expect(await manager(agents().delete, { id })).toBe('ok');
  });

  it('has none of the permissions of an API token', async () => {
    const { actor } = await (await connected()).context();
    const { hasPermission } = payer.play.core.platforms;
    for (const permission of ['VIEW', 'TRANSACT', 'MANAGE'] as const)
      expect(hasPermission(actor, permission)).toBe(false);
  });
});
