import { MAX_AMOUNT } from '@corridor/core/internal';
import * as z from 'zod';
import { paymentRail } from '../accounts/account-info-schemas.js';
import { answeredAmount, formatted, pageQuery, queryAmount, queryList, queryText, timestamp } from '../app/schemas.js';
import { currency } from '../money/schemas.js';

const DEFAULT_SENDING_AMOUNT = 10_000;

/** The form of a currency code; the query checks whether the currency exists. */
const CODE = /^[A-Z]{3,5}$/;
const currencyFilter = queryText.regex(CODE);
const currencyFilters = queryList.refine((codes) => codes.every((code) => CODE.test(code)), 'must be currency codes');

export const exchangeRateFilter = z.object({
  sourceCurrency: currencyFilter.optional(),
  destinationCurrency: currencyFilters.optional(),
  sendingAmount: queryAmount({ default: DEFAULT_SENDING_AMOUNT, maximum: Number(MAX_AMOUNT) }).optional(),
});

const exchangeRateFees = z.object({ fixed: answeredAmount, total: answeredAmount }).meta({ id: 'ExchangeRateFees' });

export const exchangeRate = z
  .object({
    sourceCurrency: currency,
    sendingAmount: answeredAmount,
    minSendingAmount: answeredAmount,
    maxSendingAmount: answeredAmount,
    destinationCurrency: currency,
    destinationPaymentRail: paymentRail
      .optional()
      .meta({ description: 'Absent for a cryptocurrency, which has `destinationCryptoNetwork` instead' }),
    destinationCryptoNetwork: z
      .string()
      .optional()
      .meta({ description: 'The network that delivers a cryptocurrency. An extension of the API.' }),
    receivingAmount: answeredAmount,
    exchangeRate: z.number().positive(),
    fees: exchangeRateFees,
    updatedAt: timestamp,
  })
  .meta({ id: 'ExchangeRate' });

export const exchangeRateList = z.object({ data: z.array(exchangeRate) }).meta({ id: 'ExchangeRateListResponse' });

export const institutionFilter = z.object({ country: queryText.optional(), currency: currencyFilter.optional() });

const institution = z.object({
  bankName: z.string(),
  displayName: z.string(),
  country: z.string(),
  currency: z.string(),
});

export const institutionList = z.object({ data: z.array(institution) }).meta({ id: 'DiscoveryListResponse' });

export const vaspFilter = z.object(pageQuery);

const vasp = z.object({ vaspName: z.string(), url: formatted('uri').optional() }).meta({ id: 'Vasp' });

export const vaspList = z
  .object({ data: z.array(vasp), hasMore: z.boolean(), nextCursor: z.string().optional() })
  .meta({ id: 'VaspListResponse' });
