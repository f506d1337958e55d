import {
  CARD,
  CARD_BRANDS,
  CARD_STATE_REASONS,
  type CardState,
  type CardStateReason,
  CONTROL_LIMITS,
  SPEND_PERIODS,
} from '@corridor/core/records';
import { CARD_LIMITS } from '@corridor/core/internal';
import * as z from 'zod';
import {
  amount,
  answeredAmount,
  instant,
  meanings,
  pageOf,
  pageQuery,
  queryText,
  recordId,
  statuses,
  text,
  timestamp,
} from '../../kit/schemas.js';
import { currencyCode } from '../money/schemas.js';
import { cardMerchant } from '../transactions/card-transaction-schema.js';

const cardState = statuses(CARD, ['PENDING_KYC', 'PROCESSING', 'ACTIVE', 'FROZEN', 'CLOSED']).meta({
  id: 'CardState',
  description: meanings<CardState | 'PENDING_KYC'>({
    PENDING_KYC: 'part of the contract; no card is in this state, because a cardholder must be approved first',
    PROCESSING: 'ordered from the issuer; becomes `ACTIVE`, or `CLOSED` if the issuer rejects it',
    ACTIVE: 'can be used to pay; can be frozen and closed',
    FROZEN: 'uses are declined until the platform unfreezes it; what was authorized before is still cleared',
    CLOSED: 'ended for good; `stateReason` says why',
  }),
});
const cardForm = z
  .enum(['VIRTUAL'])
  .meta({ id: 'CardForm', description: 'A virtual card has a number and no plastic.' });

/** The lists of controls. The core checks the entries, so that one answer names every invalid one. */
const controlList = (what: string) => z.array(text(10)).max(CONTROL_LIMITS.entries).optional().describe(what);
const LISTS = {
  allowedCategories: controlList(
    'The only merchant categories that can be paid, four digits each (ISO 18245). Not together with `blockedCategories`.',
  ),
  blockedCategories: controlList('Merchant categories that cannot be paid, four digits each.'),
  allowedCountries: controlList(
    'The only countries whose merchants can be paid (ISO 3166-1 alpha-2). Not together with `blockedCountries`.',
  ),
  blockedCountries: controlList('Countries whose merchants cannot be paid (ISO 3166-1 alpha-2).'),
};
const period = z
  .enum(SPEND_PERIODS)
  .meta({ id: 'CardSpendPeriod', description: 'A day or a month of UTC, in the time of the platform.' });
const spendCount = z
  .int()
  .min(1)
  .max(CONTROL_LIMITS.count)
  .optional()
  .describe('The largest number of uses in the period; absent for any number.');

const cardControls = z
  .object({
    ...LISTS,
    spendLimits: z
      .array(
        z.object({
          period: period.describe('When the limit counts.'),
          amount: answeredAmount
            .min(1)
            .optional()
            .describe("The most that the card can spend in the period, in smallest units of the card's currency."),
          count: spendCount,
        }),
      )
      .optional()
      .describe('What the card can spend in a day and in a month.'),
  })
  .meta({ id: 'CardControls' });

const CONTROLS = 'Where the card can be used, and how much it can spend in a period; `null` for no restriction.';

/** Contains only the last four digits of the card number, and no address that would display the number. */
export const card = z
  .object({
    id: z.string().describe('Names the card in this API and in its events.'),
    cardholderId: z.string().describe('The customer who spends with it.'),
    platformCardId: z.string().optional().describe('Your own id, as you sent it when you ordered the card.'),
    state: cardState.describe('Whether it can be used.'),
    stateReason: z
      .enum(CARD_STATE_REASONS)
      .meta({
        id: 'CardStateReason',
        description: meanings<CardStateReason>({
          ISSUER_REJECTED: 'the issuer did not accept the order',
          CLOSED_BY_PLATFORM: 'you have closed it',
          CLOSED_BY_SVC: 'its cardholder was deleted',
        }),
      })
      .nullish()
      .describe('Why it is `CLOSED`; absent otherwise.'),
    brand: z
      .enum(CARD_BRANDS)
      .meta({ id: 'CardBrand' })
      .optional()
      .describe('The card network. Absent, like number and expiry, until the issuer has created the card.'),
    form: cardForm.describe('Always `VIRTUAL`.'),
    last4: z
      .string()
      .optional()
      .describe('The last digits of the number, to tell cards apart. The rest is not stored here.'),
    expMonth: z.int().min(1).max(12).optional().describe('Month of its expiry, 1 for January.'),
    expYear: z.int().optional().describe('Year of its expiry, with four digits.'),
    fundingSources: z
      .array(z.string())
      .describe('Ids of internal accounts of the cardholder. The first one pays, the others are only stored.'),
    maxSpendPerTransaction: answeredAmount
      .min(1)
      .nullable()
      .describe("The most that one purchase can cost, in smallest units of the card's currency; `null` for no limit."),
    controls: cardControls.nullable().describe(`${CONTROLS} An extension of the API.`),
    currency: z.string().optional().describe('Code of the currency of its funding sources.'),
    processorRef: z.string().optional().describe('The card issuer that the host uses.'),
    issuerRef: z.string().optional().describe('Id of the card at the issuer; absent until it exists there.'),
    createdAt: timestamp.describe('When it was ordered, in the time of the platform.'),
    updatedAt: timestamp.describe('When its state, limit or funding sources last changed.'),
  })
  .meta({ id: 'Card' });

export const cardList = pageOf('CardListResponse', card);

/** The core checks which accounts can fund a card. */
const fundingSources = z
  .array(text(100))
  .min(1)
  .max(CARD_LIMITS.fundingSources)
  .describe('Ids of `ACTIVE` internal accounts of the cardholder, all in one currency. The first one pays.');

const maxSpend = amount(1).nullable().optional();

const controlsRequest = z
  .object({
    ...LISTS,
    spendLimits: z
      .array(
        z.object({
          period: period.describe('When the limit counts; one limit for each period.'),
          amount: amount(1).optional().describe('The most that the card may spend in the period, in smallest units.'),
          count: spendCount,
        }),
      )
      .max(SPEND_PERIODS.length)
      .optional()
      .describe('What the card may spend in a day and in a month: an amount, a number of uses, or both.'),
  })
  .meta({ id: 'CardControlsRequest' })
  .nullable()
  .optional();

export const cardCreateRequest = z
  .object({
    cardholderId: recordId('Customer').describe('A customer whose verification is `APPROVED`.'),
    platformCardId: text(CARD_LIMITS.platformCardId)
      .optional()
      .describe(
        'An id of your own to find the card by; it need not be unique. In the sandbox its ending chooses an outcome.',
      ),
    threeDSecurePassword: text(CARD_LIMITS.password)
      .meta({ writeOnly: true })
      .optional()
      .describe('What the cardholder enters to confirm online purchases. Passed to the issuer, then forgotten.'),
    form: cardForm.describe('Only virtual cards are issued.'),
    fundingSources,
    maxSpendPerTransaction: maxSpend.describe(
      'The most that one purchase may cost, in smallest units of the funding sources; absent or `null` for no limit.',
    ),
    controls: controlsRequest.describe(`${CONTROLS} An extension of the API.`),
  })
  .meta({ id: 'CardCreateRequest' });

export const cardUpdateRequest = z
  .object({
    state: z
      .enum(['ACTIVE', 'FROZEN', 'CLOSED'])
      .optional()
      .describe('`FROZEN` declines uses, `ACTIVE` permits them again, `CLOSED` ends the card for good.'),
    fundingSources: fundingSources.optional(),
    maxSpendPerTransaction: maxSpend.describe(
      'The most that one purchase may cost, in smallest units; `null` removes the limit.',
    ),
    controls: controlsRequest.describe(
      'Replaces the controls of the card as a whole; `null` removes them. An extension of the API.',
    ),
  })
  .meta({ id: 'CardUpdateRequest' });

export const cardRevealResponse = z
  .object({
    panEmbedUrl: z
      .url()
      .describe('A page of the issuer that shows number, expiry and security code, once. Embed it in an iframe.'),
    expiresAt: timestamp.describe('Until when the page can be opened: two minutes from now.'),
  })
  .meta({ id: 'CardRevealResponse' });

export const cardFilter = z.object({
  cardholderId: recordId('Customer').optional().describe('Only cards of this customer.'),
  accountId: recordId('InternalAccount')
    .optional()
    .describe('Only cards that have this account among their funding sources.'),
  platformCardId: queryText.optional().describe('Only cards that you have ordered with this id.'),
  state: cardState.optional().describe('Only cards in this state.'),
  ...pageQuery,
  sortOrder: z
    .enum(['asc', 'desc'])
    .meta({ default: 'desc' })
    .optional()
    .describe('`desc` lists the newest card first, `asc` the oldest.'),
});

/** Callers send a currency object; only its code is used. */
const namedCurrency = z.object({
  code: currencyCode.describe("Must be the card's currency."),
  name: text(255).optional().describe('Accepted so that a whole currency object can be sent; it has no effect.'),
  symbol: text(255).optional().describe('Accepted so that a whole currency object can be sent; it has no effect.'),
  decimals: z
    .int()
    .min(0)
    .optional()
    .describe('Accepted so that a whole currency object can be sent; it has no effect.'),
});

/** Corridor's extension of the API: a repeated message gets the first response and has no effect. */
const networkMessageId = text(255)
  .min(1)
  .optional()
  .describe(
    'Id of the message in the card network, generated if absent. A repeated id gets the first answer and has no ' +
      'effect. An extension of the API.',
  );

/** Corridor's extension of the API. */
const expiresAt = instant
  .optional()
  .describe(
    'When the authorization expires, as the network names it; otherwise 30 days after its approval or its last ' +
      'increment. An extension of the API.',
  );

export const cardUseRequest = z
  .object({
    amount: amount(0).describe(
      "What the merchant asks for or gives, in smallest units of the card's currency. 0 only asks whether the card can " +
        'be used; what is cleared at once must be at least 1.',
    ),
    currency: namedCurrency.describe('What the number counts.'),
    merchant: cardMerchant.describe('Where the card is used. The ending of `descriptor` chooses an outcome.'),
    networkMessageId,
    expiresAt,
  })
  .meta({ id: 'SandboxCardAuthorizationRequest' });

const cardTransactionId = recordId('Transaction').describe(
  'The card transaction that an approved authorization has created; `listTransactions` finds it.',
);

export const cardClearingRequest = z
  .object({
    cardTransactionId,
    amount: amount(0).describe('What the merchant collects, in smallest units; 0 releases what is still reserved.'),
    networkMessageId,
    clearedAt: instant
      .optional()
      .describe(
        'The date of the clearing, by which it is judged to be in time; otherwise that of its arrival. An extension of ' +
          'the API.',
      ),
  })
  .meta({ id: 'SandboxCardClearingRequest' });

/** Corridor's extension of the API. */
const originalNetworkMessageId = (undone: string) =>
  text(255).min(1).optional().describe(`Id of the message that this one undoes: ${undone}. An extension of the API.`);

export const cardReturnRequest = z
  .object({
    cardTransactionId,
    amount: amount(1).describe('What the merchant gives back, in smallest units.'),
    networkMessageId,
    originalNetworkMessageId: originalNetworkMessageId(
      'the `networkMessageId` of the clearing that is returned, or of the use if it was cleared at once. Without it, ' +
        'the return covers first what the network settled in excess',
    ),
  })
  .meta({ id: 'SandboxCardReturnRequest' });

export const cardBalanceInquiryRequest = z
  .object({
    merchant: cardMerchant.describe('Who asks for the balance, such as a cash machine.'),
    networkMessageId,
  })
  .meta({ id: 'SandboxCardBalanceInquiryRequest' });

export const cardAdviceRequest = z
  .object({
    cardTransactionId,
    amount: amount(1).describe(
      'The new authorized amount as a whole, in smallest units; not the difference. Less than what is cleared counts as ' +
        'what is cleared.',
    ),
    networkMessageId,
    expiresAt,
  })
  .meta({ id: 'SandboxCardAuthorizationAdviceRequest' });

export const cardTransactionRefRequest = z
  .object({
    cardTransactionId,
    networkMessageId,
    originalNetworkMessageId: originalNetworkMessageId(
      'the `networkMessageId` of the return that is taken back. Without it, this is the last one',
    ),
  })
  .meta({ id: 'SandboxCardTransactionRefRequest' });

export const cardSimulationResponse = z
  .object({
    issuerTransactionToken: z
      .string()
      .describe('Id of the use of the card in the network. An approved use has a transaction with the same token.'),
    cardTransactionId: z
      .string()
      .optional()
      .describe(
        'The transaction of the use, with which you clear it. Absent for a decline, a balance inquiry and an amount of 0.',
      ),
  })
  .meta({ id: 'SandboxCardSimulationResponse' });
