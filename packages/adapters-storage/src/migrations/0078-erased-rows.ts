import { sql } from 'kysely';
import { createRecordTable } from './record-table.js';
import { addColumns, type DialectName, type Schema, textOrNull } from './table.js';

/**
 * Lets personal data be erased from sealed rows: salts and the digests of what was erased, the records that explain seals
 * of rows without salts, and the files of the archive that were replaced. Earlier rows have no salt.
 */
export async function erasedRows(db: Schema, dialect: DialectName): Promise<void> {
  for (const table of ['events', 'operator_log'])
    await addColumns(db, dialect, table, { columns: { salt: textOrNull, erased_digest: textOrNull } });
  for (const table of ['archive_segments', 'answer_segments'])
    await addColumns(db, dialect, table, { columns: { rewrite: textOrNull } });
  await createRecordTable(db, dialect, 'archive_removals', {
    scoped: false,
    columns: { file: 'text', due_at: 'integer' },
    filters: [],
  });
  await (dialect === 'sqlite' ? erasuresOnSqlite(db) : erasuresOnPostgres(db));
  await db.schema.createIndex('seal_erasures_by_time').on('seal_erasures').columns(['created_at', 'id']).execute();
}

async function erasuresOnSqlite(db: Schema): Promise<void> {
  await sql`
    create table seal_erasures (
      position integer primary key autoincrement,
      id any not null,
      tenant integer not null,
      version integer not null,
      created_at integer not null,
      updated_at integer not null,
      seal integer not null,
      number integer not null,
      erased text not null,
      before text not null,
      after text not null,
      mac text not null
    ) strict`.execute(db);
  await sql`create unique index seal_erasures_id on seal_erasures (id)`.execute(db);
}

async function erasuresOnPostgres(db: Schema): Promise<void> {
  await sql`create sequence seal_erasures_position`.execute(db);
  // The transaction gets its id before it draws a position: the horizon of positions depends on it.
  await sql`
    create table seal_erasures (
      position bigint not null unique default
        case when pg_current_xact_id() is not null then nextval('seal_erasures_position') end,
      id bytea not null,
      tenant integer not null,
      version bigint not null,
      created_at bigint not null,
      updated_at bigint not null,
      seal bigint not null,
      number bigint not null,
      erased text not null,
      before text not null,
      after text not null,
      mac text not null,
      constraint seal_erasures_id primary key (id)
    )`.execute(db);
}
