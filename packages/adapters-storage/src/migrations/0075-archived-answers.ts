import { createRecordTable } from './record-table.js';
import { addColumns, type DialectName, type Schema, textOrNull } from './table.js';

/** Adds what archived answers are found by, and the segments of their archive. Earlier answers have none of it. */
export async function archivedAnswers(db: Schema, dialect: DialectName): Promise<void> {
  await addColumns(db, dialect, 'remembered_answers', {
    columns: { operation: textOrNull, key_digest: textOrNull, request_id: textOrNull },
  });
  await createRecordTable(db, dialect, 'answer_segments', {
    scoped: false,
    columns: {
      ...{ number: 'integer', form: 'integer', rows: 'integer', digest: 'text' },
      ...{ first_at: 'integer', last_at: 'integer', tenants: 'text', found_by: 'text' },
    },
    filters: [],
  });
}
