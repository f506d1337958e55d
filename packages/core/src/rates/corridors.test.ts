import { describe, expect, it } from 'vitest';
import type { CurrencyCode, Id } from '../kernel/index.js';
import { MAX_AMOUNT } from '../money/index.js';
import { checkSendingAmount, type CorridorSetting, createCorridors } from './index.js';

const code = (text: string): CurrencyCode => text as CurrencyCode;
const usdMxn = (over: Partial<CorridorSetting>): CorridorSetting => ({
  source: code('USD'),
  destination: code('MXN'),
  ...over,
});

const DEFAULTS = { serviceFees: { variableBps: 50, fixed: new Map([[code('USD'), 7n]]) }, quoteSeconds: 300 };
const termsOf = (settings: readonly CorridorSetting[], rail: 'SPEI' | 'SWIFT' | null = null, destination = 'MXN') =>
  createCorridors(settings, DEFAULTS).terms(code('USD'), code(destination), rail);

const USUAL = {
  serviceFee: { bps: 50, fixed: 7n },
  spread: 0,
  minAmount: 0n,
  maxAmount: MAX_AMOUNT,
  transactionCap: null,
  dailyVolume: null,
  quoteSeconds: 300,
  ownershipVerification: false,
  termsIds: [],
};

describe('the terms of a corridor', () => {
  it('are those of the host if no corridor is configured', () => {
    expect(termsOf([])).toEqual(USUAL);
    expect(termsOf([usdMxn({ variableFeeBps: 1 })], null, 'EUR')).toEqual(USUAL);
  });

  it('come from the corridor of the payment rail, then from that of any rail, then from the host', () => {
    const settings = [
      usdMxn({
        variableFeeBps: 30,
        fixedFee: 0n,
        spreadBps: 25,
        minAmount: 100n,
        dailyVolume: 1_000n,
        quoteSeconds: 60,
      }),
      usdMxn({
        rail: 'SPEI',
        variableFeeBps: 20,
        spreadBps: 0,
        transactionCap: 500n,
        ownershipVerification: true,
        minAmount: undefined,
      }),
    ];
    const any = {
      ...USUAL,
      serviceFee: { bps: 30, fixed: 0n },
      spread: 25,
      minAmount: 100n,
      dailyVolume: { corridor: 'USD/MXN', amount: 1_000n },
      quoteSeconds: 60,
    };
    expect(termsOf(settings)).toEqual(any);
    expect(termsOf(settings, 'SWIFT')).toEqual(any);
    // A daily volume is counted under the name of the corridor that sets it.
    expect(termsOf(settings, 'SPEI')).toEqual({
      ...any,
      serviceFee: { bps: 20, fixed: 0n },
      spread: 0,
      transactionCap: 500n,
      ownershipVerification: true,
    });
    const own = [...settings, usdMxn({ rail: 'SWIFT', dailyVolume: 5n })];
    expect(termsOf(own, 'SWIFT').dailyVolume).toEqual({ corridor: 'USD/MXN/SWIFT', amount: 5n });
  });

  it('name the records that they are read from, the general ones first', () => {
    const id = (scope: string) => `Terms:${scope}` as Id<'Terms'>;
    const ids = new Map(['GENERAL', 'USD/MXN', 'USD/MXN/SPEI'].map((scope) => [scope, id(scope)]));
    const named = (destination: string, rail: 'SPEI' | 'SWIFT' | null) =>
      createCorridors([], DEFAULTS, ids).terms(code('USD'), code(destination), rail).termsIds;
    expect(named('MXN', 'SPEI')).toEqual([id('GENERAL'), id('USD/MXN'), id('USD/MXN/SPEI')]);
    expect(named('MXN', 'SWIFT')).toEqual([id('GENERAL'), id('USD/MXN')]);
    expect(named('EUR', null)).toEqual([id('GENERAL')]);
  });

  it('cannot have a spread that leaves no rate', () => {
    expect(termsOf([usdMxn({ spreadBps: 9_999 })]).spread).toBe(9_999);
    for (const spreadBps of [10_000, -1, 0.5]) {
      expect(() => termsOf([usdMxn({ spreadBps })]), String(spreadBps)).toThrow();
    }
  });

  it('cannot be configured twice', () => {
    expect(() => createCorridors([usdMxn({}), usdMxn({ minAmount: 1n })], DEFAULTS)).toThrow(
      'USD/MXN is configured twice',
    );
  });

  it.each([
    [99n, 'AMOUNT_OUT_OF_RANGE'],
    [100n, null],
    [500n, null],
    [501n, 'TRANSACTION_SIZE_LIMIT_EXCEEDED'],
    [1_000n, 'TRANSACTION_SIZE_LIMIT_EXCEEDED'],
    [1_001n, 'AMOUNT_OUT_OF_RANGE'],
  ])('accept the amount %s or refuse it with %s', (amount, refusal) => {
    const terms = termsOf([usdMxn({ minAmount: 100n, maxAmount: 1_000n, transactionCap: 500n })]);
    const checked = checkSendingAmount(terms, 'USD' as CurrencyCode, amount);
    expect(checked.ok ? null : checked.error.code).toBe(refusal);
  });
});
