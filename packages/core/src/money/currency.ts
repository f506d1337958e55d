import { Bug, type CurrencyCode } from '../kernel/index.js';

export interface Currency {
  readonly code: CurrencyCode;
  readonly name: string;
  readonly symbol: string;
  /** Smallest units are 10^-decimals of the major unit. */
  readonly decimals: number;
  readonly kind: 'fiat' | 'crypto';
  /** The number of major units worth a dollar, as a power of ten; makes default limits comparable across currencies. */
  readonly unitsPerDollar: number;
}

/** The `Currency` object of the API. */
export type WireCurrency = Pick<Currency, 'name' | 'symbol' | 'decimals'> & { readonly code: string };

/**
 * ISO 4217 list one as published on 2026-01-01 (up to amendment 180), by minor units. Not taken from Intl, whose data
 * follows custom instead of the standard (0 decimals for COP, IDR, PKR in some versions) and differs between runtimes.
 * Codes without a minor unit (metals, special drawing rights, tests) are left out: they cannot be paid in.
 */
const ISO_4217: Readonly<Record<0 | 2 | 3 | 4, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  2: `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW CNY
    COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS
    INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR
    MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP
    STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XAD XCD XCG YER ZAR ZMW ZWG`,
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
};

/**
 * The number of major units worth a dollar, as a rounded power of ten; currencies not listed have the power 0. No
 * payment is priced with it. It keeps default limits from being worth a thousand times more in one currency than in
 * another.
 */
const UNITS_PER_DOLLAR: Readonly<Record<string, string>> = {
  [-5]: 'BTC',
  [-2]: 'CLF',
  1: `AED BOB BRL BWP CNY CUP CZK DKK ERN GHS GTQ HKD HNL ILS LSL LYD MAD MDL MOP MVR MXN MYR NAD NOK PEN PGK PLN QAR
    RON SAR SCR SEK SLE STN SZL THB TJS TMT TTD TWD ZAR ZMW ZWG`,
  2: `AFN ALL BDT BTN CVE DJF DOP DZD EGP ETB GMD GYD HTG INR ISK JMD JPY KES KGS LKR LRD MKD MRU MUR MZN NIO NPR PHP
    PKR RSD RUB SRD TRY UAH UYU VED VES VUV XPF YER`,
  3: 'AMD AOA ARS BIF CDF CLP CRC HUF IQD KMF KPW KRW KZT MMK MNT MWK NGN RWF SDG SOS TZS XAF XOF',
  4: 'COP GNF IDR KHR LAK MGA PYG SSP SYP UGX UZS VND',
  5: 'IRR LBP',
};

const MAGNITUDES: ReadonlyMap<string, number> = new Map(
  Object.entries(UNITS_PER_DOLLAR).flatMap(([power, codes]) => codes.split(/\s+/).map((code) => [code, Number(power)])),
);

const unitsPerDollar = (code: string): number => MAGNITUDES.get(code) ?? 0;

/** Names of codes that older Intl data lacks. */
const RECENT_NAMES: ReadonlyMap<string, string> = new Map([
  ['XAD', 'Arab Accounting Dinar'],
  ['XCG', 'Caribbean Guilder'],
  ['ZWG', 'Zimbabwe Gold'],
]);

const CRYPTO: readonly Omit<Currency, 'kind' | 'unitsPerDollar'>[] = [
  { code: 'BTC' as CurrencyCode, name: 'Bitcoin', symbol: '₿', decimals: 8 },
  { code: 'USDC' as CurrencyCode, name: 'USD Coin', symbol: 'USDC', decimals: 6 },
  { code: 'USDT' as CurrencyCode, name: 'Tether USD', symbol: 'USDT', decimals: 6 },
  { code: 'USDB' as CurrencyCode, name: 'USDB', symbol: 'USDB', decimals: 6 },
];

/**
 * The coins in which chains charge their fees, in gwei: 9 decimals, so that every amount of the service fits the ledger.
 * Only the ledger and operators have them; no customer can hold, send or see one.
 */
const COINS: readonly Omit<Currency, 'kind' | 'unitsPerDollar'>[] = [
  { code: 'ETH' as CurrencyCode, name: 'Ether', symbol: 'ETH', decimals: 9 },
  { code: 'POL' as CurrencyCode, name: 'Polygon Ecosystem Token', symbol: 'POL', decimals: 9 },
];

const crypto = (asset: Omit<Currency, 'kind' | 'unitsPerDollar'>): Currency => ({
  ...asset,
  kind: 'crypto',
  unitsPerDollar: unitsPerDollar(asset.code),
});

/** A fiat currency. Its name and symbol are read from Intl on first use, because reading all slows the start. */
function fiat(code: CurrencyCode, decimals: number): Currency {
  let name: string | null = null;
  let symbol: string | null = null;
  return {
    code,
    decimals,
    kind: 'fiat',
    unitsPerDollar: unitsPerDollar(code),
    get name() {
      return (name ??= nameOf(code));
    },
    get symbol() {
      return (symbol ??= symbolOf(code));
    },
  };
}

let names: Intl.DisplayNames | null = null;

function nameOf(code: string): string {
  names ??= new Intl.DisplayNames('en', { type: 'currency' });
  const name = names.of(code);
  return name === undefined || name === code ? (RECENT_NAMES.get(code) ?? code) : name;
}

const symbolOf = (code: string): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency: code, currencyDisplay: 'narrowSymbol' })
    .formatToParts(0)
    .find((part) => part.type === 'currency')?.value ?? code;

/** Every currency of customers, by code. */
export const CURRENCIES: readonly Currency[] = [
  ...Object.entries(ISO_4217).flatMap(([decimals, codes]) =>
    codes.split(/\s+/).map((code) => fiat(code as CurrencyCode, Number(decimals))),
  ),
  ...CRYPTO.map(crypto),
].sort((a, b) => (a.code < b.code ? -1 : 1));

/** Every currency of the ledger: those of customers, and the coins in which chains charge their fees. */
export const LEDGER_CURRENCIES: readonly Currency[] = [...CURRENCIES, ...COINS.map(crypto)];

const byCode = (currencies: readonly Currency[]): ReadonlyMap<string, Currency> =>
  new Map(currencies.map((entry) => [entry.code, entry]));
const BY_CODE = byCode(CURRENCIES);
const OF_LEDGER = byCode(LEDGER_CURRENCIES);

/**
 * The currency of customers with this code; null if the registry does not contain it.
 *
 * @example
 * ```ts
 * import { currency } from '@corridor/core';
 *
 * currency('JPY')?.decimals; // 0
 * currency('XXX'); // null
 * ```
 */
export const currency = (code: string): Currency | null => BY_CODE.get(code) ?? null;

/** Whether customers may have it. Requests name only such currencies. */
export const isCurrency = (code: string): code is CurrencyCode => BY_CODE.has(code);

/** Whether the ledger knows it: a currency of customers, or the coin of a chain. */
export const isLedgerCurrency = (code: string): code is CurrencyCode => OF_LEDGER.has(code);

/**
 * The currency of the ledger with this code, for a program that has it as a text. Throws a TypeError for another text.
 *
 * @example
 * ```ts
 * import { currencyFrom } from '@corridor/core';
 *
 * currencyFrom('EUR'); // 'EUR'
 * ```
 */
export function currencyFrom(code: string): CurrencyCode {
  if (!isLedgerCurrency(code)) throw new TypeError(`not the code of a currency: ${code}`);
  return code;
}

/** An amount in sentences, commands and pages: `1,766.23 GBP`. */
export const amountText = (minor: bigint, currencyCode: string): string =>
  [groupedText(minor, currencyCode), currencyCode].join(' ');

/** An amount in a column of one currency, whose heading has the code: `1,766.23`. */
export function groupedText(minor: bigint, currencyCode: string): string {
  const [whole = '', ...fraction] = decimalText(minor, currencyCode).split('.');
  return [whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ','), ...fraction].join('.');
}

/** An amount in a sentence that does not know its currency: `176623 (smallest units)`. */
export const unitsText = (minor: bigint): string => `${minor} (smallest units)`;

/** An amount in a sentence that may not know its currency. */
export const amountOrUnits = (minor: bigint, currencyCode: string | null | undefined): string =>
  isLedgerCurrency(currencyCode ?? '') ? amountText(minor, currencyCode!) : unitsText(minor);

/** An amount for tables of other programs, as a decimal number with the decimals of its currency: `-1234.50`. */
export function decimalText(minor: bigint, code: string): string {
  const decimals = OF_LEDGER.get(code)?.decimals ?? 0;
  const digits = (minor < 0n ? -minor : minor).toString().padStart(decimals + 1, '0');
  const whole = `${minor < 0n ? '-' : ''}${digits.slice(0, digits.length - decimals)}`;
  return decimals === 0 ? whole : `${whole}.${digits.slice(-decimals)}`;
}

/** The decimal places of a currency of the ledger; the code must be in the registry. */
export const decimalsOf = (code: CurrencyCode): number => registered(OF_LEDGER, code).decimals;

const wire = new Map<string, WireCurrency>();

/** The `Currency` object of the API; the same object each time. The code must be that of a currency of customers. */
export function wireCurrency(code: CurrencyCode): WireCurrency {
  const known = wire.get(code);
  if (known !== undefined) return known;
  const { name, symbol, decimals } = registered(BY_CODE, code);
  const made = Object.freeze({ code, name, symbol, decimals });
  wire.set(code, made);
  return made;
}

function registered(currencies: ReadonlyMap<string, Currency>, code: string): Currency {
  const entry = currencies.get(code);
  if (entry === undefined) throw new Bug(`not a currency: ${code}`);
  return entry;
}
