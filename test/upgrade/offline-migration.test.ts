import { once } from 'node:events';
import { statfsSync, statSync, truncateSync } from 'node:fs';
import { dirname } from 'node:path';
import { MigrationRefusedError, type MigrationNotice } from '@corridor/adapters-storage';
import { createPostgresStorage } from '@corridor/adapters-storage/postgres';
import { createSqliteStorage } from '@corridor/adapters-storage/sqlite';
import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, it, test } from 'vitest';
import { Database } from '../../packages/adapters-storage/src/testing/sqlite.js';
import { openStorage } from '../../packages/host/src/composition/storage-module.js';
import { readConfiguration } from '../../packages/host/src/settings/configuration.js';
import { isExpected } from '../../packages/host/src/kernel/errors.js';
import { createLog } from '../../packages/host/src/logging/logging.js';
import { printMigration } from '../../packages/host/src/composition/migration-notices.js';
import { DATABASES, type Dialect, DIALECTS, type EmptyDatabase } from './databases.js';
import { FORMER_SCHEMA, type FormerRow, storedFormer } from './former-rows.js';
import { startMigration } from './migrating-process.js';
import { restore } from './released-schemas.js';
import { structureOf } from './structure.js';

async function former(dialect: Dialect): Promise<EmptyDatabase> {
  const database = await DATABASES[dialect]();
  await restore(FORMER_SCHEMA, dialect, database);
  return database;
}

/** Tables whose rows get their position when they are inserted. */
const NUMBERED: ReadonlySet<string> = new Set(['postings', 'events']);

const LOCK_WAIT_MS = 300;

/** A storage that does not wait long for other processes. */
const hurried = (dialect: Dialect, { address }: EmptyDatabase) =>
  dialect === 'sqlite'
    ? createSqliteStorage({ path: address, lockWaitMs: LOCK_WAIT_MS })
    : createPostgresStorage({ url: address });

/** Connects to the database as a host of the former release is connected. */
async function asHost(dialect: Dialect, { address }: EmptyDatabase): Promise<{ leave(): Promise<void> }> {
  if (dialect === 'sqlite') {
    const db = new Database(address);
    db.pragma('journal_mode = WAL');
    db.prepare('select count(*) from events').get();
    return { leave: async () => void db.close() };
  }
  const client = new pg.Client({ connectionString: address, application_name: 'corridor' });
  await client.connect();
  return {
    async leave() {
      const ended = once(client, 'end');
      await client.end();
      await ended;
    },
  };
}

const refusal = (work: Promise<unknown>): Promise<Error> =>
  work.then(
    () => {
      throw new Error('was not refused');
    },
    (error: unknown) => error as Error,
  );

describe.each(DIALECTS)('a migration in %s for which all hosts have to be stopped', (dialect) => {
  it('does not start while a host is connected, and changes nothing', async () => {
    const database = await former(dialect);
    const before = await structureOf(dialect, database);
    const host = await asHost(dialect, database);
    const storage = hurried(dialect, database);
    const error = await refusal(storage.migrate());
    expect(error).toBeInstanceOf(MigrationRefusedError);
    expect(error.message).toMatch(
      dialect === 'sqlite'
        ? /^another process has the database open.*: stop all hosts .* run `corridor migrate`$/
        : /^migration 0032-encoded-rows .* hosts have 1 connections .*: stop all hosts .* run `corridor migrate` without a connection pooler in between$/,
    );
    expect(await storage.ready()).toBe(false);
    expect(await structureOf(dialect, database)).toEqual(before);
    await host.leave();
    await storage.migrate();
    expect(await storage.ready()).toBe(true);
    await storage.close();
    await database.drop();
  });

  it('is refused in one line that names the setting, when a host starts', async () => {
    const database = await former(dialect);
    const other = await asHost(dialect, database);
    const { database: configured } = readConfiguration(
      dialect === 'postgres' ? { CORRIDOR_DATABASE_URL: database.address } : {},
    );
    const settings = configured.kind === 'sqlite' ? { ...configured, file: database.address } : configured;
    const log = createLog('error', { write: () => true });
    const error = await refusal(openStorage({ database: settings }, log));
    expect(isExpected(error)).toBe(true);
    expect(error.message).toMatch(/^CORRIDOR_(DATABASE_URL|DATA_DIR): [^\n]*stop all hosts[^\n]*$/);
    await other.leave();
    await database.drop();
  }, 60_000);

  it('runs once when several hosts start at the same time', async () => {
    const database = await former(dialect);
    const hosts = [1, 2, 3].map(() => startMigration(dialect, database));
    expect(await Promise.all(hosts.map((host) => host.end()))).toEqual(['', '', '']);
    const storage = database.open();
    expect(await storage.ready()).toBe(true);
    await storage.close();
    await database.drop();
  });

  it('leaves the former database if it fails', async () => {
    const database = await former(dialect);
    const db = database.direct();
    // The migration creates a table of this name when it has copied most of the others.
    await sql`create table bookings_encoded (id text)`.execute(db);
    await db.destroy();
    const before = [await structureOf(dialect, database), await storedFormer(database)];
    const storage = database.open();
    await expect(storage.migrate()).rejects.toThrow('bookings_encoded');
    expect([await structureOf(dialect, database), await storedFormer(database)]).toEqual(before);
    const again = database.direct();
    await sql`drop table bookings_encoded`.execute(again);
    await again.destroy();
    await storage.migrate();
    expect(await storage.ready()).toBe(true);
    await storage.close();
    await database.drop();
  });

  it('says beforehand how long it takes and how much space it needs', async () => {
    const database = await former(dialect);
    const notices: MigrationNotice[] = [];
    const onMigration = (notice: MigrationNotice) => notices.push(notice);
    const { address } = database;
    const storage =
      dialect === 'sqlite'
        ? createSqliteStorage({ path: address, onMigration })
        : createPostgresStorage({ url: address, onMigration });
    await storage.migrate();
    await storage.migrate();
    await storage.close();
    expect(notices).toEqual([
      {
        step: 'start',
        migration: '0032-encoded-rows',
        databaseBytes: expect.any(Number),
        seconds: expect.any(Number),
        neededBytes: expect.any(Number),
        freeBytes: dialect === 'sqlite' ? expect.any(Number) : null,
        millionPayments: { seconds: expect.any(Number), neededBytes: expect.any(Number) },
      },
      { step: 'end', migration: '0032-encoded-rows', seconds: expect.any(Number) },
    ]);
    const lines: string[] = [];
    for (const notice of notices) printMigration((line) => lines.push(line))(notice);
    expect(lines).toEqual([
      expect.stringMatching(
        /^0032-encoded-rows rewrites the database of 0\.\d\d GB: it takes about \d+ s, and needs 0\.\d\d GB of free disk space( \([\d.]+ GB are free\))?\. 1,000,000 payments take about \d+ min and [\d.]+ GB$/,
      ),
      expect.stringMatching(/^0032-encoded-rows: rewrote all tables in [\d.]+ s$/),
    ]);
    await database.drop();
  });

  it('gives no notice on an empty database, and lets hosts start there', async () => {
    const database = await DATABASES[dialect]();
    const host = dialect === 'postgres' ? await asHost(dialect, database) : null;
    const storage = database.open();
    await storage.migrate();
    expect(await storage.ready()).toBe(true);
    await storage.close();
    await host?.leave();
    await database.drop();
  });

  it('stores nothing that a host of the former release writes afterwards', async () => {
    const database = await former(dialect);
    const rows = await storedFormer(database);
    await (await migrated(database)).close();
    const before = await contents(database, rows);
    const db = database.direct();
    let statements = 0;
    for (const [table, [row]] of rows) {
      if (row === undefined) continue;
      statements += 1;
      const { position, ...others } = row;
      const fields = NUMBERED.has(table) ? others : { ...others, ...(position !== undefined && { position }) };
      const added = { ...fields, id: `${row['id'] as string}-again` };
      await expect(db.insertInto(table).values(added).execute(), table).rejects.toThrow(
        dialect === 'sqlite'
          ? /cannot store TEXT value in INTEGER column|has no column named postings/
          : /invalid input syntax for type integer|column "postings" .* does not exist/,
      );
      const where = sql`id = ${row['id']} and version = ${row['version']} and tenant || '' = ${row['tenant']}`;
      await sql`update ${sql.table(table)} set version = version + 1 where ${where}`.execute(db);
      await sql`delete from ${sql.table(table)} where ${where}`.execute(db);
    }
    if (dialect === 'postgres') {
      // Units without a tenant have only this guard. In SQLite, no such host has the file open.
      await expect(sql`select corridor_guard(1, 0)`.execute(db)).rejects.toThrow('does not exist');
    }
    await db.destroy();
    expect(statements).toBeGreaterThan(20);
    expect(await contents(database, rows)).toEqual(before);
    await database.drop();
  });
});

async function migrated(database: EmptyDatabase) {
  const storage = database.open();
  await storage.migrate();
  return storage;
}

async function contents({ direct }: EmptyDatabase, tables: ReadonlyMap<string, readonly FormerRow[]>) {
  const db = direct();
  const all: Record<string, readonly unknown[]> = {};
  for (const table of tables.keys()) all[table] = await db.selectFrom(table).selectAll().orderBy('id').execute();
  await db.destroy();
  return all;
}

test('a migration of a SQLite database refuses to start on a disk with too little space', async () => {
  const database = await former('sqlite');
  const { address } = database;
  const { size } = statSync(address);
  const { bavail, bsize } = statfsSync(dirname(address));
  // The end of the file is a hole: it takes no space, and SQLite ignores it.
  truncateSync(address, Math.ceil(bavail * bsize * 2));
  const storage = hurried('sqlite', database);
  const error = await refusal(storage.migrate());
  expect(error).toBeInstanceOf(MigrationRefusedError);
  expect(error.message).toMatch(
    /^migration 0032-encoded-rows needs [\d.]+ GB of free disk space beside the database, and [\d.]+ GB are free; free the space and start again$/,
  );
  await storage.close();
  truncateSync(address, size);
  await (await migrated(database)).close();
  await database.drop();
});
