import { type AnyKind, RECORD_KINDS } from '@corridor/core/records';
import type pg from 'pg';
import { type Table, type TableColumn, tableOf } from '../schema/tables.js';
import { Database } from './sqlite.js';

/** Rows of each table. */
export const ROWS = 20_000;

/** The number in the dictionary of the tenant with most rows, and of those that share the rest. */
export interface Tenants {
  readonly big: number;
  readonly small: readonly number[];
}

/** A value that nearly all rows have in the columns with few values, and one that few rows have. */
export const FREQUENT = 'frequent';
export const RARE = 'value-7';
/** A value that about five rows have in the columns with many values. */
export const ONE_OF_MANY = 'each-7';

/** How the two databases write what the rows are made of. `n` is the number of the row. */
const DIALECTS = {
  sqlite: {
    numbers: `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${ROWS})`,
    from: 'from numbers',
    key: (text: string) => text,
    flag: (condition: string) => `(${condition})`,
  },
  postgres: {
    numbers: '',
    from: `from generate_series(1, ${ROWS}) as numbers (n)`,
    key: (text: string) => `convert_to(${text}, 'UTF8')`,
    flag: (condition: string) => `(${condition})`,
  },
} as const;
type Dialect = keyof typeof DIALECTS;

/** Fills the tables of all record kinds, with skewed values, and has the database examine them. */
export async function fillTables(database: pg.Client | { readonly address: string }, tenants: Tenants): Promise<void> {
  const dialect = 'address' in database ? 'sqlite' : 'postgres';
  const statements = RECORD_KINDS.map((kind) => filling(kind, dialect, tenants));
  if ('address' in database) {
    const db = new Database(database.address);
    db.pragma('synchronous = off');
    for (const sql of statements) db.exec(sql);
    db.close();
    return;
  }
  await database.query('set synchronous_commit = off');
  for (const sql of statements) await database.query(sql);
  await database.query('analyze');
}

/** Inserts the rows of one table, without those of the same ids that are there. */
function filling(kind: AnyKind, dialect: Dialect, tenants: Tenants): string {
  const table = tableOf(kind);
  const { numbers, from } = DIALECTS[dialect];
  const names = table.columns.map(({ name }) => `"${name}"`);
  const values = table.columns.map((column) => valueOf(table, column, dialect, tenants));
  return `${numbers} insert into ${table.name} (${names.join(', ')}) select ${values.join(', ')} ${from}
    where true on conflict do nothing`;
}

const SECOND = 1_000;
const BEGIN = 1_700_000_000_000;
const AT = `(${BEGIN} + n * ${SECOND})`;
const NEVER = 0;

function valueOf(table: Table, column: TableColumn, dialect: Dialect, { big, small }: Tenants): string {
  const { kind } = table;
  const { field, type, nullable, encoding } = column;
  const { key, flag } = DIALECTS[dialect];
  const stored = (text: string) => (encoding === 'key' || encoding === 'numbered-key' ? key(text) : text);
  if (field === 'tenant') {
    const [first] = small;
    const rest = small.map((number, index) => `when ${index} then ${number}`).join(' ');
    return `case when n % 10 < 7 then ${big} else case (n / 10) % ${small.length} ${rest} else ${first} end end`;
  }
  if (field === 'id') return stored(`'row-' || n`);
  if (encoding === 'number') return 'n % 5';
  const isFilter = kind.filters.includes(field);
  const isOfKey = kind.unique.some((unique) => distinctOf(kind, unique.columns) === field);
  const value = (): string => {
    if (kind.deadline?.state === field)
      return `case when n % 50 = 0 then '${kind.deadline.from[0]}' else '${FREQUENT}' end`;
    // Of the events, those that are delivered stay; a few wait.
    if (kind.name === 'events' && field === 'status') return `case when n % 40 = 0 then 'QUEUED' else 'DELIVERED' end`;
    if (kind.name === 'jobs' && field === 'leaseUntil') return String(NEVER);
    switch (type) {
      case 'flag':
        return flag('n % 20 = 0');
      case 'instant':
        return AT;
      case 'json':
        return `'{}'`;
      case 'text':
        if (isOfKey) return stored(`'unique-' || n`);
        if (encoding !== 'plain' || isOfManyValues(field)) return stored(`'each-' || (n % ${ROWS / 5})`);
        return `case when n % 10 > 0 then '${FREQUENT}' else 'value-' || (n / 10 % 50) end`;
      default:
        return 'n % 100';
    }
  };
  // Columns that may be empty are so in half of the rows; filters of lists have values more often than not.
  return nullable
    ? `case when n % 5 < ${isFilter || kind.listed === field ? 2 : 3} then null else ${value()} end`
    : value();
}

/** The column of a unique key that differs in each row: if possible one that lists do not filter by. */
export const distinctOf = (kind: AnyKind, columns: readonly string[]): string =>
  columns.findLast((column) => !kind.filters.includes(column)) ?? columns[0]!;

const MANY = [
  'livingIn',
  'pulledFrom',
  'reference',
  'owner',
  'email',
  'vasp',
  'domain',
  'name',
  'slot',
  'listing',
  'term',
];

/** Columns of plain text with about as many values as rows. */
export const isOfManyValues = (field: string): boolean =>
  MANY.includes(field) || /Identifier$|From$|To$|In$/.test(field);
