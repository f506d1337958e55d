import type { Platform } from '../platforms/index.js';
import { amountsOf, type SoughtAmount } from './amounts.js';
import type { Asked } from './asked.js';

/** So many pairs of an amount and a tenant are searched for a number; each is a look-up in an index of each column. */
export const MOST_LOOK_UPS = 2_000;
/** So many amounts are searched for a number. A statement has an alternative for each of them and each column. */
export const MOST_AMOUNTS = 100;

/**
 * A number without a currency as the amounts that it can be in the currencies of these platforms. Without a platform, or
 * with more amounts or look-ups than these, it stays without amounts.
 */
export function inCurrencies(
  asked: Asked,
  platforms: readonly Pick<Platform, 'supportedCurrencies'>[],
  tenants: number,
): Asked {
  const { bare, named } = asked;
  if (bare === null && (named === null || named.bare === null)) return asked;
  const currencies = [
    ...new Set(platforms.flatMap(({ supportedCurrencies }) => supportedCurrencies.map((each) => each.currencyCode))),
  ];
  const amountsIn = (number: string): readonly SoughtAmount[] => {
    const amounts = currencies.flatMap((currency) => amountsOf(number, currency));
    return amounts.length > MOST_AMOUNTS || amounts.length * tenants > MOST_LOOK_UPS ? [] : amounts;
  };
  return {
    ...asked,
    ...(bare !== null && { amounts: amountsIn(bare) }),
    ...(named !== null && named.bare !== null && { named: { ...named, amounts: amountsIn(named.bare) } }),
  };
}
