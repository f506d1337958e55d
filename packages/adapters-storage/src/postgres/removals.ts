import { type RawBuilder, sql } from 'kysely';
import type { Lookup } from '../schema/dictionary.js';
import { postgresType } from '../schema/encodings.js';
import { isOfTenant, paramsOf } from '../schema/statements.js';
import { columnOf, tableOf } from '../schema/tables.js';
import { guardValues, tenantCell } from '../schema/write-queries.js';
import type { Guard, Remove } from '../schema/writes.js';
import type { Step } from '../unit/steps.js';
import { FEW_ROWS } from './unnest.js';

/** Removals of one kind with one error, which one DELETE carries out: it holds if it deletes all of the rows. */
export interface Removals {
  readonly op: 'remove many';
  readonly kind: Remove['kind'];
  /** No single row: no insert copies from the rows of this part. */
  readonly id: null;
  readonly rows: readonly Remove[];
}

/** A part of the statement that touches rows under a guard. */
export type Guarded = Guard | Removals;

/**
 * The guards of a step, with many removals of one kind as one part, at the place of the first of them. A removal whose
 * row an insert copies from stays alone.
 */
export function groupRemovals({ guards, adds }: Step): readonly Guarded[] {
  const copied = new Set(
    adds.flatMap(({ options: { copy } }) => (copy === undefined ? [] : keyOf(copy.kind, copy.id))),
  );
  const groups: Remove[][] = [];
  const groupOf = ({ kind, lost }: Remove) =>
    groups.find(([first]) => first!.kind.name === kind.name && first!.lost === lost);
  for (const guard of guards) {
    if (guard.op !== 'remove' || copied.has(keyOf(guard.kind, guard.id))) continue;
    const group = groupOf(guard);
    if (group === undefined) groups.push([guard]);
    else group.push(guard);
  }
  return guards.flatMap((guard): readonly Guarded[] => {
    const rows = guard.op === 'remove' ? groupOf(guard) : undefined;
    if (rows === undefined || rows.length <= FEW_ROWS || copied.has(keyOf(guard.kind, guard.id))) return [guard];
    return rows[0] === guard ? [{ op: 'remove many', kind: guard.kind, id: null, rows }] : [];
  });
}

const keyOf = ({ name }: Remove['kind'], id: string): string => `${name}/${id}`;

export const removalsShape = ({ kind }: Removals): string => `remove many ${kind.name}`;

/** One DELETE for any number of rows, each with the version, the time of its creation and the tenant that were read. */
export function removalsQuery({ kind }: Removals, scoped: boolean, of: number): RawBuilder<unknown> {
  const table = tableOf(kind);
  const p = paramsOf(of);
  const at = (column: string) => sql.ref(`${table.name}.${column}`);
  const array = (name: string, field: string) => sql`${p(name)}::${sql.raw(postgresType(columnOf(table, field)))}[]`;
  const ofTenant = scoped && table.scoped ? sql`and ${isOfTenant(p('tenant'), at('tenant'))}` : sql``;
  return sql`(delete from ${sql.table(table.name)}
    using unnest(${array('ids', 'id')}, ${array('versions', 'version')}, ${array('times', 'createdAt')})
      as given(id, version, created_at)
    where ${at('id')} = given.id and ${at('version')} = given.version
      and ${at(columnOf(table, 'createdAt').name)} = given.created_at ${ofTenant} returning ${at('id')})`;
}

/** The values of `removalsQuery`; `count` is the number of rows that it must delete. */
export function removalsValues(
  { rows }: Removals,
  tenant: string | null,
  lookup: Lookup,
): Readonly<Record<string, unknown>> {
  const values = rows.map((row) => guardValues(row, tenant, lookup));
  return {
    ids: values.map(({ id }) => id),
    versions: rows.map(({ record }) => record.version),
    times: values.map((each) => each['was createdAt']),
    count: rows.length,
    tenant: tenantCell(tenant, lookup),
  };
}
