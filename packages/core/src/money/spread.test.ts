import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BPS_PER_ONE, type BasisPoints, basisPoints, MAX_FEE_BPS, NO_FEE } from './fees.js';
import { MAX_AMOUNT } from './money.js';
import { priceFixedReceiving, priceFixedSending } from './pricing.js';
import { invert, mulDiv, type Rate, rateOf } from './rate.js';
import { lessSpread } from './spread.js';

const FREE = { platform: NO_FEE, service: NO_FEE };
const RUNS = { numRuns: 10_000 };
const rates = fc
  .tuple(fc.bigInt({ min: 1n, max: 10n ** 18n }), fc.bigInt({ min: 1n, max: 10n ** 18n }))
  .map(([num, den]): Rate => rateOf(num, den));
const spreads = fc.oneof(fc.nat(200), fc.nat(MAX_FEE_BPS)).map(basisPoints);
const amounts = fc.bigInt({ min: 1n, max: MAX_AMOUNT });
const isAbove = (a: Rate, b: Rate): boolean => a.num * b.den > b.num * a.den;

describe('a spread', () => {
  it('takes its part of the mid-rate exactly', () => {
    expect(lessSpread(rateOf(23n, 25n), basisPoints(50))).toEqual(rateOf(23n * 9_950n, 25n * 10_000n));
    expect(lessSpread(rateOf(1n, 1n), basisPoints(MAX_FEE_BPS))).toEqual(rateOf(1n, 10_000n));
  });

  it('leaves the mid-rate unchanged if it is zero, and worsens it otherwise, the more the larger it is', () => {
    fc.assert(
      fc.property(rates, spreads, spreads, (mid, one, other) => {
        const [less, more] = one < other ? [one, other] : [other, one];
        const [better, worse] = [lessSpread(mid, less), lessSpread(mid, more)];
        expect(isAbove(better, mid)).toBe(false);
        expect(isAbove(better, worse)).toBe(less !== more);
        if (less === 0) expect(better).toEqual(mid);
        // The mid-rate can be computed from the rate and the spread.
        expect(rateOf(worse.num * BigInt(BPS_PER_ONE), worse.den * BigInt(BPS_PER_ONE - more))).toEqual(mid);
      }),
      RUNS,
    );
  });

  it('worsens both directions equally, so a round trip loses the spread twice', () => {
    fc.assert(
      fc.property(rates, spreads, (mid, spread) => {
        const [there, back] = [lessSpread(mid, spread), lessSpread(invert(mid), spread)];
        const kept = BigInt(BPS_PER_ONE - spread);
        expect(rateOf(there.num * back.num, there.den * back.den)).toEqual(rateOf(kept * kept, 10n ** 8n));
      }),
      RUNS,
    );
  });

  it('never favours the customer: a fixed sending amount delivers less, by the spread and less than one unit', () => {
    let priced = 0;
    fc.assert(
      fc.property(amounts, rates, spreads, (sending, mid, spread) => {
        const [at, without] = [
          priceFixedSending(sending, lessSpread(mid, spread), FREE),
          priceFixedSending(sending, mid, FREE),
        ];
        if (!at.ok || !without.ok) return;
        priced += 1;
        expect(at.value.receiving <= without.value.receiving).toBe(true);
        const kept = BigInt(BPS_PER_ONE - spread);
        expect(at.value.receiving).toBe((sending * mid.num * kept) / (mid.den * BigInt(BPS_PER_ONE)));
      }),
      RUNS,
    );
    expect(priced).toBeGreaterThan(1_000);
  });

  it('never favours the customer: a fixed receiving amount costs more, and no less than its worth at the mid-rate', () => {
    let priced = 0;
    fc.assert(
      fc.property(amounts, rates, spreads, (receiving, mid, spread: BasisPoints) => {
        const [at, without] = [
          priceFixedReceiving(receiving, lessSpread(mid, spread), FREE),
          priceFixedReceiving(receiving, mid, FREE),
        ];
        if (!at.ok || !without.ok) return;
        priced += 1;
        expect(at.value.sending >= without.value.sending).toBe(true);
        const least = mulDiv(receiving, mid.den * BigInt(BPS_PER_ONE), mid.num * BigInt(BPS_PER_ONE - spread), 'ceil');
        expect(at.value.sending).toBe(least);
      }),
      RUNS,
    );
    expect(priced).toBeGreaterThan(1_000);
  });
});
