import { type RawBuilder, sql } from 'kysely';
import { type Builder, compile, paramsOf, type Statement } from './statements.js';
import type { DeadlineColumns, Table } from './tables.js';

const p = paramsOf(0);

/**
 * Rows in one of the states that the deadline ends, and with a deadline. Literals, because bound values would not match
 * the partial index.
 */
const waits = ({ column, state, from }: DeadlineColumns): RawBuilder<unknown> => {
  const states = sql`${sql.ref(state.name)} in (${sql.join(from.map((value) => sql.lit(value)))})`;
  return column.nullable ? sql`${states} and ${sql.ref(column.name)} is not null` : states;
};

/**
 * The tenants with waiting rows, and the earliest deadline of each, with two probes of the index for each tenant. `by`
 * names the index to a database that would otherwise choose another one once it has statistics.
 */
export function waitingStatement(
  db: Builder,
  table: Table,
  deadline: DeadlineColumns,
  by: (index: string) => RawBuilder<unknown> = () => sql``,
): Statement {
  const rows = sql`from ${sql.table(table.name)} ${by(`${table.name}_by_deadline`)} where ${waits(deadline)}`;
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

/** The first overdue rows of a tenant. */
export function overdueStatement(db: Builder, table: Table, deadline: DeadlineColumns): Statement {
  const column = sql.ref(deadline.column.name);
  const columns = sql.join(table.columns.map(({ name }) => sql.ref(name)));
  const query = sql`select ${columns} from ${sql.table(table.name)}
    where tenant = ${p('tenant')} and ${waits(deadline)} and ${column} <= ${p('until')}
    order by ${column} limit ${p('limit')}`;
  return compile({ compile: () => query.compile(db) });
}
