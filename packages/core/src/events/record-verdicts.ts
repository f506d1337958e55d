import {
  type Context,
  type Instant,
  ok,
  type Result,
  splitTenant,
  type TenantKey,
  type UnitOfWork,
} from '../kernel/index.js';
import { LEASE_LOST, type RetrySchedule, type JudgedEvent, writeVerdict } from './delivery.js';
import { EVENTS } from './event.js';
import { deliveryOutcome, type WorkObserver } from './observe-work.js';

export interface RecorderPorts {
  readonly units: UnitOfWork;
  readonly contextOf: (tenant: TenantKey) => Promise<Context>;
  readonly observer: WorkObserver;
  readonly report: (error: unknown) => void;
  readonly options: RetrySchedule;
}

/**
 * Records outcomes and counts them for the observer. Returns those that were recorded, and reports why others were not.
 * Never throws.
 */
export function createRecorder(ports: RecorderPorts) {
  const { units, observer, report, options } = ports;

  async function record(tenant: TenantKey, batch: readonly JudgedEvent[]): Promise<readonly JudgedEvent[]> {
    try {
      const ctx = await ports.contextOf(tenant);
      const recorded = await recordVerdicts(units, ctx, batch, options);
      if (recorded.ok) {
        observe(tenant, recorded.value, ctx.now);
        for (let lost = recorded.value.length; lost < batch.length; lost++) observer.leaseLost('event');
        return recorded.value;
      }
      report(new Error(`${recorded.error.code}: ${recorded.error.message}`));
    } catch (error) {
      report(error);
    }
    return [];
  }

  function observe(tenant: TenantKey, recorded: readonly JudgedEvent[], now: Instant): void {
    const { environment } = splitTenant(tenant);
    for (const judged of recorded) {
      const outcome = deliveryOutcome(judged, now, options);
      if (outcome !== null) observer.delivery(environment, outcome);
    }
  }

  return record;
}

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
