import type { Storage } from '@corridor/adapters-storage';
import { ok } from '@corridor/core';
import type { Digest, Sealer } from '@corridor/core/ports';
import {
  type AnyKind,
  type BaseRecord,
  HOST_KEYS,
  type KindOf,
  OPERATOR_LOG,
  RECORD_KINDS,
  SEAL_HEADS,
  SEALS,
} from '@corridor/core/records';
import { everyRecord, readAll } from '@corridor/core/internal';
import { Kysely, sql, SqliteDialect } from 'kysely';
import pg from 'pg';
import { migrateWith } from '../../packages/adapters-storage/src/migrations/index.js';
import { tableOf } from '../../packages/adapters-storage/src/schema/tables.js';
import { encode, type Value } from '../../packages/adapters-storage/src/schema/values.js';
import { chained, type Seal } from '../../packages/core/src/seals/seal.js';
import { cover } from '../../packages/core/src/seals/streams.js';
import { openSealKey } from '../../packages/core/src/seals/seal-key.js';
import { Database } from '../../packages/adapters-storage/src/testing/sqlite.js';
import type { Dialect, EmptyDatabase, Tables } from './databases.js';

/** The last schema that stored ids as texts and JSON as it is. */
export const FORMER_SCHEMA = '0028-clock-catch-up';

export type FormerRow = Readonly<Record<string, Value>>;

/** Rows by table, in the form of the former schema: ids and tenants as texts, JSON with its nulls. */
export type FormerRows = ReadonlyMap<string, readonly FormerRow[]>;

const PAGE = 500;

/** Every record of a storage in the form of the former schema, in the order of its positions or of its list. */
export async function formerRowsOf(storage: Storage): Promise<FormerRows> {
  const all = new Map<string, FormerRow[]>();
  await storage.units.read(null, async (reads) => {
    for (const kind of RECORD_KINDS as readonly KindOf<BaseRecord>[]) {
      const rows: FormerRow[] = [];
      if (kind.numbered) {
        const upTo = await reads.horizon(kind);
        for (let after = 0; ;) {
          const page = await reads.follow(kind, { after, upTo, order: 'asc', limit: PAGE });
          for (const { position, record } of page) rows.push({ position: BigInt(position), ...rowOf(kind, record) });
          if (page.length < PAGE) break;
          after = page.at(-1)!.position;
        }
      } else
        for await (const record of everyRecord(reads, kind))
          rows.push({ ...rowOf(kind, record), ...formerEnds(record) });
      all.set(kind.name, rows);
    }
  });
  return all;
}

/** The former schema had a column for the end of each of its two streams. */
function formerEnds(record: BaseRecord): FormerRow {
  if (!('ends' in record)) return {};
  const { postings, events } = record.ends as Readonly<Record<string, number | undefined>>;
  return { postings: BigInt(postings ?? 0), events: BigInt(events ?? 0) };
}

/**
 * Brings a storage whose seals are complete to the state in which a former release leaves it: without entries about
 * tokens and operators, without seals of the operator log, and with events that are sealed without a salt.
 */
export async function asFormerRelease({ units }: Storage, digest: Digest, sealer: Sealer): Promise<void> {
  const done = await units.run(null, async (tx) => {
    for await (const entry of everyRecord(tx, OPERATOR_LOG)) tx.remove(OPERATOR_LOG, entry);
    const seals = await readAll(tx, SEALS);
    const last = seals.at(-1);
    const [head] = await readAll(tx, SEAL_HEADS);
    if (last?.stream !== 'operator_log' || seals.length !== 3) throw new Error('three seals are expected');
    const key = openSealKey(
      sealer,
      (await readAll(tx, HOST_KEYS)).find(({ id }) => id === 'journal-seals')!,
    );
    const [before, ofEvents] = seals as readonly [Seal, Seal];
    const { number, after, upTo, rows } = ofEvents;
    const { rowsDigest } = await cover(tx, digest, 'events', { after, upTo, form: 1, limit: rows });
    const unsalted = { ...ofEvents, form: 1, rowsDigest };
    const sealed = chained(digest, before.digest, unsalted);
    const { operator_log: _, ...ends } = head!.ends;
    const former = { number, digest: sealed, ends, form: 1 };
    tx.remove(SEALS, last);
    tx.remove(SEALS, ofEvents);
    tx.add(SEALS, { ...unsalted, digest: sealed, mac: key.seal(sealed) });
    tx.remove(SEAL_HEADS, head!);
    tx.add(SEAL_HEADS, { ...head!, ...former, mac: key.head(former)! });
    return ok();
  });
  if (!done.ok) throw new Error(done.error.message);
}

function rowOf(kind: AnyKind, record: BaseRecord): FormerRow {
  const table = tableOf(kind);
  return Object.fromEntries(
    table.columns.map((column) => {
      const value = encode(table, column, (record as unknown as Record<string, unknown>)[column.field]);
      return [column.name, typeof value === 'number' ? BigInt(value) : value];
    }),
  );
}

/** Migrates an empty database to the former schema, or a database of it to a later one. */
export async function toFormerSchema(database: EmptyDatabase, dialect: Dialect, upTo = FORMER_SCHEMA): Promise<void> {
  const native = dialect === 'sqlite' ? new Database(database.address) : null;
  const db: Tables =
    native === null ? database.direct() : new Kysely({ dialect: new SqliteDialect({ database: native }) });
  try {
    // Only a host runs migrations of SQLite in a transaction: here each statement would wait for the disk.
    native?.pragma('synchronous = off');
    const beforeOffline = () => Promise.reject(new Error('an empty database has no hosts'));
    await migrateWith(db, { dialect, done: [], native, beforeOffline, upTo });
  } finally {
    await db.destroy();
  }
}

/** The columns of each table. */
export async function columnsOf(database: EmptyDatabase): Promise<ReadonlyMap<string, readonly string[]>> {
  const db = database.direct();
  try {
    const tables = await db.introspection.getTables();
    return new Map(tables.map(({ name, columns }) => [name, columns.map((column) => column.name)]));
  } finally {
    await db.destroy();
  }
}

/** Leaves out the columns that the former schema does not have. */
export const inColumns = (rows: FormerRows, columns: ReadonlyMap<string, readonly string[]>): FormerRows =>
  new Map(
    [...rows]
      .filter(([table]) => columns.has(table))
      .map(([table, of]) => {
        const known = new Set(columns.get(table));
        const kept = (row: FormerRow) => Object.fromEntries(Object.entries(row).filter(([name]) => known.has(name)));
        return [table, of.map(kept)];
      }),
  );

/** Inserts rows into a database of the former schema. Positions continue above the highest one. */
export async function insertFormer(database: EmptyDatabase, dialect: Dialect, rows: FormerRows): Promise<void> {
  await (dialect === 'sqlite' ? intoSqlite(database.address, rows) : intoPostgres(database.address, rows));
}

async function intoSqlite(path: string, all: FormerRows): Promise<void> {
  const db = new Database(path);
  db.pragma('synchronous = OFF');
  db.transaction(() => {
    for (const [table, rows] of all) {
      if (rows.length === 0) continue;
      const names = Object.keys(rows[0]!);
      const insert = db.prepare(
        `insert into ${table} (${names.map((name) => `"${name}"`).join(', ')}) values (${names.map(() => '?').join(', ')})`,
      );
      for (const row of rows)
        insert.run(names.map((name) => (typeof row[name] === 'boolean' ? Number(row[name]) : row[name])));
    }
  })();
  db.close();
}

async function intoPostgres(url: string, all: FormerRows): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const [table, rows] of all) {
      for (let at = 0; at < rows.length; at += PAGE) {
        const page = JSON.stringify(rows.slice(at, at + PAGE), (_, value: unknown) =>
          typeof value === 'bigint' ? String(value) : value,
        );
        const names = Object.keys(rows[0]!)
          .map((name) => `"${name}"`)
          .join(', ');
        await client.query(
          `insert into ${table} (${names}) select ${names} from json_populate_recordset(null::${table}, $1::json)`,
          [page],
        );
      }
      if (rows[0]?.['position'] !== undefined && NUMBERED.has(table)) {
        await client.query(`select setval('${table}_position', (select max(position) from ${table}))`);
      }
    }
  } finally {
    await client.end();
  }
}

const NUMBERED: ReadonlySet<string> = new Set(RECORD_KINDS.filter(({ numbered }) => numbered).map(({ name }) => name));

/** The rows of a database of the former schema as they are stored. */
export async function storedFormer(database: EmptyDatabase): Promise<FormerRows> {
  const columns = await columnsOf(database);
  const db = database.direct();
  try {
    const all = new Map<string, FormerRow[]>();
    for (const { name, numbered } of RECORD_KINDS) {
      if (!columns.has(name)) continue;
      const order = numbered ? sql`position` : sql`created_at, id`;
      const { rows } = await sql<Record<string, Value>>`select * from ${sql.table(name)} order by ${order}`.execute(db);
      all.set(name, rows);
    }
    return all;
  } finally {
    await db.destroy();
  }
}
