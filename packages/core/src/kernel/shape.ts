/**
 * Checks a value that came from outside and returns it, with null for optional members that are absent. Throws a
 * `Misshapen` that names the member.
 */
export type Shape<T> = (value: unknown, member: string) => T;

/** A member of a value is not what its type promises. The message repeats no value, because it may name a person. */
export class Misshapen extends Error {
  override readonly name = 'Misshapen';

  /** What the member must be, and what it is. */
  readonly fault: string;

  constructor(
    /** Path of the member, such as `status.checkAfterSeconds`; empty for the whole value. */
    readonly member: string,
    expected: string,
    found: unknown,
  ) {
    const fault = `must be ${expected}, but ${foundText(found)}`;
    super(`${member === '' ? 'the answer' : member} ${fault}`);
    this.fault = fault;
  }
}

function foundText(found: unknown): string {
  if (found === undefined || found === null) return 'is missing';
  if (Array.isArray(found)) return 'is a list';
  switch (typeof found) {
    case 'number':
    case 'bigint':
      return `is the ${typeof found} ${found}`;
    case 'string':
      return found === '' ? 'is an empty text' : 'is another text';
    case 'boolean':
      return `is ${found}`;
    default:
      return `is ${typeof found === 'object' ? 'another object' : `a ${typeof found}`}`;
  }
}

const shape =
  <T>(expected: string, holds: (value: unknown) => boolean): Shape<T> =>
  (value, member) => {
    if (holds(value)) return value as T;
    throw new Misshapen(member, expected, value);
  };

/** What no database stores in a text: U+0000, and halves of characters. */
const UNSTORABLE = /\u0000|\p{Cs}/gu;
const isStorable = (value: unknown): value is string => typeof value === 'string' && value.search(UNSTORABLE) < 0;

const LONGEST_ID = 255;
/** Ten years. */
const LONGEST_WAIT_SECONDS = 315_360_000;
const LATEST_INSTANT = 8_640_000_000_000_000;

/** A text loses what cannot be stored, because what it reports has happened. */
export const aText: Shape<string> = (value, member) => {
  if (typeof value !== 'string') throw new Misshapen(member, 'a text', value);
  return value.replaceAll(UNSTORABLE, '');
};

/** Any text, as it is. */
export const anyText: Shape<string> = shape('a text', (value) => typeof value === 'string');

export const someText: Shape<string> = shape(
  'a text that is not empty, without NUL',
  (value) => isStorable(value) && value !== '',
);

/** An id keeps all its characters, because without one of them it could be another id. */
export const anId: Shape<string> = shape(
  `a text of 1 to ${LONGEST_ID} characters without NUL`,
  (value) => isStorable(value) && value !== '' && value.length <= LONGEST_ID,
);

export const aFlag: Shape<boolean> = shape('true or false', (value) => typeof value === 'boolean');

const delayFrom =
  (expected: string, holds: (seconds: number) => boolean): Shape<number> =>
  (value, member) => {
    if (typeof value === 'number' && value <= LONGEST_WAIT_SECONDS && holds(value)) return wholeMilliseconds(value);
    throw new Misshapen(member, `${expected} number of seconds, at most ${LONGEST_WAIT_SECONDS}`, value);
  };

/** Due times are whole milliseconds. A fraction that is only the error of a division stays. */
function wholeMilliseconds(seconds: number): number {
  const milliseconds = seconds * 1000;
  const isWhole = Math.abs(milliseconds - Math.round(milliseconds)) < 1 / 1000;
  return isWhole ? seconds : Math.ceil(milliseconds) / 1000;
}

/** Seconds until something is asked again. */
export const aDelay: Shape<number> = delayFrom('a positive', (seconds) => seconds > 0);
/** Seconds until something is asked again, or 0 if it need not be. */
export const aDelayOrNone: Shape<number> = delayFrom('a', (seconds) => seconds >= 0);

/** A type that extends number, such as an instant, is named by the caller. */
export const anInstant = <T extends number>(): Shape<T> =>
  shape(
    'a time in whole milliseconds since 1970',
    (value) => Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= LATEST_INSTANT,
  );

export const aWhole = (least: number, most: number): Shape<number> =>
  shape(
    `a whole number from ${least} to ${most}`,
    (value) => Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most,
  );

/** Any whole number of smallest units, of any size. */
export const aBigint: Shape<bigint> = shape('a bigint', (value) => typeof value === 'bigint');

/** An amount in smallest units. */
export const anAmount = (least: bigint, most: bigint): Shape<bigint> =>
  shape(`a bigint from ${least} to ${most}`, (value) => typeof value === 'bigint' && value >= least && value <= most);

export const oneOf = <const T extends string>(values: readonly T[]): Shape<T> =>
  shape(values.length === 1 ? `"${values[0]}"` : `one of ${values.join(', ')}`, (value) =>
    (values as readonly unknown[]).includes(value),
  );

/** A text that another check has already accepted, such as the code of a currency. */
export const textThat = <T extends string>(expected: string, holds: (text: string) => boolean): Shape<T> =>
  shape(expected, (value) => isStorable(value) && holds(value));

/** An absent member is null. */
export const orNull =
  <T>(inner: Shape<T>): Shape<T | null> =>
  (value, member) =>
    value === undefined || value === null ? null : inner(value, member);

/** The member may be absent, and stays absent. */
export const orAbsent =
  <T>(inner: Shape<T>): Shape<T | undefined> =>
  (value, member) =>
    value === undefined || value === null ? undefined : inner(value, member);

export const listOf =
  <T>(inner: Shape<T>): Shape<readonly T[]> =>
  (value, member) => {
    if (!Array.isArray(value)) throw new Misshapen(member, 'a list', value);
    const items: readonly unknown[] = value;
    const read = items.map((item, index) => inner(item, `${member}[${index}]`));
    return read.every((item, index) => item === items[index]) ? (items as readonly T[]) : read;
  };

export const mapOf =
  <K, V>(key: Shape<K>, inner: Shape<V>): Shape<ReadonlyMap<K, V>> =>
  (value, member) => {
    if (!(value instanceof Map)) throw new Misshapen(member, 'a Map', value);
    for (const [name, item] of value as ReadonlyMap<unknown, unknown>) {
      key(name, `a key of ${member}`);
      inner(item, `${member}["${String(name)}"]`);
    }
    return value as ReadonlyMap<K, V>;
  };

/** The shapes of the members of an object. */
export type Members<T> = { readonly [K in keyof T]-?: Shape<T[K]> };

/** The value itself if its members are what they must be; a copy if a member became null or absent, or lost characters. */
export const objectWith =
  <T extends object>(members: Members<T>): Shape<T> =>
  (value, member) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new Misshapen(member, 'an object', value);
    const given = value as Readonly<Record<string, unknown>>;
    const changed: Record<string, unknown> = {};
    for (const [name, inner] of Object.entries<Shape<unknown>>(members)) {
      const read = inner(given[name], member === '' ? name : `${member}.${name}`);
      if (read !== given[name]) changed[name] = read;
    }
    const names = Object.keys(changed);
    if (names.length === 0) return given as T;
    // A null of a member that may be absent is left out.
    const left = names.filter((name) => changed[name] === undefined);
    const copy = Object.entries({ ...given, ...changed }).filter(([name]) => !left.includes(name));
    return Object.fromEntries(copy) as T;
  };

type Variant<T, Tag extends keyof T, Name> = T extends unknown ? (Name extends T[Tag] ? T : never) : never;

/** A union of objects that a member tells apart, with the shapes of the other members of each. */
export const variants =
  <T extends object>() =>
  <Tag extends keyof T & string>(
    tag: Tag,
    of: { readonly [Name in T[Tag] & string]: Members<Omit<Variant<T, Tag, Name>, Tag>> },
  ): Shape<T> => {
    const names = Object.keys(of) as (T[Tag] & string)[];
    const tagged = objectWith<Readonly<Record<string, string>>>({ [tag]: oneOf<string>(names) });
    return (value, member) => {
      const name = tagged(value, member)[tag] as T[Tag] & string;
      return objectWith(of[name] as Members<object>)(value, member) as T;
    };
  };
