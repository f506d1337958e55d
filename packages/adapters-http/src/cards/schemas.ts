import { CARD, CARD_BRANDS, CARD_STATE_REASONS } from '@corridor/core/records';
import { CARD_LIMITS } from '@corridor/core/internal';
import * as z from 'zod';
import {
  amount,
  answeredAmount,
  pageOf,
  pageQuery,
  queryText,
  recordId,
  statuses,
  text,
  timestamp,
} from '../app/schemas.js';
import { currencyCode } from '../money/schemas.js';
import { cardMerchant } from '../transactions/card-transaction-schema.js';

const cardState = statuses(CARD, ['PENDING_KYC', 'PROCESSING', 'ACTIVE', 'FROZEN', 'CLOSED']).meta({ id: 'CardState' });
const cardForm = z.enum(['VIRTUAL']).meta({ id: 'CardForm' });

/** Contains only the last four digits of the card number, and no address that would display the number. */
export const card = z
  .object({
    id: z.string(),
    cardholderId: z.string(),
    platformCardId: z.string().optional(),
    state: cardState,
    stateReason: z.enum(CARD_STATE_REASONS).meta({ id: 'CardStateReason' }).nullish(),
    brand: z.enum(CARD_BRANDS).meta({ id: 'CardBrand' }).optional(),
    form: cardForm,
    last4: z.string().optional(),
    expMonth: z.int().min(1).max(12).optional(),
    expYear: z.int().optional(),
    fundingSources: z.array(z.string()),
    maxSpendPerTransaction: answeredAmount.min(1).nullable(),
    currency: z.string().optional(),
    processorRef: z.string().optional(),
    issuerRef: z.string().optional(),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'Card' });

export const cardList = pageOf('CardListResponse', card);

/** The core checks which accounts can fund a card. */
const fundingSources = z.array(text(100)).min(1).max(CARD_LIMITS.fundingSources);

export const cardCreateRequest = z
  .object({
    cardholderId: recordId('Customer'),
    platformCardId: text(CARD_LIMITS.platformCardId).optional(),
    threeDSecurePassword: text(CARD_LIMITS.password).meta({ writeOnly: true }).optional(),
    form: cardForm,
    fundingSources,
    maxSpendPerTransaction: amount(1).nullable().optional(),
  })
  .meta({ id: 'CardCreateRequest' });

export const cardUpdateRequest = z
  .object({
    state: z.enum(['ACTIVE', 'FROZEN', 'CLOSED']).optional(),
    fundingSources: fundingSources.optional(),
    maxSpendPerTransaction: amount(1).nullable().optional(),
  })
  .meta({ id: 'CardUpdateRequest' });

export const cardRevealResponse = z
  .object({
    panEmbedUrl: z.url().meta({ description: 'Displays the card number once, within two minutes' }),
    expiresAt: timestamp,
  })
  .meta({ id: 'CardRevealResponse' });

export const cardFilter = z.object({
  cardholderId: recordId('Customer').optional(),
  accountId: recordId('InternalAccount').optional(),
  platformCardId: queryText.optional(),
  state: cardState.optional(),
  ...pageQuery,
  sortOrder: z.enum(['asc', 'desc']).meta({ default: 'desc' }).optional(),
});

/** Callers send a currency object; only its code is used. */
const namedCurrency = z.object({
  code: currencyCode,
  name: text(255).optional(),
  symbol: text(255).optional(),
  decimals: z.int().min(0).optional(),
});

/** Corridor's extension of the API: a repeated message gets the first response and has no effect. */
const networkMessageId = text(255)
  .min(1)
  .optional()
  .meta({ description: 'The id of the message in the network; generated if absent. An extension.' });

export const cardUseRequest = z
  .object({ amount: amount(1), currency: namedCurrency, merchant: cardMerchant, networkMessageId })
  .meta({
    id: 'SandboxCardAuthorizationRequest',
    examples: [{ amount: 1_250, currency: { code: 'USD' }, merchant: { descriptor: 'COFFEE BAR', mcc: '5814' } }],
  });

const cardTransactionId = recordId('Transaction');

export const cardClearingRequest = z
  .object({ cardTransactionId, amount: amount(0), networkMessageId })
  .meta({ id: 'SandboxCardClearingRequest' });

export const cardReturnRequest = z
  .object({ cardTransactionId, amount: amount(1), networkMessageId })
  .meta({ id: 'SandboxCardReturnRequest' });

export const cardBalanceInquiryRequest = z
  .object({ merchant: cardMerchant, networkMessageId })
  .meta({ id: 'SandboxCardBalanceInquiryRequest' });

export const cardAdviceRequest = z
  .object({ cardTransactionId, amount: amount(1), networkMessageId })
  .meta({ id: 'SandboxCardAuthorizationAdviceRequest' });

export const cardTransactionRefRequest = z
  .object({ cardTransactionId, networkMessageId })
  .meta({ id: 'SandboxCardTransactionRefRequest' });

export const cardSimulationResponse = z
  .object({ issuerTransactionToken: z.string() })
  .meta({ id: 'SandboxCardSimulationResponse' });
