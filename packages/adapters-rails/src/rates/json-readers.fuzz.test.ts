import { type CurrencyCode, instant } from '@corridor/core';
import type { RateTable } from '@corridor/core/ports';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { damaged, filled } from '../testing/damaged-json.js';
import { krakenTicker } from '../testing/kraken-ticker.js';
import { readPrices } from './http-rates.js';
import { KRAKEN_PAIRS, readKrakenTicker } from './kraken-rates.js';
import { RateSourceError } from './rate-source-error.js';

const NOON = instant(Date.parse('2025-10-10T12:00:00Z'));
const RUNS = { numRuns: 4_000, seed: 20_251_010 };

const places = { url: '', bid: '/0/{symbol}/bid', ask: '/0/{symbol}/ask', time: '/at' };
const pairs = [{ base: 'EUR' as CurrencyCode, quote: 'USD' as CurrencyCode }];
const endpoint = (json: string) => readPrices(json, { ...places, pairs, maxAgeSeconds: 60, maxSpreadBps: 200 }, NOON);
const kraken = (json: string) => readKrakenTicker(json, KRAKEN_PAIRS, NOON);
const answer = '{"0":{"EURUSD":{"bid":1.1567,"ask":"1.1569"}},"at":1760097590}';

describe.each([
  ['of an endpoint', answer, endpoint],
  ['of Kraken', krakenTicker(), kraken],
] as const)('a document %s', (_whose, document, read: (json: string) => readonly RateTable[]) => {
  test('that is valid is accepted', () => {
    expect(() => read(document)).not.toThrow();
  });

  test('of any bytes gives positive rates of usual size, or is refused', () => {
    let accepted = 0;
    const anything = fc.oneof(
      { weight: 4, arbitrary: damaged(document) },
      { weight: 2, arbitrary: filled(JSON.parse(document)) },
      { weight: 1, arbitrary: fc.json() },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
    );
    fc.assert(
      fc.property(anything, (json) => {
        let tables: readonly RateTable[];
        try {
          tables = read(json);
        } catch (error) {
          expect(error).toBeInstanceOf(RateSourceError);
          // A message repeats nothing of the document, which could contain a credential.
          expect((error as Error).message).toMatch(/^[\w /^:.-]{1,120}$/);
          return;
        }
        accepted += 1;
        for (const { asOf, perBase } of tables) {
          expect(asOf).toBeLessThanOrEqual(NOON);
          for (const { num, den } of perBase.values()) {
            expect(num > 0n && den > 0n && num <= den * 10n ** 18n && den <= num * 10n ** 18n).toBe(true);
          }
        }
      }),
      RUNS,
    );
    expect(accepted).toBeGreaterThan(100);
    expect(accepted).toBeLessThan(RUNS.numRuns - 100);
  });
});
