import { TRANSACTIONS } from '@corridor/core/records';
import { Broken } from '../invariants.js';
import { NoSubject } from '../operation.js';
import type { Known, Tenant, World } from '../world.js';
import { type Move, known, learnt, sandboxOf, tenantOf } from './area.js';
import { bankAccount } from './bank-accounts.js';
import { records, tell } from './rails.js';

/** Endings that keep a movement at the rail of the sandbox for a while: only then it can be cancelled. */
const SLOW = { EUR: '003', USD: '005' } as const;

const slowAccount = (world: World, tenant: Tenant, inside: Known, currency: keyof typeof SLOW): Promise<string> =>
  bankAccount(world, tenant, inside, currency, SLOW[currency]);

/** What the use case says that it refuses with, and what every unit of work can. */
const REFUSALS = [
  'TRANSACTION_NOT_FOUND',
  'TRANSACTION_NOT_CANCELLABLE',
  'SVC_SWITCH_ERROR',
  'USER_BLOCKED',
  'USER_NOT_READY',
  'CONFLICT',
  'SERVICE_UNAVAILABLE',
];

export async function cancel(world: World, tenant: Tenant, id: string): Promise<void> {
  const ctx = await world.context(tenant);
  await world.ask(async (core) => {
    const cancelled = await core.transactions.cancel(ctx, { id });
    if (!cancelled.ok && !REFUSALS.includes(cancelled.error.code))
      throw new Broken(`the cancellation of ${id} was refused with ${cancelled.error.code}`);
    return cancelled;
  });
}

/** Payments that stay with their rail, which is asked to cancel them, and what it says afterwards. */
export const CANCELLATIONS: readonly Move[] = [
  {
    name: 'payments.slow',
    weight: 4,
    async act(world, draw) {
      const tenant = sandboxOf(world, draw);
      const inside = known(world, tenant, 'internal USD', draw);
      const way = draw.of(['payout', 'transfer out', 'transfer in', 'collection', 'collection'] as const);
      const amount = draw.amount(20_000);
      const isPaidHere = way === 'payout' || way === 'transfer out';
      if (isPaidHere) await world.call(tenant, (core) => core.sandbox.fund, { accountId: inside.id, amount });
      const outside = await slowAccount(world, tenant, inside, way === 'payout' ? 'EUR' : 'USD');
      if (way === 'transfer out' || way === 'transfer in') {
        const [from, to] = way === 'transfer out' ? [inside.id, outside] : [outside, inside.id];
        const sides = { sourceId: from, destinationId: to, amount };
        const pick = way === 'transfer out' ? 'out' : 'in';
        learnt(world, tenant, 'transactions', await world.call(tenant, (core) => core.transfers[pick], sides));
      } else {
        const to = way === 'payout' ? outside : await slowAccount(world, tenant, inside, 'EUR');
        const quote = await world.call(tenant, (core) => core.quotes.create, {
          source: { sourceType: 'ACCOUNT', accountId: way === 'payout' ? inside.id : outside },
          destination: { destinationType: 'ACCOUNT', accountId: to },
          lockedCurrencySide: 'SENDING',
          lockedCurrencyAmount: amount,
          immediatelyExecute: true,
        } as never);
        learnt(world, tenant, 'quotes', quote);
      }
      const { core } = await world.host();
      await core.work.runJobs();
    },
  },
  {
    name: 'transactions.cancel',
    weight: 2,
    async act(world, draw) {
      const tenant = tenantOf(world, draw);
      const quoted = draw.once(2);
      const subject = known(world, tenant, quoted ? 'quotes' : 'transactions', draw);
      await cancel(world, tenant, String(quoted ? subject['transactionId'] : subject.id));
    },
  },
  {
    name: 'transactions.cancel-open',
    weight: 3,
    async act(world, draw) {
      const tenant = tenantOf(world, draw);
      const all = await records(world, tenant.key, TRANSACTIONS);
      const open = all.filter(({ status }) => status === 'PENDING' || status === 'PROCESSING');
      // A rail decides only about what it has.
      const handedOver = open.filter(
        (one) => (one.status === 'PENDING' ? one.pullSubmittedAt : one.submittedAt) !== null,
      );
      const { id } = draw.recent(handedOver.length > 0 ? handedOver : open);
      await cancel(world, tenant, id);
    },
  },
  {
    name: 'rails.news-of-cancelled',
    weight: 1,
    async act(world, draw) {
      const tenant = tenantOf(world, draw);
      const asked = (await records(world, tenant.key, TRANSACTIONS)).filter(
        ({ status, cancelRequestedAt }) =>
          cancelRequestedAt !== null && (status === 'PENDING' || status === 'PROCESSING'),
      );
      const { id: reference, status, rail, fundingRail, submittedAt, pullSubmittedAt } = draw.recent(asked);
      const isPull = status === 'PENDING';
      if ((isPull ? pullSubmittedAt : submittedAt) === null) throw new NoSubject();
      // The rail was too late, or contradicts its answer to the cancellation.
      const message = isPull
        ? ({ kind: 'collection', rail: fundingRail!, status: { state: 'collected', checkAfterSeconds: null } } as const)
        : ({
            kind: 'payout',
            rail: rail!,
            status: { state: 'delivered', onChainTransaction: null, checkAfterSeconds: null },
          } as const);
      await tell(world, tenant, { ...message, reference, messageId: `late news ${draw.under(1_000)}` });
    },
  },
];
