import { Bug, type CurrencyCode } from '../kernel/index.js';
import { isLedgerCurrency } from './currency.js';

/** Largest amount that a request may name, in smallest units. */
export const MAX_AMOUNT = 9_000_000_000_000_000n;

/** Largest amount that a computation may yield: the largest integer that every JSON parser reads exactly, 2^53 − 1. */
export const MAX_COMPUTED = 9_007_199_254_740_991n;

/**
 * An amount of one currency in its smallest units; may be negative (a posting, a difference).
 * Combining two currencies is a compile error if the types differ, and otherwise throws at run time.
 * Implicit conversion to text or number throws, so that every serializer names the currency and the units separately.
 *
 * @example
 * ```ts
 * import { Money } from '@corridor/core';
 *
 * const price = Money.of('USD', 1_250n); // 12.50 USD
 * price.plus(Money.of('USD', 50n)).minor; // 1_300n
 * ```
 */
export class Money<C extends string = CurrencyCode> {
  readonly currency: C;
  readonly minor: bigint;

  private constructor(currency: C, minor: bigint) {
    this.currency = currency;
    this.minor = minor;
    Object.freeze(this);
  }

  /** The currency must be in the registry. */
  static of<C extends string>(currency: C, minor: bigint): Money<C> {
    if (!isLedgerCurrency(currency)) throw new Bug(`not a currency: ${currency}`);
    return new Money<C>(currency, minor);
  }

  static zero<C extends string>(currency: C): Money<C> {
    return Money.of(currency, 0n);
  }

  plus(other: Money<C>): Money<C> {
    return new Money(this.currency, this.minor + this.same(other));
  }

  minus(other: Money<C>): Money<C> {
    return new Money(this.currency, this.minor - this.same(other));
  }

  negate(): Money<C> {
    return new Money(this.currency, -this.minor);
  }

  /** Negative, zero or positive, as for a sort. */
  compare(other: Money<C>): -1 | 0 | 1 {
    const minor = this.same(other);
    return this.minor < minor ? -1 : this.minor > minor ? 1 : 0;
  }

  equals(other: Money<C>): boolean {
    return this.compare(other) === 0;
  }

  isZero(): boolean {
    return this.minor === 0n;
  }

  isPositive(): boolean {
    return this.minor > 0n;
  }

  isNegative(): boolean {
    return this.minor < 0n;
  }

  toJSON(): never {
    throw new Bug('Money cannot be serialized as a whole: write its currency and minor units');
  }

  [Symbol.toPrimitive](): never {
    throw new Bug('Money does not convert to a number or text: use compare, plus, minus, or its minor units');
  }

  private same(other: Money<C>): bigint {
    if (other.currency !== this.currency) throw new Bug(`cannot combine ${this.currency} and ${other.currency}`);
    return other.minor;
  }
}
