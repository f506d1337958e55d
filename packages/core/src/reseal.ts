import {
  type AnyKind,
  type BaseRecord,
  Bug,
  type KindOf,
  ok,
  readAll,
  type TenantKey,
  type UnitOfWork,
  update,
} from './kernel/index.js';
import { PLATFORMS } from './platforms/index.js';
import { RECORD_KINDS } from './record-kinds.js';

const AT_ONCE = 100;

/**
 * Seals every sealed text of a database anew; answers how many records changed. `reseal` gives back what needs no
 * change. Keys of the host come first: a host that still has the old master key is told so when it starts. It can be
 * broken off and run again; nothing else may write meanwhile.
 */
export async function resealAll(units: UnitOfWork, reseal: (sealed: string) => string): Promise<number> {
  const kinds = RECORD_KINDS.filter(({ sealed }) => sealed.length > 0);
  const ofHost = kinds.filter(({ scope }) => scope === 'host').sort((a, b) => (a.name < b.name ? -1 : 1));
  let changed = 0;
  for (const kind of ofHost) changed += await resealKind(units, null, kind, reseal);
  for (const { id: tenant } of await units.read(null, (reads) => readAll(reads, PLATFORMS))) {
    for (const kind of kinds) {
      if (kind.scope === 'tenant') changed += await resealKind(units, tenant, kind, reseal);
    }
  }
  return changed;
}

async function resealKind(
  units: UnitOfWork,
  tenant: TenantKey | null,
  any: AnyKind,
  reseal: (sealed: string) => string,
): Promise<number> {
  const kind = any as unknown as KindOf<BaseRecord>;
  let changed = 0;
  for (let after: BaseRecord | undefined; ;) {
    const from = after;
    const batch = await units.run(tenant, async (tx) => {
      const slice = await tx.list(kind, { order: 'asc', limit: AT_ONCE, counted: false, after: from });
      const renewed = slice.rows.flatMap((row) => {
        const patch = resealed(any, row, reseal);
        return patch === null ? [] : [{ row, patch }];
      });
      // The record says the same as before: when it was changed last does not change.
      for (const { row, patch } of renewed) update(tx, { now: row.updatedAt }, kind, row, patch);
      return ok({ changed: renewed.length, last: slice.rows.at(-1), hasMore: slice.hasMore });
    });
    if (!batch.ok) throw new Error(`${kind.name}: ${batch.error.message}`);
    changed += batch.value.changed;
    after = batch.value.last;
    if (!batch.value.hasMore) return changed;
  }
}

/** The sealed columns of a record, sealed anew; null where none changes. */
function resealed(kind: AnyKind, row: BaseRecord, reseal: (sealed: string) => string): object | null {
  const fields = row as unknown as Readonly<Record<string, unknown>>;
  const renewed = kind.sealed.flatMap((column) => {
    const text = fields[column];
    if (text === null) return [];
    if (typeof text !== 'string') throw new Bug(`${kind.name}.${column} is no sealed text`);
    const next = reseal(text);
    return next === text ? [] : [[column, next] as const];
  });
  return renewed.length === 0 ? null : Object.fromEntries(renewed);
}
