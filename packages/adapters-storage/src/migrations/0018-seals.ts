import { createTable, type DialectName, integer, type Schema, text } from './table.js';

/** The chain of seals over postings and events, and its head. */
export async function seals(db: Schema, dialect: DialectName): Promise<void> {
  await createTable(db, dialect, 'seals', {
    scoped: false,
    columns: {
      number: integer,
      form: integer,
      stream: text,
      after: integer,
      up_to: integer,
      rows: integer,
      rows_digest: text,
      digest: text,
      mac: text,
    },
  });
  await createTable(db, dialect, 'seal_heads', {
    scoped: false,
    columns: { number: integer, digest: text, postings: integer, events: integer, mac: text },
  });
}
