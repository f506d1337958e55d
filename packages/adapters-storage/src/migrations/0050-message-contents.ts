import { createRecordTable } from './record-table.js';
import { addColumns, type DialectName, type Schema, textOrNull } from './table.js';

/** Adds what a message of a rail said, and the references under which refunds were tried before. */
export async function messageContents(db: Schema, dialect: DialectName): Promise<void> {
  await addColumns(db, dialect, 'rail_messages', { columns: { content: textOrNull } });
  await createRecordTable(db, dialect, 'former_refunds', {
    columns: { transaction_id: 'key' },
    filters: [],
  });
}
