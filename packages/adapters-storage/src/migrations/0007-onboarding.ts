import {
  createTable,
  type DialectName,
  flag,
  integer,
  integerOrNull,
  json,
  type Schema,
  text,
  textOrNull,
} from './table.js';

/** Adds one-time codes, and customer imports from files. */
export async function onboarding(db: Schema, dialect: DialectName): Promise<void> {
  await createTable(db, dialect, 'one_time_codes', {
    scoped: true,
    columns: {
      use: text,
      channel: text,
      address: text,
      digest: textOrNull,
      expires_at: integer,
      tries: integer,
      sends: json,
      is_unsent: flag,
    },
    unique: { use: { columns: ['use'] } },
  });

  await createTable(db, dialect, 'bulk_imports', {
    scoped: true,
    columns: {
      status: text,
      columns: json,
      chunks: integer,
      next_chunk: integer,
      total: integer,
      successful: integer,
      failed: integer,
      completed_at: integerOrNull,
    },
  });

  await createTable(db, dialect, 'import_chunks', {
    scoped: true,
    columns: { import_id: text, place: text, first_row: integer, rows: json },
    unique: { place: { columns: ['import_id', 'place'] } },
    filters: ['import_id'],
  });

  await createTable(db, dialect, 'import_errors', {
    scoped: true,
    columns: { import_id: text, errors: json },
    filters: ['import_id'],
  });
}
