import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { addColumns, type DialectName, type Schema, textOrNull } from './table.js';

/** The prefix of a text that is not sealed (encrypted with the master key) yet; see `openSealed` of the core. */
const UNSEALED = 'plain.';

/**
 * Numbers that identify customers and documents become sealed columns, encrypted with the master key. Only a host has
 * the key, so existing values are marked as unsealed. A job for each platform seals these values, and binds values that
 * were sealed before to their table, row and column.
 */
export async function sealedNumbers(db: Schema, dialect: DialectName): Promise<void> {
  for (const [table, from, to] of [
    ['customers', 'identifier', 'sealed_identifier'],
    ['documents', 'document_number', 'sealed_document_number'],
    ['import_chunks', 'rows', 'sealed_rows'],
  ] as const) {
    await db.schema.alterTable(table).renameColumn(from, to).execute();
    await sql`update ${sql.table(table)} set ${sql.ref(to)} = ${sql.lit(UNSEALED)} || ${sql.ref(to)}
      where ${sql.ref(to)} is not null`.execute(db);
  }
  await addColumns(db, dialect, 'customers', { columns: { sealed_tax_id: textOrNull } });
  const [taxId, rest] =
    dialect === 'sqlite'
      ? [sql`json_extract(business_info, '$.taxId')`, sql`json_remove(business_info, '$.taxId')`]
      : [sql`(business_info::jsonb ->> 'taxId')`, sql`(business_info::jsonb - 'taxId')::text`];
  await sql`update customers set sealed_tax_id = ${sql.lit(UNSEALED)} || ${taxId}, business_info = ${rest}
    where business_info is not null and ${taxId} is not null`.execute(db);
  const platforms = await sql<{ id: string }>`select id from platforms`.execute(db);
  for (const { id } of platforms.rows) {
    await sql`
      insert into jobs (id, tenant, version, created_at, updated_at, kind, subject, due_at, clock_offset, lease_until,
        attempts, dedupe, last_error)
      values (${`Job:${randomUUID()}`}, ${id}, 1, 0, 0, 'records.seal', '', 0, 0, 0, 0, null, null)`.execute(db);
  }
}
