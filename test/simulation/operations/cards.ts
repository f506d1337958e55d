import { CARD_MESSAGES, CARD_USES } from '@corridor/core/internal';
import { BALANCES, CARDS, TRANSACTIONS } from '@corridor/core/records';
import { Broken } from '../invariants.js';
import { NoSubject } from '../operation.js';
import type { Tenant, World } from '../world.js';
import { type Move, known, learnt, sandboxOf } from './area.js';
import { ask, askAgain } from './card-network.js';
import { asOperator } from './operators.js';
import { records } from './rails.js';

const MERCHANTS = ['SHOP', 'SHOP', 'SHOP', 'SHOP', 'SHOP 002', 'SHOP 003', 'SHOP 005'];

/** All uses of cards, which the network can report about. */
async function uses(world: World, tenant: Tenant) {
  const all = await records(world, tenant.key, TRANSACTIONS);
  return all.flatMap(({ id, status, direction, card }) =>
    (card ?? null) === null ? [] : [{ id, status, direction, ...card! }],
  );
}

type Use = Awaited<ReturnType<typeof uses>>[number];

/** What the network reports about a use, as far as it can have happened. */
const REPORTS: readonly {
  readonly message: (typeof CARD_MESSAGES)[number];
  readonly fits: (use: Use) => boolean;
  readonly amounts: (use: Use) => readonly bigint[];
}[] = [
  {
    message: 'clearing',
    fits: ({ status }) => status === 'AUTHORIZED' || status === 'PARTIALLY_SETTLED' || status === 'EXCEPTION',
    amounts({ authorized, settled }) {
      const left = authorized > settled ? authorized - settled : 0n;
      const tip = authorized / 10n;
      return [left / 2n, left / 2n, left / 3n, left, left + tip, left + tip / 2n, tip, 0n];
    },
  },
  {
    message: 'return',
    fits: ({ direction, settled, refunded }) => direction === 'DEBIT' && settled > refunded,
    amounts: ({ settled, refunded }) => [settled - refunded, settled - refunded, (settled - refunded) / 2n, 1n],
  },
  {
    message: 'authorizationAdvice',
    fits: ({ status }) => status === 'AUTHORIZED' || status === 'PARTIALLY_SETTLED' || status === 'EXCEPTION',
    // Part of the rest, the whole rest, and more.
    amounts: ({ authorized, settled }) => [
      (authorized + settled) / 2n + 1n,
      settled > 0n ? settled : 1n,
      1n,
      authorized + 500n,
    ],
  },
  { message: 'returnReversal', fits: ({ returns }) => returns > 0, amounts: () => [0n] },
];

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
      const end = draw.once(3) ? { expiresAt: world.now() + 1000 * draw.of([-5, 60, 400, 20_000]) } : {};
      const input = { cardId: card.id, amount: draw.amount(20_000), currency: String(card['currency']), merchant };
      await ask(world, tenant, use, { ...input, ...end });
    },
  },
  {
    name: 'cards.verify',
    weight: 1,
    async act(world, draw) {
      const tenant = sandboxOf(world, draw);
      const { id: cardId, currency } = known(world, tenant, 'cards', draw);
      const merchant = { descriptor: draw.of(MERCHANTS), mcc: null, country: null };
      const again = draw.once(3) ? { networkMessageId: `verification ${draw.under(10)}` } : {};
      const input = { cardId, amount: 0n, currency: String(currency), merchant, ...again };
      await ask(world, tenant, draw.of(['authorization', 'creditAuthorization'] as const), input);
      const booked = (await uses(world, tenant)).find(({ asked }) => asked === 0n);
      if (booked !== undefined) throw new Broken(`${booked.id} was made by a verification of the account`);
    },
  },
  {
    name: 'cards.release',
    weight: 2,
    async act(world, draw) {
      const tenant = sandboxOf(world, draw);
      const held = (await uses(world, tenant)).filter(({ reserved }) => reserved > 0n);
      const wanted = draw.once(2) ? held.filter(({ status }) => status !== 'AUTHORIZED') : held;
      const { id } = draw.recent(wanted.length > 0 ? wanted : held);
      await asOperator(world, tenant.key, 'cards.release', { id, reason: `the merchant is gone ${world.now()}` });
    },
  },
  {
    name: 'cards.clear-late',
    weight: 3,
    async act(world, draw) {
      const tenant = sandboxOf(world, draw);
      const expired = (await uses(world, tenant)).filter(({ expiredAt }) => expiredAt !== undefined);
      const { cardId, id: transactionId, authorized, authorizedAt, settled, refunded } = draw.recent(expired);
      if (settled > refunded && draw.once(2))
        await ask(world, tenant, 'return', { cardId, transactionId, amount: settled - refunded });
      const left = authorized > settled ? authorized - settled : 1n;
      const clearedAt = draw.of([authorizedAt, authorizedAt, authorizedAt, world.now()]);
      await ask(world, tenant, 'clearing', {
        cardId,
        transactionId,
        amount: draw.of([left, 1n, left * 2n]),
        clearedAt,
      });
    },
  },
  {
    name: 'cards.expire',
    weight: 1.5,
    async act(world, draw) {
      const tenant = sandboxOf(world, draw);
      const waiting = (await records(world, tenant.key, TRANSACTIONS)).filter(({ holdEndsAt }) => holdEndsAt !== null);
      // A reserve beside a loss is rare.
      const rare = waiting.filter(({ status }) => status === 'EXCEPTION');
      const ends = (rare.length > 0 ? rare : waiting).map(({ holdEndsAt }) => holdEndsAt!);
      if (ends.length === 0) throw new NoSubject();
      const seconds = Math.ceil((Math.min(...ends) - world.now()) / 1000);
      if (seconds > 0 && (seconds < 86_400 || rare.length > 0 || draw.once(4))) world.advance(seconds);
      const { core } = await world.host();
      await core.work.expireOverdue();
    },
  },
  {
    name: 'cards.message',
    weight: 8,
    async act(world, draw) {
      const tenant = sandboxOf(world, draw);
      const { id, cardId, reserved, settled } = draw.recent(await uses(world, tenant));
      const authorized = reserved + settled;
      const message = draw.of(['clearing', 'clearing', 'return', ...CARD_MESSAGES] as const);
      const amount = draw.of([authorized, authorized, authorized / 2n, draw.amount(30_000)]);
      const networkMessageId = draw.once(4) ? `message ${draw.under(40)}` : undefined;
      const input = { cardId, transactionId: id, amount, ...(networkMessageId !== undefined && { networkMessageId }) };
      await ask(world, tenant, message, input);
    },
  },
  {
    name: 'cards.repeat',
    weight: 5,
    async act(world, draw) {
      const asked = draw.recent(world.outside.network.asked);
      await askAgain(world, asked);
    },
  },
  {
    name: 'cards.recover',
    weight: 2,
    async act(world, draw) {
      const tenant = sandboxOf(world, draw);
      const failed = (await uses(world, tenant)).filter(({ status }) => status === 'EXCEPTION');
      if (failed.length === 0) throw new NoSubject();
      const { id, accountId, lost } = draw.recent(failed);
      if (draw.once(2)) {
        await asOperator(world, tenant.key, 'accounts.unfreeze', { id: accountId, reason: 'a simulation' });
        await world.call(tenant, (core) => core.sandbox.fund, { accountId, amount: lost + 1n });
      }
      await world.call(tenant, (core) => core.cards.recover, { id });
    },
  },
  {
    name: 'cards.reverse-unpaid',
    weight: 1,
    async act(world, draw) {
      const tenant = sandboxOf(world, draw);
      const returned = (await uses(world, tenant)).filter(({ returns }) => returns > 0);
      const isOpen = draw.once(2);
      const wanted = isOpen ? returned.filter(({ reserved }) => reserved > 0n) : returned;
      const { id: transactionId, cardId, accountId } = draw.recent(wanted);
      await asOperator(world, tenant.key, 'accounts.freeze', { id: accountId, reason: 'a simulation' });
      await ask(world, tenant, 'returnReversal', { cardId, transactionId });
    },
  },
  {
    name: 'cards.spend',
    weight: 7,
    async act(world, draw) {
      const tenant = sandboxOf(world, draw);
      const active = (await records(world, tenant.key, CARDS)).filter(({ state }) => state === 'ACTIVE');
      const { id: cardId, currency, fundingSources } = draw.recent(active);
      const account = (await records(world, tenant.key, BALANCES)).find(({ id }) => id === fundingSources[0]);
      const use = draw.of(['authorization', 'authorization', 'authorization', 'financialAuthorization'] as const);
      const merchant = { descriptor: draw.of(['SHOP', 'SHOP', 'SHOP', 'SHOP 006']), mcc: null, country: null };
      const share = BigInt(1 + draw.under(20));
      const has = account?.available ?? 0n;
      const amount = has < 1_000n ? 500n + draw.amount(1_000) : has / share;
      if (has < amount) await world.call(tenant, (core) => core.sandbox.fund, { accountId: fundingSources[0], amount });
      await ask(world, tenant, use, { cardId, amount, currency, merchant });
    },
  },
  {
    name: 'cards.report',
    weight: 12,
    async act(world, draw) {
      const tenant = sandboxOf(world, draw);
      const { message, fits, amounts } = draw.of(REPORTS);
      const use = draw.recent((await uses(world, tenant)).filter(fits));
      const amount = draw.of(amounts(use));
      await ask(world, tenant, message, { cardId: use.cardId, transactionId: use.id, amount });
    },
  },
  {
    name: 'cards.freeze-account',
    weight: 1.5,
    async act(world, draw) {
      const tenant = sandboxOf(world, draw);
      const active = (await records(world, tenant.key, CARDS)).filter(({ state }) => state === 'ACTIVE');
      const { fundingSources } = draw.recent(active);
      const action = draw.of(['accounts.freeze', 'accounts.unfreeze'] as const);
      await asOperator(world, tenant.key, action, { id: fundingSources[0], reason: 'a simulation' });
    },
  },
];
