import { type CurrencyCode, decimalsOf, err, isLedgerCurrency, ok, type Result } from '@corridor/core';
import { MAX_AMOUNT } from '@corridor/core/internal';

export { amountText as moneyText, decimalText, groupedText } from '@corridor/core/internal';

/** Commas only between groups of three digits, so that `1,50` is refused and not read as 150. */
const DECIMAL = /^(\d{1,30}|\d{1,3}(?:,\d{3}){1,9})(?:\.(\d{1,18}))?$/;

/** The amount that a person entered, in smallest units. INVALID_AMOUNT; INVALID_CURRENCY for an unknown currency. */
export function parseAmount(text: string, currency: string): Result<bigint> {
  if (!isLedgerCurrency(currency)) return err('INVALID_CURRENCY', 'is not a currency');
  const decimals = decimalsOf(currency as CurrencyCode);
  const [, whole = '', fraction = ''] = DECIMAL.exec(text.trim()) ?? [];
  if (whole === '') return err('INVALID_AMOUNT', 'must be a number such as 1234.50');
  if (fraction.length > decimals) return err('INVALID_AMOUNT', `must have at most ${decimals} decimals`);
  const amount = BigInt(whole.replaceAll(',', '') + fraction.padEnd(decimals, '0'));
  return amount > MAX_AMOUNT ? err('INVALID_AMOUNT', 'is too large') : ok(amount);
}
