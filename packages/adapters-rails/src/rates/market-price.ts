import { type Rate, rateOf } from '@corridor/core';
import { parseDecimal } from '@corridor/core/ports';
import { RateSourceError } from './rate-source-error.js';

/** A wider market is refused unless a source is configured otherwise: 2 %. */
export const DEFAULT_MAX_SPREAD_BPS = 200;

const BPS_PER_ONE = 10_000n;
const MAX_LENGTH = 60;
/** A JSON number without a sign. */
const DECIMAL = /^(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d{1,2})?$/;
/** No currency is worth more than this many units of another. */
const LARGEST = 10n ** 18n;

/** The prices of one major unit of a currency in another, as the texts of a document. */
export interface Prices {
  readonly bid: unknown;
  readonly ask: unknown;
}

/**
 * The exact middle of bid and ask. Throws a RateSourceError if one is absent or not a positive decimal number, if the
 * bid is above the ask, or if they are further apart than the limit, as part of the middle. The message names the pair
 * and repeats nothing of the document.
 */
export function middle(pair: string, { bid, ask }: Prices, maxSpreadBps: number): Rate {
  const [low, high] = [readPrice(`the bid of ${pair}`, bid), readPrice(`the ask of ${pair}`, ask)];
  const denominator = low.den * high.den;
  const [lower, upper] = [low.num * high.den, high.num * low.den];
  if (lower > upper) throw new RateSourceError(`the bid of ${pair} is above its ask`);
  const sum = lower + upper;
  if ((upper - lower) * 2n * BPS_PER_ONE > sum * BigInt(maxSpreadBps)) {
    throw new RateSourceError(`bid and ask of ${pair} are more than ${maxSpreadBps} basis points apart`);
  }
  return rateOf(sum, 2n * denominator);
}

function readPrice(what: string, value: unknown): Rate {
  if (value === undefined || value === null) throw new RateSourceError(`${what} is missing`);
  const isNumber = typeof value === 'string' && value.length <= MAX_LENGTH && DECIMAL.test(value);
  const price = isNumber ? parseDecimal(value) : null;
  if (price === null) throw new RateSourceError(`${what} is not a positive decimal number`);
  if (price.num > price.den * LARGEST || price.den > price.num * LARGEST) {
    throw new RateSourceError(`${what} is not between 10^-18 and 10^18`);
  }
  return price;
}
