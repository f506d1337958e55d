import { addColumns, type DialectName, jsonOrNull, type Schema } from './table.js';

/** Adds the ids of the records that an answer is about, by which an erasure finds an encrypted one. Earlier answers have none. */
export const namesOfAnswers = (db: Schema, dialect: DialectName): Promise<void> =>
  addColumns(db, dialect, 'remembered_answers', { columns: { names: jsonOrNull } });
