import { type AnyKind, ERASED_TEXT, ID_TYPES, isId } from '../kernel/index.js';
import { erasingOf } from './erased-columns.js';

/** The members of reduced JSON whose texts say what kind of thing it is, and nothing of a person. */
const SPOKEN: ReadonlySet<string> = new Set([
  ...['sourceType', 'destinationType', 'accountType', 'beneficiaryType', 'type'],
  ...['layer', 'asset'],
  ...['currency', 'paymentRail', 'rail', 'cryptoNetwork', 'network', 'pulls', 'customerId', 'purposeOfPayment'],
]);

/** The members of reduced JSON that another institution filled: any part of them can be of a person. */
const EMPTIED: ReadonlySet<string> = new Set(['payeeData']);

const isRecordId = (text: string): boolean => ID_TYPES.some((type) => isId(type, text));

/** A part of reduced JSON. Amounts, times and flags stay, and ids of records. */
function reducedValue(value: unknown, name = ''): unknown {
  if (typeof value === 'string') return SPOKEN.has(name) || isRecordId(value) ? value : ERASED_TEXT;
  if (EMPTIED.has(name) && value !== null) return {};
  if (Array.isArray(value)) return value.map((part) => reducedValue(part, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, reducedValue(part, key)]));
}

type Fields = Readonly<Record<string, unknown>>;

/** The value of a column instead of the erased one. A text of a unique key must differ from that of every other record. */
function erasedValue(kind: AnyKind, column: string, { id }: { readonly id: string }): unknown {
  const type = kind.columns[column];
  if (type?.endsWith('?') === true) return null;
  if (type === 'text')
    return kind.unique.some(({ columns }) => columns.includes(column)) ? `${ERASED_TEXT}:${id}` : ERASED_TEXT;
  // The empty list is also an object without members.
  return type === 'json' ? [] : 0;
}

/** The fields of a record that erasing overwrites, with what they become; empty for a record that has been erased. */
export function erasedFields(kind: AnyKind, record: { readonly id: string }): Fields {
  const erasing = erasingOf(kind);
  if (erasing?.how !== 'COLUMNS') return {};
  const fields = record as unknown as Fields;
  const wanted: [string, unknown][] = [
    ...erasing.erased.map((column): [string, unknown] => [column, erasedValue(kind, column, record)]),
    ...erasing.reduced.map((column): [string, unknown] => [column, reducedValue(fields[column])]),
    ...erasing.ids.map((column): [string, unknown] => [column, reducedValue(fields[column])]),
  ];
  return Object.fromEntries(wanted.filter(([column, value]) => !isSame(fields[column], value)));
}

/** JSON with bigints; the order of members does not change by erasing. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? `${part}n` : part)) ?? 'undefined';

const isSame = (one: unknown, other: unknown): boolean => textOf(one) === textOf(other);
