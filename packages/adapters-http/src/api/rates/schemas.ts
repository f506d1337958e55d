import { MAX_AMOUNT } from '@corridor/core/internal';
import * as z from 'zod';
import { paymentRail } from '../accounts/account-info-schemas.js';
import {
  answeredAmount,
  formatted,
  pageQuery,
  queryAmount,
  queryList,
  queryText,
  timestamp,
} from '../../kit/schemas.js';
import { currency } from '../money/schemas.js';

const DEFAULT_SENDING_AMOUNT = 10_000;

/** The form of a currency code; the query checks whether the currency exists. */
const CODE = /^[A-Z]{3,5}$/;
const currencyFilter = queryText.regex(CODE);
const currencyFilters = queryList.refine((codes) => codes.every((code) => CODE.test(code)), 'must be currency codes');

export const exchangeRateFilter = z.object({
  sourceCurrency: currencyFilter
    .optional()
    .describe('Code of the currency that is sent. By default, all that the platform may send.'),
  destinationCurrency: currencyFilters
    .optional()
    .describe(
      'Codes of currencies that are received: repeated, or separated by commas. By default, all that a rail pays.',
    ),
  sendingAmount: queryAmount({ default: DEFAULT_SENDING_AMOUNT, maximum: Number(MAX_AMOUNT) })
    .optional()
    .describe('The amount to compute fees and `receivingAmount` for, in smallest units of each source currency.'),
});

const exchangeRateFees = z
  .object({
    fixed: answeredAmount.describe('The part that does not depend on the amount, of the platform and the service.'),
    total: answeredAmount.describe('All that is deducted from `sendingAmount`: the fixed part and the variable ones.'),
  })
  .meta({ id: 'ExchangeRateFees' });

export const exchangeRate = z
  .object({
    sourceCurrency: currency.describe('What the payer sends. Fees and the sending amounts are in it.'),
    sendingAmount: answeredAmount.describe('The amount of the request, in smallest units, fees included.'),
    minSendingAmount: answeredAmount.describe('The least that a quote may send: limits of platform and corridor.'),
    maxSendingAmount: answeredAmount.describe('The most that a quote may send: limits of platform and corridor.'),
    destinationCurrency: currency.describe('What the receiver gets. `receivingAmount` is in it.'),
    destinationPaymentRail: paymentRail
      .optional()
      .describe('How a bank delivers it. Absent for a cryptocurrency, which has `destinationCryptoNetwork` instead.'),
    destinationCryptoNetwork: z
      .string()
      .optional()
      .describe('The chain that delivers a cryptocurrency; its network fee is not included. An extension of the API.'),
    receivingAmount: answeredAmount.describe('What arrives for `sendingAmount`; 0 if that does not cover the fees.'),
    exchangeRate: z
      .number()
      .positive()
      .describe(
        'Receiving smallest units for one sending smallest unit, on the amount net of fees. It includes the spread.',
      ),
    fees: exchangeRateFees.describe('In smallest units of the source currency, for `sendingAmount`.'),
    updatedAt: timestamp.describe('When the source of the rate was last read, so that you see how old it is.'),
  })
  .meta({ id: 'ExchangeRate' });

export const exchangeRateList = z
  .object({
    data: z
      .array(exchangeRate)
      .describe('One row for each pair of currencies and way of delivery. Pairs without a rate are left out.'),
  })
  .meta({ id: 'ExchangeRateListResponse' });

export const institutionFilter = z.object({
  country: queryText.optional().describe('ISO 3166-1 alpha-2 code in capital letters, such as `MX`.'),
  currency: currencyFilter.optional().describe('Only institutions that are paid in it: an ISO 4217 code.'),
});

const institution = z.object({
  bankName: z
    .string()
    .describe('The value for `accountInfo.bankName`, or for `accountInfo.provider` of a mobile wallet.'),
  displayName: z.string().describe('The name to show to a customer who chooses the institution.'),
  country: z.string().describe('ISO 3166-1 alpha-2 code.'),
  currency: z.string().describe('ISO 4217 code of what accounts there are paid in.'),
});

export const institutionList = z
  .object({
    data: z.array(institution).describe('All matches, ordered by country, currency and display name.'),
  })
  .meta({ id: 'DiscoveryListResponse' });

export const vaspFilter = z.object(pageQuery);

const vasp = z
  .object({
    vaspName: z.string().describe('The value for `accountInfo.vaspName` of a wallet that this institution keeps.'),
    url: formatted('uri').optional().describe('Its web site, if the directory of the host has one.'),
  })
  .meta({ id: 'Vasp' });

export const vaspList = z
  .object({
    data: z.array(vasp).describe('The institutions of this page, ordered by name.'),
    hasMore: z.boolean().describe('Whether another page follows.'),
    nextCursor: z.string().optional().describe('Pass it as `cursor` to read the next page; absent on the last one.'),
  })
  .meta({ id: 'VaspListResponse' });
