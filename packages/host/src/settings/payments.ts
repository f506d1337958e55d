import * as z from 'zod';
import { flag, integer, present, text, type Settings } from './setting.js';

const amounts = text(
  /^\{(\s*"[A-Z0-9]{3,8}"\s*:\s*"?\d{1,16}"?\s*,)*\s*"[A-Z0-9]{3,8}"\s*:\s*"?\d{1,16}"?\s*\}$|^\{\s*\}$/,
  'must be a JSON object of amounts in smallest units by currency, such as {"USD":1000000}',
);

const RATE_SOURCES = ['sandbox', 'ecb', 'kraken', 'stablecoins'] as const;
type HttpSourceName = `http:${string}`;
export type RateSourceName = (typeof RATE_SOURCES)[number] | HttpSourceName;

/** Whether the name of a rate source is that of an endpoint in `CORRIDOR_RATES_FILE`. */
export const isHttpSource = (name: RateSourceName): name is HttpSourceName => name.startsWith('http:');

const rateSource = `(?:${RATE_SOURCES.join('|')}|http:[a-z0-9][a-z0-9-]{0,31})`;

/** Quotes, fees, rates, corridors and the end-user terms. */
export const PAYMENT_SETTINGS = {
  CORRIDOR_QUOTE_SECONDS: { schema: integer(1, 86_400), default: '300', meaning: 'Validity of a quote, in seconds' },
  CORRIDOR_SERVICE_FEE_BPS: {
    schema: integer(0, 9_999),
    default: '50',
    meaning:
      'Service fee on payments across currencies, in basis points, which the first start stores; afterwards operators change it, see `docs/areas/terms.md`',
  },
  CORRIDOR_RECEIVABLE_DAYS: {
    schema: integer(1, 3_650),
    default: '30',
    meaning: 'Days after which the debt of an internal account opens a `RECEIVABLE_OVERDUE` exception',
  },
  CORRIDOR_RETENTION_IDENTITY_DAYS: {
    schema: integer(0, 36_525),
    default: '1827',
    meaning:
      'Days after the deletion of a customer before which its identity and verification cannot be [erased](../operate/personal-data.md#erase-a-customer) in production',
  },
  CORRIDOR_RETENTION_PAYMENT_DAYS: {
    schema: integer(0, 36_525),
    default: '3653',
    meaning:
      'Days after the end of the calendar year of the last payment of a customer before which its payments cannot be erased in production',
  },
  CORRIDOR_RETENTION_OPERATOR_DAYS: {
    schema: integer(0, 36_525),
    default: '1827',
    meaning:
      'Days after the deletion of a customer before which what operators wrote about it cannot be erased in production',
  },
  CORRIDOR_SAFEGUARDING_TIME: {
    schema: text(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of the day in UTC, such as 00:00 or 17:30'),
    default: '00:00',
    meaning:
      'Time of the day in UTC of which hosts compute the daily [safeguarding report](../operate/safeguarding.md); the same on all hosts of one database',
  },
  CORRIDOR_BANK_CHARGE_LIMITS: {
    schema: amounts,
    default: '{}',
    meaning:
      'Largest bank charge on a returned payout that needs no operator: a JSON object of amounts in smallest units by currency. In other currencies every such charge opens an exception',
  },
  CORRIDOR_APPROVAL_AMOUNTS: {
    schema: amounts,
    default: '{}',
    meaning:
      'Amount above which a movement of money by an operator needs the approval of a second operator: a JSON object of amounts in smallest units by currency. If it names any currency, every amount of a currency that it does not name needs approval',
  },
  CORRIDOR_SANDBOX_STRICT_ACCOUNTS: {
    schema: flag,
    default: 'false',
    meaning:
      'Validate check digits and encodings of account numbers and tax numbers in the sandbox too, except numbers with a magic ending. Production always validates them. Addresses of wallets are validated in any case',
  },
  CORRIDOR_RATE_SOURCES: {
    schema: text(
      new RegExp(`^${rateSource}(,${rateSource})*$`),
      `must be a comma-separated list of ${RATE_SOURCES.join(', ')}, http:name`,
    ),
    default: 'sandbox',
    meaning:
      'Comma-separated sources of exchange rates; the first that has both currencies gives the rate: `sandbox` (fixed rates, for sandbox platforms only), `ecb` (daily reference rates, fiat currencies only), `kraken` (bitcoin, and the coins of chains, in dollars and euros), `stablecoins` (USDC, USDT and USDB at one dollar), `http:name` (the source of this name in `CORRIDOR_RATES_FILE`). Production needs a source other than `sandbox`',
  },
  CORRIDOR_ECB_URL: {
    schema: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }),
    default: 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml',
    meaning: 'Address of the daily XML for the source `ecb`',
  },
  CORRIDOR_ECB_ALLOW_PRIVATE: {
    schema: flag,
    default: 'false',
    meaning:
      'Allow `CORRIDOR_ECB_URL` at a loopback or private address, and without TLS (a mirror in your own network)',
  },
  CORRIDOR_KRAKEN_URL: {
    schema: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }),
    default: 'https://api.kraken.com/0/public/Ticker',
    meaning: 'Address of the public ticker for the source `kraken`',
  },
  CORRIDOR_KRAKEN_ALLOW_PRIVATE: {
    schema: flag,
    default: 'false',
    meaning:
      'Allow `CORRIDOR_KRAKEN_URL` at a loopback or private address, and without TLS (a mirror in your own network)',
  },
  CORRIDOR_RATES_FILE: {
    schema: present,
    default: null,
    meaning: 'JSON file with the JSON endpoints that are rate sources; see `docs/operations.md`',
  },
  CORRIDOR_RATE_CACHE_SECONDS: {
    schema: integer(1, 86_400),
    default: '300',
    meaning: 'Age in seconds after which exchange rates are fetched again',
  },
  CORRIDOR_RATE_MAX_AGE_SECONDS: {
    schema: integer(1, 604_800),
    default: '900',
    meaning:
      'Maximum age of exchange rates in seconds while their source fails; after that, quotes fail with `QUOTE_REQUEST_FAILED`',
  },
  CORRIDOR_CORRIDORS_FILE: {
    schema: present,
    default: null,
    meaning:
      'JSON file with the terms of single corridors, which the first start stores, and the customer fields that providers require; see `docs/operations.md`',
  },
  CORRIDOR_CONNECTIONS_FILE: {
    schema: present,
    default: null,
    meaning: 'JSON file with the connections to banks and providers; see `docs/connections/connections-file.md`',
  },
  CORRIDOR_INSTITUTIONS_FILE: {
    schema: present,
    default: null,
    meaning:
      'JSON file with the institutions of `GET /discoveries`; default: `directories/institutions.json` of the package',
  },
  CORRIDOR_VASPS_FILE: {
    schema: present,
    default: null,
    meaning: 'JSON file with the directory of `GET /vasps`; default: `directories/vasps.json` of the package',
  },
  CORRIDOR_END_USER_TERMS_VERSION: {
    schema: text(/^[\x21-\x7e]{1,64}$/, 'must be 1 to 64 characters of printable ASCII without spaces'),
    default: '1',
    meaning: 'Version of the end-user terms that customers accept',
  },
  CORRIDOR_END_USER_TERMS_EARLIER: {
    schema: text(/^[\x21-\x7e]*$/, 'must be comma-separated versions of printable ASCII without spaces'),
    default: '',
    meaning: 'Comma-separated earlier versions of the end-user terms whose acceptance is still valid',
  },
  CORRIDOR_END_USER_TERMS_URL: {
    schema: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }),
    default: 'https://corridor.example/end-user-terms',
    meaning: 'Address of the end-user terms; set it before customers accept them',
  },
} as const satisfies Settings;
