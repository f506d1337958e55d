import {
  accountType,
  type ExternalAccountType,
  PAYMENT_RAILS,
  type RailCapabilities,
  railsOf,
} from '../accounts/index.js';
import type { CurrencyCode } from '../kernel/index.js';

type Reach = Pick<RailCapabilities, 'accountTypes' | 'currencies' | 'paymentRails'>;

/** Capabilities of a rail that delivers every currency of its account types and collects these currencies. */
export function reach(accountTypes: readonly ExternalAccountType[], collected: readonly string[]): Reach {
  const currencies = new Set([...accountTypes.flatMap((type) => accountType(type).currencies), ...collected]);
  const rails = new Set(accountTypes.flatMap(railsOf));
  return {
    accountTypes,
    currencies: [...currencies] as CurrencyCode[],
    paymentRails: PAYMENT_RAILS.filter((rail) => rails.has(rail)),
  };
}
