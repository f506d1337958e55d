import type { Clock, CurrencyCode } from '../kernel/index.js';
import { type Rate, rateFromMajor } from '../money/index.js';
import type { RateTableSource } from '../rates/index.js';

/**
 * The rate of each currency in major units for one US dollar: round numbers near the market that never change, so that
 * tests can name results.
 */
export const PER_DOLLAR: Readonly<Record<string, string>> = {
  AED: '3.67',
  ARS: '1400',
  AUD: '1.50',
  BDT: '122',
  BRL: '5.40',
  BTC: '0.00001',
  BWP: '13.5',
  CAD: '1.38',
  CHF: '0.80',
  CNY: '7.15',
  COP: '4000',
  DKK: '6.86',
  EGP: '48',
  ETH: '0.00025',
  EUR: '0.92',
  GBP: '0.78',
  GHS: '11.5',
  GTQ: '7.70',
  HKD: '7.80',
  HTG: '131',
  HUF: '360',
  IDR: '16500',
  ILS: '3.40',
  INR: '85',
  JMD: '160',
  JPY: '150',
  KES: '129',
  MWK: '1735',
  MXN: '18.5',
  MYR: '4.20',
  NGN: '1500',
  NOK: '10.1',
  NZD: '1.70',
  PHP: '57',
  PKR: '282',
  POL: '5',
  RWF: '1450',
  SEK: '9.50',
  SGD: '1.30',
  THB: '32.5',
  TZS: '2500',
  UGX: '3550',
  USD: '1',
  USDB: '1',
  USDC: '1',
  USDT: '1',
  VND: '26000',
  XAF: '600',
  XOF: '600',
  ZAR: '17.5',
  ZMW: '23.5',
};

/**
 * The sandbox's mid-rates, for `SANDBOX` only: a fixed table, dated now.
 *
 * @example
 * ```ts
 * import { systemClock } from '@corridor/adapters-rails/custody';
 * import { sandboxRates } from '@corridor/adapters-rails/rates';
 * import { currencyFrom } from '@corridor/core';
 *
 * const { base, perBase } = await sandboxRates(systemClock).fetch();
 * [base, perBase.has(currencyFrom('EUR'))]; // ['USD', true]
 * ```
 */
export function sandboxRates(clock: Clock): RateTableSource {
  const perBase: ReadonlyMap<CurrencyCode, Rate> = new Map(
    Object.entries(PER_DOLLAR).map(([code, rate]) => [code as CurrencyCode, rateFromMajor(rate, 0, 0)]),
  );
  return {
    name: 'sandbox',
    environments: ['SANDBOX'],
    fetch: () => Promise.resolve({ base: 'USD' as CurrencyCode, asOf: clock.now(), perBase }),
  };
}
