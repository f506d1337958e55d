import { currency, type CurrencyCode, type Instant } from '@corridor/core';
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

/**
 * Mid-rates of BTC, ETH and POL in dollars and euros from Kraken's public ticker, for both environments, as far as the
 * registry has the currency; see docs/rails.md#rate-sources. The ticker has no time, so the rates are dated when they
 * are fetched. An answer with any fault is refused as a whole, and the previous rates stay in force. `fetch` throws a
 * RateSourceError.
 */
export function krakenRates({ http, clock, url, httpsOnly }: KrakenRatesOptions): RateSource {
  // A fault in the price of a currency that the registry lacks must not block the others.
  const pairs = KRAKEN_PAIRS.filter(({ base }) => currency(base) !== null);
  const address = new URL(url);
  address.searchParams.set('pair', pairs.map(({ asked }) => asked).join(','));
  return {
    name: 'kraken',
    environments: ['SANDBOX', 'PRODUCTION'],
    pairs: pairs.map(({ base, quote }) => [base, quote] as const),
    async fetch() {
      const headers = { accept: 'application/json' };
      return readKrakenTicker(await fetchDocument(http, { url: address.href, httpsOnly, headers }), pairs, clock.now());
    },
  };
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
