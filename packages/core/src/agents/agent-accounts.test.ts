import { beforeEach, describe, expect, it } from 'vitest';
import { EXTERNAL_ACCOUNTS } from '../accounts/index.js';
import { PERMISSIONS, type Context, type Id, type Query, type Result, type UseCase } from '../kernel/index.js';
import { type PlayPayer, payerOn, playPayer } from '../testing/play-payer.js';
import { valueOf } from '../testing/play-core.js';
import { refusal } from '../testing/index.js';
import { AGENTS, type Agent, type PolicyInput } from './index.js';

const POLICY: PolicyInput = {
  permissions: ['VIEW_TRANSACTIONS', 'MANAGE_EXTERNAL_ACCOUNTS'],
  defaultExecutionMode: 'AUTO',
  spendingLimits: { currency: 'USD', perTransactionLimit: 500_000n },
};
const FORBIDDEN = { ok: false, error: { code: 'FORBIDDEN', details: { reason: expect.any(String) } } };

let payer: PlayPayer;
let stranger: PlayPayer;
/** Accounts in euros of the two customers, and one of the platform. */
let own: string;
let foreign: string;
let platforms: string;

beforeEach(async () => {
  payer = await playPayer();
  stranger = await payerOn(payer.play, { fullName: 'Eve' });
  own = (await payer.external('890')).id;
  foreign = (await stranger.external('891')).id;
  platforms = (await payer.dollars('892', 'platform')).id;
});

const agents = () => payer.play.core.agents;
const me = () => agents().me;

/** An agent of the payer with this policy, as it acts. */
async function agentOf(policy: PolicyInput = {}) {
  const { play, customerId } = payer;
  const input = { name: 'Bookkeeper', customerId, policy: { ...POLICY, ...policy } };
  const { agent } = valueOf(await play.run(agents().create, input)).view;
  const actor = { kind: 'agent', agentId: agent.id, customerId: agent.customerId } as const;
  const context = (): Context => play.core.context(play.tenant, actor, 'test');
  return {
    agent,
    read: <I, O>(query: Query<I, O>, input: I): Promise<Result<O>> =>
      play.core.units.read(play.tenant, (reads) => query(reads, context(), input)),
    run: <I, O>(useCase: UseCase<I, O>, input: I): Promise<Result<O>> =>
      play.core.units.run(play.tenant, (tx) => useCase(tx, context(), input)),
  };
}
const idsOf = (page: Result<{ readonly data: readonly { readonly id: string }[] }>) =>
  valueOf(page).data.map(({ id }) => id);
const newAccount = (customerId: string, suffix = '893') =>
  ({
    customerId,
    currency: 'EUR',
    accountInfo: {
      accountType: 'EUR_ACCOUNT',
      iban: `DE89370400440532013${suffix}`,
      beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper', countryOfResidence: 'DE' },
    },
  }) as never;
const stored = (id: string) =>
  payer.play.core.units.read(payer.play.tenant, (reads) => reads.get(EXTERNAL_ACCOUNTS, id));

describe('the accounts that an agent sees', () => {
  it('are those of its customer only, also if it names another owner', async () => {
    const { read } = await agentOf();
    const internal = valueOf(await read(me().listInternalAccounts, {})).data.map(({ account }) => account);
    expect(internal.map(({ currency }) => currency).sort()).toEqual(['EUR', 'USD']);
    expect(new Set(internal.map(({ customerId }) => customerId))).toEqual(new Set([payer.customerId]));
    const euros = valueOf(await read(me().listInternalAccounts, { currency: 'EUR' })).data;
    expect(euros.map(({ account }) => account.currency)).toEqual(['EUR']);
    const asked = { ownerType: 'PLATFORM', customerId: stranger.customerId } as object;
    expect(valueOf(await read(me().listInternalAccounts, asked)).data).toHaveLength(2);
    expect(idsOf(await read(me().listExternalAccounts, {}))).toEqual([own]);
    expect(idsOf(await read(me().listExternalAccounts, asked))).toEqual([own]);
    expect(idsOf(await read(me().listExternalAccounts, { currency: 'USD' }))).toEqual([]);
    expect(valueOf(await read(me().getExternalAccount, { id: own }))).toMatchObject({ id: own, currency: 'EUR' });
    for (const id of [foreign, platforms, 'x']) {
      expect((await read(me().getExternalAccount, { id })).ok).toBe(false);
    }
  });

  it('may be read without any permission; transactions need one', async () => {
    const { read } = await agentOf({ permissions: ['MANAGE_EXTERNAL_ACCOUNTS'] });
    expect(idsOf(await read(me().listExternalAccounts, {}))).toEqual([own]);
    expect(valueOf(await read(me().listInternalAccounts, {})).data).toHaveLength(2);
    expect(await read(me().listTransactions, {})).toMatchObject(FORBIDDEN);
    expect(await read(me().getTransaction, { id: 'x' })).toMatchObject(FORBIDDEN);
  });

  it('have the transactions of its customer only', async () => {
    const { read } = await agentOf();
    const pay = async (from: PlayPayer, to: string) => {
      const quote = await from.quoted(from.fromAccount(from.usd.id, to));
      return valueOf(await from.execute(quote.id)).transactionId!;
    };
    const [mine, other] = [await pay(payer, own), await pay(stranger, foreign)];
    for (const filter of [{}, { customerId: stranger.customerId }]) {
      const listed = idsOf(await read(me().listTransactions, filter));
      expect(listed).toContain(mine);
      expect(listed).not.toContain(other);
    }
    expect(valueOf(await read(me().getTransaction, { id: mine })).customerId).toBe(payer.customerId);
    expect(await read(me().getTransaction, { id: other })).toMatchObject({ error: { code: 'TRANSACTION_NOT_FOUND' } });
    expect((await read(me().getTransaction, { id: 'x' })).ok).toBe(false);
  });
});

describe('an account that an agent adds', () => {
  it('belongs to its customer', async () => {
    const { run } = await agentOf();
    const added = valueOf(await run(me().addExternalAccount, newAccount(payer.customerId)));
    expect(added).toMatchObject({ ownerType: 'CUSTOMER', customerId: payer.customerId, currency: 'EUR' });
    expect(await stored(added.id)).not.toBeNull();
    const forPlatform = { ...(newAccount(payer.customerId, '894') as object), ownerType: 'PLATFORM' } as never;
    expect(valueOf(await run(me().addExternalAccount, forPlatform))).toMatchObject({ ownerType: 'CUSTOMER' });
  });

  it('needs the permission and its own customer', async () => {
    const { run } = await agentOf();
    for (const id of [stranger.customerId, undefined as never]) {
      expect(await run(me().addExternalAccount, newAccount(id))).toMatchObject({ error: { code: 'USER_NOT_FOUND' } });
    }
    const viewer = await agentOf({ permissions: ['VIEW_TRANSACTIONS'] });
    expect(await viewer.run(me().addExternalAccount, newAccount(payer.customerId))).toMatchObject(FORBIDDEN);
  });
});

describe('an account that an agent deletes', () => {
  it('is one of its customer', async () => {
    const { run, read } = await agentOf();
    for (const id of [foreign, platforms]) {
      expect((await run(me().deleteExternalAccount, { id })).ok).toBe(false);
    }
    expect(valueOf(await run(me().deleteExternalAccount, { id: own })).id).toBe(own);
    expect(idsOf(await read(me().listExternalAccounts, {}))).toEqual([]);
    expect((await run(me().deleteExternalAccount, { id: own })).ok).toBe(false);
  });

  it('needs the permission, and is allowed by the policy', async () => {
    const viewer = await agentOf({ permissions: ['VIEW_TRANSACTIONS'] });
    for (const id of [own, foreign]) {
      expect(await viewer.run(me().deleteExternalAccount, { id })).toMatchObject(FORBIDDEN);
    }
    const other = (await payer.external('895')).id;
    const restricted = await agentOf({ accountRestrictions: { allowedAccountIds: [other] } });
    expect(await restricted.run(me().deleteExternalAccount, { id: own })).toMatchObject(FORBIDDEN);
    expect(refusal(await restricted.run(me().deleteExternalAccount, { id: foreign })).code).toBe('REFERENCE_NOT_FOUND');
    expect(idsOf(await restricted.read(me().listExternalAccounts, {})).sort()).toEqual([own, other].sort());
    expect(valueOf(await restricted.run(me().deleteExternalAccount, { id: other })).id).toBe(other);
  });
});

describe('a paused or deleted agent', () => {
  it('reads and writes nothing', async () => {
    const { agent, read, run } = await agentOf();
    const calls = async () => [
      await read(me().listExternalAccounts, {}),
      await read(me().get, undefined),
      await run(me().addExternalAccount, newAccount(payer.customerId)),
      await run(me().deleteExternalAccount, { id: own }),
    ];
    valueOf(await payer.play.run(agents().update, { id: agent.id, isPaused: true }));
    for (const result of await calls()) {
      expect(result).toMatchObject({ error: { code: 'FORBIDDEN', details: { reason: 'AGENT_PAUSED' } } });
    }
    valueOf(await payer.play.run(agents().delete, { id: agent.id }));
    for (const result of await calls()) expect(refusal(result).code).toBe('UNAUTHORIZED');
    expect(await stored(own)).not.toBeNull();
  });
});

describe('the record of an agent', () => {
  const record = async (id: string): Promise<Agent | null> =>
    payer.play.core.units.read(payer.play.tenant, (reads) => reads.get(AGENTS, id));

  it('has its policy, an open gate and a code for fifteen minutes', async () => {
    const { play, customerId } = payer;
    const { view, code } = valueOf(await play.run(agents().create, { name: 'Bookkeeper', customerId, policy: POLICY }));
    const now = play.clock.now();
    expect(await record(view.agent.id)).toEqual(view.agent);
    expect(view.agent).toEqual({
      id: expect.stringMatching(/^Agent:/),
      tenant: play.tenant,
      version: 1,
      createdAt: now,
      updatedAt: now,
      name: 'Bookkeeper',
      customerId,
      isPaused: false,
      isConnected: false,
      policy: {
        permissions: POLICY.permissions,
        defaultExecutionMode: 'AUTO',
        spendingLimits: {
          currency: 'USD',
          perTransactionLimit: 500_000n,
          dailyLimit: null,
          dailyTransactionLimit: null,
          monthlyLimit: null,
        },
        accountRestrictions: { allowedAccountIds: null, accountRules: [] },
        approvalThresholds: { currency: null, amount: null },
      },
      tokenDigest: null,
      codeDigest: expect.stringMatching(/^[0-9a-f]{64}$/),
      codeExpiresAt: now + 900_000,
      isCodeRedeemed: false,
      gate: 0n,
      latch: 0n,
    });
    expect(view).toMatchObject({
      usage: { dailySpend: 0n, dailyCount: 0n, monthlySpend: 0n },
      day: '2026-01-15',
      month: '2026-01',
    });
    expect(code).toEqual({
      code: expect.any(String),
      agentId: view.agent.id,
      expiresAt: now + 900_000,
      isRedeemed: false,
    });
  });

  it('has a shut gate while it is paused, and keeps what a change does not name', async () => {
    const { agent } = await agentOf();
    const { play } = payer;
    const update = async (change: object) =>
      valueOf(await play.run(agents().update, { id: agent.id, ...change })).agent;
    expect(await update({ isPaused: true })).toMatchObject({ name: 'Bookkeeper', isPaused: true, gate: -1n });
    expect(await update({ name: 'Clerk' })).toMatchObject({ name: 'Clerk', isPaused: true, gate: -1n });
    expect(await update({ isPaused: false })).toMatchObject({ name: 'Clerk', isPaused: false, gate: 0n });
    const refused = await play.run(agents().update, { id: agent.id, name: '', isPaused: 'no' as never });
    expect(refusal(refused)).toEqual({ code: 'INVALID_INPUT', fields: ['name', 'isPaused'] });
  });

  it.each(['Agent:018f0000-0000-7000-8000-000000000001', 'x'])('cannot be found as %s', async (id) => {
    const { play } = payer;
    const codes = [
      await play.read(agents().get, { id }),
      await play.run(agents().update, { id, name: 'x' }),
      await play.run(agents().updatePolicy, { id, policy: {} }),
      await play.run(agents().delete, { id }),
      await play.run(agents().regenerateCode, { id }),
    ].map((result) => refusal(result).code);
    expect(codes).toEqual(Array<string>(5).fill('REFERENCE_NOT_FOUND'));
  });

  it('of a customer that is not there is refused', async () => {
    const { play } = payer;
    const create = (customerId: string, policy = POLICY) =>
      play.run(agents().create, { name: 'Bookkeeper', customerId, policy });
    const unknown = 'Customer:018f0000-0000-7000-8000-000000000001';
    expect(refusal(await create(unknown)).code).toBe('USER_NOT_FOUND');
    expect(refusal(await create('x'))).toEqual({ code: 'INVALID_INPUT', fields: ['customerId'] });
    for (const policy of [null, 'x', undefined]) {
      const input = { name: 'Bookkeeper', customerId: payer.customerId, policy: policy as never };
      expect(refusal(await play.run(agents().create, input))).toEqual({ code: 'INVALID_INPUT', fields: ['policy'] });
    }
  });

  it('is listed between the instants of its creation and change, newest first', async () => {
    const { play } = payer;
    const listed = async (filter: object) =>
      valueOf(await play.read(agents().list, filter)).data.map(({ agent }) => agent.id);
    const one = (await agentOf()).agent;
    play.clock.advance(10);
    const two = (await agentOf()).agent;
    play.clock.advance(10);
    valueOf(await play.run(agents().update, { id: one.id, name: 'Clerk' }));
    const now = play.clock.now();
    expect(await listed({})).toEqual([two.id, one.id]);
    expect(await listed({ createdAfter: two.createdAt })).toEqual([two.id]);
    expect(await listed({ createdBefore: one.createdAt })).toEqual([one.id]);
    expect(await listed({ updatedAfter: now })).toEqual([one.id]);
    expect(await listed({ updatedBefore: two.updatedAt })).toEqual([two.id]);
    expect(await listed({ limit: 1 })).toEqual([two.id]);
    expect(await listed({ customerId: stranger.customerId })).toEqual([]);
  });

  it('ends with the record of its customer, and only of that one', async () => {
    const { play } = payer;
    const lone = valueOf(
      await play.run(play.core.customers.create, { customerType: 'INDIVIDUAL', fullName: 'Eve', region: 'US' }),
    );
    const kept = (await agentOf()).agent;
    const input = { name: 'Clerk', customerId: lone.id, policy: POLICY };
    const ended = [
      valueOf(await play.run(agents().create, input)).view.agent,
      valueOf(await play.run(agents().create, input)).view.agent,
    ];
    valueOf(await play.run(play.core.customers.delete, { id: lone.id }));
    for (const { id } of ended) expect(await record(id)).toBeNull();
    expect(await record(kept.id)).toEqual(kept);
    expect(refusal(await play.run(agents().create, input)).code).toBe('USER_NOT_FOUND');
  });

  it('may be read by a token that may view, and not be loosened by it', async () => {
    const { play } = payer;
    const { agent } = await agentOf({ permissions: ['VIEW_TRANSACTIONS', 'CREATE_TRANSFERS'] });
    const as = (permissions: readonly (typeof PERMISSIONS)[number][]): Context =>
      play.core.context(play.tenant, { kind: 'token', tokenId: 'Token:1' as Id<'Token'>, permissions }, 'test');
    const regenerate = (ctx: Context) =>
      play.core.units.run(play.tenant, (tx) => agents().regenerateCode(tx, ctx, { id: agent.id }));
    expect(refusal(await regenerate(as(['VIEW', 'MANAGE']))).code).toBe('FORBIDDEN');
    expect((await regenerate(as(PERMISSIONS))).ok).toBe(true);
  });
});
