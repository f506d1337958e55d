import { describe, expect, it } from 'vitest';
import type { CurrencyCode } from '../kernel/index.js';
import { basisPoints, NO_FEE } from '../money/index.js';
import type { FeeConfig, Platform } from '../platforms/index.js';
import { type FeeOverride, feeSchedule } from './fee-schedule.js';

const code = (text: string): CurrencyCode => text as CurrencyCode;
const SERVICE = { bps: basisPoints(50), fixed: 7n };

const config = (currency: string, variableFeeBps: number, amount: bigint): FeeConfig => ({
  feeType: 'CROSS_CURRENCY_TRANSACTION',
  sourceCurrency: code(currency),
  variableFeeBps,
  fixedFee: { amount, currency: code(currency) },
});

const feesOf = (configs: readonly FeeConfig[], sending: string, override?: FeeOverride) =>
  feeSchedule({ feeConfigs: configs } as Platform, SERVICE, code(sending), override);

const overrideOf = (currency: string, amount: bigint, variableBps: number): FeeOverride => ({
  fixed: { amount, currency },
  variableBps,
});

describe('the fee of a platform', () => {
  it('is the configured one of the sending currency, and zero in a currency without a configuration', () => {
    const dollars = config('USD', 30, 50n);
    const charged = { ok: true, value: { platform: { bps: 30, fixed: 50n }, service: SERVICE } };
    expect(feesOf([dollars], 'USD')).toEqual(charged);
    expect(feesOf([config('EUR', 99, 99n), dollars], 'USD')).toEqual(charged);
    expect(feesOf([dollars], 'EUR')).toEqual({ ok: true, value: { platform: NO_FEE, service: SERVICE } });
    expect(feesOf([], 'USD')).toEqual({ ok: true, value: { platform: NO_FEE, service: SERVICE } });
  });

  it('is replaced by the override of a quote', () => {
    expect(feesOf([config('USD', 30, 50n)], 'USD', overrideOf('USD', 3n, 0))).toEqual({
      ok: true,
      value: { platform: { bps: 0, fixed: 3n }, service: SERVICE },
    });
  });

  it.each([
    ['a variable fee', config('EUR', 1, 0n)],
    ['a fixed fee', config('EUR', 0, 1n)],
  ])('is refused if it is %s in another currency than dollars', (_, euros) => {
    const { variableFeeBps, fixedFee } = euros;
    const override = overrideOf('EUR', fixedFee.amount, variableFeeBps);
    for (const answer of [feesOf([euros], 'EUR'), feesOf([], 'EUR', override)]) {
      expect(answer).toMatchObject({ ok: false, error: { code: 'NOT_IMPLEMENTED' } });
    }
  });

  it('can be zero in any currency', () => {
    const free = { ok: true, value: { platform: NO_FEE, service: SERVICE } };
    expect(feesOf([config('EUR', 0, 0n)], 'EUR')).toEqual(free);
    expect(feesOf([config('USD', 30, 50n)], 'EUR', overrideOf('EUR', 0n, 0))).toEqual(free);
  });

  it.each([
    ['USD', 0.5, ['platformFeeOverride.platformVariableFeeBps']],
    ['USD', -1, ['platformFeeOverride.platformVariableFeeBps']],
    ['EUR', 0, ['platformFeeOverride.platformFixedFee.currency']],
    ['EUR', -1, ['platformFeeOverride.platformVariableFeeBps', 'platformFeeOverride.platformFixedFee.currency']],
  ])('of an override in %s with %s basis points is refused for a quote that sends dollars', (currency, bps, fields) => {
    const refused = feesOf([], 'USD', overrideOf(currency, 0n, bps));
    expect(refused).toMatchObject({
      ok: false,
      error: { code: 'INVALID_INPUT', details: { errors: fields.map((field) => ({ field })) } },
    });
  });
});
