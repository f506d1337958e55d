import { type CurrencyCode, type Id, ok, type TenantKey, tenantKey } from '@corridor/core';
import { houseTenant } from '@corridor/core/internal';
import { newRecord, runUseCase, splitTenant } from '../../packages/core/src/kernel/index.js';
import { EXCEPTIONS } from '../../packages/core/src/exceptions/index.js';
import type { Caller } from '../../packages/core/src/operators/index.js';
import { planLimit, writeLimit } from '../../packages/core/src/limits/index.js';
import { SCA_RESETS } from '../../packages/core/src/sca/index.js';
import { DEFAULT_OPTIONS } from '../../packages/core/src/service/index.js';
import { addOperator } from '../../packages/core/src/testing/operators.js';
import { TEXTS } from '../../packages/core/src/testing/play-blocks.js';
import { CARD_BALANCE, type PlayCard, playCard } from '../../packages/core/src/testing/play-card.js';
import { type PlayCore, valueOf } from '../../packages/core/src/testing/play-core.js';
import { partyNamed, playHit } from '../../packages/core/src/testing/play-hit.js';
import { playProcessor } from '../../packages/core/src/testing/play-processor.js';

/** A core in memory that is the same in each run, with operators whose actions wait for each other. */
export interface WaitingWorld {
  readonly spender: PlayCard;
  readonly play: PlayCore;
  /** The platform of the play in production. */
  readonly live: PlayCore;
  readonly ann: Caller;
  readonly bob: Caller;
}

export async function createWaitingWorld(): Promise<WaitingWorld> {
  const spender = await playCard({
    options: {
      ...DEFAULT_OPTIONS,
      cursorKey: new Uint8Array(32).fill(1),
      publicAuthority: 'localhost:8080',
      // Each movement of dollars waits.
      approvalAmounts: new Map([['USD' as CurrencyCode, 0n]]),
    },
  });
  const { play } = spender.payer;
  const live = inProduction(play);
  valueOf(await live.run(live.core.platforms.create, { name: 'Live', currencies: ['USD', 'EUR'] }));
  await play.pass(0);
  const ann = await addOperator(play.storage.units, 'Ann', 'ADMIN');
  return { spender, play, live, ann, bob: await addOperator(play.storage.units, 'Bob', 'ADMIN') };
}

function inProduction(play: PlayCore): PlayCore {
  const tenant = tenantKey(splitTenant(play.tenant).platformId, 'PRODUCTION');
  const context = () => play.core.context(tenant, { kind: 'system' }, 'test');
  return {
    ...play,
    tenant,
    context,
    run: (useCase, input) => runUseCase(play.core.units, context(), useCase, input),
    read: (query, input) => play.storage.units.read(tenant, (reads) => query(reads, context(), input)),
  };
}

/** What an operator asks for, about records that the scenario has created. */
export interface Asked {
  readonly tenant: TenantKey;
  readonly input: object;
}

export interface Scenario {
  readonly action: string;
  /** What distinguishes it from the other scenarios of the action; it has none. */
  readonly variant?: string;
  /** Earlier versions stored such a request; it is refused or stored otherwise now, but one that waits is still approved. */
  readonly isPast?: true;
  readonly prepare: (world: WaitingWorld) => Promise<Asked> | Asked;
}

const HOUSE = houseTenant('SANDBOX');
const HOUSE_LIVE = houseTenant('PRODUCTION');
const REASON = 'checked with the customer';

const changedTerms = ({ play }: WaitingWorld): object => ({
  ...{ source: 'USD', destination: 'EUR', rail: 'SEPA', variableFeeBps: 40, fixedFee: 125n, spreadBps: 25 },
  ...{ minAmount: 100n, maxAmount: 9_000_000n, transactionCap: 5_000_000n, dailyVolume: 100_000_000n },
  ...{ quoteSeconds: 120, ownershipVerification: 'REQUIRED', reason: 'new prices' },
  validFrom: play.clock.now() + 30 * 86_400_000,
});

const inHouse = (input: object): Asked => ({ tenant: HOUSE, input });
const inLive =
  (input: object) =>
  ({ live }: WaitingWorld): Asked => ({ tenant: live.tenant, input });

/** A payment whose refund failed: 1,000.00 USD wait for an operator. */
async function stuckRefund({ spender: { payer }, play }: WaitingWorld): Promise<string> {
  const quote = await payer.quoted(payer.fromAccount(payer.usd.id, (await payer.external('007')).id));
  valueOf(await payer.execute(quote.id));
  await play.pass(0);
  await play.pass(31);
  const found = await play.storage.units.read(play.tenant, (reads) =>
    reads.list(EXCEPTIONS, { order: 'asc', limit: 9 }),
  );
  return found.rows[0]!.id;
}

const resolving =
  (resolution: string, more: object = {}) =>
  async (world: WaitingWorld): Promise<Asked> => {
    const input = { exceptionId: await stuckRefund(world), resolution, note: 'agreed with the bank', ...more };
    return { tenant: world.play.tenant, input };
  };

/** Blocks a record, and returns how its block is ended. */
async function blocked({ play, ann }: WaitingWorld, kind: string, key: object): Promise<Asked> {
  const { actions } = play.core.operators;
  const input = { ...key, ...TEXTS, tellPlatform: true };
  valueOf(await actions.request(ann, { tenant: play.tenant, action: `${kind}.block`, input } as never));
  return { tenant: play.tenant, input: { ...key, reason: REASON, caseReference: 'CASE-78' } };
}

async function liveAccount({ live }: WaitingWorld): Promise<string> {
  const own = valueOf(await live.read(live.core.accounts.listInternal, { ownerType: 'PLATFORM', currency: 'USD' }));
  return own.data[0]!.account.id;
}

const newCustomer = async ({ run, core }: PlayCore): Promise<{ readonly id: Id<'Customer'> }> =>
  valueOf(
    await run(core.customers.create, {
      customerType: 'INDIVIDUAL',
      fullName: 'Ada Lovelace',
      region: 'US',
      currencies: ['USD'],
    } as never),
  );

/** A legal hold of a customer. */
async function heldCustomer({ live, ann }: WaitingWorld): Promise<string> {
  const { id } = await newCustomer(live);
  const input = { id, reason: 'a law suit', caseReference: 'AZ 1/26' };
  const held = await live.core.operators.actions.request(ann, {
    tenant: live.tenant,
    action: 'customers.hold',
    input,
  } as never);
  const done = valueOf(held);
  if (done.kind !== 'done') throw new Error(`customers.hold is ${done.kind}`);
  return (done.output as { readonly id: string }).id;
}

/** A customer of the sandbox who was deleted, and of whom nothing is in the way of an erasure. */
async function deletedCustomer({ play }: WaitingWorld): Promise<string> {
  const { id } = await newCustomer(play);
  valueOf(await play.run(play.core.customers.delete, { id } as never));
  await play.pass(0);
  return id;
}

async function liveAgent({ live }: WaitingWorld): Promise<string> {
  const customer = await newCustomer(live);
  const policy = {
    permissions: ['VIEW_TRANSACTIONS'],
    defaultExecutionMode: 'APPROVAL_REQUIRED',
    spendingLimits: { currency: 'USD', perTransactionLimit: 50_000n },
  } as const;
  const made = await live.run(live.core.agents.create, { name: 'Bookkeeper', customerId: customer.id, policy });
  return valueOf(made).view.agent.id;
}

async function liveReset({ live }: WaitingWorld): Promise<string> {
  const id = 'ScaReset:018bcfe5-6800-7000-8000-000000000001' as Id<'ScaReset'>;
  const { tenant } = live;
  const now = live.clock.now();
  const added = await live.core.units.run(tenant, async (tx) => {
    tx.add(SCA_RESETS, {
      customerId: 'Customer:018bcfe5-6800-7000-8000-000000000001' as Id<'Customer'>,
      ...{ factor: 'SMS_OTP', status: 'PENDING_REVIEW', expiresAt: (now + 3_600_000) as never },
      ...{ reference: 'check 1', completedAt: null },
      ...newRecord(id, { tenant, now }),
    });
    return ok();
  });
  valueOf(added);
  return id;
}

const NEW_PLATFORM = tenantKey('Platform:018bcfe5-6800-7000-8000-0000000000aa' as Id<'Platform'>, 'PRODUCTION');

const EUR_LIMITS = {
  currencyCode: 'EUR',
  minAmount: 100n,
  maxAmount: 5_000_000n,
  enabledTransactionTypes: ['OUTGOING'],
};

const LIMITED = { kind: 'PAYOUT', currency: 'EUR' as CurrencyCode } as const;

/** Limits what the customers of the platform in production start. */
async function limitLive({ live }: WaitingWorld): Promise<void> {
  const change = { ...LIMITED, dailyAmount: 100_000n };
  const set = await live.run(async (tx, ctx) => {
    const planned = await planLimit(tx, ctx, change);
    return planned.ok ? ok(writeLimit(tx, planned.value, change, () => undefined)) : planned;
  }, undefined);
  valueOf(set);
}

const ALL = 10_000n;

/** A dispute about a use that was cleared, of which the account has a part provisionally. */
async function disputed({ spender, play }: WaitingWorld, provisional = 0n): Promise<string> {
  const processor = playProcessor(spender);
  await processor.told('authorization', { amount: ALL });
  await processor.told('clearing', { messageId: 'cleared', amount: ALL });
  const { id: transactionId } = (await processor.use())!;
  const { disputes } = play.core.cards;
  const { id } = valueOf(await spender.run(disputes.open, { transactionId, reason: 'FRAUD' }));
  if (provisional > 0n) valueOf(await spender.run(disputes.credit, { id, amount: provisional, reason: REASON }));
  return id;
}

const inSandbox = ({ play }: WaitingWorld, input: object): Asked => ({ tenant: play.tenant, input });

/** A hit about a payment that waits for it, or that a confirmation stopped. */
async function hitOf({ spender: { payer }, play, ann, bob }: WaitingWorld, isConfirmed = false): Promise<object> {
  const quote = await payer.quoted(payer.fromAccount(payer.usd.id, (await payer.external()).id));
  valueOf(await payer.execute(quote.id));
  const party = partyNamed(payer.customerId, 'Ada Lovelace');
  const { id, matches } = await playHit(play, {
    subject: quote.transactionId,
    parties: [party],
    matches: [{}],
    seed: 'kept',
  });
  const match = matches[0]!;
  if (isConfirmed) {
    const { actions } = play.core.operators;
    const input = { id, match, reason: REASON, caseReference: 'CASE-79' };
    const confirm = { tenant: play.tenant, action: 'screening.confirm', input } as never;
    const asked = valueOf(await actions.request(ann, confirm));
    if (asked.kind !== 'awaiting') throw new Error(asked.kind);
    valueOf(await actions.approve(bob, play.tenant, asked.awaiting));
  }
  return { id, match, reason: REASON };
}

/** At least one for each action that can wait for a second operator, with every field of its input in one of them. */
export const SCENARIOS: readonly Scenario[] = [
  { action: 'exceptions.resolve', variant: 'written off', prepare: resolving('WRITTEN_OFF') },
  { action: 'exceptions.resolve', variant: 'retried', prepare: resolving('RETRIED') },
  {
    action: 'exceptions.resolve',
    variant: 'credited',
    prepare: async (world) => resolving('CREDITED', { account: world.spender.payer.usd.id })(world),
  },
  {
    action: 'exceptions.resolve',
    variant: 'paid elsewhere',
    prepare: resolving('PAID_ELSEWHERE', { bankReference: 'letter 7', valueDate: '2026-01-15' }),
  },
  {
    action: 'treasury.book',
    variant: 'top up',
    prepare: () =>
      inHouse({
        kind: 'TOP_UP',
        reference: 'capital',
        rail: 'sandbox-bank',
        currency: 'USD',
        amount: 100_000n,
        note: 'agreed',
      }),
  },
  {
    action: 'treasury.book',
    variant: 'trade',
    prepare: () =>
      inHouse({
        ...{ kind: 'TRADE', reference: 'trade 7', rail: 'sandbox-bank', currency: 'USD', amount: 100n },
        ...{ boughtRail: 'sandbox-bank', boughtCurrency: 'EUR', boughtAmount: 90n, valueDate: '2026-01-15' },
      }),
  },
  {
    action: 'cards.recover',
    prepare: async ({ spender, play }) => {
      const spent = await spender.approved({ amount: CARD_BALANCE });
      const { id } = await spender.told('clear', spent, CARD_BALANCE + 100n);
      valueOf(await play.run(play.core.sandbox.fund, { accountId: spender.payer.usd.id, amount: 100n }));
      return { tenant: play.tenant, input: { id } };
    },
  },
  {
    action: 'cards.release',
    prepare: async ({ spender, play }) => ({
      tenant: play.tenant,
      input: { id: (await spender.approved({ amount: 2_000n })).id, reason: REASON },
    }),
  },
  {
    action: 'accounts.unfreeze',
    prepare: async (world) => {
      const id = await liveAccount(world);
      valueOf(await world.live.run(world.live.core.accounts.freezeInternal, { id }));
      return inLive({ id, reason: REASON })(world);
    },
  },
  {
    action: 'agents.resume',
    prepare: async (world) => {
      const id = await liveAgent(world);
      valueOf(await world.live.run(world.live.core.agents.update, { id, isPaused: true }));
      return inLive({ id })(world);
    },
  },
  {
    action: 'limits.set',
    prepare: async (world) => {
      await limitLive(world);
      return inLive({ ...LIMITED, dailyAmount: 200_000n, monthlyCount: 20, reason: REASON })(world);
    },
  },
  {
    action: 'limits.remove',
    prepare: async (world) => {
      await limitLive(world);
      return inLive({ ...LIMITED, reason: REASON })(world);
    },
  },
  {
    action: 'resets.decide',
    prepare: async (world) => inLive({ resetId: await liveReset(world), verdict: 'PASSED' })(world),
  },
  {
    action: 'platforms.create',
    prepare: () => ({
      tenant: NEW_PLATFORM,
      input: {
        ...{ name: 'Acme', currencies: ['USD', 'EUR'], umaDomain: 'acme.example' },
        ...{ requiresEndUserTerms: true, isRegulatedFinancialInstitution: false, allowsMoneyDuringReview: false },
      },
    }),
  },
  {
    action: 'platforms.update',
    prepare: inLive({
      ...{ requiresEndUserTerms: true, isRegulatedFinancialInstitution: true, allowsMoneyDuringReview: true },
      ...{ umaDomain: 'pay.acme.example' },
    }),
  },
  {
    action: 'platforms.configure',
    variant: 'endpoint',
    prepare: inLive({ webhookEndpoint: 'https://hooks.acme.example/corridor?key=secret' }),
  },
  {
    action: 'platforms.configure',
    variant: 'fees',
    prepare: inLive({
      feeConfigs: [
        {
          feeType: 'CROSS_CURRENCY_TRANSACTION',
          sourceCurrency: 'USD',
          variableFeeBps: 25,
          fixedFee: { amount: 150n, currency: 'USD' },
        },
      ],
    }),
  },
  {
    action: 'platforms.configure',
    variant: 'currencies',
    isPast: true,
    prepare: inLive({ supportedCurrencies: [{ ...EUR_LIMITS, requiredCounterpartyFields: [] }] }),
  },
  {
    action: 'platforms.configure',
    variant: 'apps',
    prepare: inLive({ redirectSchemes: ['com.acme.app'], invitationUri: 'https://acme.example/join' }),
  },
  { action: 'platforms.currency', variant: 'changed', prepare: inLive(EUR_LIMITS) },
  {
    action: 'platforms.currency',
    variant: 'added',
    prepare: inLive({ ...EUR_LIMITS, currencyCode: 'GBP', enabledTransactionTypes: ['INCOMING', 'OUTGOING'] }),
  },
  { action: 'platforms.drop-currency', prepare: inLive({ currencyCode: 'EUR' }) },
  { action: 'tokens.create', prepare: inLive({ name: 'reports', permissions: ['VIEW', 'TRANSACT'] }) },
  { action: 'terms.change', prepare: (world) => ({ tenant: HOUSE_LIVE, input: changedTerms(world) }) },
  {
    action: 'terms.withdraw',
    prepare: async (world) => {
      const { actions } = world.play.core.operators;
      const change = { tenant: HOUSE_LIVE, action: 'terms.change', input: changedTerms(world) } as never;
      const asked = valueOf(await actions.request(world.ann, change));
      if (asked.kind !== 'awaiting') throw new Error(asked.kind);
      const { output } = valueOf(await actions.approve(world.bob, HOUSE_LIVE, asked.awaiting));
      return { tenant: HOUSE_LIVE, input: { id: (output as { readonly id: string }).id, reason: 'a mistake' } };
    },
  },
  {
    action: 'customers.unblock',
    prepare: (world) => blocked(world, 'customers', { id: world.spender.payer.customerId }),
  },
  {
    action: 'customers.release-hold',
    prepare: async (world) =>
      inLive({ id: await heldCustomer(world), reason: 'settled', caseReference: 'AZ 2/26' })(world),
  },
  {
    action: 'customers.erase',
    // Later requests record the retention periods.
    isPast: true,
    prepare: async (world) => ({
      tenant: world.play.tenant,
      input: { id: await deletedCustomer(world), caseReference: 'DSR-7' },
    }),
  },
  {
    action: 'external-accounts.unblock',
    prepare: async (world) => blocked(world, 'external-accounts', { id: (await world.spender.payer.external()).id }),
  },
  { action: 'platforms.unblock', prepare: (world) => blocked(world, 'platforms', {}) },
  {
    action: 'disputes.credit',
    prepare: async (world) =>
      inSandbox(world, { id: await disputed(world), amount: 5_000n, currency: 'USD', reason: REASON }),
  },
  {
    action: 'disputes.withdraw-credit',
    prepare: async (world) =>
      inSandbox(world, { id: await disputed(world, 5_000n), amount: 2_000n, currency: 'USD', reason: REASON }),
  },
  {
    action: 'disputes.record',
    prepare: async (world) => {
      const told = { event: 'chargeback', amount: ALL, currency: 'USD', reference: 'posting 7' };
      return inSandbox(world, { id: await disputed(world), ...told });
    },
  },
  {
    action: 'disputes.write-off',
    prepare: async (world) => {
      const id = await disputed(world, 5_000n);
      await playProcessor(world.spender).told('dispute', { event: 'lost', amount: 0n, disputeId: id });
      return inSandbox(world, { id, reason: REASON });
    },
  },
  { action: 'screening.clear', prepare: async (world) => inSandbox(world, await hitOf(world)) },
  { action: 'screening.withdraw', prepare: async (world) => inSandbox(world, await hitOf(world, true)) },
  { action: 'operators.role', prepare: ({ ann }) => inHouse({ id: ann.operatorId, role: 'OPERATOR' }) },
  {
    action: 'operators.platforms',
    prepare: ({ play, ann }) => inHouse({ id: ann.operatorId, platforms: [splitTenant(play.tenant).platformId] }),
  },
  { action: 'operators.disable', prepare: ({ ann }) => inHouse({ id: ann.operatorId }) },
];
