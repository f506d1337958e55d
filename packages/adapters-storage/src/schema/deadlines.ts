import { type RawBuilder, sql } from 'kysely';
import { type Builder, compile, paramsOf, type Statement } from './statements.js';
import type { DeadlineColumns, Table } from './tables.js';

const p = paramsOf(0);

/** Rows in one of the states that the deadline ends. Literals, because bound values would not match the partial index. */
const waits = ({ state, from }: DeadlineColumns): RawBuilder<unknown> =>
  sql`${sql.ref(state.name)} in (${sql.join(from.map((value) => sql.lit(value)))})`;

/** The tenants with waiting rows, and the earliest deadline of each, with two probes of the index for each tenant. */
export function waitingStatement(db: Builder, table: Table, deadline: DeadlineColumns): Statement {
  const rows = sql`from ${sql.table(table.name)} where ${waits(deadline)}`;
  const column = sql.ref(deadline.column.name);
  const query = sql`with recursive waiting (tenant) as (
      select (select tenant ${rows} order by tenant limit 1)
      union all
      select (select tenant ${rows} and tenant > waiting.tenant order by tenant limit 1)
      from waiting where waiting.tenant is not null)
    select waiting.tenant, (select ${column} ${rows} and tenant = waiting.tenant order by ${column} limit 1)
    from waiting where waiting.tenant is not null`;
  return compile({ compile: () => query.compile(db) });
}

/** Ends the first overdue rows of a tenant. `among` finds the rows again that the inner query of their `row` selects. */
export function endOverdueStatement(
  db: Builder,
  table: Table,
  deadline: DeadlineColumns,
  row: 'id' | 'ctid',
  among: (rows: RawBuilder<unknown>) => RawBuilder<unknown>,
): Statement {
  const column = sql.ref(deadline.column.name);
  const rows = sql`select ${sql.ref(row)} from ${sql.table(table.name)}
    where tenant = ${p('tenant')} and ${waits(deadline)} and ${column} <= ${p('now')}
    order by ${column} limit ${p('limit')}`;
  const end = sql`update ${sql.table(table.name)} set ${sql.ref(deadline.state.name)} = ${sql.lit(deadline.to)},
      version = version + 1, updated_at = ${p('now')}
    where ${among(rows)} returning 1`;
  return compile({ compile: () => end.compile(db) });
}
