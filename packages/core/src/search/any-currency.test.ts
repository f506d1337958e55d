import { expect, it } from 'vitest';
import { CURRENCIES } from '../money/index.js';
import { inCurrencies, MOST_AMOUNTS, MOST_LOOK_UPS } from './any-currency.js';
import { askedBy } from './asked.js';

const platform = { supportedCurrencies: ['USD', 'MXN', 'JPY'].map((currencyCode) => ({ currencyCode })) } as never;
const amounts = (text: string, tenants = 2): readonly string[] => {
  const asked = inCurrencies(askedBy(text)!, [platform, platform], tenants);
  return [...asked.amounts, ...(asked.named?.amounts ?? [])].map(({ amount, currency }) => `${amount} ${currency}`);
};

it.each([
  ['62617.51', ['6261751 USD', '6261751 MXN']],
  ['62,617', ['6261700 USD', '6261700 MXN', '62617 JPY']],
  ['maya 62617.51', ['6261751 USD', '6261751 MXN']],
  ['maya 62617.51 mxn', ['6261751 MXN']],
  ['mxn 62617.51 maya ferris', ['6261751 MXN']],
  ['62617.51 GBP', ['6261751 GBP']],
  ['maya 6261', ['626100 USD', '626100 MXN', '6261 JPY']],
  ['07700 900123', []],
])('%s is searched as the amounts %j', (text, expected) => {
  expect(amounts(text)).toEqual(expected);
});

it('a number without a currency is not searched if it takes too many look-ups', () => {
  expect(amounts('62617.51', MOST_LOOK_UPS / 2)).toHaveLength(2);
  expect(amounts('62617.51', MOST_LOOK_UPS / 2 + 1)).toEqual([]);
  expect(amounts('62617.51 USD', MOST_LOOK_UPS)).toHaveLength(1);
});

it('a number without a currency is not searched in more currencies than a statement takes', () => {
  const searched = (count: number) => {
    const supportedCurrencies = CURRENCIES.filter(({ decimals }) => decimals === 2).slice(0, count);
    const of = { supportedCurrencies: supportedCurrencies.map(({ code }) => ({ currencyCode: code })) } as never;
    return inCurrencies(askedBy('62617.51')!, [of], 1).amounts.length;
  };
  expect(searched(MOST_AMOUNTS)).toBe(MOST_AMOUNTS);
  expect(searched(MOST_AMOUNTS + 1)).toBe(0);
});
