import {
  clockOffsetOf,
  type Context,
  err,
  instant,
  ok,
  type Reads,
  transition,
  type UseCase,
} from '../kernel/index.js';
import { EVENTS, isErased } from './event.js';
import { EVENT } from './event-states.js';
import { type EventView, NO_EVENT } from './read-events.js';

export interface RedeliverPorts {
  /** The platform's webhook endpoint; null if none is set. */
  readonly endpointOf: (reads: Reads, ctx: Context) => Promise<string | null>;
}

export const ERASED =
  'the personal data of this event were erased, so that it cannot be sent again; read the record that it is about';

/**
 * Queues a STORED, FAILED or DELIVERED event again, with the same id and content and with all of its retries.
 * Errors: REFERENCE_NOT_FOUND, WEBHOOK_ENDPOINT_NOT_SET, INVALID_STATE_TRANSITION (the event is QUEUED, or its
 * personal data were erased).
 */
export const redeliverEvent =
  ({ endpointOf }: RedeliverPorts): UseCase<{ readonly id: string }, EventView> =>
  async (tx, ctx, { id }) => {
    const event = await tx.get(EVENTS, id);
    if (event === null) return NO_EVENT;
    if (isErased(event)) return err('INVALID_STATE_TRANSITION', ERASED);
    if ((await endpointOf(tx, ctx)) === null) return err('WEBHOOK_ENDPOINT_NOT_SET');
    const moved = transition(tx, ctx, EVENT, EVENTS, event, 'redeliver', {
      queuedAt: ctx.now,
      attempts: 0,
      nextAttemptAt: ctx.hostNow,
      clockOffset: clockOffsetOf(ctx),
      leaseUntil: instant(0),
      deliveredAt: null,
      lastError: null,
    });
    return moved.ok ? ok({ event: moved.value.record, nextAttemptAt: ctx.now }) : moved;
  };
