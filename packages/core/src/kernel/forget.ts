import type { TenantKey } from './context.js';
import type { BaseRecord, KindOf } from './record.js';
import { ok } from './result.js';
import type { Instant } from './time.js';
import type { UnitOfWork } from './unit.js';

/** Waits in real time, but not after `until` has settled; null: does not wait. */
export type Pause = ((milliseconds: number, until?: Promise<unknown>) => Promise<void>) | null;

/** Small enough that a batch neither holds locks nor delays other writers for long. */
const EXPIRED_AT_ONCE = 500;
/** Leaves the database to requests between two batches. */
const PAUSE_MS = 20;
const AT_ONCE = 200;

/** Deletes the records of a kind whose expiry is not after `until`, in small batches, and returns their number. */
export async function forgetExpired<T extends BaseRecord>(
  units: UnitOfWork,
  tenant: TenantKey | null,
  kind: KindOf<T>,
  until: Instant,
  pause: Pause,
): Promise<number> {
  for (let forgotten = 0; ;) {
    const removed = await units.removeExpired(tenant, kind, until, EXPIRED_AT_ONCE);
    forgotten += removed;
    if (removed < EXPIRED_AT_ONCE) return forgotten;
    await pause?.(PAUSE_MS);
  }
}

/**
 * Looks at every record of a kind, deletes those for which `isOver` is true, one batch in a unit of work, and returns
 * their number. For record kinds whose end is not one column.
 */
export async function forget<T extends BaseRecord>(
  units: UnitOfWork,
  tenant: TenantKey | null,
  kind: KindOf<T>,
  isOver: (record: T) => boolean,
): Promise<number> {
  let after: T | undefined;
  for (let forgotten = 0; ;) {
    const batch = await units.run(tenant, async (tx) => {
      const { rows, hasMore } = await tx.list(kind, { order: 'asc', limit: AT_ONCE, counted: false, after });
      const over = rows.filter(isOver);
      for (const record of over) tx.remove(kind, record);
      return ok({ forgotten: over.length, last: hasMore ? rows.at(-1) : undefined });
    });
    if (!batch.ok) throw new Error(batch.error.message);
    forgotten += batch.value.forgotten;
    after = batch.value.last;
    if (after === undefined) return forgotten;
  }
}
