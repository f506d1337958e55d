import { CARD_TRANSACTION } from '@corridor/core/records';
import * as z from 'zod';
import { answeredAmount, meanings, statuses, text, timestamp } from '../../kit/schemas.js';
import { currencyAmount } from '../money/schemas.js';

const direction = z.enum(['CREDIT', 'DEBIT']);
export const transactionDirection = direction.meta({
  id: 'TransactionDirection',
  description: meanings<z.infer<typeof direction>>({
    CREDIT: 'the money comes to the customer',
    DEBIT: 'the money leaves the customer',
  }),
});

/** Number and sum of the authorizations, clearings or refunds of a card transaction, in smallest units. */
const summary = {
  count: z.int().min(0).describe('How many movements of this kind were made so far.'),
  totalAmount: answeredAmount.describe("Their sum, in smallest units of the card's currency."),
};

const DESCRIPTOR_LENGTH = 255;

export const cardMerchant = z
  .object({
    descriptor: text(DESCRIPTOR_LENGTH).describe(
      'Name as the card network reports it, such as `COFFEE BAR 12 BERLIN`.',
    ),
    mcc: text(DESCRIPTOR_LENGTH).optional().describe('Merchant category code: four digits of ISO 18245.'),
    country: text(DESCRIPTOR_LENGTH)
      .optional()
      .describe('Where the merchant is, as the card network reports it, such as `DE`.'),
  })
  .meta({ id: 'CardMerchant' });

const EXTENSION = 'An extension of the API.';

/** The merchant of an answer, with what the processor of the card says of it. */
const shownMerchant = cardMerchant
  .extend({
    name: z.string().optional().describe(`Name without the place and the terminal. ${EXTENSION}`),
    merchantId: z.string().optional().describe(`The merchant's id at its bank. ${EXTENSION}`),
    city: z.string().optional().describe(`Where the merchant is. ${EXTENSION}`),
  })
  .meta({ id: 'CardTransactionMerchant' });

const originalAmount = z
  .object({
    amount: answeredAmount.describe('What the merchant charged, in smallest units of its currency.'),
    currency: z.string().describe('The currency in which the merchant charged, such as `EUR`.'),
    exchangeRate: z
      .string()
      .optional()
      .describe("Units of the card's currency for one of the merchant's, as the network says."),
  })
  .meta({ id: 'CardOriginalAmount' });

const networkFee = z
  .object({
    type: z.string().describe('The fee as the processor names it.'),
    amount: answeredAmount.describe("In smallest units of the card's currency."),
  })
  .meta({ id: 'CardNetworkFee' });

const cardStates = statuses(CARD_TRANSACTION, ['AUTHORIZED', 'PARTIALLY_SETTLED', 'SETTLED', 'REFUNDED', 'EXCEPTION']);
export const cardTransactionStatus = cardStates.meta({
  id: 'CardTransactionStatus',
  description: meanings<z.infer<typeof cardStates>>({
    AUTHORIZED: 'the amount is reserved; a clearing or the end of the authorization follows',
    PARTIALLY_SETTLED: 'the merchant was paid a part; the rest is still reserved',
    SETTLED: 'the merchant was paid, or the authorization ended unused; a return can follow',
    REFUNDED: 'the merchant returned the whole amount',
    EXCEPTION: 'the funding source did not cover what the merchant was paid; the operator resolves it',
  }),
});

/** Card payments are in the same list as other transactions. */
export const cardTransaction = z
  .object({
    type: z.literal('CARD'),
    id: z.string().describe('Names the use of the card in all its events and in `getTransactionById`.'),
    cardId: z.string().optional().describe('The card with which the holder paid.'),
    customerId: z.string().describe('The holder of the card.'),
    platformCustomerId: z.string().describe('Your own id of the card holder.'),
    issuerTransactionToken: z
      .string()
      .optional()
      .describe("The card network's id of this use, the same in all its messages."),
    status: cardTransactionStatus.describe('How far clearing and returns have come.'),
    direction: transactionDirection.describe('`DEBIT` for a purchase; `CREDIT` if the merchant credits the card.'),
    merchant: shownMerchant.describe('The other side of the payment.'),
    authorizedAmount: currencyAmount.describe('What was approved; the network can change it until the first clearing.'),
    settledAmount: currencyAmount
      .optional()
      .describe('What the merchant was paid. Present after the first clearing; 0 if the authorization ended unused.'),
    refundedAmount: currencyAmount.optional().describe('What the merchant gave back. Present after the first return.'),
    accountId: z.string().describe('The internal account that funds the card and was debited.'),
    pullSummary: z
      .object({
        ...summary,
        pendingCount: z.int().min(0).optional().describe('Debits that the funding source has not confirmed yet.'),
      })
      .meta({ id: 'CardPullSummary' })
      .optional()
      .describe('Debits of the funding source, less what was released unused. Absent for a `CREDIT`.'),
    refundSummary: z
      .object(summary)
      .meta({ id: 'CardRefundSummary' })
      .optional()
      .describe('Returns by the merchant, credited to the funding source.'),
    settlementSummary: z
      .object(summary)
      .meta({ id: 'CardSettlementSummary' })
      .optional()
      .describe('Clearings: what the network collected for the merchant.'),
    originalAmount: originalAmount
      .optional()
      .describe(`What the merchant charged, if that is another currency than the card's. ${EXTENSION}`),
    networkFees: z
      .array(networkFee)
      .optional()
      .describe(`Fees of the card network that the amounts include. ${EXTENSION}`),
    network: z.string().optional().describe(`The card network, such as \`VISA\`. ${EXTENSION}`),
    wallet: z.string().optional().describe(`The phone wallet that paid, such as \`APPLE_PAY\`. ${EXTENSION}`),
    authorizedAt: timestamp.describe('When the card network asked for the approval.'),
    lastEventAt: timestamp.optional().describe('When the card network last reported anything about this use.'),
    createdAt: timestamp.describe('When the record was made.'),
    updatedAt: timestamp.describe('When any field last changed.'),
  })
  .meta({ id: 'CardTransaction' });
