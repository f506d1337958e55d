import {
  type Context,
  err,
  type Instant,
  invalidFields,
  type Keyset,
  MOST_FILES,
  ok,
  type Result,
  type UnitOfWork,
} from '../kernel/index.js';
import { EVENTS, isErased } from './event.js';
import type { EventState } from './event-states.js';
import { redeliverEvent, type RedeliverPorts } from './redeliver-event.js';

/** The states from which an event can be queued again. */
export const REDELIVERABLE = ['FAILED', 'STORED', 'DELIVERED'] as const satisfies readonly EventState[];

/** Both ends are inclusive. */
export interface RedeliverPeriod {
  readonly status: (typeof REDELIVERABLE)[number];
  readonly from: Instant;
  readonly to: Instant;
}

export interface RedeliveredPeriod {
  readonly redelivered: number;
  readonly examined: number;
  /** The time of the last examined event if the period has more events than one call examines; null otherwise. */
  readonly stoppedAt: Instant | null;
}

/** How many events one unit of work queues again, and how many one call examines. */
const BATCH = 100;
const MOST_EXAMINED = 10_000;

/**
 * Queues the events of a period again that have the state, oldest first, in units of work of their own; not those whose
 * personal data were erased. An interrupted
 * call has queued some; a repetition goes on. 400 INVALID_INPUT, WEBHOOK_ENDPOINT_NOT_SET.
 */
export function redeliverPeriod({ units, ...ports }: RedeliverPorts & { readonly units: UnitOfWork }) {
  const redeliver = redeliverEvent(ports);
  return async (ctx: Context, { status, from, to }: RedeliverPeriod): Promise<Result<RedeliveredPeriod>> => {
    if (to < from) return invalidFields([{ field: 'to', message: 'must not be before the begin' }]);
    const endpoint = await units.read(ctx.tenant, (reads) => ports.endpointOf(reads, ctx));
    if (endpoint === null) return err('WEBHOOK_ENDPOINT_NOT_SET');
    let [redelivered, examined] = [0, 0];
    let after: Keyset | undefined;
    while (examined < MOST_EXAMINED) {
      const between = [{ column: 'createdAt', from, to }] as const;
      // The events of a batch come from few files, so that its unit of work does not wait for many.
      const bounds = { limit: BATCH, mostFiles: MOST_FILES } as const;
      const query = { between, order: 'asc', ...bounds, after, counted: false } as const;
      const { rows, hasMore, next } = await units.read(ctx.tenant, (reads) => reads.list(EVENTS, query));
      const done = await units.run(ctx.tenant, async (tx) => {
        let count = 0;
        for (const { id } of rows.filter((event) => event.status === status)) {
          // The state may have changed since it was read.
          const event = await tx.get(EVENTS, id);
          if (event?.status !== status || isErased(event)) continue;
          const queued = await redeliver(tx, ctx, { id });
          if (!queued.ok) return queued;
          count += 1;
        }
        return ok(count);
      });
      if (!done.ok) return done;
      redelivered += done.value;
      examined += rows.length;
      after = next ?? rows.at(-1);
      if (!hasMore || after === undefined) return ok({ redelivered, examined, stoppedAt: null });
    }
    return ok({ redelivered, examined, stoppedAt: after!.createdAt });
  };
}
