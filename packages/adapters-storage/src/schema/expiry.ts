import { Bug } from '@corridor/core/ports';
import { type RawBuilder, sql } from 'kysely';
import { type Builder, compile, paramsOf, type Statement } from './statements.js';
import { columnOf, type Table, type TableColumn } from './tables.js';

const p = paramsOf(0);

/** The column of a record kind by which its records expire. Throws a Bug if they do not expire by this clock. */
export function expiryOf(table: Table, tenant: string | null): TableColumn {
  const { name, expiry } = table.kind;
  if (expiry === null) throw new Bug(`${name} does not expire`);
  if ((expiry.clock === 'tenant') !== (tenant !== null))
    throw new Bug(`${name} expires by the clock of the ${expiry.clock}`);
  return columnOf(table, expiry.column);
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
