import { beforeEach, describe, expect, it } from 'vitest';
import { accountsOf } from '../accounts/index.js';
import type { Context, Result, UseCase } from '../kernel/index.js';
import type { Quote, QuoteRequest } from '../quotes/index.js';
import { refusal } from '../testing/index.js';
import { EVERYTHING } from '../testing/play-agents.js';
import { valueOf } from '../testing/play-core.js';
import { newKey, type OwnedWallet, type OwnerKey, playWallets, type PlayWallets } from '../testing/play-wallets.js';
import { AGENT_ACTIONS, type AgentActionView, type PolicyInput } from './index.js';

const AMOUNT = 10_000_000n;

let world: PlayWallets;
let wallet: OwnedWallet;
let key: OwnerKey;
let euros: string;

beforeEach(async () => {
  world = await playWallets();
  wallet = await world.open({ email: 'ada@example.com' });
  key = newKey();
  await world.signIn(wallet, key);
  const accounts = await world.reads((reads) => accountsOf(reads, wallet.customer.id));
  euros = accounts.find(({ currency }) => currency === 'EUR')!.id;
  valueOf(await world.play.run(world.play.core.sandbox.fund, { accountId: wallet.account.id, amount: 2n * AMOUNT }));
  await world.play.pass(0);
});

const agents = () => world.play.core.agents;

/** An agent of the owner, as it acts. */
async function agentOf(policy: PolicyInput = {}) {
  const { play } = world;
  const limits = { spendingLimits: { currency: 'USDB', perTransactionLimit: AMOUNT } };
  const input = { name: 'Clerk', customerId: wallet.customer.id, policy: { ...EVERYTHING, ...limits, ...policy } };
  const { agent } = valueOf(await play.run(agents().create, input)).view;
  const context = (): Context =>
    play.core.context(play.tenant, { kind: 'agent', agentId: agent.id, customerId: agent.customerId }, 'test');
  const run = <I, O>(useCase: UseCase<I, O>, input: I): Promise<Result<O>> =>
    play.core.units.run(play.tenant, (tx) => useCase(tx, context(), input));
  return {
    run,
    async quote(over: Partial<QuoteRequest> = {}): Promise<Result<Quote>> {
      const { prepare, finish } = agents().me.createQuote;
      const ready = await prepare(context(), {
        source: { sourceType: 'ACCOUNT', accountId: wallet.account.id },
        destination: { destinationType: 'ACCOUNT', accountId: euros },
        lockedCurrencySide: 'SENDING',
        lockedCurrencyAmount: AMOUNT,
        ...over,
      });
      return ready.ok ? run(finish, ready.value) : ready;
    },
    execute: (quote: Quote, stamp?: string): Promise<Result<AgentActionView>> =>
      run(agents().me.executeQuote, { id: quote.id, signed: { stamp } }),
  };
}

const payloadOf = (quote: Quote): string =>
  String(quote.paymentInstructions?.[0]?.accountOrWalletInfo['payloadToSign']);
const actions = () => world.all(AGENT_ACTIONS);

describe('a payment of an agent from a wallet', () => {
  it('is signed by the owner, and only for this quote', async () => {
    const agent = await agentOf();
    const [quote, other] = [valueOf(await agent.quote()), valueOf(await agent.quote())];
    expect(refusal(await agent.execute(quote)).code).toBe('WALLET_SIGNATURE_MISSING');
    expect(refusal(await agent.execute(quote, 'nonsense')).code).toBe('WALLET_SIGNATURE_MALFORMED');
    for (const stamp of [newKey().stamp(payloadOf(quote)), key.stamp(payloadOf(other))]) {
      expect((await agent.execute(quote, stamp)).ok).toBe(false);
    }
    expect(await actions()).toEqual([]);
    const stamp = key.stamp(payloadOf(quote));
    const action = valueOf(await agent.execute(quote, stamp));
    expect(action).toMatchObject({ status: 'APPROVED', quoteId: quote.id, stamp, quote: { status: 'PROCESSING' } });
  });

  it('is signed before its approval, and starts with this signature', async () => {
    const agent = await agentOf({ defaultExecutionMode: 'APPROVAL_REQUIRED' });
    const quote = valueOf(await agent.quote());
    expect(refusal(await agent.execute(quote)).code).toBe('WALLET_SIGNATURE_MISSING');
    expect(await actions()).toEqual([]);
    const stamp = key.stamp(payloadOf(quote));
    const action = valueOf(await agent.execute(quote, stamp));
    expect(action).toMatchObject({ status: 'PENDING_APPROVAL', stamp });
    const { prepare, attempt } = agents().approve;
    const ready = await prepare(world.play.context(), { agentId: action.agentId, actionId: action.id });
    expect(valueOf(await world.play.run(attempt, ready))).toMatchObject({
      status: 'APPROVED',
      quote: { status: 'PROCESSING' },
    });
  });

  it('is not executed with the creation of its quote', async () => {
    const agent = await agentOf();
    const refused = await agent.quote({ immediatelyExecute: true });
    expect(refusal(refused)).toEqual({ code: 'INVALID_INPUT', fields: ['immediatelyExecute'] });
    expect(await actions()).toEqual([]);
  });

  it('is a quote, not a transfer', async () => {
    const { play } = world;
    const account = {
      ownerType: 'CUSTOMER',
      customerId: wallet.customer.id,
      currency: 'USDB',
      accountInfo: { accountType: 'SPARK_WALLET', address: `spark1${'q'.repeat(60)}900` },
    };
    const { id: destinationId } = valueOf(await play.run(play.core.accounts.addExternal, account as never));
    const { prepare, finish } = agents().me.transferOut;
    const request = { sourceId: wallet.account.id, destinationId, amount: AMOUNT };
    const ready = valueOf(await prepare(play.context(), request));
    for (const defaultExecutionMode of ['AUTO', 'APPROVAL_REQUIRED']) {
      const agent = await agentOf({ defaultExecutionMode });
      expect(refusal(await agent.run(finish, ready))).toEqual({ code: 'INVALID_INPUT', fields: ['source.accountId'] });
    }
    expect(await actions()).toEqual([]);
  });
});
