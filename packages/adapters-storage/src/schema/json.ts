import { Bug } from '@corridor/core/ports';

/**
 * Marks a bigint in stored JSON. Record keys that start with `$` get a second `$`, so that only real bigints match.
 */
const BIGINT = '$bigint';
const MARK = '"$';
const DOLLAR = 36;

/** JSON that preserves bigints. Keys with the value undefined are omitted, as in JSON. */
export function encodeJson(value: unknown): string {
  const text = JSON.stringify(escape(value)) as string | undefined;
  if (text === undefined) throw new Bug('a json column cannot hold undefined');
  return text;
}

export function decodeJson(text: string): unknown {
  return text.includes(MARK) ? unescape(JSON.parse(text)) : JSON.parse(text);
}

/** Copies a value as `decodeJson(encodeJson(value))` would, without the text in between, and freezes it. */
export function copyJson(value: unknown): unknown {
  const copy = copied(value, '');
  if (copy === undefined) throw new Bug('a json column cannot hold undefined');
  return copy;
}

type Fields = Record<string, unknown>;

const isMarked = (key: string): boolean => key.charCodeAt(0) === DOLLAR;
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

function hasMarked(fields: object): boolean {
  for (const key in fields) if (isMarked(key)) return true;
  return false;
}

/** Returns the value unchanged if no part needs escaping, which is the common case. */
function escape(value: unknown): unknown {
  if (typeof value === 'bigint') return { [BIGINT]: value.toString() };
  if (!isObject(value)) return value;
  if (Array.isArray(value)) return value.map(escape);
  if (hasMarked(value)) return rebuild(value, (key, part) => [isMarked(key) ? `$${key}` : key, escape(part)]);
  let copy: Fields | null = null;
  for (const key in value) {
    const part = (value as Fields)[key];
    if (typeof part !== 'bigint' && !isObject(part)) continue;
    const escaped = escape(part);
    if (escaped !== part) (copy ??= { ...value })[key] = escaped;
  }
  return copy ?? value;
}

/** Modifies the parsed value in place. */
function unescape(value: unknown): unknown {
  if (!isObject(value)) return value;
  if (Array.isArray(value)) return value.map(unescape);
  const fields = value as Fields;
  const digits = fields[BIGINT];
  if (typeof digits === 'string') return BigInt(digits);
  if (hasMarked(fields)) {
    return rebuild(fields, (key, part) => [isMarked(key) ? key.slice(1) : key, unescape(part)]);
  }
  for (const key in fields) {
    const part = fields[key];
    if (isObject(part)) fields[key] = unescape(part);
  }
  return fields;
}

/** Object.fromEntries defines its keys, so that a key named `__proto__` stays a key. */
function rebuild(value: object, entry: (key: string, part: unknown) => [string, unknown]): object {
  return Object.fromEntries(Object.entries(value).map(([key, part]) => entry(key, part)));
}

/** Undefined for values that JSON omits. `key`: where the value is in the object or array that holds it. */
function copied(value: unknown, key: string | number): unknown {
  if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : null;
  if (!isObject(value)) return typeof value === 'function' || typeof value === 'symbol' ? undefined : value;
  if (Array.isArray(value)) return Object.freeze(Array.from(value, (part, index) => copied(part, index) ?? null));
  // Dates and similar objects have their own JSON form, which can depend on the key and can be undefined.
  if (!isPlain(value)) return frozen(Object.values(decodeJson(encodeJson({ [key]: value })) as Fields)[0]);
  const copy: Fields = {};
  for (const name of Object.keys(value)) {
    const part = copied((value as Fields)[name], name);
    if (part === undefined) continue;
    if (name === '__proto__') define(copy, name, part);
    else copy[name] = part;
  }
  return Object.freeze(copy);
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return (prototype === Object.prototype || prototype === null) && typeof (value as Fields)['toJSON'] !== 'function';
}

const define = (of: Fields, key: string, value: unknown): unknown =>
  Object.defineProperty(of, key, { value, enumerable: true });

function frozen(value: unknown): unknown {
  if (!isObject(value)) return value;
  for (const part of Object.values(value)) frozen(part);
  return Object.freeze(value);
}
