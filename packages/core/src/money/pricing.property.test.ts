import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CURRENCIES } from './currency.js';
import { basisPoints, type FeeSchedule } from './fees.js';
import { MAX_AMOUNT, MAX_COMPUTED } from './money.js';
import { type Pricing, priceFixedReceiving, priceFixedSending } from './pricing.js';
import { parseDecimal, printRate, type Rate, rateFromMajor, rateOf } from './rate.js';

const RUNS = 10_000;
/** Where amount and rate are drawn apart, two draws in three end out of range: these leave over 10,000 priced. */
const SPREAD_RUNS = 32_000;
const ONE = 10_000n;

/** Any size is as likely as any other: halving a uniform amount a random number of times. */
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

/** The computation once more, from the document and without the code under test. */
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

/** The sums that do not hold: a comparison each, for they are asked a hundred thousand times. */
function wrongSums(pricing: Pricing, fees: FeeSchedule): readonly string[] {
  const sums = {
    'converted and fees are what is sent': pricing.converted + pricing.feesIncluded === pricing.sending,
    'both fees are the fees': pricing.platformFee + pricing.serviceFee === pricing.feesIncluded,
    'the platform takes what it says': pricing.platformFixed + pricing.platformVariable === pricing.platformFee,
    'the service takes what it says': pricing.serviceFixed + pricing.serviceVariable === pricing.serviceFee,
    'net and fixed fees are what is sent':
      pricing.net + pricing.platformFixed + pricing.serviceFixed === pricing.sending,
    'fixed fees are those of the schedule':
      pricing.platformFixed === fees.platform.fixed && pricing.serviceFixed === fees.service.fixed,
  };
  return failed(sums);
}

/** The names of what is false. */
function failed(claims: Readonly<Record<string, boolean>>): readonly string[] {
  const names: string[] = [];
  for (const name in claims) if (!claims[name]) names.push(name);
  return names;
}

/** Ends a case with all that is wrong with it. */
function hold(claims: Readonly<Record<string, boolean>>, more: readonly string[] = []): void {
  const wrong = [...failed(claims), ...more];
  if (wrong.length > 0) throw new Error(`not so: ${wrong.join('; ')}`);
}

/** Within one unit and the precision of ten printed digits, computed exactly. */
function printedRateExplains({ sending, feesIncluded, receiving }: Pricing, rate: Rate): boolean {
  const printed = parseDecimal(String(printRate(rate)))!;
  const shown = (sending - feesIncluded) * printed.num;
  const difference = shown - receiving * printed.den;
  const slack = printed.den + shown / 10n ** 9n + 1n;
  return (difference < 0n ? -difference : difference) <= slack;
}

describe('a locked sending amount', () => {
  test('is split without loss, matches the document, and its printed rate explains it; or is out of range', () => {
    let refused = 0;
    fc.assert(
      fc.property(amounts, rates, schedule(fixedFees), (sending, rate, fees) => {
        const expected = reference(sending, rate, fees);
        const result = priceFixedSending(sending, rate, fees);
        if (!result.ok) {
          refused += 1;
          hold({
            'it is refused for its range': result.error.code === 'AMOUNT_OUT_OF_RANGE',
            'it is out of range': expected.receiving <= 0n || expected.receiving > MAX_COMPUTED,
          });
          return;
        }
        const { receiving, feesIncluded } = result.value;
        hold(
          {
            [`${expected.receiving} arrive, not ${receiving}`]: receiving === expected.receiving,
            [`the fees are ${expected.fees}, not ${feesIncluded}`]: feesIncluded === expected.fees,
            'the printed rate explains it': printedRateExplains(result.value, rate),
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
  test('of small payments costs what trying every debit from 1 upward finds', () => {
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
        // Small integers, exact as numbers; another arithmetic than the code's on purpose.
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
   * What remains of net is below net × kept / 10⁴ + 1 (each rounding gives back at most a half), so a debit that
   * suffices lies above this one.
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
      hold({ 'it is refused for its range': result.error.code === 'AMOUNT_OUT_OF_RANGE' });
      // Out of range only where no debit within the range gives the amount.
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
        'what was locked arrives': result.value.receiving === receiving && own.receiving >= receiving,
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

  test('of any size costs a debit below which no candidate gives it', () => {
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

  test('of any size under fees near the whole costs the first of all candidates', () => {
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

  test('never costs more than a debit that was seen to give it', () => {
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

test('every pair of currencies of the registry prices both locks, at rates and fees of any size', () => {
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
