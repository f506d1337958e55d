import type { TenantKey } from './context.js';
import type { BaseRecord, KindOf } from './record.js';
import { ok } from './result.js';
import type { UnitOfWork } from './unit.js';

const AT_ONCE = 200;

/**
 * Deletes the records for which `isOver` is true, oldest first, one batch in a unit of work, and returns their number.
 * Stops at the first batch with a record that is not over; `all` looks at every record, for record kinds whose records
 * do not end in the order of their creation.
 */
export async function forget<T extends BaseRecord>(
  units: UnitOfWork,
  tenant: TenantKey | null,
  kind: KindOf<T>,
  isOver: (record: T) => boolean,
  look: 'until-first' | 'all' = 'until-first',
): Promise<number> {
  let after: T | undefined;
  for (let forgotten = 0; ;) {
    const batch = await units.run(tenant, async (tx) => {
      const { rows, hasMore } = await tx.list(kind, { order: 'asc', limit: AT_ONCE, counted: false, after });
      const over = rows.filter(isOver);
      for (const record of over) tx.remove(kind, record);
      const goesOn = hasMore && (look === 'all' || over.length === rows.length);
      return ok({ forgotten: over.length, last: goesOn ? rows.at(-1) : undefined });
    });
    if (!batch.ok) throw new Error(batch.error.message);
    forgotten += batch.value.forgotten;
    after = batch.value.last;
    if (after === undefined) return forgotten;
  }
}
