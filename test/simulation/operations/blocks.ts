import {
  ARRIVALS,
  type BaseRecord,
  CUSTOMERS,
  EXCEPTIONS,
  EXTERNAL_ACCOUNTS,
  type ExceptionRecord,
  PLATFORMS,
  type Resolution,
  STABLECOIN_OPERATIONS,
  TRANSACTIONS,
} from '@corridor/core/records';
import type { RailTelling } from '@corridor/core';
import { Broken } from '../invariants.js';
import { type Draw, drawFrom, NoSubject } from '../operation.js';
import type { Known, Tenant, World } from '../world.js';
import { type Move, known, learnt, own, sandboxOf, tenantOf } from './area.js';
import { bankAccount } from './bank-accounts.js';
import { resolve } from './decisions.js';
import { asOperator } from './operators.js';
import { records, tell } from './rails.js';

type Kind = 'customers' | 'external-accounts' | 'platforms';

/** What can be blocked: a record of a kind; a platform needs no id. */
interface Subject {
  readonly kind: Kind;
  readonly tenant: string;
  readonly id: string;
}

const BANK = 'sandbox-bank';
const RECORDS = { customers: CUSTOMERS, 'external-accounts': EXTERNAL_ACCOUNTS, platforms: PLATFORMS } as const;
/** Platforms seldom, because everything of them stops. */
const KINDS: readonly Kind[] = [...Array<Kind>(5).fill('customers'), ...Array<Kind>(3).fill('external-accounts')];
const ANY: readonly Kind[] = [...KINDS, 'platforms'];

type Stoppable = BaseRecord & { readonly blockedAs: string | null };

const stoppable = (world: World, tenant: string, kind: Kind): Promise<readonly Stoppable[]> =>
  records(world, tenant, RECORDS[kind] as never) as Promise<readonly Stoppable[]>;

export async function block(world: World, { kind, tenant, id }: Subject, draw: Draw): Promise<void> {
  await asOperator(world, tenant, `${kind}.block`, {
    ...(kind !== 'platforms' && { id }),
    reason: 'a list has the name',
    // A request with the same content is the same request.
    caseReference: `case ${draw.under(1_000)}`,
    tellPlatform: draw.of([true, false]),
  });
}

const unblocking = (kind: Kind, id: string, draw: Draw): object => ({
  ...(kind !== 'platforms' && { id }),
  reason: 'the order was withdrawn',
  caseReference: `case ${draw.under(1_000)}`,
});

const unblock = (world: World, { kind, tenant, id }: Subject, draw: Draw): Promise<void> =>
  asOperator(world, tenant, `${kind}.unblock`, unblocking(kind, id, draw));

/** All that operators have blocked. */
export async function blockedNow(world: World): Promise<readonly Subject[]> {
  const found: Subject[] = [];
  for (const { key: tenant } of world.tenants) {
    for (const kind of ['customers', 'external-accounts', 'platforms'] as const) {
      for (const { id, blockedAs } of await stoppable(world, tenant, kind))
        if (blockedAs !== null) found.push({ kind, tenant, id });
    }
  }
  return found;
}

/** Exceptions about what a block holds. */
export const isAboutHeld = ({ kind, reason }: ExceptionRecord): boolean =>
  kind === 'PAYMENT_HELD' || kind === 'DEPOSIT_HELD' || reason.includes('an operator has to decide');

export async function heldNow(world: World, tenant: string): Promise<readonly ExceptionRecord[]> {
  const all = await records(world, tenant, EXCEPTIONS);
  return all.filter((exception) => exception.status === 'OPEN' && isAboutHeld(exception));
}

/** Ends all blocks; what they hold stays held. */
export async function unblockAll(world: World): Promise<void> {
  const draw = drawFrom([]);
  for (const { kind, tenant, id } of await blockedNow(world)) {
    // A form that one operator has sent before with the same texts has no second effect.
    const input = { ...unblocking(kind, id, draw), caseReference: 'the end of the run' };
    await asOperator(world, tenant, `${kind}.unblock`, input);
  }
  const left = await blockedNow(world);
  if (left.length > 0) throw new Broken(`${left[0]!.id} is blocked, although two operators ended it`);
}

/**
 * Lets each second held payment go on, and those that a rail may have received; refuses the others, and those that have
 * ended meanwhile.
 */
export async function decideHeld(world: World): Promise<void> {
  for (const { key: tenant } of world.tenants) {
    const held = (await heldNow(world, tenant)).filter(({ kind }) => kind === 'PAYMENT_HELD');
    for (const [index, { id: exceptionId, reference }] of held.entries()) {
      // A payment that its rail may have received is not refused here: only a retry or its cancellation asks the rail.
      const isUnconfirmed = reference.startsWith('unconfirmed ');
      const first = index % 2 === 0 || isUnconfirmed ? (['RETRIED', 'REFUSED'] as const) : (['REFUSED'] as const);
      for (const resolution of first) {
        if (!(await isOpen(world, tenant, exceptionId))) continue;
        await asOperator(world, tenant, 'exceptions.resolve', { exceptionId, resolution, note: 'decided at the end' });
      }
      if (await isOpen(world, tenant, exceptionId))
        throw new Broken(`${exceptionId} cannot be resolved: ${world.refusal}`);
    }
  }
}

const isOpen = async (world: World, tenant: string, exceptionId: string): Promise<boolean> =>
  (await heldNow(world, tenant)).some(({ id }) => id === exceptionId);

const FIRST: readonly Resolution[] = ['RETRIED', 'RETRIED', 'REFUSED', 'CREDITED', 'WRITTEN_OFF', 'PAID_ELSEWHERE'];

async function work(world: World, rounds: number): Promise<void> {
  const { core } = await world.host();
  for (let round = 0; round < rounds; round++) await core.work.runJobs();
}

/** Who can stop a payment of the customer of this account. */
function partyOf(tenant: Tenant, inside: Known, payee: string | null, draw: Draw): Subject {
  const customer: Subject = { kind: 'customers', tenant: tenant.key, id: String(inside['customerId']) };
  const platform: Subject = { kind: 'platforms', tenant: tenant.key, id: tenant.key };
  const paid: Subject = payee === null ? customer : { kind: 'external-accounts', tenant: tenant.key, id: payee };
  return draw.of([customer, customer, customer, paid, paid, platform]);
}

/** Begins a payment, and returns the external account that it pays or is collected from. */
type Way = (world: World, tenant: Tenant, inside: Known, draw: Draw) => Promise<string | null>;

const fund = (world: World, tenant: Tenant, accountId: string, amount: bigint) =>
  world.call(tenant, (core) => core.sandbox.fund, { accountId, amount });

const ending = (draw: Draw): string => draw.of(['000', '000', '890', '003']);

async function quoted(world: World, tenant: Tenant, input: object): Promise<Known | null> {
  const quote = await world.call(tenant, (core) => core.quotes.create, {
    lockedCurrencySide: 'SENDING',
    ...input,
  } as never);
  learnt(world, tenant, 'quotes', quote);
  return quote;
}

const WAYS: readonly Way[] = [
  async function transferOut(world, tenant, inside, draw) {
    const amount = draw.amount(20_000);
    await fund(world, tenant, inside.id, amount);
    const destinationId = await bankAccount(world, tenant, inside, 'USD', ending(draw));
    const made = await world.call(tenant, (core) => core.transfers.out, { sourceId: inside.id, destinationId, amount });
    learnt(world, tenant, 'transactions', made);
    return destinationId;
  },
  async function transferIn(world, tenant, inside, draw) {
    const amount = draw.amount(20_000);
    const sourceId = await bankAccount(world, tenant, inside, 'USD', ending(draw));
    const made = await world.call(tenant, (core) => core.transfers.in, { sourceId, destinationId: inside.id, amount });
    learnt(world, tenant, 'transactions', made);
    return sourceId;
  },
  async function collected(world, tenant, inside, draw) {
    const from = await bankAccount(world, tenant, inside, 'USD', '000');
    await quoted(world, tenant, {
      source: { sourceType: 'ACCOUNT', accountId: from },
      destination: {
        destinationType: 'ACCOUNT',
        accountId: await bankAccount(world, tenant, inside, 'EUR', ending(draw)),
      },
      lockedCurrencyAmount: draw.amount(20_000),
      immediatelyExecute: true,
    });
    return from;
  },
  async function insideLedger(world, tenant, inside, draw) {
    const amount = 100n + draw.amount(20_000);
    await fund(world, tenant, inside.id, amount);
    const others = world.list(tenant, 'internals').filter(({ id }) => id !== inside.id);
    await quoted(world, tenant, {
      source: { sourceType: 'ACCOUNT', accountId: inside.id },
      destination: { destinationType: 'ACCOUNT', accountId: draw.recent(others).id },
      lockedCurrencyAmount: amount,
      immediatelyExecute: true,
    });
    return null;
  },
];

/** Money that a quote asked for arrives, mostly twice, so that some of it must go back. */
async function arriveFor(world: World, tenant: Tenant, quote: Known, times: number, draw: Draw): Promise<void> {
  for (let time = 0; time < times; time++) {
    const count = (await records(world, tenant.key, ARRIVALS)).length;
    await tell(world, tenant, {
      kind: 'arrival',
      remitter: { name: 'Grace Hopper', account: draw.of(['DE89370400440532013000', 'DE89370400440532013008']) },
      valueDate: null,
      rail: BANK,
      paymentId: `asked ${count} ${draw.under(1_000)}`,
      reference: String(quote['reference']),
      currency: String(quote['sendingCurrency']),
      amount: (quote['totalSendingAmount'] as bigint | undefined) ?? 1_000n,
      ...draw.of([{}, {}, { returnAfterSeconds: 600 }]),
    } as RailTelling);
  }
}

/** Operators stop customers, payees and platforms, and decide about what is held. */
export const BLOCKS: readonly Move[] = [
  {
    name: 'blocks.block',
    weight: 1.2,
    async act(world, draw) {
      const { key: tenant } = tenantOf(world, draw);
      const kind = draw.of(ANY);
      const { id } = draw.recent(await stoppable(world, tenant, kind));
      await block(world, { kind, tenant, id }, draw);
    },
  },
  {
    name: 'blocks.unblock',
    weight: 2,
    async act(world, draw) {
      await unblock(world, draw.of(await blockedNow(world)), draw);
    },
  },
  {
    name: 'blocks.unblock-alone',
    weight: 0.4,
    async act(world, draw) {
      const { kind, tenant, id } = draw.of(await blockedNow(world));
      const [alone] = world.operators;
      await asOperator(
        { ...world, operators: [alone!, alone!] },
        tenant,
        `${kind}.unblock`,
        unblocking(kind, id, draw),
      );
      // Two operators may end the block while this host pauses, so the model checks who ended each block.
    },
  },
  {
    name: 'blocks.begin-payment',
    weight: 0.5,
    async act(world, draw) {
      const tenant = sandboxOf(world, draw);
      const inside = known(world, tenant, 'internal USD', draw);
      await draw.of(WAYS)(world, tenant, inside, draw);
    },
  },
  {
    name: 'blocks.party',
    weight: 0.5,
    async act(world, draw) {
      const tenant = sandboxOf(world, draw);
      const inside = known(world, tenant, 'internal USD', draw);
      await block(world, partyOf(tenant, inside, null, draw), draw);
    },
  },
  {
    name: 'blocks.stop-order',
    weight: 2,
    async act(world, draw) {
      const tenant = sandboxOf(world, draw);
      const orders = await records(world, tenant.key, STABLECOIN_OPERATIONS);
      const { owner, collectedFrom, deliveredTo } = draw.recent(orders.filter((one) => one.submittedAt === null));
      const inside: Known = { id: owner, customerId: owner };
      await block(world, partyOf(tenant, inside, collectedFrom ?? deliveredTo, draw), draw);
      await work(world, 2);
    },
  },
  {
    name: 'blocks.stop-payment',
    weight: 3,
    async act(world, draw) {
      const tenant = sandboxOf(world, draw);
      const inside = known(world, tenant, 'internal USD', draw);
      const way = draw.of(WAYS);
      const payee = await way(world, tenant, inside, draw);
      // Of a collection, the delivery is stopped after some rounds.
      await work(world, draw.of([0, 0, 1, 2]));
      await block(world, partyOf(tenant, inside, payee, draw), draw);
      await work(world, 2);
    },
  },
  {
    name: 'blocks.stop-return',
    weight: 3,
    async act(world, draw) {
      const tenant = sandboxOf(world, draw);
      const inside = known(world, tenant, 'internal USD', draw);
      const customerId = String(inside['customerId']);
      const payee = await bankAccount(world, tenant, inside, 'EUR', draw.of(['000', '001', '002', '005']));
      const quote = await quoted(world, tenant, {
        source: { sourceType: 'REALTIME_FUNDING', currency: 'USD', customerId },
        destination: { destinationType: 'ACCOUNT', accountId: payee },
        lockedCurrencyAmount: 100n + draw.amount(20_000),
      });
      if (quote === null) throw new NoSubject();
      await arriveFor(world, tenant, quote, draw.of([1, 2, 2]), draw);
      await work(world, draw.of([0, 0, 1, 2]));
      if (draw.once(3)) {
        const { core } = await world.host();
        await world.ask(async () =>
          core.transactions.cancel(await world.context(tenant), { id: String(quote['transactionId']) }),
        );
      }
      await block(world, partyOf(tenant, inside, payee, draw), draw);
      await work(world, 2);
    },
  },
  {
    name: 'blocks.decide',
    weight: 3,
    async act(world, draw) {
      const tenant = tenantOf(world, draw);
      const exception = draw.recent(await heldNow(world, tenant.key));
      await resolve(world, tenant.key, exception, draw, FIRST);
    },
  },
  {
    name: 'blocks.cancel',
    weight: 1,
    async act(world, draw) {
      const tenant = tenantOf(world, draw);
      const held = (await heldNow(world, tenant.key)).filter(({ kind }) => kind === 'PAYMENT_HELD');
      const { subject: id } = draw.recent(held);
      const payment = (await records(world, tenant.key, TRANSACTIONS)).find((one) => one.id === id);
      if (payment === undefined) throw new NoSubject();
      await asOperator(world, tenant.key, 'payments.cancel', { id });
    },
  },
  {
    name: 'blocks.customer-of-payment',
    weight: 1,
    async act(world, draw) {
      const tenant = sandboxOf(world, draw);
      const { id } = known(world, tenant, 'quotes', draw);
      const quote = world.list(tenant, 'quotes').find((one) => one.id === id);
      const customer = own(world, tenant, 'internals', { id, customerId: quote?.['customerId'] }, draw);
      await block(world, partyOf(tenant, customer, null, draw), draw);
    },
  },
];
