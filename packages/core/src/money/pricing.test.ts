import { describe, expect, test } from 'vitest';
import { basisPoints, checkFees, type FeeSchedule, NO_FEE } from './fees.js';
import { MAX_AMOUNT, MAX_COMPUTED } from './money.js';
import { type Pricing, priceFixedReceiving, priceFixedSending, smallestNet } from './pricing.js';
import { rateFromMajor, rateOf } from './rate.js';

const fees = (platformBps: number, platformFixed: bigint, serviceBps: number, serviceFixed: bigint): FeeSchedule => ({
  platform: { bps: basisPoints(platformBps), fixed: platformFixed },
  service: { bps: basisPoints(serviceBps), fixed: serviceFixed },
});
const FREE: FeeSchedule = { platform: NO_FEE, service: NO_FEE };
const PAR = rateOf(1n, 1n);

function priced(result: ReturnType<typeof priceFixedSending>): Pricing {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}
const codeOf = (result: ReturnType<typeof priceFixedSending>) => (result.ok ? null : result.error.code);

describe('a locked sending amount', () => {
  test('pays the fixed fees first, then each variable fee on the remainder, and converts the rest', () => {
    expect(priced(priceFixedSending(1000n, rateFromMajor('0.92', 2, 2), fees(30, 50n, 100, 0n)))).toEqual({
      sending: 1000n,
      net: 950n,
      platformFixed: 50n,
      platformVariable: 3n,
      serviceFixed: 0n,
      serviceVariable: 10n,
      platformFee: 53n,
      serviceFee: 10n,
      feesIncluded: 63n,
      converted: 937n,
      receiving: 862n,
    });
  });

  test('rounds each variable fee half up, not their sum', () => {
    // 50 bps of 100 is 0.5 for each fee: 1 + 1, while the rounded sum would be 1.
    expect(priced(priceFixedSending(100n, PAR, fees(50, 0n, 50, 0n)))).toMatchObject({ feesIncluded: 2n });
    expect(priced(priceFixedSending(99n, PAR, fees(50, 0n, 50, 0n)))).toMatchObject({ feesIncluded: 0n });
  });

  test('converts between currencies with different decimals, rounded down', () => {
    expect(priced(priceFixedSending(10_01n, rateFromMajor('149.55', 2, 0), FREE)).receiving).toBe(1496n);
    expect(priced(priceFixedSending(100_00n, rateFromMajor('0.0000166', 2, 8), FREE)).receiving).toBe(166_000n);
    expect(priced(priceFixedSending(17n, rateFromMajor('60000', 8, 2), FREE)).receiving).toBe(1n);
  });

  test.each([
    ['zero', 0n, PAR, FREE],
    ['negative', -1n, PAR, FREE],
    ['equal to the fixed fees', 100n, PAR, fees(0, 60n, 0, 40n)],
    ['less than the fixed fees', 100n, PAR, fees(0, 60n, 0, 41n)],
    ['too small for one receiving unit', 1n, rateOf(999n, 1000n), FREE],
    ['used up by rounded variable fees', 1n, PAR, fees(5000, 0n, 0, 0n)],
    ['above 2^53 − 1', MAX_COMPUTED + 1n, PAR, FREE],
    ['above 2^53 − 1, though less arrives', MAX_COMPUTED + 1n, rateOf(1n, 2n), FREE],
    ['worth more than 2^53 − 1', MAX_AMOUNT, rateOf(1001n, 1000n), FREE],
  ])('is out of range if it is %s', (_, sending, rate, schedule) => {
    expect(codeOf(priceFixedSending(sending, rate, schedule))).toBe('AMOUNT_OUT_OF_RANGE');
  });

  test('says which of its amounts is out of range', () => {
    const messageOf = (result: ReturnType<typeof priceFixedSending>) => (result.ok ? null : result.error.message);
    const range = `must be from 1 to ${MAX_COMPUTED} smallest units`;
    expect(messageOf(priceFixedSending(0n, PAR, FREE))).toBe(`the sending amount ${range}`);
    const fixed = fees(0, 60n, 0, 40n);
    expect(messageOf(priceFixedSending(100n, PAR, fixed))).toBe('the sending amount must exceed the fixed fees');
    expect(priced(priceFixedSending(101n, PAR, fixed)).receiving).toBe(1n);
    expect(messageOf(priceFixedSending(1n, rateOf(1n, 2n), FREE))).toBe(`the receiving amount ${range}`);
  });

  test('is priced to the unit for the largest amounts', () => {
    expect(priced(priceFixedSending(MAX_COMPUTED, PAR, FREE)).receiving).toBe(MAX_COMPUTED);
    expect(priced(priceFixedSending(MAX_AMOUNT, PAR, fees(1, 1n, 0, 0n)))).toMatchObject({
      platformVariable: 900_000_000_000n,
      receiving: 8_999_099_999_999_999n,
    });
  });
});

describe('a locked receiving amount', () => {
  const twice50 = fees(50, 0n, 50, 0n);
  const rate = rateFromMajor('0.92', 2, 2);

  test('costs the smallest debit that yields it, although a larger debit may yield less', () => {
    const given = [99n, 100n, 101n].map((sending) => priced(priceFixedSending(sending, rate, twice50)).receiving);
    expect(given).toEqual([91n, 90n, 91n]);
    expect(priced(priceFixedReceiving(91n, rate, twice50)).sending).toBe(99n);
  });

  test('arrives exactly, even if the debit would yield more', () => {
    const double = rateOf(2n, 1n);
    expect(priced(priceFixedSending(3n, double, FREE)).receiving).toBe(6n);
    expect(priced(priceFixedReceiving(5n, double, FREE))).toMatchObject({ sending: 3n, converted: 3n, receiving: 5n });
  });

  test('pays the same fees as a locked sending amount of the same debit', () => {
    const schedule = fees(30, 50n, 100, 7n);
    const receiving = priced(priceFixedReceiving(86_200n, rate, schedule));
    const sending = priced(priceFixedSending(receiving.sending, rate, schedule));
    expect({ ...receiving, receiving: 0n }).toEqual({ ...sending, receiving: 0n });
  });

  test.each([
    ['zero', 0n, PAR, FREE],
    ['negative', -1n, PAR, FREE],
    ['above 2^53 − 1', MAX_COMPUTED + 1n, PAR, FREE],
    ['above 2^53 − 1 by its rate', MAX_AMOUNT, rateOf(999n, 1000n), FREE],
    ['above 2^53 − 1 by its variable fees', MAX_AMOUNT, PAR, fees(10, 0n, 0, 0n)],
    ['above 2^53 − 1 by its fixed fees', MAX_AMOUNT, PAR, fees(0, 7_199_254_740_992n, 0, 0n)],
    ['above 2^53 − 1 by an extreme rate and extreme fees', MAX_AMOUNT, rateOf(1n, 10n ** 10n), fees(9_999, 0n, 0, 0n)],
  ])('is out of range if its debit is %s', (_, receiving, r, schedule) => {
    expect(codeOf(priceFixedReceiving(receiving, r, schedule))).toBe('AMOUNT_OUT_OF_RANGE');
  });

  test('costs at most 2^53 − 1', () => {
    expect(priced(priceFixedReceiving(MAX_AMOUNT, PAR, fees(0, 7_199_254_740_991n, 0, 0n))).sending).toBe(MAX_COMPUTED);
    expect(priced(priceFixedReceiving(MAX_COMPUTED, PAR, FREE)).sending).toBe(MAX_COMPUTED);
  });

  test('is not refused because its debit would yield more than the largest amount', () => {
    // Two units would yield 1.2·10¹⁶, out of range for a locked sending amount; only 7·10¹⁵ are asked for.
    expect(priced(priceFixedReceiving(7n * 10n ** 15n, rateOf(6n * 10n ** 15n, 1n), FREE)).sending).toBe(2n);
  });
});

describe('a fee schedule', () => {
  test('is invalid from 10,000 basis points on, whichever amount is locked', () => {
    const whole = fees(9_000, 0n, 1_000, 0n);
    expect(codeOf(priceFixedSending(1_000n, PAR, whole))).toBe('INVALID_INPUT');
    expect(codeOf(priceFixedReceiving(1_000n, PAR, whole))).toBe('INVALID_INPUT');
    expect(codeOf(priceFixedSending(1_000n, PAR, fees(20_000, 0n, 0, 0n)))).toBe('INVALID_INPUT');
    expect(checkFees(fees(9_000, 0n, 999, 0n)).ok).toBe(true);
  });

  test('is invalid with a negative fixed fee', () => {
    expect(codeOf(priceFixedSending(1_000n, PAR, fees(0, -1n, 0, 0n)))).toBe('INVALID_INPUT');
    expect(codeOf(priceFixedReceiving(1_000n, PAR, fees(0, 0n, 0, -1n)))).toBe('INVALID_INPUT');
  });

  test('throws a bug for basis points that are negative or no integer', () => {
    for (const value of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => basisPoints(value)).toThrow('not basis points');
    }
  });
});

describe('the search for the smallest debit', () => {
  test('takes at most ⌈19,998 / kept⌉ steps, for every split of every sum of fees tried', () => {
    let longest = 0;
    for (let sum = 0; sum <= 9_999; sum += sum < 9_900 ? 37 : 1) {
      for (const share of [0, 0.01, 0.31, 0.5, 0.77]) {
        const platformBps = Math.floor(sum * share);
        for (const wanted of [1n, 2n, 9_999n, 123_456_789n, MAX_COMPUTED]) {
          const { steps } = smallestNet(wanted, fees(platformBps, 0n, sum - platformBps, 0n));
          expect(steps).toBeLessThanOrEqual(Math.ceil(19_998 / (10_000 - sum)));
          longest = Math.max(longest, steps);
        }
      }
    }
    // The bound is close: the highest fees take thousands of steps.
    expect(longest).toBeGreaterThan(4_900);
  });

  test('takes at most 3 steps for fees up to 33 %, at any amount', () => {
    for (let platformBps = 0; platformBps <= 3_300; platformBps += 50) {
      for (let power = 0n; power <= 15n; power += 1n) {
        const { steps } = smallestNet(10n ** power, fees(platformBps, 0n, 3_300 - platformBps, 0n));
        expect(steps).toBeLessThanOrEqual(3);
      }
    }
  });

  test.each([
    ['10⁻¹⁰', rateOf(1n, 10n ** 10n), 500_000n],
    ['10¹⁰', rateOf(10n ** 10n, 1n), MAX_AMOUNT],
    ['1/3', rateOf(1n, 3n), 100_000n],
  ])('starts within three steps of the answer at a rate of %s', (_, rate, receiving) => {
    const wanted = (receiving * rate.den + rate.num - 1n) / rate.num;
    const { net, steps } = smallestNet(wanted, fees(250, 0n, 50, 0n));
    expect(steps).toBeLessThanOrEqual(3);
    expect(priced(priceFixedReceiving(receiving, rate, fees(250, 0n, 50, 0n))).sending).toBe(net);
  });
});
