import { createTable, type DialectName, integer, type Schema, text } from './table.js';

/**
 * Adds the chain of seals and its head. A seal is a signed hash over new postings and events, see docs/areas/seals.md.
 */
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
