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
  const id = sql.raw(dialect === 'sqlite' ? 'any' : 'bytea');
  await db.schema.alterTable('deposits').addColumn('owner_id', id).execute();
  for (const table of ['customers', 'external_accounts', 'platforms'])
    await addColumns(db, dialect, table, { columns: { blocked_as: textOrNull } });
}
