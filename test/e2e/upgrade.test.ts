import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import {
  BALANCES,
  type BaseRecord,
  EVENTS,
  EXCEPTIONS,
  type KindOf,
  ok,
  RECORD_KINDS,
  type UnitOfWork,
} from '@corridor/core';
import type { Storage } from '@corridor/adapters-storage';
import { createPostgresStorage } from '@corridor/adapters-storage/postgres';
import { createSqliteStorage } from '@corridor/adapters-storage/sqlite';
import { Kysely, Migrator, PostgresDialect, sql, SqliteDialect } from 'kysely';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { initial } from '../../packages/adapters-storage/src/migrations/0001-initial.js';
import { MIGRATION_TABLE } from '../../packages/adapters-storage/src/migrations/index.js';
import { createTestDatabase } from '../../packages/adapters-storage/src/testing/postgres.js';
import { playCore, valueOf } from '../../packages/core/src/testing/play-core.js';
import { type PlayPayer, playPayer } from '../../packages/core/src/testing/play-payer.js';

/** Table and column names are only known at run time. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Tables = Kysely<any>;
type Row = Record<string, unknown>;

interface Empty {
  open(): Storage;
  /** The database without the service. */
  direct(): Tables;
  drop(): Promise<void>;
}

const DATABASES: Readonly<Record<'sqlite' | 'postgres', () => Promise<Empty>>> = {
  sqlite: async () => {
    const folder = mkdtempSync(join(tmpdir(), 'corridor-upgrade-'));
    const path = join(folder, 'test.db');
    return {
      open: () => createSqliteStorage({ path }),
      direct: () =>
        new Kysely({ dialect: new SqliteDialect({ database: new Database(path).defaultSafeIntegers(true) }) }),
      drop: async () => rmSync(folder, { recursive: true, force: true }),
    };
  },
  postgres: async () => {
    const url = await createTestDatabase({ migrated: false });
    return {
      open: () => createPostgresStorage({ url }),
      direct: () => new Kysely({ dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: url }) }) }),
      drop: async () => undefined,
    };
  },
};

/** Brings an empty database to the schema of the first release. */
async function toFirstRelease(db: Tables, dialect: keyof typeof DATABASES): Promise<void> {
  const first = { '0001-initial': { up: (of: Tables) => initial(of, dialect) } };
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => first },
    migrationTableName: MIGRATION_TABLE,
    migrationLockTableName: `${MIGRATION_TABLE}_lock`,
  });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}

const camel = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Copies what the first release could keep, snapshots in events included. */
async function copyRows(from: Tables, to: Tables, dialect: keyof typeof DATABASES): Promise<void> {
  const columnsOf = async (db: Tables) =>
    new Map(
      (await db.introspection.getTables()).map(({ name, columns }) => [name, columns.map((column) => column.name)]),
    );
  const now = await columnsOf(from);
  const then = await columnsOf(to);
  const added = [...then].flatMap(([table, known]) => now.get(table)!.filter((name) => !known.includes(name)));
  const later = new Set(added.map(camel));
  for (const { name: table, numbered } of RECORD_KINDS) {
    const columns = then.get(table);
    if (columns === undefined) continue;
    const rows = (await from
      .selectFrom(table)
      .select([...columns])
      .execute()) as Row[];
    for (const row of rows) {
      if (table === 'events') {
        const fields = Object.entries(JSON.parse(row['snapshot'] as string) as Row);
        row['snapshot'] = JSON.stringify(Object.fromEntries(fields.filter(([field]) => !later.has(field))));
      }
      await to.insertInto(table).values(row).execute();
    }
    if (numbered && dialect === 'postgres') {
      await sql`select setval(${`${table}_position`}, (select max(position) from ${sql.table(table)}))`.execute(to);
    }
  }
}

const everything = (units: UnitOfWork): Promise<Readonly<Record<string, readonly BaseRecord[]>>> =>
  units.read(null, async (reads) => {
    const all: Record<string, readonly BaseRecord[]> = {};
    for (const kind of RECORD_KINDS) {
      const { rows } = await reads.list(kind as unknown as KindOf<BaseRecord>, {
        order: 'asc',
        limit: 1_000,
        counted: false,
      });
      // What was written with an event is in there once more, and need not say what the first release did not know.
      all[kind.name] = rows.map((row) => ('snapshot' in row ? { ...row, snapshot: null } : row));
    }
    return all;
  });

/** What the first release did not keep of what it made, by kind. */
const NOT_KEPT: Readonly<Record<string, Row>> = {
  quotes: { paymentRail: null },
  transactions: { rateTerms: null, corrections: null },
  internal_accounts: { fundingRails: null },
  deposits: { returnedAs: null },
};

/** Kinds of which the first release kept nothing. */
const UNKNOWN = ['arrivals'];

/** The first release knew of no exceptions: what waits for an operator is found by its payment. */
const forgetExceptions = (units: UnitOfWork) =>
  units.run(null, async (tx) => {
    const all = { order: 'asc', limit: 1_000, counted: false } as const;
    for (const exception of (await tx.list(EXCEPTIONS, all)).rows) tx.remove(EXCEPTIONS, exception);
    for (const event of (await tx.list(EVENTS, all)).rows) {
      if (event.type.startsWith('EXCEPTION.')) tx.remove(EVENTS, event);
    }
    return ok();
  });

/** Payments as the first release made them: ended in every way, under way, and not begun. */
async function history(payer: PlayPayer): Promise<void> {
  const { play, usd, quoted, fromAccount, funded, external, execute, pay } = payer;
  const fee = { fixed: { amount: 100n, currency: 'USD' }, variableBps: 0 };
  for (const suffix of ['890', '002', '005', '007']) {
    const { id } = await external(suffix);
    valueOf(await execute((await quoted(fromAccount(usd.id, id, { platformFeeOverride: fee }))).id));
  }
  const misfunded = await quoted(funded((await external('891')).id));
  for (const amount of [7n, 9n]) valueOf(await pay(misfunded, amount));
  await play.pass(0);
  await play.pass(31);
  valueOf(await execute((await quoted(fromAccount(usd.id, (await external('003')).id))).id));
  await play.pass(0);
  valueOf(await pay(await quoted(funded((await external('892')).id))));
  valueOf(await pay(misfunded, 11n));
  await quoted(fromAccount(usd.id, (await payer.internal('EUR')).account.id));
}

describe.each(Object.keys(DATABASES) as (keyof typeof DATABASES)[])(
  'a database of the first release in %s',
  (dialect) => {
    it('keeps all that was in it, and its payments go on', async () => {
      const present = await DATABASES[dialect]();
      const written = present.open();
      await written.migrate();
      const payer = await playPayer({ storage: written });
      await history(payer);
      valueOf(await forgetExceptions(written.units));
      const before = Object.entries(await everything(written.units)).map(
        ([kind, rows]) =>
          [kind, UNKNOWN.includes(kind) ? [] : rows.map((row) => ({ ...row, ...NOT_KEPT[kind] }))] as const,
      );
      await written.close();

      const past = await DATABASES[dialect]();
      const [from, to] = [present.direct(), past.direct()];
      await toFirstRelease(to, dialect);
      await copyRows(from, to, dialect);
      await Promise.all([from.destroy(), to.destroy()]);

      const storage = past.open();
      expect(await storage.ready()).toBe(false);
      await storage.migrate();
      expect(await storage.ready()).toBe(true);
      expect(await everything(storage.units)).toEqual(Object.fromEntries(before));

      const play = await playCore({ storage, clock: payer.play.clock }, { existing: true });
      const audited = async () => expect((await play.core.ledger.audit()).findings).toEqual([]);
      await audited();
      await play.pass(0);
      await play.pass(400);
      await audited();
      const { data } = valueOf(await play.read(play.core.transactions.list, { limit: 100 }));
      expect(data.filter(({ status, refundStatus }) => status === 'PROCESSING' || refundStatus === 'PENDING')).toEqual(
        [],
      );
      const { rows } = await storage.units.read(null, (reads) => reads.list(BALANCES, { order: 'asc', limit: 100 }));
      expect(rows.map(({ held }) => held).filter((held) => held !== 0n)).toEqual([]);

      const stuck = data.find(({ refundStatus }) => refundStatus === 'FAILED')!;
      const nothing = { reference: null, rail: null, currency: null, amount: null, direction: null };
      const matter = {
        kind: 'REFUND_FAILED',
        subject: stuck.id,
        ...nothing,
        reason: 'from the first release',
      } as const;
      const exception = valueOf(await play.run(play.core.treasury.open, matter));
      const decision = { resolution: 'CREDITED', account: payer.usd.id, note: null } as const;
      const by = { name: 'Ann', systemUser: 'ann' };
      valueOf(await play.run(play.core.treasury.resolve, { exceptionId: exception.id, ...decision, by }));
      await audited();
      await storage.close();
      await Promise.all([present.drop(), past.drop()]);
    });
  },
);
