import { addColumns, type DialectName, type Schema, textOrNull } from './table.js';

/** The trace of the unit of work that scheduled a job or wrote an event. */
export async function trace(db: Schema, dialect: DialectName): Promise<void> {
  for (const table of ['jobs', 'events']) await addColumns(db, dialect, table, { columns: { trace: textOrNull } });
}
