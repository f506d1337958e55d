import { createSealer, nodeCrypto } from '@corridor/adapters-rails/custody';
import { walletPorts } from '@corridor/adapters-rails/identity';
import type { Storage } from '@corridor/adapters-storage';
import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { audit, everyRecord } from '@corridor/core/internal';
import { type BaseRecord, EVENTS, type KindOf, POSTINGS, RECORD_KINDS } from '@corridor/core/records';
import { Kysely, sql, SqliteDialect } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { encodedRows } from '../../packages/adapters-storage/src/migrations/0032-encoded-rows.js';
import { MIGRATION_TABLE, migrationNames } from '../../packages/adapters-storage/src/migrations/index.js';
import { Database } from '../../packages/adapters-storage/src/testing/sqlite.js';
import { playCore, valueOf } from '../../packages/core/src/testing/play-core.js';
import { type FixedClock, fixedClock, seededRandom, START } from '../../packages/core/src/testing/ports.js';
import { playPayments } from '../support/altered-history.js';
import { DATABASES, type Dialect, DIALECTS, type EmptyDatabase, type Tables } from './databases.js';
import {
  columnsOf,
  FORMER_SCHEMA,
  type FormerRow,
  formerRowsOf,
  asFormerRelease,
  type FormerRows,
  inColumns,
  insertFormer,
  storedFormer,
  toFormerSchema,
} from './former-rows.js';
import { addOddRecords } from './odd-records.js';
import { restore } from './released-schemas.js';
import { structureOf, withoutTypes } from './structure.js';

const MIGRATION = '0032-encoded-rows';
const BEFORE = migrationNames
  .filter((name) => name < MIGRATION)
  .sort()
  .at(-1)!;

const sealer = createSealer(new Uint8Array(32).fill(0x5c));
const IDENTIFIER = '078-05-1120';
const PAGE = { limit: 3 };

const portsOf = (storage: Storage, clock: FixedClock, seed: string) => ({
  storage,
  clock,
  sealer,
  digest: nodeCrypto.digest,
  wallets: walletPorts({ sealer, clock }),
  random: seededRandom(seed),
});

/** Payments of every source and outcome, a customer with a sealed number, and a wallet with a sealed seed. */
async function playHistory() {
  const storage = createMemoryStorage();
  const clock = fixedClock(START);
  const currencies = ['USD', 'EUR', 'MXN', 'GBP', 'INR', 'BRL', 'BTC', 'USDC', 'USDB'];
  const identified = { idType: 'SSN', identifier: IDENTIFIER } as const;
  const { payer, ids } = await playPayments(portsOf(storage, clock, 'history'), identified, { currencies });
  const { play } = payer;
  const { core } = play;
  await asFormerRelease(storage, nodeCrypto.digest, sealer);
  valueOf(await play.run(core.platforms.updateConfig, { embeddedWalletConfig: { appName: 'Purse' } }));
  const owner = { customerType: 'INDIVIDUAL', fullName: 'Ada Byron', region: 'US', email: 'ada@example.com' };
  valueOf(await play.run(core.customers.create, owner));
  await core.work.drain();
  const pages = [valueOf(await play.read(core.transactions.list, PAGE))];
  while (pages.at(-1)!.hasMore) {
    pages.push(valueOf(await play.read(core.transactions.list, { ...PAGE, cursor: pages.at(-1)!.nextCursor! })));
  }
  return { ids, at: clock.now(), pages, rows: await formerRowsOf(storage) };
}

/** A database of the former schema with these rows. */
async function formerDatabase(dialect: Dialect, rows: FormerRows): Promise<EmptyDatabase> {
  const database = await DATABASES[dialect]();
  await toFormerSchema(database, dialect);
  await insertFormer(database, dialect, inColumns(rows, await columnsOf(database)));
  return database;
}

async function migrated(database: EmptyDatabase): Promise<Storage> {
  const storage = database.open();
  await storage.migrate();
  expect(await storage.ready()).toBe(true);
  return storage;
}

/** Values as text, because SQLite and Postgres return integers and booleans in different types. */
const comparable = (rows: readonly FormerRow[]) =>
  rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [
        name,
        typeof value === 'string' || value === null ? value : String(BigInt(value)),
      ]),
    ),
  );

/** Numbered records are compared in their order. In other lists, ids of several forms have another order than before. */
const inOrder = (table: string, rows: readonly FormerRow[]): readonly FormerRow[] =>
  table === 'postings' || table === 'events' ? rows : rows.toSorted((a, b) => (a['id']! < b['id']! ? -1 : 1));

/** The jobs that a later migration deletes. */
const DELETED_JOBS: readonly string[] = ['quote.expire', 'stablecoin.expire-quote'];

/** The job that a later migration adds. */
const ADDED_JOB = 'search.words';

/** Whether the migrations after that of the encoded rows keep a row; they discard sums and jobs that hosts make again. */
const isKept = (table: string, { kind }: Readonly<Record<string, unknown>>): boolean =>
  table !== 'positions' && !(table === 'jobs' && DELETED_JOBS.includes(String(kind)));

/** Expects the rows byte for byte: texts, and JSON with its nulls and the order of its fields. */
async function expectRows(storage: Storage, rows: FormerRows): Promise<void> {
  const after = await formerRowsOf(storage);
  for (const [table, all] of rows) {
    const former = all.filter((row) => isKept(table, row));
    const now = after.get(table)!.filter(({ kind }) => table !== 'jobs' || kind !== ADDED_JOB);
    const found = inColumns(new Map([[table, now]]), new Map([[table, Object.keys(former[0] ?? {})]]));
    const stored = former.length === 0 ? now : found.get(table)!;
    expect(comparable(inOrder(table, stored)), table).toEqual(comparable(inOrder(table, former)));
  }
}

const SKIPPED = 5;

/** Leaves out positions of events and postings, as units of work do that draw a position and roll back. */
async function skipPositions(dialect: Dialect, database: EmptyDatabase): Promise<void> {
  const db = database.direct();
  for (const { name } of [EVENTS, POSTINGS]) {
    if (dialect === 'sqlite')
      await sql`update sqlite_sequence set seq = seq + ${SKIPPED} where name = ${name}`.execute(db);
    else await sql`select setval(${`${name}_position`}, nextval(${`${name}_position`}) + ${SKIPPED - 1})`.execute(db);
  }
  await db.destroy();
}

describe.each(DIALECTS)('the migration to encoded rows in %s', (dialect) => {
  let played: Awaited<ReturnType<typeof playHistory>>;

  beforeAll(async () => {
    played = await playHistory();
  });

  it('keeps every record and its position, and every area continues', async () => {
    const database = await formerDatabase(dialect, played.rows);
    await skipPositions(dialect, database);
    const before = await storedFormer(database);
    expect(before.get('postings')!.length).toBeGreaterThan(50);
    const storage = await migrated(database);
    await expectRows(storage, before);

    const play = await playCore(portsOf(storage, fixedClock(played.at), 'later'), { existing: true });
    const { core } = play;
    const audited = () =>
      audit({ units: storage.units, clock: play.clock, ...nodeCrypto, sealer }).then((report) => {
        expect(report.findings).toEqual([]);
        return report.sealed!;
      });
    expect(await audited()).toMatchObject({ signaturesChecked: true, seals: expect.any(Number) });
    expect((await audited()).seals).toBeGreaterThan(0);

    for (const [index, page] of played.pages.entries()) {
      const cursor = index === 0 ? {} : { cursor: played.pages[index - 1]!.nextCursor! };
      expect(valueOf(await play.read(core.transactions.list, { ...PAGE, ...cursor }))).toEqual(page);
    }

    const opened = await openSealed(storage);
    expect(opened.get('customers.sealedIdentifier')).toContain(IDENTIFIER);
    expect([...opened.keys()]).toEqual(expect.arrayContaining(SEALED));

    await play.pass(86_400);
    const { data } = valueOf(await play.read(core.transactions.list, { limit: 100 }));
    const { transactionId } = played.ids.processing;
    expect(data.find(({ id }) => id === transactionId)!.status).toBe('COMPLETED');
    expect(play.delivered.map(({ resource }) => resource)).toContain(transactionId);
    for (const kind of [EVENTS, POSTINGS] as readonly unknown[] as readonly KindOf<BaseRecord>[]) {
      const last = Number(before.get(kind.name)!.at(-1)!['position']);
      const added = await storage.units.read(null, async (reads) =>
        reads.follow(kind, { after: last, upTo: await reads.horizon(kind), order: 'asc', limit: 1 }),
      );
      expect(added[0]!.position, kind.name).toBe(last + SKIPPED + 1);
    }
    await core.work.sealJournal();
    await audited();
    await storage.close();
    await database.drop();
  });

  it('keeps unusual values of every record kind', async () => {
    const memory = createMemoryStorage();
    await addOddRecords(memory);
    const database = await formerDatabase(dialect, await formerRowsOf(memory));
    const before = await storedFormer(database);
    expect(before.size).toBeGreaterThan(60);
    for (const [name, rows] of before) expect(rows.length, name).toBeGreaterThan(30);
    const storage = await migrated(database);
    await expectRows(storage, before);
    await storage.close();
    await database.drop();
  });

  it('keeps the recorded database of the former schema', async () => {
    const database = await DATABASES[dialect]();
    await restore(FORMER_SCHEMA, dialect, database);
    const before = await storedFormer(database);
    expect(before.get('events')!.length).toBeGreaterThan(40);
    const storage = await migrated(database);
    await expectRows(storage, before);
    await storage.close();
    await database.drop();
  });

  it('stores JSON as it is once the dictionary has the most texts that it may have', async () => {
    const database = await DATABASES[dialect]();
    await restore(FORMER_SCHEMA, dialect, database);
    await toFormerSchema(database, dialect, BEFORE);
    const before = await storedFormer(database);
    await encodeWith(database, dialect, { mostTexts: 60 });
    const storage = database.open();
    await storage.migrate();
    await expectRows(storage, before);
    await storage.close();
    await database.drop();
  });

  it('leaves the structure of a new database', async () => {
    const [fresh, old] = [await DATABASES[dialect](), await formerDatabase(dialect, played.rows)];
    await (await migrated(fresh)).close();
    await (await migrated(old)).close();
    expect(await structureOf(dialect, old)).toEqual(await structureOf(dialect, fresh));
    await Promise.all([fresh.drop(), old.drop()]);
  });

  it('changes nothing of the structure but the types of columns', async () => {
    const database = await DATABASES[dialect]();
    await toFormerSchema(database, dialect, BEFORE);
    const before = await structureOf(dialect, database);
    await toFormerSchema(database, dialect, MIGRATION);
    const after = await structureOf(dialect, database);
    const others = /\bdictionary|^CREATE OR REPLACE FUNCTION/;
    const tables = (lines: readonly string[]) => withoutTypes(lines).filter((line) => !others.test(line));
    expect(tables(after)).toEqual(tables(before));
    expect(after.filter((line) => line.includes('_encoded'))).toEqual([]);
    await database.drop();
  });
});

/** Runs only this migration, with a smaller dictionary than a host has. */
async function encodeWith(
  { address, direct }: EmptyDatabase,
  dialect: Dialect,
  { mostTexts }: { readonly mostTexts: number },
): Promise<void> {
  const native = dialect === 'sqlite' ? new Database(address) : null;
  const db: Tables = native === null ? direct() : new Kysely({ dialect: new SqliteDialect({ database: native }) });
  await db.transaction().execute(async (trx) => {
    await encodedRows(trx, dialect, { native, mostTexts, onRewritten: () => undefined });
    await trx.insertInto(MIGRATION_TABLE).values({ name: MIGRATION, timestamp: '' }).execute();
    const { rows } = await sql<{ templates: number }>`
      select cast(count(*) as integer) as templates from dictionary where "text" like '{%'`.execute(trx);
    expect(Number(rows[0]!.templates)).toBeLessThan(mostTexts);
    const json = await sql<{ snapshot: string }>`select snapshot from events`.execute(trx);
    for (const form of [/^#\d+\[/, /^\{/])
      expect(json.rows.filter(({ snapshot }) => form.test(snapshot))).not.toEqual([]);
  });
  await db.destroy();
}

/** Sealed columns that the history fills. */
const SEALED = [
  'customers.sealedIdentifier',
  'webhook_keys.sealedPrivateKey',
  'wallets.keyHandle',
  'platforms.webhookSecret',
];

/** Opens every sealed text. The text is bound to its table, row and column. */
const openSealed = (storage: Storage): Promise<ReadonlyMap<string, readonly string[]>> =>
  storage.units.read(null, async (reads) => {
    const opened = new Map<string, string[]>();
    for (const kind of RECORD_KINDS) {
      for await (const record of everyRecord(reads, kind as unknown as KindOf<BaseRecord>)) {
        for (const column of kind.sealed) {
          const text = (record as unknown as Record<string, string | null>)[column]!;
          if (text === null) continue;
          const name = `${kind.name}.${column}`;
          opened.set(name, [
            ...(opened.get(name) ?? []),
            sealer.open(text, { table: kind.name, row: record.id, column }),
          ]);
        }
      }
    }
    return opened;
  });
