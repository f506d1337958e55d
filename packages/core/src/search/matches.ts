import type { BaseRecord, KindOf, Sought } from '../kernel/index.js';
import { compact, numbersOf, termsOf } from './terms.js';

type Fields = Readonly<Record<string, unknown>>;

/** Whether a record is what an alternative seeks, as the record is now. */
export function isSought<T extends BaseRecord>(kind: KindOf<T>, record: T, sought: Sought<T>): boolean {
  const fields = record as unknown as Fields;
  switch (sought.by) {
    case 'id':
      return record.id >= sought.from && record.id <= sought.to;
    case 'filter':
      return fields[sought.column] === sought.value;
    case 'amount': {
      const currency = kind.amounts.find(({ amount }) => amount === sought.column)?.currency;
      return fields[sought.column] === sought.amount && fields[currency ?? ''] === sought.currency;
    }
    case 'key': {
      const columns = kind.unique.find(({ name }) => name === sought.key)?.columns ?? [];
      return columns.length > 0 && columns.every((column, at) => fields[column] === sought.values[at]);
    }
    case 'terms':
      return firstTerm(kind, record, sought.prefixes) !== null;
  }
}

/** The term of a record by which the first prefix finds it; null if the record has no term for one of the prefixes. */
export function firstTerm<T extends BaseRecord>(
  kind: KindOf<T>,
  record: T,
  prefixes: readonly string[],
): string | null {
  const terms = [...termsOf(kind, record)];
  if (!prefixes.every((prefix) => terms.some((term) => term.startsWith(prefix)))) return null;
  return terms.filter((term) => term.startsWith(prefixes[0]!)).toSorted()[0] ?? null;
}

/** Whether a number of the record ends as the whole sought number; either may lack a prefix, such as that of a country. */
export const hasNumber = <T extends BaseRecord>(kind: KindOf<T>, record: T, number: string): boolean =>
  numbersOf(kind, record)
    .map(compact)
    .some((own) => own.endsWith(number) || number.endsWith(own));
