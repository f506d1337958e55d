import { SEARCH_TERMS } from '@corridor/core/records';
import type { CheckedSearch, CheckedSought } from '../schema/checked-queries.js';
import { anyKind, keyOf, type Table, tableOf } from '../schema/tables.js';
import type { Row } from '../schema/writes.js';
import type { MemoryTable } from './table.js';

const TERMS = tableOf(anyKind(SEARCH_TERMS));

type Of = (table: Table) => MemoryTable;

/** The rows that one of the alternatives finds, each once. */
export function searchRows(table: Table, { anyOf, tenants, limit }: CheckedSearch, of: Of): readonly Row[] {
  const allowed = new Set<unknown>(tenants);
  const inTenants = (rows: Iterable<Row>): readonly Row[] => [...rows].filter((row) => allowed.has(row.tenant));
  const found = anyOf.flatMap((sought) =>
    sought.by === 'terms'
      ? subjectsOf(inTenants(of(TERMS).rows()), sought.prefixes)
          .slice(0, limit)
          .flatMap((id) => of(table).get(id) ?? [])
      : inTenants(candidates(table, sought, of(table)))
          .toSorted(sought.by === 'id' ? byId : byTime)
          .slice(0, limit),
  );
  return [...new Set(found)];
}

const byId = (a: Row, b: Row): number => (a.id < b.id ? 1 : -1);
const byTime = (a: Row, b: Row): number => b.createdAt - a.createdAt || byId(a, b);

function candidates(table: Table, sought: Exclude<CheckedSought, { by: 'terms' }>, rows: MemoryTable): Iterable<Row> {
  switch (sought.by) {
    case 'id':
      return [...rows.rows()].filter(({ id }) => id >= sought.from && id <= sought.to);
    case 'filter':
      return rows.filtered(sought.field, sought.value);
    case 'key': {
      const { fields, unless } = keyOf(table, sought.key);
      const named = fields.filter((field) => field !== 'tenant');
      return [...rows.rows()].filter(
        (row) => named.every((field, at) => row[field] === sought.values[at]) && (unless === null || !row[unless]),
      );
    }
    case 'amount':
      return [...rows.rows()].filter(
        (row) => row[sought.field] === sought.amount && row[sought.currencyField] === sought.currency,
      );
  }
}

/** The subjects that have a term for each prefix, in the order of their first term of the first prefix. */
function subjectsOf(rows: readonly Row[], prefixes: readonly string[]): readonly string[] {
  const has = (row: Row, prefix: string): boolean => (row['term'] as string).startsWith(prefix);
  const subjects = (prefix: string) => new Set(rows.filter((row) => has(row, prefix)).map((row) => row['subject']));
  const [first, ...others] = prefixes;
  const sets = others.map(subjects);
  const ordered = rows.filter((row) => has(row, first!)).toSorted(byTerm);
  const ids = ordered.map((row) => row['subject'] as string).filter((id) => sets.every((set) => set.has(id)));
  return [...new Set(ids)];
}

function byTerm(a: Row, b: Row): number {
  const [one, other] = [a['term'] as string, b['term'] as string];
  if (one !== other) return one < other ? -1 : 1;
  return a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1);
}
