import { type BaseRecord, type Instant, instant, type KindOf, toIso } from '../kernel/index.js';
import type { Audience } from './place.js';
import { placeOf } from './personal-data.js';

/** A row of an export: texts, numbers, flags, null, and parts of these. Times are ISO 8601; amounts are texts of digits. */
export type ReadableRow = Readonly<Record<string, unknown>>;

const BASE = ['id', 'createdAt'];
/** A hidden change, such as a silent block, raises the version and the time of the last change. */
const BASE_WITHHELD = ['version', 'updatedAt'];

/** Names under which nested parts keep times in milliseconds. */
const TIME_NAME = /(^at|At|Until|until)$/;
/** 2001-09-09: a smaller number under such a name is a count. */
const FIRST_TIME = 1e12;

/** The columns of a record that an export has, in a form that anyone can read. */
export function readable<T extends BaseRecord>(kind: KindOf<T>, record: T, audience: Audience): ReadableRow {
  const place = placeOf(kind);
  const names =
    audience === 'PERSON' ? [...BASE, ...place.given] : [...BASE, ...BASE_WITHHELD, ...place.given, ...place.withheld];
  const fields = record as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    names.map((name) => {
      const [type = '', value] = [kind.columns[name as keyof typeof kind.columns] as string | undefined, fields[name]];
      const isTime = type.startsWith('instant') && value !== null;
      return [name, isTime ? toIso(value as Instant) : readableValue(value, name)];
    }),
  );
}

/** The named fields of a record or a snapshot; what a snapshot lacks is left out. */
export function readableParts(record: object, names: readonly string[]): ReadableRow {
  const fields = record as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    names.filter((name) => fields[name] !== undefined).map((name) => [name, readableValue(fields[name], name)]),
  );
}

/** A value with its nested parts: amounts as digits, times as ISO 8601. */
export function readableValue(value: unknown, name = ''): unknown {
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'number') return TIME_NAME.test(name) && value >= FIRST_TIME ? toIso(instant(value)) : value;
  if (Array.isArray(value)) return value.map((item) => readableValue(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, part]) => part !== undefined)
      .map(([key, part]) => [key, readableValue(part, key)]),
  );
}
