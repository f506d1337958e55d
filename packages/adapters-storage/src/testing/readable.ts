import type { AnyKind, BaseRecord, KindOf } from '@corridor/core/records';
import pg from 'pg';
import { encodeJson } from '../schema/json.js';
import { tableOf } from '../schema/tables.js';
import { readableViews } from '../schema/views.js';
import { Database } from './sqlite.js';

/** A row by the names of its columns; integers are bigint. */
export type ReadableRow = Readonly<Record<string, string | bigint | boolean | null>>;

/** A database as an operator opens it, next to its hosts. */
export interface OpenDatabase {
  readonly dialect: 'sqlite' | 'postgres';
  rows(sql: string): Promise<readonly ReadableRow[]>;
  run(sql: string): Promise<void>;
  close(): Promise<void>;
}

/** The SQL of the views for one connection: the schema of the database stays as it is, except for functions of Postgres. */
export const temporaryViews = (dialect: 'sqlite' | 'postgres'): string =>
  readableViews(dialect).replaceAll(/^create view/gm, 'create temporary view');

/** Opens a database with the views of `corridor schema`, by which `readable_<table>` has the logical values of a table. */
export async function openReadable(address: string): Promise<OpenDatabase> {
  const database = await openDatabase(address);
  await database.run(temporaryViews(database.dialect));
  return database;
}

export async function openDatabase(address: string): Promise<OpenDatabase> {
  if (!address.startsWith('postgres')) {
    const db = new Database(address);
    db.defaultSafeIntegers(true);
    return {
      dialect: 'sqlite',
      rows: async (sql) => db.prepare<[], ReadableRow>(sql).all(),
      run: async (sql) => void db.exec(sql),
      close: async () => void db.close(),
    };
  }
  const integer = new Set<number>([pg.types.builtins.INT4, pg.types.builtins.INT8]);
  const client = new pg.Client({
    connectionString: address,
    types: {
      getTypeParser: (type: number) =>
        integer.has(type) ? BigInt : (pg.types.getTypeParser(type, 'text') as (text: string) => unknown),
    } as pg.CustomTypesConfig,
  });
  await client.connect();
  return {
    dialect: 'postgres',
    rows: async (sql) => (await client.query<ReadableRow>(sql)).rows,
    run: async (sql) => void (await client.query(sql)),
    close: () => client.end(),
  };
}

/** The row that the view of a record kind has to show for a record. */
export function readableRow<T extends BaseRecord>(
  kind: KindOf<T> & AnyKind,
  record: T,
  flag: (value: boolean) => boolean | bigint,
): ReadableRow {
  const fields = record as unknown as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    tableOf(kind).columns.map(({ field, name, type }) => {
      const value = fields[field];
      if (value === null) return [name, null];
      if (type === 'json') return [name, encodeJson(value)];
      if (type === 'flag') return [name, flag(value as boolean)];
      return [name, type === 'text' ? (value as string) : BigInt(value as number | bigint)];
    }),
  );
}
