import { query } from '../../kit/declare.js';
import type { Operation } from '../../kit/operation.js';
import { RATE_EXAMPLE } from './examples.js';
import {
  exchangeRateFilter,
  exchangeRateList,
  institutionFilter,
  institutionList,
  vaspFilter,
  vaspList,
} from './schemas.js';
import { serializeExchangeRate, serializeVasps } from './serialize.js';

export const rateOperations: readonly Operation[] = [
  query({
    method: 'GET',
    path: '/exchange-rates',
    operationId: 'getExchangeRates',
    tag: 'Exchange Rates',
    summary: 'List the exchange rates available to the platform',
    description: `Shows what quotes of this platform would cost now: rate, fees of the platform and of the service,
limits, and the amount that arrives for \`sendingAmount\`. Nothing is locked and no money moves; create a quote to lock
a rate. The rows are from each currency that the platform may send (\`OUTGOING\` in its configuration) to each currency
that a rail of the environment delivers. The network fee of a chain is not included.`,
    permission: 'VIEW',
    query: exchangeRateFilter,
    responses: { 200: exchangeRateList },
    outcomes: { 200: 'The current rates. A quote to an account that is created now has the same rate and fees.' },
    refusals: {
      INVALID_CURRENCY: '`sourceCurrency` or `destinationCurrency` names a currency that the service does not know.',
      QUOTE_REQUEST_FAILED: 'None of the requested pairs has a rate now: its source has not been read, or is too old.',
      AMOUNT_OUT_OF_RANGE: 'The amount that arrives for `sendingAmount` would exceed the maximum of amounts.',
      NOT_IMPLEMENTED: 'No source of rates serves this environment.',
    },
    examples: [
      {
        title: 'What arrives in euros for 100 dollars',
        query: { sourceCurrency: 'USD', destinationCurrency: ['EUR'], sendingAmount: 10_000 },
        status: 200,
        answer: { data: [RATE_EXAMPLE] },
      },
    ],
    reads: (core) => core.rates.exchangeRates,
    input: (request) => request.query,
    serialize: (rows) => ({ data: rows.map(serializeExchangeRate) }),
  }),
  query({
    method: 'GET',
    path: '/discoveries',
    operationId: 'getDiscoveries',
    tag: 'Discoveries',
    summary: 'List the institutions that can be paid in a country and currency',
    permission: 'VIEW',
    description: `Some account types name the bank or mobile wallet in a text. This directory of the host lists those
texts: let the customer choose by \`displayName\`, and send \`bankName\` when you add the external account. Without
filters, the whole directory is returned in one answer.`,
    query: institutionFilter,
    responses: { 200: institutionList },
    outcomes: { 200: 'The institutions that match; an empty list if the directory has none.' },
    refusals: {
      INVALID_INPUT: '`country` is not a code of two capital letters.',
      INVALID_CURRENCY: '`currency` is not a currency that the service knows.',
    },
    examples: [
      {
        title: 'Banks in Mexico',
        query: { country: 'MX', currency: 'MXN' },
        status: 200,
        answer: {
          data: [
            { bankName: 'ABC Capital', displayName: 'ABC Capital', country: 'MX', currency: 'MXN' },
            { bankName: 'BBVA México', displayName: 'BBVA México', country: 'MX', currency: 'MXN' },
          ],
        },
      },
    ],
    reads: (core) => core.rates.institutions,
    input: (request) => request.query,
    serialize: (institutions) => ({ data: institutions }),
  }),
  query({
    method: 'GET',
    path: '/vasps',
    operationId: 'listVasps',
    tag: 'VASPs',
    summary: 'List the institutions that offer wallets',
    permission: 'VIEW',
    description: `Rules on virtual assets require the name of the institution that keeps the wallet of the other party.
Ask your customer which one it is, and send its \`vaspName\` when you add the wallet as an external account. The list
is the directory of the host, by name.`,
    query: vaspFilter,
    responses: { 200: vaspList },
    outcomes: { 200: 'A page of the directory.' },
    examples: [
      {
        title: 'The first institutions',
        query: { limit: 1 },
        status: 200,
        answer: {
          data: [{ vaspName: '1Money', url: 'https://www.1money.com' }],
          hasMore: true,
          nextCursor: 'eyJsIjoiVkFTUHMiLCJpIjoiMzE2ZDZmNmU2NTc5In0',
        },
      },
    ],
    reads: (core) => core.rates.vasps,
    input: (request) => request.query,
    serialize: serializeVasps,
  }),
];
