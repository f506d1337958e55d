import { Bug } from '@corridor/core/ports';
import type { AnyKind, BaseRecord, Column, ColumnType, KindOf } from '@corridor/core/records';
import { type Encoding, encodingOf } from './encodings.js';

export interface TableColumn {
  /** Name of the field in the record. */
  readonly field: string;
  /** Name of the column in the table. */
  readonly name: string;
  readonly type: ColumnType;
  readonly nullable: boolean;
  /** How the database stores the values. */
  readonly encoding: Encoding;
}

export interface TableKey {
  readonly name: string;
  /** The fields, including the tenant if it belongs to the key. */
  readonly fields: readonly string[];
  /**
   * A flag that exempts rows from the key: only rows in which the flag is false are unique. Null: all rows are unique.
   */
  readonly unless: string | null;
}

/** The table of a record kind. */
export interface Table {
  readonly kind: AnyKind;
  readonly name: string;
  readonly columns: readonly TableColumn[];
  readonly byField: ReadonlyMap<string, TableColumn>;
  /** Includes the primary key, under the name `id`. */
  readonly keys: readonly TableKey[];
  readonly scoped: boolean;
}

/** The column with the number that a row of a numbered record kind (postings, events, the operator log) gets when it is inserted. */
export const POSITION = 'position';

/** Erases the record type of a record kind. */
export const anyKind = <T extends BaseRecord>(kind: KindOf<T>): AnyKind => kind as unknown as AnyKind;

export const toSnake = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const tables = new WeakMap<AnyKind, Table>();

export function tableOf(kind: AnyKind): Table {
  const known = tables.get(kind);
  if (known !== undefined) return known;
  const table = describe(kind);
  tables.set(kind, table);
  return table;
}

function describe(kind: AnyKind): Table {
  const columns = Object.entries(kind.columns).map(([field, column]) => describeColumn(kind, field, column));
  const scoped = kind.scope === 'tenant';
  return {
    kind,
    name: kind.name,
    columns,
    byField: new Map(columns.map((column) => [column.field, column])),
    keys: [
      { name: 'id', fields: ['id'], unless: null },
      ...kind.unique.map((key) => ({
        name: key.name,
        fields: scoped && key.global !== true ? ['tenant', ...key.columns] : key.columns,
        unless: key.unless ?? null,
      })),
    ],
    scoped,
  };
}

function describeColumn(kind: AnyKind, field: string, column: Column): TableColumn {
  const nullable = column.endsWith('?');
  const type = (nullable ? column.slice(0, -1) : column) as ColumnType;
  return { field, name: toSnake(field), type, nullable, encoding: encodingOf(kind, field, type) };
}

export function columnOf(table: Table, field: string): TableColumn {
  const column = table.byField.get(field);
  if (column === undefined) throw new Bug(`${table.name} has no column ${field}`);
  return column;
}

export function keyOf(table: Table, name: string): TableKey {
  const key = table.keys.find((k) => k.name === name);
  if (key === undefined) throw new Bug(`${table.name} has no unique key ${name}`);
  return key;
}

/** The column of a record kind by which its records expire. Throws a Bug if they do not expire by this clock. */
export function expiryOf(table: Table, tenant: string | null): TableColumn {
  const { name, expiry } = table.kind;
  if (expiry === null) throw new Bug(`${name} does not expire`);
  if ((expiry.clock === 'tenant') !== (tenant !== null))
    throw new Bug(`${name} expires by the clock of the ${expiry.clock}`);
  return columnOf(table, expiry.column);
}

/** The deadline of a record kind, by columns of its table. */
export interface DeadlineColumns {
  readonly column: TableColumn;
  readonly state: TableColumn;
  readonly from: readonly string[];
}

/** Throws a Bug if the records of this kind have no deadline. */
export function deadlineOf(table: Table): DeadlineColumns {
  const { name, deadline } = table.kind;
  if (deadline === null) throw new Bug(`${name} have no deadline`);
  const { column, state, from } = deadline;
  return { column: columnOf(table, column), state: columnOf(table, state), from };
}
