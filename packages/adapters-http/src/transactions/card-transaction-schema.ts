import { CARD_TRANSACTION } from '@corridor/core/records';
import * as z from 'zod';
import { answeredAmount, statuses, text, timestamp } from '../app/schemas.js';
import { currencyAmount } from '../money/schemas.js';

export const transactionDirection = z.enum(['CREDIT', 'DEBIT']).meta({ id: 'TransactionDirection' });

/** Number and sum of the authorizations, clearings or refunds of a card transaction, in smallest units. */
const summary = { count: z.int().min(0), totalAmount: answeredAmount };

const DESCRIPTOR_LENGTH = 255;

export const cardMerchant = z
  .object({
    descriptor: text(DESCRIPTOR_LENGTH),
    mcc: text(DESCRIPTOR_LENGTH).optional(),
    country: text(DESCRIPTOR_LENGTH).optional(),
  })
  .meta({ id: 'CardMerchant' });

const cardTransactionStatus = statuses(CARD_TRANSACTION, [
  'AUTHORIZED',
  'PARTIALLY_SETTLED',
  'SETTLED',
  'REFUNDED',
  'EXCEPTION',
]).meta({ id: 'CardTransactionStatus' });

/** Card payments are in the same list as other transactions. */
export const cardTransaction = z
  .object({
    type: z.literal('CARD'),
    id: z.string(),
    cardId: z.string().optional(),
    customerId: z.string(),
    platformCustomerId: z.string(),
    issuerTransactionToken: z.string().optional(),
    status: cardTransactionStatus,
    direction: transactionDirection,
    merchant: cardMerchant,
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
