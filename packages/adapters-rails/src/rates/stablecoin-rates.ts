import type { CurrencyCode } from '@corridor/core';
import type { Clock, RateTableSource } from '@corridor/core/ports';

const PEGGED: readonly string[] = ['USDC', 'USDT', 'USDB'];

/**
 * Dollar stablecoins at one dollar, for both environments, dated now. No market is asked: by listing this source, the
 * operator decides that the peg holds.
 */
export function stablecoinRates(clock: Clock): RateTableSource {
  const perBase = new Map(PEGGED.map((code) => [code as CurrencyCode, { num: 1n, den: 1n }]));
  return {
    name: 'stablecoins',
    environments: ['SANDBOX', 'PRODUCTION'],
    fetch: () => Promise.resolve({ base: 'USD' as CurrencyCode, asOf: clock.now(), perBase }),
  };
}
