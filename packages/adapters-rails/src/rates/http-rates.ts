import { type CurrencyCode, type Environment, type Instant, instant } from '@corridor/core';
import type { Clock, OutboundHttp, RateSource, RateTable } from '@corridor/core/ports';
import { escapeInPointer, parseExactJson, valueAt } from './exact-json.js';
import { fetchDocument } from './fetch-document.js';
import { middle } from './market-price.js';
import { RateSourceError } from './rate-source-error.js';

/** A pair that an endpoint serves: the price of `base` in `quote`. */
export interface HttpRatePair {
  readonly base: CurrencyCode;
  readonly quote: CurrencyCode;
  /** What the endpoint calls the pair, for the placeholder `{symbol}`; by default both codes together. */
  readonly symbol?: string | undefined;
}

/** Where an endpoint has the prices of a pair. All may contain the placeholders `{base}`, `{quote}` and `{symbol}`. */
export interface HttpRatePlaces {
  readonly url: string;
  /** JSON Pointers (RFC 6901) to the prices. An endpoint with one price has the same pointer twice. */
  readonly bid: string;
  readonly ask: string;
  /** A JSON Pointer to the time of the prices; null dates them when they are fetched. */
  readonly time: string | null;
}

export interface HttpRatesOptions extends HttpRatePlaces {
  /** Has a time-out, limits the size of the answer, and decides which addresses it connects to. */
  readonly http: OutboundHttp;
  readonly clock: Clock;
  readonly name: string;
  readonly environments: readonly Environment[];
  readonly pairs: readonly HttpRatePair[];
  /** False also allows plain http, for an endpoint in the operator's network. */
  readonly httpsOnly: boolean;
  /** Names in lower case. The values may be secrets: no error contains them. */
  readonly headers: Readonly<Record<string, string>>;
  /** Prices that are older than this when they are fetched are refused. */
  readonly maxAgeSeconds: number;
  /** The largest difference of bid and ask, as part of their middle. */
  readonly maxSpreadBps: number;
}

/** The places of one pair, with its names in place of the placeholders. */
export function placesOf(places: HttpRatePlaces, { base, quote, symbol = base + quote }: HttpRatePair): HttpRatePlaces {
  const names: Readonly<Record<string, string>> = { base, quote, symbol };
  const filled = (template: string, escape: (name: string) => string): string =>
    template.replace(/\{(base|quote|symbol)\}/g, (_all, name: string) => escape(names[name]!));
  const pointer = (template: string): string => filled(template, escapeInPointer);
  return {
    url: filled(places.url, encodeURIComponent),
    bid: pointer(places.bid),
    ask: pointer(places.ask),
    time: places.time === null ? null : pointer(places.time),
  };
}

/**
 * Mid-rates from a JSON endpoint, see docs/rails.md#rate-sources: one source for each address that the pairs have, so
 * that a failure of one address does not make the others old. An answer with any fault is refused as a whole, and the
 * previous rates of its pairs stay in force. `fetch` throws a RateSourceError.
 */
export function httpRates(options: HttpRatesOptions): readonly RateSource[] {
  const byUrl = new Map<string, HttpRatePair[]>();
  for (const pair of options.pairs) {
    const { url } = placesOf(options, pair);
    byUrl.set(url, [...(byUrl.get(url) ?? []), pair]);
  }
  const { http, clock, name, environments, httpsOnly } = options;
  const headers = { accept: 'application/json', ...options.headers };
  return [...byUrl].map(([url, pairs]) => ({
    name,
    environments,
    pairs: pairs.map(({ base, quote }) => [base, quote] as const),
    async fetch() {
      return readPrices(await fetchDocument(http, { url, httpsOnly, headers }), { ...options, pairs }, clock.now());
    },
  }));
}

type Reading = HttpRatePlaces & Pick<HttpRatesOptions, 'pairs' | 'maxAgeSeconds' | 'maxSpreadBps'>;

/** A table for each pair. Throws a RateSourceError if anything in the answer is not as it should be. */
export function readPrices(json: string, options: Reading, now: Instant): readonly RateTable[] {
  const document = parseExactJson(json);
  return options.pairs.map((pair) => {
    const { bid, ask, time } = placesOf(options, pair);
    const name = `${pair.base}/${pair.quote}`;
    const prices = { bid: valueAt(document, bid), ask: valueAt(document, ask) };
    const asOf = time === null ? now : readTime(name, valueAt(document, time), options.maxAgeSeconds, now);
    return { base: pair.base, asOf, perBase: new Map([[pair.quote, middle(name, prices, options.maxSpreadBps)]]) };
  });
}

/** The clock of an endpoint may be ahead by this much. */
const CLOCK_SKEW_MS = 60_000;

/** The time of the prices, at most `now`. */
function readTime(pair: string, value: unknown, maxAgeSeconds: number, now: Instant): Instant {
  const at = typeof value === 'string' ? millisecondsOf(value) : null;
  if (at === null) throw new RateSourceError(`the time of ${pair} is missing or not a time`);
  if (at > now + CLOCK_SKEW_MS) throw new RateSourceError(`the prices of ${pair} are of a time in the future`);
  if (now - at > maxAgeSeconds * 1000) {
    throw new RateSourceError(`the prices of ${pair} are older than ${maxAgeSeconds} seconds`);
  }
  return instant(Math.min(at, now));
}

const ISO = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}:\d{2}(\.\d{1,9})?([Zz]|[+-]\d{2}:\d{2})$/;
/** Seconds since 1970, with a fraction; or milliseconds, microseconds or nanoseconds, which have 13, 16 or 19 digits. */
const UNIX = /^(\d{10})(?:\.(\d{1,9})|(\d{3}|\d{6}|\d{9}))?$/;

function millisecondsOf(text: string): number | null {
  const [, seconds, fraction, digits] = UNIX.exec(text) ?? [];
  if (seconds !== undefined) return Number(seconds + (fraction ?? digits ?? '').slice(0, 3).padEnd(3, '0'));
  if (!ISO.test(text)) return null;
  // An impossible day such as February 30 would be read as a later one.
  const day = text.slice(0, 10);
  const isDay = new Date(Date.parse(`${day}T00:00:00Z`)).toJSON()?.startsWith(day) === true;
  const at = isDay ? Date.parse(text.toUpperCase().replace(' ', 'T')) : Number.NaN;
  return Number.isNaN(at) ? null : at;
}
