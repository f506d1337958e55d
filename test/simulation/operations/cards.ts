import { CARD_MESSAGES, CARD_USES } from '@corridor/core/internal';
import { TRANSACTIONS } from '@corridor/core/records';
import { type Draw, NoSubject } from '../operation.js';
import type { Tenant, World } from '../world.js';
import { type Move, known, learnt, sandboxOf } from './area.js';
import { records } from './rails.js';

const MERCHANTS = ['SHOP', 'SHOP', 'SHOP', 'SHOP', 'SHOP 002', 'SHOP 003', 'SHOP 005'];

interface CardUse {
  readonly id: string;
  readonly cardId: string;
  readonly authorized: bigint;
}

/** A use of a card that the network can report about. */
async function anyUse(world: World, tenant: Tenant, draw: Draw): Promise<CardUse> {
  const all = await records(world, tenant.key, TRANSACTIONS);
  const uses = all.flatMap((transaction) => {
    const card = (transaction as { readonly card?: unknown }).card as
      | { readonly cardId: string; readonly reserved: bigint; readonly settled: bigint }
      | null
      | undefined;
    return card === null || card === undefined
      ? []
      : [{ id: transaction.id as string, cardId: card.cardId, authorized: card.reserved + card.settled }];
  });
  return draw.recent(uses);
}

/** Cards, their uses, and what their network reports later. */
export const CARD_MOVES: readonly Move[] = [
  {
    name: 'cards.order',
    weight: 2,
    async act(world, draw) {
      const tenant = sandboxOf(world, draw);
      const account = known(world, tenant, 'internals', draw);
      const ending = draw.of(['890', '890', '890', '005', '002', '001']);
      const card = await world.call(tenant, (core) => core.cards.order, {
        cardholderId: String(account['customerId']),
        platformCardId: `card-${world.list(tenant, 'cards').length}-${ending}`,
        fundingSources: [account.id],
        ...(draw.once(3) && { maxSpendPerTransaction: draw.amount(20_000) }),
      });
      learnt(world, tenant, 'cards', card);
    },
  },
  {
    name: 'cards.update',
    weight: 1,
    async act(world, draw) {
      const tenant = sandboxOf(world, draw);
      const { id } = known(world, tenant, 'cards', draw);
      const state = draw.of(['FROZEN', 'ACTIVE', 'ACTIVE', 'FROZEN', 'ACTIVE', 'CLOSED'] as const);
      await world.call(tenant, (core) => core.cards.update, { id, state });
    },
  },
  {
    name: 'cards.use',
    weight: 6,
    async act(world, draw) {
      const tenant = sandboxOf(world, draw);
      const card = known(world, tenant, 'cards', draw);
      const use = draw.of(CARD_USES);
      const merchant = { descriptor: draw.of(MERCHANTS), mcc: null, country: null };
      const input = { cardId: card.id, amount: draw.amount(20_000), currency: String(card['currency']), merchant };
      await world.call(tenant, (core) => core.cards.simulate[use] as never, input);
    },
  },
  {
    name: 'cards.message',
    weight: 8,
    async act(world, draw) {
      const tenant = sandboxOf(world, draw);
      const { id, cardId, authorized } = await anyUse(world, tenant, draw);
      const message = draw.of(['clearing', 'clearing', 'return', ...CARD_MESSAGES] as const);
      const amount = draw.of([authorized, authorized, authorized / 2n, draw.amount(30_000)]);
      const networkMessageId = draw.once(4) ? `message ${draw.under(40)}` : undefined;
      const input = { cardId, transactionId: id, amount, networkMessageId };
      await world.call(tenant, (core) => core.cards.simulate[message] as never, input);
    },
  },
  {
    name: 'cards.recover',
    weight: 1.5,
    async act(world, draw) {
      const tenant = sandboxOf(world, draw);
      const failed = (await records(world, tenant.key, TRANSACTIONS)).filter(({ status }) => status === 'EXCEPTION');
      if (failed.length === 0) throw new NoSubject();
      const { id } = draw.recent(failed);
      await world.call(tenant, (core) => core.cards.recover, { id });
    },
  },
];
