import * as z from 'zod';
import { answeredAmount, timestamp } from '../app/schemas.js';
import { currencyAmount } from '../money/schemas.js';

export const transactionDirection = z.enum(['CREDIT', 'DEBIT']).meta({ id: 'TransactionDirection' });

/** Sums over the parts of a card transaction, in smallest units of its currency. */
const summary = { count: z.int().min(0), totalAmount: answeredAmount };

/** Card payments stand in the same list as the others. */
export const cardTransaction = z
  .object({
    type: z.literal('CARD'),
    id: z.string(),
    cardId: z.string().optional(),
    customerId: z.string(),
    platformCustomerId: z.string(),
    issuerTransactionToken: z.string().optional(),
    status: z
      .enum(['AUTHORIZED', 'PARTIALLY_SETTLED', 'SETTLED', 'REFUNDED', 'EXCEPTION'])
      .meta({ id: 'CardTransactionStatus' }),
    direction: transactionDirection,
    merchant: z
      .object({ descriptor: z.string(), mcc: z.string().optional(), country: z.string().optional() })
      .meta({ id: 'CardMerchant' }),
    authorizedAmount: currencyAmount,
    settledAmount: currencyAmount.optional(),
    refundedAmount: currencyAmount.optional(),
    accountId: z.string(),
    pullSummary: z
      .object({ ...summary, pendingCount: z.int().min(0).optional() })
      .meta({ id: 'CardPullSummary' })
      .optional(),
    refundSummary: z.object(summary).meta({ id: 'CardRefundSummary' }).optional(),
    settlementSummary: z.object(summary).meta({ id: 'CardSettlementSummary' }).optional(),
    authorizedAt: timestamp,
    lastEventAt: timestamp.optional(),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'CardTransaction' });
