import { decimalsOf, isLedgerCurrency } from './currency.js';
import { mulDiv, type Rate, rateOf } from './rate.js';

const SHOWN_DIGITS = 6;

/** How much one unit of a currency is worth in another one, rounded to six digits: `1 MXN ≈ 0.0421622 GBP`, and with an equals sign if it is exact. */
export function rateText(rate: Rate, from: string, to: string): string {
  const { num, den } = inMajor(rate, from, to);
  // As many decimals as leave six digits; a large rate has none.
  let decimals = 0;
  while (num * 10n ** BigInt(decimals) < den * 10n ** BigInt(SHOWN_DIGITS - 1)) decimals += 1;
  const digits = mulDiv(num, 10n ** BigInt(decimals), den, 'half-up')
    .toString()
    .padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
  const fraction = decimals === 0 ? '' : digits.slice(-decimals).replace(/0+$/, '');
  const isExact = (num * 10n ** BigInt(decimals)) % den === 0n;
  return `1 ${from} ${isExact ? '=' : '≈'} ${whole}${fraction === '' ? '' : `.${fraction}`} ${to}`;
}

/** A rate of smallest units as one of whole units. */
export function inMajor(rate: Rate, from: string, to: string): Rate {
  const [source, target] = [placesOf(from), placesOf(to)];
  return rateOf(rate.num * 10n ** BigInt(source), rate.den * 10n ** BigInt(target));
}

const placesOf = (code: string): number => (isLedgerCurrency(code) ? decimalsOf(code) : 0);
