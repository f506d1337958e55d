import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CURRENCIES } from './currency.js';
import { basisPoints, type FeeSchedule } from './fees.js';
import { MAX_AMOUNT, MAX_COMPUTED } from './money.js';
import { type Pricing, priceFixedReceiving, priceFixedSending } from './pricing.js';
import { parseDecimal, printRate, type Rate, rateFromMajor, rateOf } from './rate.js';

const RUNS = 10_000;
/** With independent amounts and rates two draws in three are out of range; this many leave over 10,000 priced. */
const SPREAD_RUNS = 32_000;
const ONE = 10_000n;

/** Every order of magnitude is equally likely: a uniform amount, halved a random number of times. */
const logarithmic = (max: bigint) =>
  fc
    .tuple(fc.bigInt({ min: 1n, max }), fc.integer({ min: 0, max: max.toString(2).length - 1 }))
    .map(([amount, halvings]) => amount >> BigInt(halvings) || 1n);

const amounts = logarithmic(MAX_AMOUNT);

/** Variable fees that sum to at most 9,999, ordinary ones as often as extreme ones. */
const variable = fc
  .tuple(fc.oneof(fc.nat(300), fc.nat(9_999)), fc.double({ min: 0, max: 1, noNaN: true }))
  .map(([sum, share]) => ({ platform: Math.round(sum * share), service: sum - Math.round(sum * share) }));

const schedule = (fixed: fc.Arbitrary<bigint>): fc.Arbitrary<FeeSchedule> =>
  fc.tuple(variable, fixed, fixed).map(([bps, platform, service]) => ({
    platform: { bps: basisPoints(bps.platform), fixed: platform },
    service: { bps: basisPoints(bps.service), fixed: service },
  }));

const fixedFees = fc.oneof(fc.constant(0n), fc.bigInt({ min: 0n, max: 500n }), logarithmic(MAX_AMOUNT / 4n));

/** Up to ten digits, mostly between 10⁻¹⁰ and 10¹⁰ major units. */
const majorRates = fc
  .tuple(fc.bigInt({ min: 1n, max: 9_999_999_999n }), fc.integer({ min: 0, max: 19 }))
  .map(([digits, places]) => rateOf(digits, 10n ** BigInt(places)));

const pairs = fc
  .tuple(fc.constantFrom(...CURRENCIES), fc.constantFrom(...CURRENCIES))
  .filter(([from, to]) => from.code !== to.code);

const rates = fc
  .tuple(pairs, majorRates)
  .map(([[from, to], major]): Rate => rateFromMajor(major, from.decimals, to.decimals));

/** A second implementation of the computation, independent of the code under test. */
function reference(sending: bigint, rate: Rate, { platform, service }: FeeSchedule) {
  const halfUp = (net: bigint, bps: number): bigint => {
    const whole = (net * BigInt(bps)) / ONE;
    return (net * BigInt(bps)) % ONE >= ONE / 2n ? whole + 1n : whole;
  };
  const net = sending - platform.fixed - service.fixed;
  if (net <= 0n) return { fees: 0n, converted: 0n, receiving: 0n };
  const variableFees = halfUp(net, platform.bps) + halfUp(net, service.bps);
  const converted = net - variableFees;
  return { fees: sending - net + variableFees, converted, receiving: (converted * rate.num) / rate.den };
}

/** The sums that do not hold. Plain comparisons, because this runs a hundred thousand times. */
function wrongSums(pricing: Pricing, fees: FeeSchedule): readonly string[] {
  const sums = {
    'converted + feesIncluded = sending': pricing.converted + pricing.feesIncluded === pricing.sending,
    'platformFee + serviceFee = feesIncluded': pricing.platformFee + pricing.serviceFee === pricing.feesIncluded,
    'platform: fixed + variable = fee': pricing.platformFixed + pricing.platformVariable === pricing.platformFee,
    'service: fixed + variable = fee': pricing.serviceFixed + pricing.serviceVariable === pricing.serviceFee,
    'net + fixed fees = sending': pricing.net + pricing.platformFixed + pricing.serviceFixed === pricing.sending,
    'the fixed fees are those of the schedule':
      pricing.platformFixed === fees.platform.fixed && pricing.serviceFixed === fees.service.fixed,
  };
  return failed(sums);
}

/** The names of the claims that are false. */
function failed(claims: Readonly<Record<string, boolean>>): readonly string[] {
  const names: string[] = [];
  for (const name in claims) if (!claims[name]) names.push(name);
  return names;
}

/** Throws with all claims that are false. */
function hold(claims: Readonly<Record<string, boolean>>, more: readonly string[] = []): void {
  const wrong = [...failed(claims), ...more];
  if (wrong.length > 0) throw new Error(`does not hold: ${wrong.join('; ')}`);
}

/** Whether the printed rate yields the receiving amount within one unit and ten digits of precision. */
function printedRateExplains({ sending, feesIncluded, receiving }: Pricing, rate: Rate): boolean {
  const printed = parseDecimal(String(printRate(rate)))!;
  const shown = (sending - feesIncluded) * printed.num;
  const difference = shown - receiving * printed.den;
  const slack = printed.den + shown / 10n ** 9n + 1n;
  return (difference < 0n ? -difference : difference) <= slack;
}

describe('a locked sending amount', () => {
  test('is split without loss and matches the reference and the printed rate, or is out of range', () => {
    let refused = 0;
    fc.assert(
      fc.property(amounts, rates, schedule(fixedFees), (sending, rate, fees) => {
        const expected = reference(sending, rate, fees);
        const result = priceFixedSending(sending, rate, fees);
        if (!result.ok) {
          refused += 1;
          hold({
            'the error is AMOUNT_OUT_OF_RANGE': result.error.code === 'AMOUNT_OUT_OF_RANGE',
            'the amount is out of range': expected.receiving <= 0n || expected.receiving > MAX_COMPUTED,
          });
          return;
        }
        const { receiving, feesIncluded } = result.value;
        hold(
          {
            [`${expected.receiving} arrive, not ${receiving}`]: receiving === expected.receiving,
            [`the fees are ${expected.fees}, not ${feesIncluded}`]: feesIncluded === expected.fees,
            'the printed rate yields the amount': printedRateExplains(result.value, rate),
          },
          wrongSums(result.value, fees),
        );
      }),
      { numRuns: SPREAD_RUNS },
    );
    expect(refused).toBeGreaterThan(RUNS / 10);
    expect(SPREAD_RUNS - refused).toBeGreaterThan(RUNS);
  });
});

describe('a locked receiving amount', () => {
  test('costs the smallest debit that a search from 1 upward finds, for small amounts', () => {
    const small = fc.record({
      debit: fc.integer({ min: 1, max: 1_200 }),
      less: fc.nat(3),
      num: fc.integer({ min: 1, max: 400 }),
      den: fc.integer({ min: 1, max: 400 }),
      fees: schedule(fc.bigInt({ min: 0n, max: 40n })),
    });
    let compared = 0;
    fc.assert(
      fc.property(small, ({ debit, less, num, den, fees }) => {
        const fixed = Number(fees.platform.fixed + fees.service.fixed);
        // Small integers are exact as numbers. The arithmetic differs from the code's on purpose.
        const received = (sending: number): number => {
          const net = sending - fixed;
          const fee = (bps: number): number => Math.floor((2 * net * bps + 10_000) / 20_000);
          return net <= 0 ? 0 : Math.floor(((net - fee(fees.platform.bps) - fee(fees.service.bps)) * num) / den);
        };
        const wanted = received(debit) - less;
        if (wanted <= 0) return;
        let smallest = 1;
        while (received(smallest) < wanted) smallest += 1;
        const result = priceFixedReceiving(BigInt(wanted), rateOf(BigInt(num), BigInt(den)), fees);
        hold({ [`it costs ${smallest}`]: result.ok && result.value.sending === BigInt(smallest) });
        compared += 1;
      }),
      { numRuns: 2 * RUNS },
    );
    expect(compared).toBeGreaterThan(RUNS);
  });

  /**
   * The remainder of net is below net × kept / 10⁴ + 1 (each rounding gives back at most a half), so every sufficient
   * debit is above this one.
   */
  const noneUpTo = (converted: bigint, fees: FeeSchedule): bigint =>
    ((converted - 1n) * ONE) / (ONE - BigInt(fees.platform.bps + fees.service.bps)) +
    fees.platform.fixed +
    fees.service.fixed;

  function expectSmallest(receiving: bigint, rate: Rate, fees: FeeSchedule, tried: bigint): 'priced' | 'refused' {
    const converted = (receiving * rate.den + rate.num - 1n) / rate.num;
    const floor = noneUpTo(converted, fees);
    const result = priceFixedReceiving(receiving, rate, fees);
    if (!result.ok) {
      hold({ 'the error is AMOUNT_OUT_OF_RANGE': result.error.code === 'AMOUNT_OUT_OF_RANGE' });
      // The amount is out of range only if no debit within the range yields it.
      const from = floor + 1n > MAX_COMPUTED - tried ? floor + 1n : MAX_COMPUTED - tried;
      for (let sending = from; sending <= MAX_COMPUTED; sending += 1n) {
        if (reference(sending, rate, fees).receiving >= receiving) throw new Error(`${sending} gives ${receiving}`);
      }
      return 'refused';
    }
    const { sending } = result.value;
    const own = reference(sending, rate, fees);
    hold(
      {
        'the locked amount arrives': result.value.receiving === receiving && own.receiving >= receiving,
        [`${own.converted} are converted`]: result.value.converted === own.converted,
        [`the fees are ${own.fees}`]: result.value.feesIncluded === own.fees,
      },
      wrongSums(result.value, fees),
    );
    const lowest = sending - tried > floor ? sending - tried : floor;
    for (let below = sending - 1n; below >= lowest; below -= 1n) {
      if (reference(below, rate, fees).receiving >= receiving) {
        throw new Error(`${below} gives ${receiving} too, not only ${sending}`);
      }
    }
    return 'priced';
  }

  test('costs the smallest sufficient debit, for amounts of any size', () => {
    const outcomes = { priced: 0, refused: 0 };
    fc.assert(
      fc.property(amounts, rates, schedule(fixedFees), (receiving, rate, fees) => {
        outcomes[expectSmallest(receiving, rate, fees, 40n)] += 1;
      }),
      { numRuns: 2 * RUNS },
    );
    expect(outcomes.priced).toBeGreaterThan(RUNS);
    expect(outcomes.refused).toBeGreaterThan(RUNS / 100);
  });

  test('costs the smallest sufficient debit under fees near 100 %', () => {
    const dear = fc
      .tuple(fc.oneof(fc.constant(9_999), fc.integer({ min: 9_900, max: 9_999 })), fc.nat(9_900))
      .map(([sum, platform]): FeeSchedule => ({
        platform: { bps: basisPoints(platform), fixed: 3n },
        service: { bps: basisPoints(sum - platform), fixed: 0n },
      }));
    fc.assert(
      fc.property(logarithmic(MAX_AMOUNT / ONE), dear, (receiving, fees) => {
        hold({ 'it is priced': expectSmallest(receiving, rateOf(1n, 1n), fees, 20_001n) === 'priced' });
      }),
      { numRuns: 1_000 },
    );
  });

  test('never costs more than a debit known to yield it', () => {
    fc.assert(
      fc.property(amounts, rates, schedule(fixedFees), (sending, rate, fees) => {
        const seen = priceFixedSending(sending, rate, fees);
        if (!seen.ok) return;
        const locked = priceFixedReceiving(seen.value.receiving, rate, fees);
        hold({ [`it costs ${sending} at most`]: locked.ok && locked.value.sending <= sending });
      }),
      { numRuns: SPREAD_RUNS },
    );
  });
});

test('every pair of currencies can be priced with either amount locked, at rates and fees of any size', () => {
  const samples = fc.sample(fc.tuple(majorRates, amounts, schedule(fc.bigInt({ min: 0n, max: 500n }))), {
    numRuns: 9_973,
    seed: 4217,
  });
  let turn = 0;
  const firstPriced = (fromDecimals: number, toDecimals: number) => {
    for (let tries = 0; tries < 200; tries += 1) {
      const [major, amount, fees] = samples[turn++ % samples.length]!;
      const rate = rateFromMajor(major, fromDecimals, toDecimals);
      const result = priceFixedSending(amount, rate, fees);
      if (result.ok) return { rate, amount, fees, sent: result.value };
    }
    throw new Error('no sample prices');
  };

  let pairsPriced = 0;
  for (const from of CURRENCIES) {
    for (const to of CURRENCIES) {
      if (from === to) continue;
      const { rate, amount, fees, sent } = firstPriced(from.decimals, to.decimals);
      const locked = priceFixedReceiving(sent.receiving, rate, fees);
      const right =
        sent.receiving === reference(amount, rate, fees).receiving &&
        printedRateExplains(sent, rate) &&
        locked.ok &&
        locked.value.sending <= amount &&
        reference(locked.value.sending, rate, fees).receiving >= sent.receiving;
      if (!right) throw new Error(`${from.code} to ${to.code}, ${amount} at ${rate.num}/${rate.den}`);
      pairsPriced += 1;
    }
  }
  expect(pairsPriced).toBe(169 * 168);
});
