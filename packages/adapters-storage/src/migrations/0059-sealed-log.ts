import { Buffer } from 'node:buffer';
import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { decodeKey, encodeKey } from '../schema/keys.js';
import type { DialectName, Schema } from './table.js';

/**
 * Makes the operator log a sealed stream: numbers its entries, stores the ends of all streams in the head of the seal
 * chain as data, and adds an entry for each operator and each token, with which the audit compares them from now on.
 */
export async function sealedLog(db: Schema, dialect: DialectName): Promise<void> {
  await (dialect === 'sqlite' ? numberOnSqlite(db) : numberOnPostgres(db));
  await storeEnds(db, dialect);
  await addBaselines(db, dialect);
}

const COLUMNS = [
  'id',
  'tenant',
  'version',
  'created_at',
  'updated_at',
  'operator_id',
  'operator_name',
  'source',
  'outcome',
  'action',
  'subject',
  'input',
  'before',
  'after',
  'request',
  'requested_by',
  'request_id',
] as const;

/** SQLite cannot add a primary key to a table, so that its rows are copied, in the order of their insertion. */
async function numberOnSqlite(db: Schema): Promise<void> {
  const indexes = await sql<{ definition: string }>`
    select sql as definition from sqlite_master
    where type = 'index' and tbl_name = 'operator_log' and sql is not null order by rowid`.execute(db);
  await sql`
    create table numbered_log (
      position integer primary key autoincrement,
      id any not null,
      tenant integer not null,
      version integer not null,
      created_at integer not null,
      updated_at integer not null,
      operator_id any,
      operator_name text not null,
      source text not null,
      outcome text not null,
      action text not null,
      subject any not null,
      input text,
      before text,
      after text,
      request text,
      requested_by text,
      request_id any not null
    ) strict`.execute(db);
  const columns = sql.join(COLUMNS.map((name) => sql.ref(name)));
  await sql`insert into numbered_log (${columns})
    select ${columns} from operator_log order by created_at, rowid`.execute(db);
  await sql`drop table operator_log`.execute(db);
  await sql`alter table numbered_log rename to operator_log`.execute(db);
  await sql`create unique index operator_log_id on operator_log (id)`.execute(db);
  for (const { definition } of indexes.rows) await sql.raw(definition).execute(db);
}

async function numberOnPostgres(db: Schema): Promise<void> {
  await sql`create sequence operator_log_position`.execute(db);
  await sql`alter table operator_log add column position bigint`.execute(db);
  await sql`
    update operator_log set position = numbered.position
    from (select id, row_number() over (order by created_at, id) as position from operator_log) as numbered
    where operator_log.id = numbered.id`.execute(db);
  await sql`
    select setval('operator_log_position', (select max(position) from operator_log))
    where exists (select 1 from operator_log)`.execute(db);
  // The transaction gets its id before it draws a position: the horizon of positions depends on it.
  await sql`
    alter table operator_log
      alter column position set not null,
      alter column position set default
        case when pg_current_xact_id() is not null then nextval('operator_log_position') end,
      add constraint operator_log_position_key unique (position)`.execute(db);
}

/** An existing head was signed in the first form. The next seal signs it in the form of its ends. */
async function storeEnds(db: Schema, dialect: DialectName): Promise<void> {
  const integer = sql.raw(dialect === 'sqlite' ? 'integer' : 'bigint');
  await sql`alter table seal_heads add column form ${integer} not null default 1`.execute(db);
  await sql`alter table seal_heads add column ends text not null default '{}'`.execute(db);
  await sql`update seal_heads set ends = '{"postings":' || postings || ',"events":' || events || '}'`.execute(db);
  for (const column of ['postings', 'events'])
    await sql`alter table seal_heads drop column ${sql.ref(column)}`.execute(db);
}

type Key = string | Buffer;

interface Row {
  readonly id: Key;
  readonly tenant: number;
}

async function addBaselines(db: Schema, dialect: DialectName): Promise<void> {
  const add = baselines(db, dialect);
  const operators = await sql<Row & { readonly role: string; readonly status: string }>`
    select id, tenant, role, status from operators order by id`.execute(db);
  for (const { role, status, ...row } of operators.rows) await add('operators.baseline', row, { role, status });
  const tokens = await sql<Token>`
    select id, tenant, name, permissions, client_id as client, secret_digest as secret from tokens order by id
    `.execute(db);
  for (const { name, permissions, client, secret, ...row } of tokens.rows) {
    const credential = fingerprint(textOf(client), secret);
    await add('tokens.baseline', row, { name, permissions: JSON.parse(permissions) as unknown, credential });
  }
}

interface Token extends Row {
  readonly name: string;
  readonly permissions: string;
  readonly client: Key;
  /** SHA-256 of the secret. */
  readonly secret: string;
}

/** The dictionary has no client ids. */
const textOf = (key: Key): string =>
  decodeKey(key, (number) => {
    throw new Error(`the client id of a token is stored as number ${number}`);
  });

/** Of the credential of a token, as the audit compares it. */
const fingerprint = (clientId: string, secretDigest: string): string =>
  createHash('sha256').update(`${clientId}\n${secretDigest}`).digest('hex').slice(0, 16);

function baselines(db: Schema, dialect: DialectName) {
  const now = Date.now();
  const key = (text: string): Key => encodeKey(text, (plain) => (dialect === 'sqlite' ? plain : Buffer.from(plain)));
  const requestId = key('migration');
  return async (action: string, { id, tenant }: Row, after: object): Promise<void> => {
    await sql`
      insert into operator_log (id, tenant, version, created_at, updated_at, operator_id, operator_name, source, outcome,
        action, subject, input, before, after, request, requested_by, request_id)
      values (${key(`OperatorLog:${randomUUID()}`)}, ${tenant}, 1, ${now}, ${now}, null, 'Corridor', 'SERVICE', 'DONE',
        ${action}, ${id}, null, null, ${JSON.stringify(after)}, null, null, ${requestId})`.execute(db);
  };
}
