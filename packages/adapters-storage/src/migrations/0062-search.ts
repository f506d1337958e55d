import { Buffer } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { encodeKey } from '../schema/keys.js';
import { createRecordTable } from './record-table.js';
import type { DialectName, Schema } from './table.js';

/** The tables with amounts by which operators search: the column of the currency, that of the amount, and whether both may be empty. */
const AMOUNTS = [
  ['transactions', 'sent_currency', 'sent_amount', true],
  ['transactions', 'received_currency', 'received_amount', true],
  ['deposits', 'currency', 'amount', false],
  ['exceptions', 'currency', 'amount', false],
] as const;

/**
 * Adds the words by which operators search, and indexes of amounts. A job for each
 * platform writes the words of the records that are there.
 */
export async function search(db: Schema, dialect: DialectName): Promise<void> {
  await createRecordTable(db, dialect, 'search_terms', {
    columns: { subject: 'key', term: 'text' },
    filters: ['subject', 'term'],
  });
  // The beginning of a word is a range of texts, which must be in the order of their bytes.
  if (dialect === 'postgres') await sql`alter table search_terms alter column term type text collate "C"`.execute(db);
  for (const [table, currency, amount, isOptional] of AMOUNTS) {
    const index = db.schema
      .createIndex(`${table}_by_${amount}`)
      .on(table)
      .columns(['tenant', currency, amount, 'created_at', 'id']);
    await (isOptional ? index.where(sql.ref(amount), 'is not', null) : index).execute();
  }
  await scheduleWords(db, dialect);
}

async function scheduleWords(db: Schema, dialect: DialectName): Promise<void> {
  const key = (text: string) => encodeKey(text, (plain) => (dialect === 'sqlite' ? plain : Buffer.from(plain)));
  const { rows } = await sql<{ tenant: unknown }>`select tenant from platforms`.execute(db);
  for (const { tenant } of rows)
    await sql`
      insert into jobs (id, tenant, version, created_at, updated_at, kind, subject, due_at, clock_offset, lease_until,
        attempts, dedupe, last_error)
      values (${key(`Job:${randomUUID()}`)}, ${tenant}, 1, 0, 0, 'search.words', ${key('')}, 0, 0, 0, 0, null, null)
      `.execute(db);
}
