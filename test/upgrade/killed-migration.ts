import type { MigrationNotice } from '@corridor/adapters-storage';
import { audit } from '@corridor/core/internal';
import { nodeCrypto, systemClock } from '@corridor/adapters-rails/custody';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { MIGRATION_TABLE } from '../../packages/adapters-storage/src/migrations/index.js';
import { chanceOf, faultSeed } from '../support/chance.js';
import { pause } from '../support/eventually.js';
import { DATABASES, DIALECTS, type EmptyDatabase } from './databases.js';
import { fillFormer, type PaymentRows, recordPayment } from './many-payments.js';
import { startMigration } from './migrating-process.js';
import { structureOf } from './structure.js';

/** A moment to kill a migration: after a notice, and up to so many milliseconds later. */
interface Kill {
  readonly what: string;
  readonly is: (notice: MigrationNotice) => boolean;
  /** With 0, the migration waits after the notice until it is killed. */
  readonly withinMs: number;
  /** Whether the migration cannot have committed by then. */
  readonly isEarly: boolean;
}

const BEFORE_THE_COMMIT: Kill = {
  what: 'before it commits',
  is: ({ step }) => step === 'end',
  withinMs: 0,
  isEarly: true,
};

/** A migration gives notice of tables with many rows. */
export const KILLS_OF_LARGE_TABLES: readonly Kill[] = [
  { what: 'early', is: ({ step }) => step === 'start', withinMs: 200, isEarly: true },
  {
    what: 'while it copies postings',
    is: (notice) => of(notice, 'table', 'remembered_answers'),
    withinMs: 300,
    isEarly: true,
  },
  { what: 'while it copies events', is: (notice) => of(notice, 'table', 'postings'), withinMs: 300, isEarly: true },
  {
    what: 'while it copies the last tables',
    is: (notice) => of(notice, 'table', 'transactions'),
    withinMs: 100,
    isEarly: true,
  },
  BEFORE_THE_COMMIT,
  { what: 'about when it commits', is: ({ step }) => step === 'end', withinMs: 2_000, isEarly: false },
];

/** The early kills come first: small tables may be copied and committed before a later kill. */
export const KILLS_OF_SMALL_TABLES: readonly Kill[] = [
  { what: 'at its start', is: ({ step }) => step === 'start', withinMs: 0, isEarly: true },
  BEFORE_THE_COMMIT,
  { what: 'while it copies', is: ({ step }) => step === 'start', withinMs: 300, isEarly: false },
  { what: 'while it copies, once more', is: ({ step }) => step === 'start', withinMs: 600, isEarly: false },
  { what: 'about when it commits', is: ({ step }) => step === 'end', withinMs: 50, isEarly: false },
];

const of = (notice: MigrationNotice, step: 'table' | 'indexes', table: string): boolean =>
  notice.step === step && notice.table === table;

/** The number of rows of each table, and the migrations that have run. */
async function contentOf({ direct }: EmptyDatabase): Promise<Readonly<Record<string, unknown>>> {
  const db = direct();
  try {
    const names = (await db.introspection.getTables()).map(({ name }) => name).sort();
    const counts: Record<string, unknown> = {};
    for (const name of names) {
      const { rows } = await sql<{ count: unknown }>`select count(*) as count from ${sql.table(name)}`.execute(db);
      counts[name] = Number(rows[0]!.count);
    }
    return counts;
  } finally {
    await db.destroy();
  }
}

async function isMigrated({ direct }: EmptyDatabase): Promise<boolean> {
  const db = direct();
  const done = await db.selectFrom(MIGRATION_TABLE).select('name').where('name', '=', '0032-encoded-rows').execute();
  await db.destroy();
  return done.length > 0;
}

interface Trial {
  readonly payments: number;
  readonly kills: readonly Kill[];
  readonly runMs: number;
}

/** The tests of a migration that is killed again and again, with so many payments in its database. */
export function killedMigrations({ payments, kills, runMs }: Trial): void {
  describe.each(DIALECTS)(`a migration to encoded rows of ${payments} payments in %s that kill -9 ends`, (dialect) => {
    let payment: PaymentRows;
    beforeAll(async () => {
      payment = await recordPayment();
    });

    it(
      'leaves the former database, and runs again to its end',
      async () => {
        const chance = chanceOf(faultSeed(`kill -9 of a migration in ${dialect}`));
        const database = await DATABASES[dialect]();
        await fillFormer(database, dialect, payment, payments);
        const [content, structure] = [await contentOf(database), await structureOf(dialect, database)];
        const ends: string[] = [];
        for (const { what, is, withinMs, isEarly } of kills) {
          const migration = startMigration(dialect, database, { isStepped: withinMs === 0 });
          const reached = await migration.reaches(is);
          if (reached) await pause(chance.under(withinMs + 1));
          await migration.kill();
          const committed = await isMigrated(database);
          ends.push(`${what}: ${committed ? 'committed' : 'rolled back'}`);
          expect(isEarly ? reached && !committed : reached || committed, what).toBe(true);
          if (!committed) {
            expect(await contentOf(database), what).toEqual(content);
            expect(await structureOf(dialect, database), what).toEqual(structure);
          }
        }
        process.stdout.write(`${dialect}: ${ends.join(' · ')}\n`);

        expect(await startMigration(dialect, database).end()).toBe('');
        const [after, fresh] = [await contentOf(database), await DATABASES[dialect]()];
        const storage = fresh.open();
        await storage.migrate();
        await storage.close();
        expect(await structureOf(dialect, database)).toEqual(await structureOf(dialect, fresh));
        for (const table of Object.keys(content).filter((name) => !name.startsWith(MIGRATION_TABLE))) {
          // A migration adds the job that fills the words of the search.
          const added = table === 'jobs' ? 1 : 0;
          expect(Number(after[table]) - added, table).toBe(Number(content[table]));
        }
        const migrated = database.open();
        const ports = { units: migrated.units, clock: systemClock, ...nodeCrypto, sealer: null };
        expect((await audit(ports)).findings).toEqual([]);
        await migrated.close();
        await Promise.all([database.drop(), fresh.drop()]);
      },
      runMs,
    );
  });
}
