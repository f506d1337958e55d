import * as z from 'zod';
import { flag, integer, present, text, type Settings } from './setting.js';

const amounts = text(
  /^\{(\s*"[A-Z0-9]{3,8}"\s*:\s*"?\d{1,16}"?\s*,)*\s*"[A-Z0-9]{3,8}"\s*:\s*"?\d{1,16}"?\s*\}$|^\{\s*\}$/,
  'must be a JSON object of amounts in smallest units by currency, such as {"USD":1000000}',
);

const RATE_SOURCES = ['sandbox', 'ecb', 'stablecoins'] as const;
export type RateSourceName = (typeof RATE_SOURCES)[number];

/** Quotes, fees, rates, corridors, and the terms under which payments are made. */
export const PAYMENT_SETTINGS = {
  CORRIDOR_QUOTE_SECONDS: { schema: integer(1, 86_400), default: '300', meaning: 'How long a quote is valid' },
  CORRIDOR_SERVICE_FEE_BPS: {
    schema: integer(0, 9_999),
    default: '50',
    meaning: "The service's fee on payments across currencies, in basis points",
  },
  CORRIDOR_RECEIVABLE_DAYS: {
    schema: integer(1, 3_650),
    default: '30',
    meaning: 'After how many days what an internal account owes the service becomes an exception for an operator',
  },
  CORRIDOR_BANK_CHARGE_LIMITS: {
    schema: amounts,
    default: '{}',
    meaning:
      'Amounts in smallest units, as a JSON object by currency, up to which banks may keep part of a returned payout before an operator is asked; in currencies that it does not name every such charge is an exception',
  },
  CORRIDOR_APPROVAL_AMOUNTS: {
    schema: amounts,
    default: '{}',
    meaning:
      'Amounts in smallest units, as a JSON object by currency, above which a second person approves what operators do with money; in currencies that it does not name nobody has to',
  },
  CORRIDOR_SANDBOX_STRICT_ACCOUNTS: {
    schema: flag,
    default: 'false',
    meaning:
      'Check check digits and encodings of accounts, and tax numbers, in the sandbox too, but for those with a magic ending; production always does',
  },
  CORRIDOR_RATE_SOURCES: {
    schema: text(
      /^(sandbox|ecb|stablecoins)(,(sandbox|ecb|stablecoins))*$/,
      `must be of ${RATE_SOURCES.join(', ')}, with commas between them`,
    ),
    default: 'sandbox',
    meaning:
      'Where exchange rates come from, the first that knows both currencies: `sandbox` (fixed, for sandbox platforms alone), `ecb` (daily reference rates, no currencies of chains), `stablecoins` (USDC, USDT and USDB at one dollar). Production needs one other than `sandbox`',
  },
  CORRIDOR_ECB_URL: {
    schema: z.url({ protocol: /^https?$/, error: 'must be a web address' }),
    default: 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml',
    meaning: "Where the source `ecb` reads the ECB's daily XML",
  },
  CORRIDOR_ECB_ALLOW_PRIVATE: {
    schema: flag,
    default: 'false',
    meaning: 'Read it from loopback and private addresses too, and without TLS (a mirror in a network of your own)',
  },
  CORRIDOR_RATE_CACHE_SECONDS: {
    schema: integer(1, 86_400),
    default: '300',
    meaning: 'How old exchange rates become before they are fetched anew',
  },
  CORRIDOR_RATE_MAX_AGE_SECONDS: {
    schema: integer(1, 604_800),
    default: '900',
    meaning: 'How old they may become while their source fails; then quoting fails with `QUOTE_REQUEST_FAILED`',
  },
  CORRIDOR_CORRIDORS_FILE: {
    schema: present,
    default: null,
    meaning: 'JSON file with the terms of single corridors, and with what providers ask for: see below',
  },
  CORRIDOR_INSTITUTIONS_FILE: {
    schema: present,
    default: null,
    meaning:
      'JSON file with the institutions of `GET /discoveries`; by default `directories/institutions.json` of this package',
  },
  CORRIDOR_VASPS_FILE: {
    schema: present,
    default: null,
    meaning: 'JSON file with the directory of `GET /vasps`; by default `directories/vasps.json` of this package',
  },
  CORRIDOR_END_USER_TERMS_VERSION: {
    schema: text(/^[\x21-\x7e]{1,64}$/, 'must be 1 to 64 characters of printable ASCII without spaces'),
    default: '1',
    meaning: 'Version of the terms that end users of platforms accept',
  },
  CORRIDOR_END_USER_TERMS_EARLIER: {
    schema: text(/^[\x21-\x7e]*$/, 'must be versions with commas between them'),
    default: '',
    meaning: 'Earlier versions whose acceptance still counts, with commas between them',
  },
  CORRIDOR_END_USER_TERMS_URL: {
    schema: z.url({ protocol: /^https?$/, error: 'must be a web address' }),
    default: 'https://corridor.example/end-user-terms',
    meaning: 'Where the terms are read; name your own before end users do',
  },
} as const satisfies Settings;
