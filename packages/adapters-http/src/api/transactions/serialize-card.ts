import { type CardTransaction, toIso } from '@corridor/core';
import { pulledFor } from '@corridor/core/internal';
import { integer, type Wire } from '../../kit/wire.js';
import { serializeAmount } from '../money/serialize.js';
import type { cardTransaction } from './card-transaction-schema.js';

/** The wire form of a card transaction. Sums are present once there is something to sum. */
export function serializeCardTransaction(transaction: CardTransaction): Wire<typeof cardTransaction> {
  const { card, direction } = transaction;
  const { merchant, currency, details = {} } = card;
  const { original } = details;
  const pulled = pulledFor(card);
  return {
    type: 'CARD',
    id: transaction.id,
    cardId: card.cardId,
    customerId: transaction.customerId,
    platformCustomerId: transaction.platformCustomerId,
    issuerTransactionToken: transaction.issuerToken ?? undefined,
    status: transaction.status,
    direction,
    merchant: {
      descriptor: merchant.descriptor,
      mcc: merchant.mcc ?? undefined,
      country: merchant.country ?? undefined,
      name: details.merchantName,
      merchantId: details.merchantId,
      city: details.city,
    },
    authorizedAmount: serializeAmount(card.authorized, currency),
    settledAmount: isCleared(transaction) ? serializeAmount(card.settled, currency) : undefined,
    refundedAmount: card.refunded > 0n ? serializeAmount(card.refunded, currency) : undefined,
    accountId: card.accountId,
    pullSummary:
      direction === 'DEBIT'
        ? { count: pulled.count, totalAmount: integer(pulled.total), pendingCount: card.pendingPulls }
        : undefined,
    refundSummary: { count: card.returns, totalAmount: integer(card.refunded) },
    settlementSummary: { count: card.clearings, totalAmount: integer(card.settled) },
    originalAmount:
      original === undefined
        ? undefined
        : {
            amount: integer(original.amount),
            currency: original.currency,
            exchangeRate: original.exchangeRate ?? undefined,
          },
    networkFees: details.fees?.map(({ type, amount }) => ({ type, amount: integer(amount) })),
    network: details.network,
    wallet: details.wallet,
    authorizedAt: toIso(card.authorizedAt),
    lastEventAt: toIso(card.lastEventAt),
    createdAt: toIso(transaction.createdAt),
    updatedAt: toIso(transaction.updatedAt),
  };
}

/** An expired authorization has settled at 0, which is an amount too. */
const isCleared = ({ status, card }: CardTransaction): boolean => card.clearings > 0 || status === 'SETTLED';
