import type Database from 'better-sqlite3';
import type { Cells } from '../schema/rows.js';
import { paramsOf, type Param, type Statement } from '../schema/statements.js';
import type { Values } from '../schema/write-queries.js';
import type { OnStatement } from '../port/storage.js';
import { driver } from './driver.js';
import { createLookup, type SqliteLookup } from './lookup.js';

/** The bindings of a statement: for each of its writes, the values by name. */
export type Bindings = readonly Readonly<Record<string, unknown>>[];

/** A connection with its prepared statements. All of its methods are synchronous. */
export interface Connection {
  /**
   * Runs a statement and returns the number of rows that it touched. `shape` identifies the statement; `make`
   * compiles it once.
   */
  run(shape: string, make: () => Statement, bindings: Bindings): number;
  row(shape: string, make: () => Statement, bindings: Bindings): Cells | undefined;
  rows(shape: string, make: () => Statement, bindings: Bindings): readonly Cells[];
  /** BEGIN, COMMIT and similar. */
  control(sql: string): void;
  readonly inTransaction: boolean;
  /**
   * Ends the transaction, if one is open, and keeps none of its writes. Never throws: it follows an error that the caller
   * reports, and SQLite has often ended the transaction itself, as on a full disk.
   */
  rollBack(): void;
  readonly lookup: SqliteLookup;
  /** Closes the file until the next statement, so that a migration can have it to itself. */
  release(): void;
  close(): void;
}

const p = paramsOf(0);
const NUMBER = p('number');
const TEXT = p('text');

/** How long opening may wait for another process. Later waits for a locked database do not block. */
const OPENING_MS = 5_000;

/** The default of 2 MiB holds little more than the inner index pages of a million payments. */
const CACHE_KIB = 64 * 1024;

/** Pages of the write-ahead log before it is copied back. The default of 1000 copies hot pages far more often. */
const CHECKPOINT_PAGES = 8_000;

/** `writes`: whether the connection may add texts to the dictionary. */
export function openConnection(path: string, onStatement: OnStatement | undefined, writes: boolean): Connection {
  let db = openFile(path);

  let closed = false;
  const statements = new Map<string, { readonly native: Database.Statement; readonly params: readonly Param[] }>();

  function prepared(shape: string, make: () => Statement) {
    const known = statements.get(shape);
    if (known !== undefined) return known;
    if (!db.open && !closed) db = openFile(path);
    const { sql, params } = make();
    const native = db.prepare(sql);
    if (native.reader) native.raw(true);
    const statement = { native, params };
    statements.set(shape, statement);
    return statement;
  }

  /** `prepare` throws before `onStatement` is called, so only statements that were sent are counted. */
  function use(shape: string, make: () => Statement, bindings: Bindings) {
    const { native, params } = prepared(shape, make);
    const args = params.map((param) => bound((bindings[param.of] as Values)[param.name]));
    onStatement?.(native.source, args);
    return { native, args };
  }

  const controls = new Map<string, Database.Statement>();

  function control(sql: string): void {
    onStatement?.(sql, []);
    if (!db.open && !closed) db = openFile(path);
    const statement = controls.get(sql) ?? db.prepare(sql);
    controls.set(sql, statement);
    // A transaction that SQLite itself has rolled back is noticed when the next one begins.
    if (/^(BEGIN|ROLLBACK)/.test(sql)) lookup.rolledBack();
    statement.run();
    if (sql === 'COMMIT') lookup.committed();
  }

  function release(): void {
    statements.clear();
    controls.clear();
    db.close();
  }

  const text = () => ({ sql: 'select "text" from dictionary where number = ?', params: [NUMBER] });
  const insert = () => ({ sql: 'insert into dictionary (number, "text") values (?, ?)', params: [NUMBER, TEXT] });
  const lookup = createLookup({
    textOf(number) {
      const { native, args } = use('text of a number', text, [{ number }]);
      const row = native.get(args) as Cells | undefined;
      return row === undefined ? null : (row[0] as string);
    },
    insert: writes
      ? (number, added) => {
          const { native, args } = use('add to the dictionary', insert, [{ number, text: added }]);
          native.run(args);
        }
      : null,
  });

  return {
    lookup,
    run(shape, make, bindings) {
      const { native, args } = use(shape, make, bindings);
      return native.run(args).changes;
    },
    row(shape, make, bindings) {
      const { native, args } = use(shape, make, bindings);
      return native.get(args) as Cells | undefined;
    },
    rows(shape, make, bindings) {
      const { native, args } = use(shape, make, bindings);
      return native.all(args) as Cells[];
    },
    control,
    get inTransaction() {
      return db.inTransaction;
    },
    rollBack() {
      if (!db.inTransaction) return;
      try {
        control('ROLLBACK');
      } catch {
        // Closing the file rolls back too; the next statement opens it again.
        if (db.inTransaction) release();
      }
    },
    release,
    close() {
      closed = true;
      db.close();
    },
  };
}

function openFile(path: string): Database.Database {
  const db = new (driver())(path, { timeout: OPENING_MS });
  try {
    return configured(db);
  } catch (error) {
    db.close();
    throw error;
  }
}

function configured(db: Database.Database): Database.Database {
  db.defaultSafeIntegers(true);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.pragma('temp_store = MEMORY');
  db.pragma(`cache_size = -${CACHE_KIB}`);
  db.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
  db.pragma('busy_timeout = 0');
  return db;
}

/** The driver binds numbers as REAL; integers must arrive as integers. */
function bound(value: Values[string] | undefined): string | bigint | Buffer | null {
  if (typeof value === 'number') return BigInt(value);
  if (typeof value === 'boolean') return value ? 1n : 0n;
  if (value === undefined) throw new TypeError('a parameter has no value');
  return value;
}

/** The code of a SQLite error, or null. */
export const sqliteCode = (error: unknown): string | null =>
  error instanceof driver().SqliteError ? error.code : null;

export const isBusy = (error: unknown): boolean => sqliteCode(error)?.startsWith('SQLITE_BUSY') === true;

const GONE = /^SQLITE_(BUSY|FULL|IOERR|CANTOPEN|READONLY|NOMEM|CORRUPT|NOTADB|PROTOCOL)/;

/** True if the database, not the unit of work, is at fault. */
export const isUnavailable = (error: unknown): boolean => GONE.test(sqliteCode(error) ?? '');
