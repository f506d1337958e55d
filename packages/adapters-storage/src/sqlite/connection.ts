import Database from 'better-sqlite3';
import type { Cells } from '../schema/rows.js';
import type { Statement } from '../schema/statements.js';
import type { Values } from '../schema/write-queries.js';
import type { OnStatement } from '../storage.js';

/** A connection with its prepared statements. Everything on it is synchronous. */
export interface Connection {
  /** Runs a statement and tells how many rows it touched. `shape` names the statement; `make` compiles it once. */
  run(shape: string, make: () => Statement, values: Readonly<Record<string, unknown>>): number;
  row(shape: string, make: () => Statement, values: Readonly<Record<string, unknown>>): Cells | undefined;
  rows(shape: string, make: () => Statement, values: Readonly<Record<string, unknown>>): readonly Cells[];
  /** BEGIN, COMMIT and the like. */
  control(sql: string): void;
  readonly inTransaction: boolean;
  close(): void;
}

/** How long opening may wait for another process; afterwards a locked database is waited for without blocking. */
const OPENING_MS = 5_000;

export function openConnection(path: string, onStatement: OnStatement | undefined): Connection {
  const db = new Database(path, { timeout: OPENING_MS });
  db.defaultSafeIntegers(true);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.pragma('temp_store = MEMORY');
  db.pragma('busy_timeout = 0');

  const statements = new Map<string, { readonly native: Database.Statement; readonly names: readonly string[] }>();

  function prepared(shape: string, make: () => Statement) {
    const known = statements.get(shape);
    if (known !== undefined) return known;
    const { sql, params } = make();
    const native = db.prepare(sql);
    if (native.reader) native.raw(true);
    const statement = { native, names: params.map((param) => param.name) };
    statements.set(shape, statement);
    return statement;
  }

  /** `prepare` throws before `onStatement` is told: what is counted has been sent. */
  function use(shape: string, make: () => Statement, values: Readonly<Record<string, unknown>>) {
    const { native, names } = prepared(shape, make);
    const args = names.map((name) => bound((values as Values)[name]));
    onStatement?.(native.source, args);
    return { native, args };
  }

  const controls = new Map<string, Database.Statement>();

  return {
    run(shape, make, values) {
      const { native, args } = use(shape, make, values);
      return native.run(args).changes;
    },
    row(shape, make, values) {
      const { native, args } = use(shape, make, values);
      return native.get(args) as Cells | undefined;
    },
    rows(shape, make, values) {
      const { native, args } = use(shape, make, values);
      return native.all(args) as Cells[];
    },
    control(sql) {
      onStatement?.(sql, []);
      const statement = controls.get(sql) ?? db.prepare(sql);
      controls.set(sql, statement);
      statement.run();
    },
    get inTransaction() {
      return db.inTransaction;
    },
    close() {
      db.close();
    },
  };
}

/** The driver binds numbers as REAL; integers must arrive as integers. */
function bound(value: Values[string] | undefined): string | bigint | null {
  if (typeof value === 'number') return BigInt(value);
  if (typeof value === 'boolean') return value ? 1n : 0n;
  if (value === undefined) throw new TypeError('a parameter has no value');
  return value;
}

/** The code of an error of SQLite, or null. */
export const sqliteCode = (error: unknown): string | null =>
  error instanceof Database.SqliteError ? error.code : null;

export const isBusy = (error: unknown): boolean => sqliteCode(error)?.startsWith('SQLITE_BUSY') === true;

const GONE = /^SQLITE_(BUSY|FULL|IOERR|CANTOPEN|READONLY|NOMEM|CORRUPT|NOTADB|PROTOCOL)/;

/** True where the database, not the unit, is at fault. */
export const isUnavailable = (error: unknown): boolean => GONE.test(sqliteCode(error) ?? '');
