import { Buffer } from 'node:buffer';
import { Kysely, PostgresDialect, sql, SqliteDialect } from 'kysely';
import pg from 'pg';
import { expect, test } from 'vitest';
import { encodeKey, encodeNumberedKey } from '../schema/keys.js';
import { DATABASES } from '../testing/backends.js';
import { createTestDatabase } from '../testing/postgres.js';
import { Database } from '../testing/sqlite.js';
import { migrateWith } from './index.js';
import type { Schema } from './table.js';

const uuid = (end: number): string => `018bcfe5-6800-7000-8000-${String(end).padStart(12, '0')}`;
const ADA = `InternalAccount:${uuid(7)}`;

test.each(DATABASES)('$name fills what older resolutions moved from their entries', async (backend) => {
  const isSqlite = backend.name === 'sqlite';
  const native = isSqlite ? new Database(':memory:') : null;
  const dialect =
    native === null
      ? new PostgresDialect({
          pool: new pg.Pool({ connectionString: await createTestDatabase({ migrated: false }) }),
        })
      : new SqliteDialect({ database: native });
  const db: Schema = new Kysely({ dialect });
  const migrate = (done: readonly string[], upTo: string) =>
    migrateWith(db, {
      dialect: isSqlite ? 'sqlite' : 'postgres',
      done,
      native,
      beforeOffline: () => Promise.reject(new Error('no host uses this database')),
      upTo,
    });
  await migrate([], '0047-audit-runs');
  const key = (text: string) => encodeKey(text, (plain) => (isSqlite ? plain : Buffer.from(plain)));
  const resolved = async (end: number, kind: string, reference: string, resolution: string, subject: string) => {
    const entry = `JournalEntry:${uuid(end)}`;
    await sql`insert into exceptions (id, tenant, version, created_at, updated_at, kind, status, subject, reference,
        currency, amount, reason, resolution, entry_id)
      values (${key(`Exception:${uuid(end)}`)}, 1, 2, 1, 1, ${kind}, 'RESOLVED', ${key(subject)}, ${reference},
        'USD', 700, 'x', ${resolution}, ${key(entry)})`.execute(db);
    const lines = [
      [`available:${ADA}`, -500],
      [`receivables:${ADA}`, -200],
      ['clearing:SANDBOX:bank:USD', 700],
    ] as const;
    for (const [index, [account, amount]] of lines.entries())
      await sql`insert into postings (id, tenant, version, created_at, updated_at, entry_id, kind, cause, account,
          currency, amount)
        values (${key(`${entry}/${index}`)}, 1, 1, 1, 1, ${key(entry)}, 5, ${key(`Exception:${uuid(end)}`)},
          ${encodeNumberedKey(account, () => 9)}, 'USD', ${amount})`.execute(db);
  };
  const payment = `Transaction:${uuid(1)}`;
  await resolved(1, 'RECALL', 'm1', 'ADJUSTED', payment);
  await resolved(2, 'RAIL_CONTRADICTION', 'loss:R1', 'ADJUSTED', payment);
  await resolved(3, 'REFUND_FAILED', 'r', 'RETRIED', payment);
  await migrate(['0047-audit-runs'], '0048-moved-by-resolutions');
  const { rows } = await sql<{ moved: string | null }>`select moved from exceptions order by id`.execute(db);
  const moved = { from: 'account', account: ADA, amount: { $bigint: '700' } };
  expect(rows.map((row) => (row.moved === null ? null : (JSON.parse(row.moved) as unknown)))).toEqual([
    { ...moved, to: 'outside' },
    { ...moved, to: 'loss' },
    null,
  ]);
  await db.destroy();
});
