import type { CurrencyCode } from '@corridor/core';
import type { Clock, RateSource } from '@corridor/core/ports';

const PEGGED: readonly string[] = ['USDC', 'USDT', 'USDB'];

/**
 * Stablecoins of the dollar at one dollar, for both environments, always of this moment. No market is asked: whoever
 * lists this source decides that the peg holds, and takes it off the list when it does not.
 */
export function stablecoinRates(clock: Clock): RateSource {
  const perBase = new Map(PEGGED.map((code) => [code as CurrencyCode, { num: 1n, den: 1n }]));
  return {
    name: 'stablecoins',
    environments: ['SANDBOX', 'PRODUCTION'],
    fetch: () => Promise.resolve({ base: 'USD' as CurrencyCode, asOf: clock.now(), perBase }),
  };
}
