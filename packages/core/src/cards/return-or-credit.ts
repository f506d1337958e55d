import { type IdSource, newRecord, type Result, type Unit } from '../kernel/index.js';
import { CARDS } from './card.js';
import type { CardTransaction } from './card-books.js';
import { CARD_REFUNDS } from './card-refund.js';
import { messageToken } from './heard-use.js';
import type { ApplyMessage } from './network-message.js';
import { returnCard } from './return-card.js';
import { cannotCredit, keepInSuspense } from './surplus.js';
import { takeFromCard } from './take.js';

/** Books a return. One that belongs to no purchase has opened a use of its own and is a credit. */
export function returnOrCredit({ ids }: { readonly ids: IdSource }): ApplyMessage {
  const giveBack = returnCard({ ids });
  return (tx, ctx, use, telling) =>
    use.issuerToken === messageToken(telling.networkMessageId)
      ? credit({ tx, ctx, ids }, use, telling)
      : giveBack(tx, ctx, use, telling);
}

/**
 * Credits the account of the card, or keeps the money in suspense if the card or the account is closed, or the account is
 * full. The refund record says where the money went, so that its reversal takes it back from there.
 */
async function credit(
  unit: Unit,
  use: CardTransaction,
  { amount, networkMessageId: messageId }: Parameters<ApplyMessage>[3],
): Promise<Result<CardTransaction>> {
  const { tx, ctx, ids } = unit;
  const { id: transactionId, card } = use;
  const issued = await tx.get(CARDS, card.cardId);
  const obstacle = issued?.state === 'CLOSED' ? 'the card is closed' : await cannotCredit(tx, use, amount);
  const credited = obstacle === null ? amount : 0n;
  const of = obstacle === null ? 'CREDITED' : (await keepInSuspense(unit, use, amount, obstacle)).id;
  tx.add(CARD_REFUNDS, {
    ...{ transactionId, currency: card.currency, amount, reversedAt: null, messageId },
    parts: [{ of, clearing: null, amount, reversed: 0n, reopened: 0n }],
    ...newRecord(ids.next('CardRefund'), ctx),
  });
  return takeFromCard(unit, use, {
    on: 'clear',
    moves: [['CARD_CREDIT', credited]],
    after: { settled: card.settled + credited, clearings: card.clearings + 1 },
  });
}
