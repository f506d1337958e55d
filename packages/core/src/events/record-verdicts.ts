import { type Context, ok, type Result, type TenantKey, type UnitOfWork } from '../kernel/index.js';
import { LEASE_LOST, type RetrySchedule, type JudgedEvent, writeVerdict } from './delivery.js';
import { EVENTS } from './event.js';

/**
 * Records the outcomes of events of one tenant in one unit of work, and returns those that it has recorded: if the lease
 * of an event was lost, the other outcomes are recorded without it.
 */
export async function recordVerdicts(
  units: UnitOfWork,
  ctx: Context,
  batch: readonly JudgedEvent[],
  schedule: RetrySchedule,
): Promise<Result<readonly JudgedEvent[]>> {
  const first = await write(units, ctx, batch, schedule);
  if (first.ok || first.error.code !== LEASE_LOST.code) return first;
  return write(units, ctx, await stillOurs(units, ctx.tenant, batch), schedule);
}

async function stillOurs(
  units: UnitOfWork,
  tenant: TenantKey,
  batch: readonly JudgedEvent[],
): Promise<readonly JudgedEvent[]> {
  const ids = batch.map(({ event }) => event.id);
  const found = await units.read(tenant, (reads) => reads.getMany(EVENTS, ids));
  const versions = new Map(found.map((event) => [event.id, event.version]));
  return batch.filter(({ event }) => versions.get(event.id) === event.version);
}

function write(
  units: UnitOfWork,
  ctx: Context,
  batch: readonly JudgedEvent[],
  schedule: RetrySchedule,
): Promise<Result<readonly JudgedEvent[]>> {
  return units.run(ctx.tenant, async (tx) => {
    for (const judged of batch) {
      const written = writeVerdict(tx, ctx, judged, schedule);
      if (!written.ok) return written;
    }
    return ok(batch);
  });
}
