import { Bug } from '@corridor/core';

/** Stands for a bigint in stored JSON. Keys of records that begin with `$` get one more, so nothing else reads as one. */
const BIGINT = '$bigint';
const MARK = '"$';

/** JSON that carries bigints exactly. Keys with the value undefined are left out, as in JSON. */
export function encodeJson(value: unknown): string {
  const plain = plainJson(value);
  if (plain !== null && !plain.includes(MARK)) return plain;
  const text = JSON.stringify(escape(value)) as string | undefined;
  if (text === undefined) throw new Bug('a json column cannot hold undefined');
  return text;
}

export function decodeJson(text: string): unknown {
  return text.includes(MARK) ? unescape(JSON.parse(text)) : JSON.parse(text);
}

/** Null when the value holds a bigint, which JSON.stringify refuses: most values hold none, and this is the fast way. */
function plainJson(value: unknown): string | null {
  try {
    return (JSON.stringify(value) as string | undefined) ?? null;
  } catch {
    return null;
  }
}

function escape(value: unknown): unknown {
  if (typeof value === 'bigint') return { [BIGINT]: value.toString() };
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(escape);
  return rebuild(value, (key, part) => [key.startsWith('$') ? `$${key}` : key, escape(part)]);
}

function unescape(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(unescape);
  const digits = (value as Record<string, unknown>)[BIGINT];
  if (typeof digits === 'string') return BigInt(digits);
  return rebuild(value, (key, part) => [key.startsWith('$') ? key.slice(1) : key, unescape(part)]);
}

/** Object.fromEntries defines its keys, so that a key named `__proto__` stays a key. */
function rebuild(value: object, entry: (key: string, part: unknown) => [string, unknown]): object {
  return Object.fromEntries(Object.entries(value).map(([key, part]) => entry(key, part)));
}
