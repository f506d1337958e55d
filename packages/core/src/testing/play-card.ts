import type { Card, CardTransaction, CardUse, CardVerdict } from '../cards/index.js';
import type { BaseRecord, Instant, KindOf, Result } from '../kernel/index.js';
import { valueOf } from './play-core.js';
import { type PlayPayer, playPayer } from './play-payer.js';

/** The messages of a card network about a transaction. */
export type CardMessage = 'clear' | 'advise' | 'return' | 'reverseReturn';

/** The dollars of the payer, from which the card spends. */
export const CARD_BALANCE = 1_000_000n;
export const MERCHANT = { descriptor: 'SHOP', mcc: '5411', country: 'US' };

/** A payer with an active card on the dollars, and the network that asks about it. */
export interface PlayCard {
  readonly payer: PlayPayer;
  readonly card: Card;
  readonly run: PlayPayer['play']['run'];
  now(): Instant;
  rows<T extends BaseRecord>(kind: KindOf<T>): Promise<readonly T[]>;
  balance(): Promise<bigint>;
  /** A question of the network about 10 dollars, with an id of its own. */
  question(over?: Partial<CardUse>): CardUse;
  asked(over?: Partial<CardUse>): Promise<Result<CardVerdict>>;
  approved(over?: Partial<CardUse>): Promise<CardTransaction>;
  latest(of: CardTransaction): Promise<CardTransaction>;
  /** Sends a message; without an id, with an id of its own. */
  send(what: CardMessage, of: CardTransaction, amount?: bigint, networkMessageId?: string): Promise<Result<unknown>>;
  /** The transaction after a message, which must be accepted. */
  told(what: CardMessage, of: CardTransaction, amount?: bigint): Promise<CardTransaction>;
  /** Orders another card of the payer, and waits for its issuer. */
  ordered(over?: object): Promise<Card>;
}

export const playCard = async (over: Parameters<typeof playPayer>[0] = {}): Promise<PlayCard> =>
  cardOf(await playPayer(over));

/** Orders such a card for a payer. */
export async function cardOf(payer: PlayPayer): Promise<PlayCard> {
  const { play, usd, customerId } = payer;
  const { cards, transactions } = play.core;

  async function ordered(over: object = {}): Promise<Card> {
    const { id } = valueOf(
      await play.run(cards.order, { cardholderId: customerId, fundingSources: [usd.id], ...over }),
    );
    await play.pass(0);
    return valueOf(await play.read(cards.get, { id }));
  }

  const card = await ordered({ maxSpendPerTransaction: CARD_BALANCE * 2n });
  play.delivered.length = 0;
  let questions = 0;
  let messages = 0;
  const world: PlayCard = {
    payer,
    card,
    run: (useCase, input) => play.run(useCase, input),
    now: () => play.clock.now(),
    rows: async (kind) =>
      (await play.storage.units.read(play.tenant, (reads) => reads.list(kind, { order: 'asc', limit: 100 }))).rows,
    balance: async () => (await payer.internal('USD')).available,
    question: (over = {}) => ({
      cardId: card.id,
      amount: 1_000n,
      currency: 'USD',
      merchant: MERCHANT,
      issuerToken: `question ${(questions += 1)}`,
      direction: 'DEBIT',
      mode: 'ask',
      ...over,
    }),
    asked: (over) => play.run(cards.network.authorize, world.question(over)),
    async approved(over) {
      const verdict = valueOf(await world.asked(over));
      if (!verdict.approved) throw new Error(verdict.reason);
      if (verdict.transaction === null) throw new Error('a verification has no transaction');
      return verdict.transaction;
    },
    latest: async ({ id }) => valueOf(await play.read(transactions.get, { id })) as CardTransaction,
    send: (what, of, amount = 0n, networkMessageId = `message ${(messages += 1)}`) =>
      play.run(cards.network[what], { cardId: of.card.cardId, transactionId: of.id, amount, networkMessageId }),
    async told(what, of, amount) {
      valueOf(await world.send(what, of, amount));
      return world.latest(of);
    },
    ordered,
  };
  return world;
}
