import { sql } from 'kysely';
import { createRecordTable } from './record-table.js';
import { addColumns, type DialectName, type Schema, textOrNull } from './table.js';

/** Adds the blocks, the mark that a blocked customer, external account or platform has, and the owner of a deposit. */
export async function blocks(db: Schema, dialect: DialectName): Promise<void> {
  await createRecordTable(db, dialect, 'blocks', {
    columns: {
      subject: 'key',
      status: 'text',
      reason: 'text',
      case_reference: 'text',
      notes: 'text?',
      tell_platform: 'flag',
      blocked_by: 'text',
      end_reason: 'text?',
      end_reference: 'text?',
      ended_by: 'text?',
      end_approved_by: 'text?',
      ended_at: 'integer?',
    },
    scoped: true,
    filters: ['subject', 'status'],
  });
  await db.schema
    .alterTable('deposits')
    .addColumn('owner_id', sql.raw(dialect === 'sqlite' ? 'any' : 'bytea'))
    .execute();
  await sql`
    update deposits set owner_id = coalesce(
      (select a.customer_id from internal_accounts a where a.reference = deposits.reference),
      (select c.id from quotes q join customers c on c.id = q.customer_id where q.reference = deposits.reference)
    )`.execute(db);
  for (const table of ['customers', 'external_accounts', 'platforms'])
    await addColumns(db, dialect, table, { columns: { blocked_as: textOrNull } });
}
