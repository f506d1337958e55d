import {
  COUNTED_AS,
  type CountedFilter,
  type CurrencyCode,
  isLedgerCurrency,
  PAYMENT_KINDS,
  type Result,
} from '@corridor/core';
import type { Entered } from './entered.js';

const CLOCKS = ['platform', 'host'] as const;

/** The figure that an address of the list of its payments names. */
export function countedFilter(entered: Entered): Result<CountedFilter> {
  const currency = entered.optionalText('currency')?.toUpperCase();
  if (currency !== undefined && !isLedgerCurrency(currency)) entered.fail('currency', 'is not a currency');
  const filter: CountedFilter = {
    as: entered.optionalOneOf('as', COUNTED_AS) ?? 'accepted',
    kind: entered.optionalOneOf('kind', PAYMENT_KINDS),
    rail: entered.optionalText('rail'),
    currency: currency as CurrencyCode | undefined,
    reason: entered.optionalText('reason'),
    from: entered.optionalTime('from'),
    before: entered.optionalTime('before'),
    isHostTime: entered.optionalOneOf('clock', CLOCKS) === 'host',
  };
  return entered.result(() => filter);
}
