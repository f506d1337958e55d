import { Bug } from '@corridor/core';

/** Stands for a bigint in stored JSON. Keys of records that begin with `$` get one more, so nothing else reads as one. */
const BIGINT = '$bigint';
const MARK = '"$';
const DOLLAR = 36;

/** JSON that carries bigints exactly. Keys with the value undefined are left out, as in JSON. */
export function encodeJson(value: unknown): string {
  const text = JSON.stringify(escape(value)) as string | undefined;
  if (text === undefined) throw new Bug('a json column cannot hold undefined');
  return text;
}

export function decodeJson(text: string): unknown {
  return text.includes(MARK) ? unescape(JSON.parse(text)) : JSON.parse(text);
}

type Fields = Record<string, unknown>;

const isMarked = (key: string): boolean => key.charCodeAt(0) === DOLLAR;
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

function hasMarked(fields: object): boolean {
  for (const key in fields) if (isMarked(key)) return true;
  return false;
}

/** The value itself where nothing in it needs another form, which is most of what is stored. */
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

/** Changes what was parsed in place. */
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
