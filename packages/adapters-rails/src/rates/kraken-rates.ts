import { type CurrencyCode, type Instant, isCurrency } from '@corridor/core';
import type { Clock, OutboundHttp, RateSource, RateTable } from '@corridor/core/ports';
import { parseExactJson, valueAt } from './exact-json.js';
import { fetchDocument } from './fetch-document.js';
import { DEFAULT_MAX_SPREAD_BPS, middle } from './market-price.js';
import { RateSourceError } from './rate-source-error.js';

export interface KrakenRatesOptions {
  /** Has a time-out, limits the size of the answer, and decides which addresses it connects to. */
  readonly http: OutboundHttp;
  readonly clock: Clock;
  /** The address of the public ticker, without a query. */
  readonly url: string;
  /** False also allows plain http, for a mirror in the operator's network. */
  readonly httpsOnly: boolean;
}

interface KrakenPair {
  readonly base: CurrencyCode;
  readonly quote: CurrencyCode;
  /** The name in requests. */
  readonly asked: string;
  /** The name in answers: older pairs have an `X` before an asset and a `Z` before a currency. */
  readonly answered: string;
}

const pair = (base: string, quote: string, asked: string, answered: string): KrakenPair => ({
  base: base as CurrencyCode,
  quote: quote as CurrencyCode,
  asked,
  answered,
});

export const KRAKEN_PAIRS: readonly KrakenPair[] = [
  pair('BTC', 'USD', 'XBTUSD', 'XXBTZUSD'),
  pair('BTC', 'EUR', 'XBTEUR', 'XXBTZEUR'),
  pair('ETH', 'USD', 'ETHUSD', 'XETHZUSD'),
  pair('ETH', 'EUR', 'ETHEUR', 'XETHZEUR'),
  pair('POL', 'USD', 'POLUSD', 'POLUSD'),
  pair('POL', 'EUR', 'POLEUR', 'POLEUR'),
];

const OF_CUSTOMERS = KRAKEN_PAIRS.filter(({ base }) => isCurrency(base));
const OF_LEDGER = KRAKEN_PAIRS.filter(({ base }) => !isCurrency(base));

/**
 * Mid-rates of BTC, ETH and POL in dollars and euros from Kraken's public ticker, for both environments; see
 * docs/rails.md#rate-sources. The ticker has no time, so the rates are dated when they are fetched. An answer with any
 * fault is refused as a whole, and the previous rates stay in force, but for the price of a coin that only the ledger
 * has: it is left out, so that the prices of customers do not wait for it. `fetch` throws a RateSourceError.
 */
export function krakenRates({ http, clock, url, httpsOnly }: KrakenRatesOptions): RateSource {
  const address = new URL(url);
  address.searchParams.set('pair', KRAKEN_PAIRS.map(({ asked }) => asked).join(','));
  return {
    name: 'kraken',
    environments: ['SANDBOX', 'PRODUCTION'],
    pairs: KRAKEN_PAIRS.map(({ base, quote }) => [base, quote] as const),
    async fetch() {
      const headers = { accept: 'application/json' };
      const json = await fetchDocument(http, { url: address.href, httpsOnly, headers });
      const now = clock.now();
      const tables = readKrakenTicker(json, OF_CUSTOMERS, now);
      return [...tables, ...OF_LEDGER.flatMap((coin) => readIfUsable(json, coin, now))];
    },
  };
}

function readIfUsable(json: string, coin: KrakenPair, now: Instant): readonly RateTable[] {
  try {
    return readKrakenTicker(json, [coin], now);
  } catch (cause) {
    if (cause instanceof RateSourceError) return [];
    throw cause;
  }
}

/** A table for each pair. Throws a RateSourceError if anything in the answer is not as it should be. */
export function readKrakenTicker(json: string, pairs: readonly KrakenPair[], now: Instant): readonly RateTable[] {
  const document = parseExactJson(json);
  const errors = valueAt(document, '/error');
  if (!Array.isArray(errors)) throw new RateSourceError('the answer is not that of the ticker');
  if (errors.length > 0) throw new RateSourceError(`the ticker answered with ${named(errors[0])}`);
  return pairs.map(({ base, quote, answered }) => {
    // The first member of each list is the price; the volumes follow.
    const prices = {
      bid: valueAt(document, `/result/${answered}/b/0`),
      ask: valueAt(document, `/result/${answered}/a/0`),
    };
    const mid = middle(`${base}/${quote}`, prices, DEFAULT_MAX_SPREAD_BPS);
    return { base, asOf: now, perBase: new Map([[quote, mid]]) };
  });
}

/** Kraken's errors have the form `EService:Unavailable`. */
const named = (error: unknown): string =>
  typeof error === 'string' && /^[A-Za-z]{1,20}:[A-Za-z ]{1,60}$/.test(error) ? error : 'an error';
