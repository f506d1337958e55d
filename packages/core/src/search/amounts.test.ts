import { expect, it } from 'vitest';
import { amountsIn } from './amounts.js';

const read = (text: string): readonly string[] =>
  amountsIn(text).map(({ amount, currency }) => `${amount} ${currency}`);

it.each([
  ['1,766.23 GBP', '176623 GBP'],
  ['1766.23 gbp', '176623 GBP'],
  ['GBP 1.766,23', '176623 GBP'],
  ['gbp1766,23', '176623 GBP'],
  ['1 766,23 EUR', '176623 EUR'],
  ["1'766.23 CHF", '176623 CHF'],
  ['12,34,567.89 INR', '123456789 INR'],
  ['1,000,000 USD', '100000000 USD'],
  ['1.5 USD', '150 USD'],
  ['1,5 USD', '150 USD'],
  ['1.500000 USD', '150 USD'],
  ['1,766 GBP', '176600 GBP'],
  ['1.766 GBP', '176600 GBP'],
  ['5000 JPY', '5000 JPY'],
  ['0.00000001 BTC', '1 BTC'],
  ['0 USD', '0 USD'],
])('%s is %s', (text, amount) => {
  expect(read(text)).toEqual([amount]);
});

it('a separator before three digits is read in both ways if the currency has so many decimals', () => {
  expect(read('1,766 BTC')).toEqual(['176600000 BTC', '176600000000 BTC']);
  expect(read('1.766 BTC')).toEqual(['176600000 BTC', '176600000000 BTC']);
});

it.each([
  ['1766.23'],
  ['GBP'],
  ['1,76.23 GBP'],
  ['1.7.66 GBP'],
  ['1.005 JPY 2'],
  ['1.05 JPY'],
  ['1.001 USD2'],
  ['12 ZZZ'],
  ['-5 USD'],
  ['99999999999999999999 USD'],
  [''],
])('%s is not an amount in a currency', (text) => {
  expect(read(text)).toEqual([]);
});
