import { sandboxRates } from '@corridor/adapters-rails/rates';
import { describe, expect, it } from 'vitest';
import type { CurrencyCode } from '../kernel/index.js';
import type { CorridorSetting, ExchangeRateFilter, RateSource } from './index.js';
import { DEFAULT_OPTIONS } from '../service/index.js';
import { playCore, type PlayCore, valueOf } from '../testing/play-core.js';
import { playPayer } from '../testing/play-payer.js';
import { fixedClock } from '../testing/ports.js';

const code = (text: string): CurrencyCode => text as CurrencyCode;
const optionsWith = (corridors: readonly CorridorSetting[]) => ({
  ...DEFAULT_OPTIONS,
  cursorKey: new Uint8Array(32),
  publicAuthority: 'localhost:8080',
  corridors,
});
const rates = async (play: PlayCore, filter: ExchangeRateFilter = {}) =>
  valueOf(await play.read(play.core.rates.exchangeRates, filter));
const refusal = async (play: PlayCore, filter: ExchangeRateFilter): Promise<string> => {
  const answer = await play.read(play.core.rates.exchangeRates, filter);
  return answer.ok ? 'none' : answer.error.code;
};

describe('exchange rates', () => {
  it('have the range, the fees, the receiving amount and the rate that a quote would have', async () => {
    const play = await playCore();
    const fee = { amount: 50n, currency: 'USD' };
    valueOf(
      await play.run(play.core.platforms.updateConfig, {
        feeConfigs: [
          { feeType: 'CROSS_CURRENCY_TRANSACTION', sourceCurrency: 'USD', variableFeeBps: 30, fixedFee: fee },
        ],
      }),
    );
    // At most the 10^12 centavos of the default limit for MXN arrive: (10^12 + 1) / 18.5, the fees, less one cent.
    // 1,000 less 50 is 950; 3 for the platform, 5 for the service: 942 at 18.5.
    const offered = await rates(play, { sourceCurrency: 'USD', destinationCurrency: ['MXN'], sendingAmount: 1_000n });
    expect(offered.map((row) => row.destinationPaymentRail)).toEqual(['SPEI', 'SWIFT']);
    expect(offered.slice(0, 1)).toEqual([
      {
        sourceCurrency: 'USD',
        destinationCurrency: 'MXN',
        destinationPaymentRail: 'SPEI',
        destinationCryptoNetwork: null,
        sendingAmount: 1_000n,
        minSendingAmount: 1n,
        maxSendingAmount: 54_489_973_895n,
        receivingAmount: 17_427n,
        exchangeRate: { num: 37n, den: 2n },
        fixedFees: 50n,
        totalFees: 58n,
        updatedAt: play.clock.now(),
      },
    ]);
  });

  it('agree with a quote', async () => {
    const { play, quoted, fromAccount, external, usd } = await playPayer();
    const amount = 123_457n;
    const made = await quoted(fromAccount(usd.id, (await external()).id, { lockedCurrencyAmount: amount }));
    const rows = await rates(play, { sourceCurrency: 'USD', destinationCurrency: ['EUR'], sendingAmount: amount });
    expect(rows.map((row) => row.destinationPaymentRail)).toEqual(['SEPA', 'SEPA_INSTANT', 'SWIFT']);
    for (const row of rows) {
      expect(row.receivingAmount).toBe(made.totalReceivingAmount);
      expect(row.totalFees).toBe(made.platformFee + made.serviceFee);
      expect(row.exchangeRate).toEqual(made.exchangeRate);
    }
  });

  it('are listed in order for each source, destination and payment rail, and the filters combine', async () => {
    const play = await playCore();
    const all = await rates(play);
    const names = all.map(
      (row) =>
        `${row.sourceCurrency} ${row.destinationCurrency} ${row.destinationPaymentRail ?? row.destinationCryptoNetwork}`,
    );
    expect(names).toEqual([...new Set(names)].sort());
    expect(new Set(all.map((row) => row.sourceCurrency))).toEqual(
      new Set(['BRL', 'BTC', 'EUR', 'GBP', 'INR', 'MXN', 'USD', 'USDC']),
    );
    expect(names).toContain('USD INR UPI');
    expect(names).toContain('BTC EUR SEPA_INSTANT');
    expect(all.every((row) => row.sourceCurrency !== code(row.destinationCurrency))).toBe(true);
    expect(all.every((row) => row.sendingAmount === 10_000n)).toBe(true);

    const some = await rates(play, { sourceCurrency: 'USD', destinationCurrency: ['INR', 'EUR'] });
    expect(some.map((row) => `${row.destinationCurrency} ${row.destinationPaymentRail}`)).toEqual([
      'EUR SEPA',
      'EUR SEPA_INSTANT',
      'EUR SWIFT',
      'INR NEFT',
      'INR RTGS',
      'INR UPI',
    ]);
    expect(await rates(play, { sourceCurrency: 'ZAR' })).toEqual([]);
    expect(await rates(play, { sourceCurrency: 'USD', destinationCurrency: ['USD'] })).toEqual([]);
  });

  it('include rates from and to currencies of chains, one for each network', async () => {
    const play = await playCore();
    const into = await rates(play, { sourceCurrency: 'USD', destinationCurrency: ['BTC', 'USDC'] });
    expect(into.map((row) => [row.destinationCurrency, row.destinationCryptoNetwork])).toEqual([
      ['BTC', 'BITCOIN'],
      ['BTC', 'SPARK'],
      ...['BASE', 'ETHEREUM', 'POLYGON', 'SOLANA'].map((network) => ['USDC', network]),
    ]);
    expect(into.every((row) => row.destinationPaymentRail === null)).toBe(true);
    const out = await rates(play, { sourceCurrency: 'BTC', destinationCurrency: ['EUR'] });
    expect(out.map((row) => row.destinationCryptoNetwork)).toEqual(out.map(() => null));
    expect(out.length).toBeGreaterThan(0);
  });

  it('follow the terms of their corridor', async () => {
    const usdInr = { source: code('USD'), destination: code('INR') };
    const play = await playCore({
      options: optionsWith([
        { ...usdInr, minAmount: 500n, maxAmount: 90_000n },
        { ...usdInr, rail: 'UPI', variableFeeBps: 0, fixedFee: 10n, transactionCap: 20_000n },
      ]),
    });
    const rows = await rates(play, { sourceCurrency: 'USD', destinationCurrency: ['INR'] });
    expect(
      rows.map((row) => [row.destinationPaymentRail, row.minSendingAmount, row.maxSendingAmount, row.totalFees]),
    ).toEqual([
      ['NEFT', 500n, 90_000n, 50n],
      ['RTGS', 500n, 90_000n, 50n],
      ['UPI', 500n, 20_000n, 10n],
    ]);
  });

  it('have the receiving amount 0 if the sending amount does not cover the fees', async () => {
    const corridors = [{ source: code('USD'), destination: code('MXN'), fixedFee: 700n }];
    const play = await playCore({ options: optionsWith(corridors) });
    for (const sendingAmount of [0n, 699n, 700n]) {
      const [row] = await rates(play, { sourceCurrency: 'USD', destinationCurrency: ['MXN'], sendingAmount });
      expect(row).toMatchObject({ sendingAmount, receivingAmount: 0n, fixedFees: 700n, totalFees: 700n });
    }
  });

  it('are refused for unknown currencies, and for amounts out of range', async () => {
    const play = await playCore();
    expect(await refusal(play, { sourceCurrency: 'ZZZ' })).toBe('INVALID_CURRENCY');
    expect(await refusal(play, { destinationCurrency: ['EUR', 'ZZZ'] })).toBe('INVALID_CURRENCY');
    expect(await refusal(play, { sendingAmount: -1n })).toBe('INVALID_INPUT');
    expect(await refusal(play, { sourceCurrency: 'USD', sendingAmount: 9_000_000_000_000_000n })).toBe(
      'AMOUNT_OUT_OF_RANGE',
    );
  });

  it('omit pairs without a rate, and fail if no pair has one', async () => {
    const clock = fixedClock();
    const dollarsAndPesos: RateSource = {
      ...sandboxRates(clock),
      fetch: async () => ({
        base: code('USD'),
        asOf: clock.now(),
        perBase: new Map([[code('MXN'), { num: 18n, den: 1n }]]),
      }),
    };
    const play = await playCore({ clock, rates: [dollarsAndPesos] });
    const rows = await rates(play);
    expect(rows.map((row) => `${row.sourceCurrency} ${row.destinationCurrency}`)).toContain('USD MXN');
    expect(rows.every((row) => ['USD', 'MXN'].includes(row.sourceCurrency))).toBe(true);
    expect(await refusal(play, { sourceCurrency: 'EUR' })).toBe('QUOTE_REQUEST_FAILED');
    clock.advance(901);
    expect(await refusal(play, {})).toBe('QUOTE_REQUEST_FAILED');
  });
});
