import {
  type CurrencyCode,
  type Field,
  type FieldError,
  fromIso,
  type Id,
  type IdType,
  instant,
  type Instant,
  isLedgerCurrency,
  ok,
  type Result,
} from '@corridor/core';
import { isId } from '@corridor/core/internal';
import { invalidFields } from '@corridor/core/ports';
import { parseAmount } from './money.js';

const TEXT_LENGTH = 1_000;
const LIST_LENGTH = 2_000;
const SEPARATORS = /[\s,;]+/;
const EPOCH = instant(0);
const TIME = /^(\d{4}-\d\d-\d\d)([T ]\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?)?(?: UTC|Z)?$/;
const INTEGER = /^-?\d{1,15}$/;

/**
 * The fields of a form or a filter, read one by one. Every field that is wrong is reported at once: a reading returns a
 * value of its type also for a wrong field, and `result` then returns the errors instead.
 */
export class Entered {
  readonly #values: URLSearchParams;
  readonly #errors: FieldError[] = [];

  constructor(values: URLSearchParams) {
    this.#values = values;
  }

  /** Reports a field as wrong; the message follows the label of the field. */
  fail(field: string, message: string): void {
    this.#errors.push({ field, message });
  }

  hasFailed(name: string): boolean {
    return this.#errors.some(({ field }) => field === name);
  }

  /** Reports what a rule has against the value of a field, unless the field is wrong already. */
  check(name: string, value: unknown, rule: Field['rule']): void {
    if (this.hasFailed(name)) return;
    const found: FieldError[] = [];
    rule(value, name, (error) => found.push(error));
    if (found.length > 0) this.#errors.push({ ...found[0]!, field: name });
  }

  #given(name: string): string {
    return (this.#values.get(name) ?? '').trim();
  }

  text(name: string, most: number = TEXT_LENGTH): string {
    const text = this.optionalText(name, most);
    if (text === undefined) this.fail(name, 'must not be empty');
    return text ?? '';
  }

  optionalText(name: string, most: number = TEXT_LENGTH): string | undefined {
    const text = this.#given(name);
    if (text.length > most) this.fail(name, `must have at most ${most} characters`);
    return text === '' ? undefined : text;
  }

  oneOf<const T extends string>(name: string, values: readonly T[]): T {
    const value = this.optionalOneOf(name, values);
    if (value === undefined && this.#given(name) === '') this.fail(name, 'must be chosen');
    return value ?? values[0]!;
  }

  optionalOneOf<const T extends string>(name: string, values: readonly T[]): T | undefined {
    const text = this.#given(name);
    const value = values.find((each) => each === text);
    if (text !== '' && value === undefined) this.fail(name, 'is not one of the choices');
    return value;
  }

  /** The checked boxes of a field with several choices. */
  many<const T extends string>(name: string, values: readonly T[], { isRequired = false } = {}): readonly T[] {
    const given = this.#values.getAll(name);
    if (isRequired && given.length === 0) this.fail(name, 'must have at least one');
    if (given.some((each) => !(values as readonly string[]).includes(each)))
      this.fail(name, 'is not one of the choices');
    return values.filter((value) => given.includes(value));
  }

  /** Texts with blanks, commas or semicolons between them. */
  list(name: string, { isRequired = false } = {}): readonly string[] {
    const text = isRequired ? this.text(name, LIST_LENGTH) : (this.optionalText(name, LIST_LENGTH) ?? '');
    return text.split(SEPARATORS).filter(Boolean);
  }

  isChecked(name: string): boolean {
    return this.#values.has(name);
  }

  currency(name: string): CurrencyCode {
    const code = this.text(name).toUpperCase();
    if (code !== '' && !isLedgerCurrency(code)) this.fail(name, 'is not a currency');
    return code as CurrencyCode;
  }

  /** An amount such as `1,234.50` in smallest units of the currency. */
  amount(name: string, currency: string): bigint {
    return this.optionalAmount(name, currency) ?? (this.#given(name) === '' ? this.#missing(name, 0n) : 0n);
  }

  optionalAmount(name: string, currency: string): bigint | undefined {
    const text = this.#given(name);
    if (text === '' || !isLedgerCurrency(currency)) return undefined;
    const amount = parseAmount(text, currency);
    if (!amount.ok) this.fail(name, amount.error.message);
    return amount.ok ? amount.value : undefined;
  }

  integer(name: string, { min, max }: { readonly min: number; readonly max: number }): number {
    const text = this.#given(name);
    if (text === '') return this.#missing(name, min);
    const value = INTEGER.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    this.fail(name, `must be a whole number from ${min} to ${max}`);
    return min;
  }

  optionalId<T extends IdType>(name: string, type: T): Id<T> | undefined {
    const text = this.#given(name);
    if (text === '') return undefined;
    if (isId(type, text)) return text;
    this.fail(name, `must be an id that begins with ${type}:`);
    return undefined;
  }

  /** A time in UTC, as pages show it: `2026-01-15 10:00`, also with seconds and `UTC`. A day alone is its first moment. */
  optionalTime(name: string): Instant | undefined {
    const text = this.#given(name);
    if (text === '') return undefined;
    const [, day, time = 'T00:00:00'] = TIME.exec(text) ?? [];
    const at = day === undefined ? null : fromIso(`${day}${time.replace(' ', 'T')}Z`);
    if (at === null) this.fail(name, 'must be a time such as 2026-01-15 10:00');
    return at ?? undefined;
  }

  time(name: string): Instant {
    return this.optionalTime(name) ?? (this.#given(name) === '' ? this.#missing(name, EPOCH) : EPOCH);
  }

  #missing<T>(name: string, value: T): T {
    this.fail(name, 'must not be empty');
    return value;
  }

  /** The value if every field is right; INVALID_INPUT with all errors otherwise. */
  result<T>(make: () => T): Result<T> {
    return this.#errors.length === 0 ? ok(make()) : invalidFields(this.#errors);
  }
}
