import { type CurrencyCode, instant } from '@corridor/core';
import type { RateTable } from '@corridor/core/ports';
import { krakenTicker } from '../../../packages/adapters-rails/src/testing/kraken-ticker.js';
import { parseExactJson } from '../../../packages/adapters-rails/src/rates/exact-json.js';
import { readPrices } from '../../../packages/adapters-rails/src/rates/http-rates.js';
import { KRAKEN_PAIRS, readKrakenTicker } from '../../../packages/adapters-rails/src/rates/kraken-rates.js';
import { RateSourceError } from '../../../packages/adapters-rails/src/rates/rate-source-error.js';
import { promise, type Reader, refusing, textOf } from '../reader.js';
import { jsonLike } from '../structure/json.js';

const NOON = instant(Date.parse('2025-10-10T12:00:00Z'));
const places = { url: '', bid: '/0/{symbol}/bid', ask: '/0/{symbol}/ask', time: '/at' };
const pairs = [{ base: 'EUR' as CurrencyCode, quote: 'USD' as CurrencyCode }];
const ANSWER = '{"0":{"EURUSD":{"bid":1.1567,"ask":"1.1569"}},"at":1760097590}';

const sourceOf = (
  name: string,
  source: string,
  valid: string,
  read: (json: string) => readonly RateTable[],
): Reader => ({
  name,
  sources: [source],
  genuine: [valid],
  runs: 400,
  inputs: jsonLike(JSON.parse(valid)),
  read: (bytes) =>
    refusing([RateSourceError], () => {
      let tables: readonly RateTable[];
      try {
        tables = read(textOf(bytes));
      } catch (error) {
        // A message repeats nothing of the document, which could contain a credential.
        promise(!(error instanceof RateSourceError) || /^[\w /^:.-]{1,120}$/.test(error.message), 'a telling message');
        throw error;
      }
      for (const { asOf, perBase } of tables) {
        promise(asOf <= NOON, 'a time in the future');
        for (const { num, den } of perBase.values()) {
          const isUsual = num > 0n && den > 0n && num <= den * 10n ** 18n && den <= num * 10n ** 18n;
          promise(isUsual, `the rate ${num}/${den}`);
        }
      }
    }),
});

/** The value with each number as a text, as `JSON.parse` reads it: equal except for the digits that doubles lose. */
const rounded = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) => {
    if (typeof part === 'number') return `n${String(part)}`;
    return typeof part === 'string' && /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(part) ? `n${String(Number(part))}` : part;
  });

const exactJson: Reader = {
  name: 'rates-exact-json',
  sources: ['adapters-rails/src/rates/exact-json.ts'],
  genuine: ['{"a":[1.10,-2e5,"x\\"1"]}', '"1"', '0', 'null'],
  inputs: jsonLike({ a: [1.1, -2e5, 'x"1', '\\', '\\"2', { b: 1e21, '7': 'x' }] }),
  read: (bytes) =>
    refusing([RateSourceError], () => {
      const text = textOf(bytes);
      const exact = parseExactJson(text);
      promise(rounded(exact) === rounded(JSON.parse(text)), 'a document with another meaning');
      JSON.stringify(exact, (_, part: unknown) => {
        promise(typeof part !== 'number', 'a number that is rounded');
        return part;
      });
    }),
};

export const RATES: readonly Reader[] = [
  sourceOf('rates-endpoint', 'adapters-rails/src/rates/http-rates.ts', ANSWER, (json) =>
    readPrices(json, { ...places, pairs, maxAgeSeconds: 60, maxSpreadBps: 200 }, NOON),
  ),
  sourceOf('rates-kraken', 'adapters-rails/src/rates/kraken-rates.ts', krakenTicker(), (json) =>
    readKrakenTicker(json, KRAKEN_PAIRS, NOON),
  ),
  exactJson,
];
