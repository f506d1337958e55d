import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createIds, type Id, ok, type Result } from '../../packages/core/src/kernel/index.js';
import { INTERNAL_ACCOUNTS } from '../../packages/core/src/accounts/index.js';
import type { AgentActionView, PolicyInput } from '../../packages/core/src/agents/index.js';
import { authorize } from '../../packages/core/src/cards/authorize.js';
import { type Acting, playAgents, SENT } from '../../packages/core/src/testing/play-agents.js';
import { cardOf, type PlayCard } from '../../packages/core/src/testing/play-card.js';
import { codeOf, valueOf } from '../../packages/core/src/testing/play-core.js';
import { payerOn, type PlayPayer } from '../../packages/core/src/testing/play-payer.js';
import { DELEGATED_KEYS } from '../../packages/core/src/wallets/delegated-key.js';
import {
  activeDelegate,
  delegationOf,
  revokeDelegatedKey,
} from '../../packages/core/src/wallets/delegated-key-service.js';
import { gatedPostgres, type GatedPostgres } from '../support/gated-postgres.js';

const BALANCE = 'balances where available = 1000000';

let gated: GatedPostgres;
let payer: PlayPayer;
beforeEach(async () => {
  gated = await gatedPostgres();
  payer = await payerOn(gated.play);
});
afterEach(() => gated.close());

/** Whether a promise has settled, so that a unit has not waited for another one. */
function settled(of: Promise<unknown>): () => boolean {
  let isSettled = false;
  void of.finally(() => (isSettled = true));
  return () => isSettled;
}

describe('on Postgres, the policy of an agent', () => {
  const STRICT: PolicyInput = { spendingLimits: { currency: 'USD', perTransactionLimit: 1n } };
  let agent: Acting;
  let payee: string;
  /** On the second host. */
  let approve: (action: AgentActionView) => Promise<Result<AgentActionView>>;

  beforeEach(async () => {
    payee = (await payer.dollars()).id;
    approve = playAgents(() => ({ payer: { ...payer, play: gated.other }, payee })).approve;
  });

  const connected = async (policy: PolicyInput): Promise<Acting> =>
    playAgents(() => ({ payer, payee })).connected(policy);
  const asked = async (): Promise<AgentActionView> => {
    agent = await connected({ approvalThresholds: { amount: 1n } });
    const action = valueOf(await agent.transferOut({ destinationId: payee, amount: SENT }));
    expect(action.status).toBe('PENDING_APPROVAL');
    return action;
  };
  const agents = () => gated.play.core.agents;
  const tighten = () => gated.play.run(agents().updatePolicy, { id: agent.id, policy: STRICT });
  const change = (isPaused: boolean) => gated.play.run(agents().update, { id: agent.id, isPaused });
  const remove = () => gated.play.run(agents().delete, { id: agent.id });
  const statusOf = async (action: Promise<Result<AgentActionView>>) => valueOf(await action);

  it('that is tightened first fails the approval that has read the former one', async () => {
    const action = await asked();
    await gated.lock('agents');
    const tightened = tighten();
    await gated.untilWaiting(1);
    const approved = approve(action);
    await gated.untilWaiting(2);
    await gated.open();
    expect(codeOf(await tightened)).toBe('ok');
    expect(await statusOf(approved)).toMatchObject({ status: 'FAILED', transactionId: null });
  });

  it('is tightened after an approval that waits for another row', async () => {
    const action = await asked();
    await gated.lock('agent_actions');
    const approved = approve(action);
    await gated.untilWaiting(1);
    const tightened = tighten();
    const hasTightened = settled(tightened);
    await gated.untilWaiting(2);
    expect(hasTightened()).toBe(false);
    await gated.open();
    expect(await statusOf(approved)).toMatchObject({ status: 'APPROVED' });
    expect(codeOf(await tightened)).toBe('ok');
  });

  it('ends with an agent that is deleted first', async () => {
    const action = await asked();
    await gated.lock('agents');
    const removed = remove();
    await gated.untilWaiting(1);
    const approved = approve(action);
    await gated.untilWaiting(2);
    await gated.open();
    expect(codeOf(await removed)).toBe('ok');
    expect(await statusOf(approved)).toMatchObject({ status: 'FAILED', transactionId: null });
  });

  it('allows nothing to an agent that is paused first', async () => {
    agent = await connected({});
    await gated.lock('agents');
    const paused = change(true);
    await gated.untilWaiting(1);
    const paid = agent.transferOut({ destinationId: payee, amount: SENT });
    await gated.untilWaiting(2);
    await gated.open();
    expect(codeOf(await paused)).toBe('ok');
    expect(await paid).toMatchObject({ error: { code: 'FORBIDDEN', details: { reason: 'AGENT_PAUSED' } } });
    expect((await payer.internal('USD')).available).toBe(1_000_000n);
  });

  it('is paused after a payment of the agent that waits for another row', async () => {
    agent = await connected({});
    await gated.lock(BALANCE);
    const paid = agent.transferOut({ destinationId: payee, amount: SENT });
    await gated.untilWaiting(1);
    const paused = change(true);
    const hasPaused = settled(paused);
    await gated.untilWaiting(2);
    expect(hasPaused()).toBe(false);
    await gated.open();
    expect(codeOf(await paid)).toBe('ok');
    expect(codeOf(await paused)).toBe('ok');
  });
});

describe('on Postgres, the delegated key of a card', () => {
  const KEY = { publicKey: 'key', signature: 'signed' };
  const ID = 'DelegatedKey:018bcfe5-6800-7000-8000-00000000000a' as Id<'DelegatedKey'>;
  let world: PlayCard;

  beforeEach(async () => {
    world = await cardOf(payer);
    const { core, tenant, clock } = payer.play;
    const of = { cardId: world.card.id, fundingSourceId: payer.usd.id };
    const now = clock.now();
    for (const write of ['remove', 'add'] as const) {
      const done = await core.units.run(tenant, async (tx) => {
        const account = payer.usd;
        tx[write](INTERNAL_ACCOUNTS, write === 'add' ? { ...account, type: 'EMBEDDED_WALLET' } : account);
        if (write === 'add')
          tx.add(DELEGATED_KEYS, {
            ...{ id: ID, tenant, version: 1, createdAt: now, updatedAt: now },
            ...of,
            ...{ accountId: payer.usd.id, publicKey: KEY.publicKey, keyHandle: 'handle', nickname: 'Card' },
            ...{ status: 'ACTIVE', slot: delegationOf(of) },
          });
        return ok();
      });
      valueOf(done);
    }
  });

  const spend = (amount = 1_000n) => {
    const { other } = gated;
    const ids = createIds(other.clock, { bytes: (length) => randomBytes(length) });
    const delegates = { sign: async () => ok(KEY), active: activeDelegate };
    const ports = { units: other.storage.units, ids, delegates, settings: other.core.platforms.settings };
    return other.run(authorize(ports as never), world.question({ amount }));
  };
  const revoke = () => gated.play.run(revokeDelegatedKey, { id: ID });

  it('that is revoked first declines a payment that has read it before', async () => {
    await gated.lock('delegated_keys');
    const revoked = revoke();
    await gated.untilWaiting(1);
    const spent = spend();
    await gated.untilWaiting(2);
    await gated.open();
    expect(codeOf(await revoked)).toBe('ok');
    expect(valueOf(await spent)).toMatchObject({ approved: false, reason: 'NOT_DELEGATED' });
    expect(await world.balance()).toBe(1_000_000n);
  });

  it('is revoked after a payment that has read it and waits for another row', async () => {
    // A payment before this one, so that the sum that the card has reserved is a row that the gate can lock.
    expect(valueOf(await spend(3_000n))).toMatchObject({ approved: true });
    await gated.lock('balances where available = 3000');
    const spent = spend();
    await gated.untilWaiting(1);
    const revoked = revoke();
    const isRevoked = settled(revoked);
    await gated.untilWaiting(2);
    expect(isRevoked()).toBe(false);
    await gated.open();
    expect(valueOf(await spent)).toMatchObject({ approved: true });
    expect(codeOf(await revoked)).toBe('ok');
    expect(valueOf(await spend())).toMatchObject({ approved: false, reason: 'NOT_DELEGATED' });
  });
});
