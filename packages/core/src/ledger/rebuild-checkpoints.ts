import { type Clock, type Instant, ok, type TenantKey, type UnitOfWork, update } from '../kernel/index.js';
import { everyRecord } from './audit.js';
import { CHECKPOINTS, POSTINGS } from './journal.js';

/** A rebuilt checkpoint. */
export interface RebuiltCheckpoint {
  /** Name of the hot account. */
  readonly account: string;
  readonly before: { readonly position: number; readonly balance: bigint };
  readonly after: { readonly position: number; readonly balance: bigint };
  /** Whether the checkpoint was right before the rebuild: its balance was equal to the sum of the postings. */
  readonly wasRight: boolean;
}

/**
 * Rebuilds all checkpoints from the postings, each in a unit of its own. Hosts may keep running: if one moves a
 * checkpoint at the same time, the unit of work runs again. Throws if the database is not available.
 */
export async function rebuildCheckpoints(units: UnitOfWork, clock: Clock): Promise<readonly RebuiltCheckpoint[]> {
  const known = await units.read(null, async (reads) => {
    const found: { readonly id: string; readonly tenant: TenantKey }[] = [];
    for await (const { id, tenant } of everyRecord(reads, CHECKPOINTS)) found.push({ id, tenant });
    return found;
  });
  const rebuilt: RebuiltCheckpoint[] = [];
  for (const { id, tenant } of known) {
    const checkpoint = await rebuild(units, tenant, clock.now(), id);
    if (checkpoint !== null) rebuilt.push(checkpoint);
  }
  return rebuilt;
}

async function rebuild(
  units: UnitOfWork,
  tenant: TenantKey,
  now: Instant,
  account: string,
): Promise<RebuiltCheckpoint | null> {
  const done = await units.run<RebuiltCheckpoint | null>(tenant, async (tx) => {
    const before = await tx.get(CHECKPOINTS, account);
    if (before === null) return ok(null);
    const sum = (after: number, upTo: number) => tx.sum(POSTINGS, 'amount', { account }, after, upTo);
    const horizon = await tx.horizon(POSTINGS);
    const isPossible = before.position <= (await tx.lastPosition(POSTINGS));
    const position = isPossible ? Math.max(horizon, before.position) : horizon;
    const balance = await sum(0, position);
    const wasRight = isPossible && before.balance === balance - (await sum(before.position, position));
    update(tx, { now }, CHECKPOINTS, before, { position, balance });
    return ok({
      account,
      before: { position: before.position, balance: before.balance },
      after: { position, balance },
      wasRight,
    });
  });
  if (!done.ok) throw new Error(`${account}: ${done.error.message}`);
  return done.value;
}
