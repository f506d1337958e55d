import type { CardTransaction } from './card-books.js';
import type { CardLogEntry } from './card-log.js';
import type { CardUse } from './card-use.js';

/** A balance is inquired before a use, sometimes with the same id. */
export const isLogged = ({ cardId, amount, what }: CardLogEntry, use: CardUse): boolean =>
  what === 'BALANCE_INQUIRY' || (cardId === use.cardId && amount === use.amount);

/** What a use says about money. The network can write the merchant otherwise when it repeats the question. */
interface UseContent extends Pick<CardUse, 'cardId' | 'direction'> {
  /** Null if it was not stored. */
  readonly amount: bigint | null;
  readonly atOnce: boolean;
}

/** As people read it, or as its exception is stored: with the amount in smallest units (`String`). */
export const textOf = ({ cardId, direction, amount, atOnce }: UseContent, print: (amount: bigint) => string): string =>
  `${direction}${amount === null ? '' : ` of ${print(amount)}`} with ${cardId}${atOnce ? ', cleared at once' : ''}`;

/** Transactions of earlier releases are stored without the amount of the question, which an advice can change. */
const askedAmount = ({ card }: CardTransaction): bigint | null => card.asked ?? card.atOnce ?? null;

export const useOf = (transaction: CardTransaction, print: (amount: bigint) => string): string => {
  const { card, direction } = transaction;
  const atOnce = card.atOnce !== undefined;
  return textOf({ cardId: card.cardId, direction: direction!, amount: askedAmount(transaction), atOnce }, print);
};

/**
 * A question about a use that the network has decided is answered by that decision, whatever it asks. A decision that
 * finds the use is about it, with any amount.
 */
export function isSameUse(transaction: CardTransaction, { cardId, direction, amount, mode }: CardUse): boolean {
  const { card } = transaction;
  if (card.cardId !== cardId || transaction.direction !== direction) return false;
  const isDecided = card.decidedByNetwork === true || card.declinedByNetwork === true;
  if (mode === 'told' || (isDecided && amount > 0n)) return true;
  const isMode = (mode === 'settle') === (card.atOnce !== undefined);
  const isAmount = (askedAmount(transaction) ?? amount) === amount;
  return isMode && isAmount;
}
