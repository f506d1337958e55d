import { type CurrencyCode, decimalsOf, instant, isCurrency, isLedgerCurrency } from '@corridor/core';
import { createRateBook, defaultLimits, PAYMENT_ACCOUNTS } from '@corridor/core/internal';
import { describe, expect, it } from 'vitest';
import { sandboxRates } from './index.js';

const clock = { now: () => instant(1_760_000_000_000) };

describe('the rates of the sandbox', () => {
  it('contain every currency that an account can hold, and no unknown one', async () => {
    const { perBase } = await sandboxRates(clock).fetch();
    const known = [...perBase.keys()];
    expect(known).toEqual(expect.arrayContaining(PAYMENT_ACCOUNTS.flatMap((row) => row.currencies)));
    expect(known).toEqual(expect.arrayContaining(['BTC', 'USDC', 'USDT', 'USDB']));
    expect(known).toEqual(expect.arrayContaining(['ETH', 'POL']));
    for (const code of known) expect(isLedgerCurrency(code), code).toBe(true);
  });

  it('make the default limits of all currencies worth about a billion dollars', async () => {
    const { perBase } = await sandboxRates(clock).fetch();
    for (const [code, { num, den }] of [...perBase].filter(([each]) => isCurrency(each))) {
      const { maxAmount } = defaultLimits(code);
      const dollars = (Number(maxAmount) / 10 ** decimalsOf(code)) * (Number(den) / Number(num));
      expect(dollars, code).toBeGreaterThan(1e9 / 5);
      expect(dollars, code).toBeLessThan(1e9 * 5);
    }
  });

  it('are not used in production', () => {
    expect(sandboxRates(clock).environments).toEqual(['SANDBOX']);
  });

  it('are the same in every fetch, dated now', async () => {
    const source = sandboxRates(clock);
    expect(await source.fetch()).toEqual(await source.fetch());
    expect((await source.fetch()).asOf).toBe(clock.now());
  });

  it.each([
    ['USD', 'EUR', 23n, 25n],
    ['USD', 'MXN', 37n, 2n],
    ['USD', 'BTC', 10n, 1n],
    ['BTC', 'USDC', 1000n, 1n],
    ['USD', 'VND', 260n, 1n],
    ['ETH', 'USDC', 4n, 1n],
    ['POL', 'USDC', 1n, 5_000n],
  ] as const)('give %s to %s as exact smallest units', async (from, to, num, den) => {
    const book = createRateBook({ sources: [sandboxRates(clock)], clock, cacheSeconds: 300, maxAgeSeconds: 900 });
    await book.refresh();
    expect(book.mid('SANDBOX', from as CurrencyCode, to as CurrencyCode)).toEqual({
      ok: true,
      value: { rate: { num, den }, updatedAt: clock.now(), origins: [{ source: 'sandbox', asOf: clock.now() }] },
    });
  });
});
