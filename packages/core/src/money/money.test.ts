import { describe, expect, expectTypeOf, test } from 'vitest';
import { Bug, type CurrencyCode } from '../kernel/index.js';
import { MAX_AMOUNT, MAX_COMPUTED, Money } from './money.js';

const usd = (minor: bigint) => Money.of('USD', minor);
const eur = (minor: bigint) => Money.of('EUR', minor);

describe('money of one currency', () => {
  test('adds, subtracts and negates smallest units beyond the range of safe integers', () => {
    expect(usd(9_007_199_254_740_993n).plus(usd(2n)).minor).toBe(9_007_199_254_740_995n);
    expect(usd(1n).minus(usd(3n)).minor).toBe(-2n);
    expect(usd(5n).negate().minor).toBe(-5n);
    expect(usd(5n).plus(usd(1n)).currency).toBe('USD');
  });

  test('compares by value', () => {
    expect([usd(1n).compare(usd(2n)), usd(2n).compare(usd(2n)), usd(3n).compare(usd(2n))]).toEqual([-1, 0, 1]);
    expect(usd(2n).equals(usd(2n))).toBe(true);
    expect(usd(2n).equals(usd(-2n))).toBe(false);
  });

  test('knows its sign', () => {
    const signs = [-1n, 0n, 1n].map((n) => [usd(n).isNegative(), usd(n).isZero(), usd(n).isPositive()]);
    expect(signs).toEqual([
      [true, false, false],
      [false, true, false],
      [false, false, true],
    ]);
    expect(Money.zero('USD').isZero()).toBe(true);
  });
});

describe('money of two currencies', () => {
  test('cannot be added or compared: a compile error, and a bug at run time', () => {
    // @ts-expect-error euros are not dollars
    expect(() => usd(1n).plus(eur(1n))).toThrow(Bug);
    // @ts-expect-error euros are not dollars
    expect(() => usd(1n).minus(eur(1n))).toThrow(Bug);
    // @ts-expect-error euros are not dollars
    expect(() => usd(1n).compare(eur(1n))).toThrow(Bug);
    // @ts-expect-error euros are not dollars
    expect(() => usd(1n).equals(eur(1n))).toThrow(Bug);
  });

  test('throws at run time if the compiler does not know the currencies', () => {
    const some = Money.of('USD' as CurrencyCode, 1n);
    const other = Money.of('EUR' as CurrencyCode, 1n);
    expect(() => some.plus(other)).toThrow('cannot combine USD and EUR');
    expectTypeOf(some).toEqualTypeOf<Money>();
    expectTypeOf(usd(1n)).toEqualTypeOf<Money<'USD'>>();
  });
});

describe('an amount', () => {
  test('is created only by Money.of, in a currency of the registry', () => {
    type Constructors = typeof Money extends new (...args: never[]) => unknown ? 'public' : 'private';
    expectTypeOf<Constructors>().toEqualTypeOf<'private'>();
    expectTypeOf(Money.of<'USD'>)
      .parameter(1)
      .toEqualTypeOf<bigint>();
    expect(() => Money.of('XXX', 1n)).toThrow('not a currency: XXX');
  });

  test('is immutable', () => {
    const amount = usd(1n);
    // @ts-expect-error amounts are immutable
    expect(() => (amount.minor = 2n)).toThrow(TypeError);
    // @ts-expect-error amounts are immutable
    expect(() => (amount.currency = 'EUR')).toThrow(TypeError);
    expect(amount.minor).toBe(1n);
  });

  test('throws instead of converting to text, JSON or a number implicitly', () => {
    const amount = usd(1n) as unknown as number;
    expect(() => JSON.stringify({ amount })).toThrow(Bug);
    expect(() => `${amount}`).toThrow(Bug);
    expect(() => amount + 1).toThrow(Bug);
    expect(() => amount < 2).toThrow(Bug);
  });
});

test('the largest amount of a request is below the largest computed amount, the largest safe integer', () => {
  expect(MAX_AMOUNT).toBe(9n * 10n ** 15n);
  expect(MAX_COMPUTED).toBe(BigInt(Number.MAX_SAFE_INTEGER));
  expect(MAX_AMOUNT < MAX_COMPUTED).toBe(true);
});
