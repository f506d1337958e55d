import { sql } from 'kysely';
import { createRecordTable } from './record-table.js';
import { addColumns, type DialectName, type Schema, textOrNull } from './table.js';

/** Adds what archived answers are found by, and the segments of their archive. Earlier answers have none of it. */
export async function archivedAnswers(db: Schema, dialect: DialectName): Promise<void> {
  await addColumns(db, dialect, 'remembered_answers', {
    columns: { operation: textOrNull, key_digest: textOrNull },
  });
  // The type of ids in encoded rows.
  const id = sql.raw(dialect === 'sqlite' ? 'any' : 'bytea');
  await db.schema.alterTable('remembered_answers').addColumn('request_id', id).execute();
  await createRecordTable(db, dialect, 'answer_segments', {
    scoped: false,
    columns: {
      ...{ number: 'integer', form: 'integer', rows: 'integer', digest: 'text' },
      ...{ first_at: 'integer', last_at: 'integer', tenants: 'text', found_by: 'text' },
    },
    filters: [],
  });
}
