import { expect, test } from 'vitest';
import { inMajor, rateOf, rateText } from './index.js';

test('a rate is shown for one whole unit, with six digits', () => {
  // 0.04216216216 smallest units for one.
  const pesos = rateOf(4_216_216_216n, 100_000_000_000n);
  expect(rateText(pesos, 'MXN', 'GBP')).toBe('1 MXN ≈ 0.0421622 GBP');
  expect(rateText(rateOf(1n, 1n), 'USD', 'EUR')).toBe('1 USD = 1 EUR');
  expect(rateText(rateOf(3n, 2n), 'USD', 'EUR')).toBe('1 USD = 1.5 EUR');
  expect(rateText(rateOf(155n, 100n), 'USD', 'JPY')).toBe('1 USD = 155 JPY');
  expect(rateText(rateOf(1n, 1_000n), 'BTC', 'USD')).toBe('1 BTC = 1,000 USD');
  expect(rateText(rateOf(1_234_567n, 1n), 'USD', 'EUR')).toBe('1 USD = 1,234,567 EUR');
});

test('a rate of whole units follows from that of smallest units', () => {
  expect(inMajor(rateOf(155n, 100n), 'USD', 'JPY')).toEqual(rateOf(155n, 1n));
  expect(inMajor(rateOf(1n, 2n), 'USD', 'EUR')).toEqual(rateOf(1n, 2n));
});
