import { beforeEach, describe, expect, it } from 'vitest';
import { type Context, type Id, type Query, type Result, tenantKey } from '../kernel/index.js';
import { refusal } from '../testing/index.js';
import { playAgents } from '../testing/play-agents.js';
import { valueOf } from '../testing/play-core.js';
import { type PlayPayer, payerOn, playPayer } from '../testing/play-payer.js';
import { digest, seededRandom } from '../testing/ports.js';
import { codeStatus, redeemCode } from './device-code.js';
import { AGENTS } from './index.js';
import { authenticateAgent } from './sessions.js';

let payer: PlayPayer;
let stranger: PlayPayer;
let payee: string;
beforeEach(async () => {
  payer = await playPayer();
  stranger = await payerOn(payer.play, { fullName: 'Eve' });
  payee = (await payer.external()).id;
});

const { connected, created } = playAgents(() => ({ payer, payee }));
const agents = () => payer.play.core.agents;
const change = async (id: string, policy: object) =>
  valueOf(await payer.play.run(agents().updatePolicy, { id, policy }));
const reasonOf = (result: Result<unknown>) => (result.ok ? 'ok' : result.error.details?.['reason']);

describe('an agent in another environment of its platform', () => {
  const PLATFORM = 'Platform:018bcfe5-6800-7000-8000-000000000001' as Id<'Platform'>;
  const elsewhere = (): Context => ({ ...payer.play.context(), tenant: tenantKey(PLATFORM, 'PRODUCTION') });

  it('is not found, and neither is its device code', async () => {
    const { view, code } = await created();
    const ctx = elsewhere();
    const there = <I, O>(query: Query<I, O>, input: I) =>
      payer.play.core.units.read(ctx.tenant, (reads) => query(reads, ctx, input));
    const { id } = view.agent;
    expect(refusal(await there(agents().get, { id })).code).toBe('REFERENCE_NOT_FOUND');
    expect(valueOf(await there(agents().list, {})).data).toEqual([]);
    expect(refusal(await there(codeStatus({ digest }), { code: code.code })).code).toBe('REFERENCE_NOT_FOUND');
    const paused = await payer.play.core.units.run(ctx.tenant, (tx) =>
      agents().update(tx, ctx, { id, isPaused: true }),
    );
    expect(refusal(paused).code).toBe('REFERENCE_NOT_FOUND');
    expect(valueOf(await payer.play.read(agents().get, { id })).agent.isPaused).toBe(false);
  });

  it('cannot act', async () => {
    const { view } = await created();
    const { id, customerId } = view.agent;
    const ctx: Context = { ...elsewhere(), actor: { kind: 'agent', agentId: id, customerId } };
    const acted = await payer.play.core.units.read(ctx.tenant, (reads) => agents().me.get(reads, ctx, {}));
    expect(refusal(acted).code).toBe('UNAUTHORIZED');
  });
});

describe('a quote of an agent', () => {
  it('is limited to allowed accounts on both sides', async () => {
    const agent = await connected();
    const allow = (...allowedAccountIds: string[]) => change(agent.id, { accountRestrictions: { allowedAccountIds } });
    await allow(payee);
    expect(reasonOf(await agent.quote())).toBe('ACCOUNT_NOT_ALLOWED');
    await allow(payer.usd.id);
    expect(reasonOf(await agent.quote())).toBe('ACCOUNT_NOT_ALLOWED');
    await allow(payer.usd.id, payee);
    const quote = valueOf(await agent.quote());
    await allow(payee);
    expect(reasonOf(await agent.execute(quote))).toBe('ACCOUNT_NOT_ALLOWED');
    await allow(payer.usd.id);
    expect(reasonOf(await agent.execute(quote))).toBe('ACCOUNT_NOT_ALLOWED');
    await allow(payer.usd.id, payee);
    expect(reasonOf(await agent.execute(quote))).toBe('ok');
  });

  it('to a UMA address is limited to allowed addresses, and needs an answer from outside', async () => {
    const agent = await connected();
    const { umaAddress } = valueOf(
      await payer.play.read(payer.play.core.customers.get, { id: stranger.customerId }),
    ).customer;
    const destination = { destinationType: 'UMA_ADDRESS', umaAddress, currency: 'EUR' } as never;
    const { createQuote } = agents().me;
    const request = payer.fromAccount(payer.usd.id, payee);
    expect([createQuote.asks?.(request), createQuote.asks?.({ ...request, destination })]).toEqual([false, true]);
    await change(agent.id, { accountRestrictions: { allowedAccountIds: [payer.usd.id] } });
    expect(reasonOf(await agent.quote({ destination }))).toBe('ACCOUNT_NOT_ALLOWED');
    await change(agent.id, { accountRestrictions: { allowedAccountIds: [payer.usd.id, umaAddress.toUpperCase()] } });
    expect(reasonOf(await agent.quote({ destination }))).not.toBe('ACCOUNT_NOT_ALLOWED');
  });

  it('uses accounts of its customer, for an agent with the permission', async () => {
    const agent = await connected();
    const foreign = (await stranger.external('891')).id;
    const to = (accountId: string) => ({ destination: { destinationType: 'ACCOUNT', accountId } }) as never;
    for (const id of [foreign, stranger.usd.id, 'x', 'ExternalAccount:018bcfe5-6800-7000-8000-00000000abcd']) {
      expect(refusal(await agent.quote(to(id))).code).toBe('REFERENCE_NOT_FOUND');
    }
    const blind = await connected({ permissions: ['EXECUTE_QUOTES'] });
    for (const id of [payee, foreign]) expect(refusal(await blind.quote(to(id))).code).toBe('FORBIDDEN');
  });

  it('is checked again after its preparation', async () => {
    const agent = await connected();
    const { prepare, finish } = agents().me.createQuote;
    const ready = valueOf(await prepare(await agent.context(), payer.fromAccount(payer.usd.id, payee)));
    await change(agent.id, { permissions: ['EXECUTE_QUOTES'] });
    expect(reasonOf(await agent.run(finish, ready))).toBe('PERMISSION_MISSING');
    await change(agent.id, { permissions: ['CREATE_QUOTES'] });
    expect(valueOf(await agent.run(finish, ready))).toMatchObject({ status: 'PENDING', agentId: agent.id });
  });

  it('uses a lookup of its customer or of the platform', async () => {
    const agent = await connected();
    const foreign = (await stranger.external('891')).id;
    const lookUp = async (of: PlayPayer, accountId: string, over: object = {}) => {
      const { core, context } = of.play;
      const input = { accountId, customerId: of.customerId, ...over };
      return valueOf(await core.quotes.lookUpAccount(context(), input)).id;
    };
    const codeWith = async (lookupId: string) => {
      const quoted = await agent.quote({ lookupId });
      return quoted.ok ? 'ok' : quoted.error.code;
    };
    expect(await codeWith(await lookUp(payer, payee))).toBe('ok');
    expect(await codeWith(await lookUp(payer, payee, { customerId: undefined }))).toBe('ok');
    expect(await codeWith(await lookUp(stranger, payee))).toBe('LOOKUP_REQUEST_NOT_FOUND');
    expect(await codeWith(await lookUp(stranger, foreign))).toBe('LOOKUP_REQUEST_NOT_FOUND');
    for (const id of ['x', 'Lookup:018bcfe5-6800-7000-8000-00000000abcd']) {
      expect(await codeWith(id)).toBe('LOOKUP_REQUEST_NOT_FOUND');
    }
  });

  it('is found by its agent only', async () => {
    const agent = await connected();
    for (const id of ['x', 'Quote:018bcfe5-6800-7000-8000-00000000abcd']) {
      expect(refusal(await agent.read(agents().me.getQuote, { id })).code).toBe('QUOTE_NOT_FOUND');
      expect(refusal(await agent.run(agents().me.executeQuote, { id })).code).toBe('QUOTE_NOT_FOUND');
    }
  });
});

describe('a transfer of an agent', () => {
  it('needs the permission before anything else, and accounts of its customer', async () => {
    const agent = await connected();
    const blind = await connected({ permissions: ['CREATE_QUOTES'] });
    const own = (await payer.dollars()).id;
    const foreign = (await stranger.dollars('891')).id;
    const into = (by: typeof agent, sourceId: string, destinationId: string = payer.usd.id) =>
      by.run(agents().me.transferIn, { sourceId, destinationId, amount: 5n });
    for (const id of [own, foreign]) {
      expect(reasonOf(await into(blind, id))).toBe('PERMISSION_MISSING');
      expect(reasonOf(await blind.transferOut({ destinationId: id }))).toBe('PERMISSION_MISSING');
    }
    expect(refusal(await into(agent, foreign)).code).toBe('REFERENCE_NOT_FOUND');
    expect(refusal(await into(agent, own, stranger.usd.id)).code).toBe('REFERENCE_NOT_FOUND');
    expect(refusal(await agent.transferOut({ sourceId: stranger.usd.id, destinationId: own })).code).toBe(
      'REFERENCE_NOT_FOUND',
    );
    expect((await into(agent, own)).ok).toBe(true);
  });

  it('is between accounts in one currency', async () => {
    const agent = await connected({ defaultExecutionMode: 'APPROVAL_REQUIRED' });
    expect((await agent.transferOut({ destinationId: payee })).ok).toBe(false);
    expect(valueOf(await agent.read(agents().me.listActions, {})).data).toEqual([]);
  });
});

describe('a device code', () => {
  it('is not redeemed if it was replaced, or its agent deleted, at the same moment', async () => {
    const { play } = payer;
    const ports = { units: play.core.units, random: seededRandom(), digest };
    const redeemWhile = (meanwhile: () => Promise<Result<unknown>>, code: string) =>
      redeemCode({
        ...ports,
        contextOf: async () => {
          valueOf(await meanwhile());
          return play.context();
        },
      })(code);
    const first = await created();
    const { id } = first.view.agent;
    const replaced = await redeemWhile(() => play.run(agents().regenerateCode, { id }), first.code.code);
    expect(refusal(replaced).code).toBe('REFERENCE_NOT_FOUND');
    const stored = await play.core.units.read(play.tenant, (reads) => reads.get(AGENTS, id));
    expect(stored).toMatchObject({ isConnected: false, tokenDigest: null, isCodeRedeemed: false });
    const second = await created();
    const removed = await redeemWhile(() => play.run(agents().delete, { id: second.view.agent.id }), second.code.code);
    expect(refusal(removed).code).toBe('REFERENCE_NOT_FOUND');
  });

  it('gives a token that authenticates only as a whole', async () => {
    const agent = await connected();
    expect(agent.token).toMatch(/^agent_[\w-]{43}$/);
    for (const token of ['', agent.token.slice(0, -1), `${agent.token}x`, 'x'.repeat(513)]) {
      expect(await agents().authenticate(token)).toBeNull();
    }
  });

  it('gives a token that is looked up only if it has at most 512 characters', async () => {
    const hashed: string[] = [];
    const sha256 = (text: string) => digest.sha256((hashed.push(text), text));
    const ports = { units: payer.play.core.units, digest: { ...digest, sha256 }, settings: async () => undefined };
    for (const length of [512, 513]) expect(await authenticateAgent(ports)('x'.repeat(length))).toBeNull();
    expect(hashed).toEqual(['x'.repeat(512)]);
  });
});
