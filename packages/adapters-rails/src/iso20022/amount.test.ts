import { describe, expect, it } from 'vitest';
import { fiatDecimals, formatAmount, parseAmount } from './amount.js';

describe('an amount of a message', () => {
  it('is read as smallest units of its currency', () => {
    const read = (text: string, decimals = 2) => parseAmount(text, decimals);
    expect(['1234.50', '1234.5', '1234.', '1234', '+1234.50000', '0001234.50'].map((text) => read(text))).toEqual([
      ...[123_450n, 123_450n, 123_400n, 123_400n, 123_450n, 123_450n],
    ]);
    expect(['0', '0.00', '.5', '000', '.00'].map((text) => read(text))).toEqual([0n, 0n, 50n, 0n, 0n]);
    expect([read('7', 0), read('7.', 0), read('7.000', 0), read('1.2345', 4)]).toEqual([7n, 7n, 7n, 12_345n]);
  });

  it('is refused if it is not a plain decimal number, even a little', () => {
    const others = ['', '.', '+', '-1', '1e3', '1,5', '1 000', ' 1', '1 ', '0x1', '1.2.3', '١', `1${'0'.repeat(64)}`];
    for (const text of others) expect(parseAmount(text, 2), text).toBe('not a plain decimal number');
    expect(parseAmount(`${'0'.repeat(63)}1`, 2)).toBe(100n);
  });

  it('is refused with more decimals than its currency, and with more than 18 digits', () => {
    expect([parseAmount('1.001', 2), parseAmount('1.1', 0), parseAmount('1.0000001', 2)]).toEqual(
      Array(3).fill('has more decimals than its currency'),
    );
    expect(parseAmount('9'.repeat(16), 2)).toBe(BigInt('9'.repeat(16)) * 100n);
    expect(parseAmount(`1${'0'.repeat(16)}`, 2)).toBe('is too large');
    expect([parseAmount('9'.repeat(18), 0), parseAmount('9'.repeat(19), 0)]).toEqual([
      BigInt('9'.repeat(18)),
      'is too large',
    ]);
  });

  it('is written with the decimals of its currency', () => {
    const written = [
      [0n, 2, '0.00'],
      [5n, 2, '0.05'],
      [123_450n, 2, '1234.50'],
      [7n, 0, '7'],
      [1n, 3, '0.001'],
    ] as const;
    for (const [units, decimals, text] of written) {
      expect(formatAmount(units, decimals)).toBe(text);
      expect(parseAmount(text, decimals)).toBe(units);
    }
    expect(() => formatAmount(-1n, 2)).toThrow(RangeError);
  });

  it('has the decimals of ISO 4217, which crypto currencies do not have', () => {
    expect(['EUR', 'JPY', 'BTC', 'USDC', 'XXX', ''].map(fiatDecimals)).toEqual([2, 0, null, null, null, null]);
  });
});
