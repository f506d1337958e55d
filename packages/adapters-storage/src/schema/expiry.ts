import { type RawBuilder, sql } from 'kysely';
import { type Builder, compile, paramsOf, type Statement } from './statements.js';
import type { Table, TableColumn } from './tables.js';

const p = paramsOf(0);

/** The first expired rows. */
export function expiredStatement(db: Builder, table: Table, expiresBy: TableColumn, scoped: boolean): Statement {
  const expiry = sql.ref(expiresBy.name);
  const columns = sql.join(table.columns.map(({ name }) => sql.ref(name)));
  const ofTenant = scoped ? sql`tenant = ${p('tenant')} and` : sql``;
  const rows = sql`select ${columns} from ${sql.table(table.name)}
    where ${ofTenant} ${expiry} <= ${p('until')} order by ${expiry} limit ${p('limit')}`;
  return compile({ compile: () => rows.compile(db) });
}

/** Deletes the first expired rows. `among` finds the rows again that the inner query of their `row` selects. */
export function removeExpiredStatement(
  db: Builder,
  table: Table,
  expiresBy: TableColumn,
  scoped: boolean,
  row: 'id' | 'ctid',
  among: (rows: RawBuilder<unknown>) => RawBuilder<unknown>,
): Statement {
  const expiry = sql.ref(expiresBy.name);
  const ofTenant = scoped ? sql`tenant = ${p('tenant')} and` : sql``;
  const rows = sql`select ${sql.ref(row)} from ${sql.table(table.name)}
    where ${ofTenant} ${expiry} <= ${p('until')} order by ${expiry} limit ${p('limit')}`;
  const remove = sql`delete from ${sql.table(table.name)} where ${among(rows)} returning 1`;
  return compile({ compile: () => remove.compile(db) });
}
