import { clockOffsetOf, err, ok, update, type UseCase } from '../kernel/index.js';
import { EVENTS } from './event.js';
import { type EventView, NO_EVENT } from './read-events.js';

/**
 * Lets the next attempt of a QUEUED event begin now instead of at its time, with the retries that are left. An earlier
 * event of the same record still goes first. Errors: REFERENCE_NOT_FOUND; INVALID_STATE_TRANSITION if no attempt waits;
 * CONFLICT while an attempt is under way.
 */
export const deliverNow: UseCase<{ readonly id: string }, EventView> = async (tx, ctx, { id }) => {
  const event = await tx.get(EVENTS, id);
  if (event === null) return NO_EVENT;
  if (event.status !== 'QUEUED')
    return err(
      'INVALID_STATE_TRANSITION',
      `the event is ${event.status}, so no attempt waits; deliver it again instead`,
    );
  if (event.leaseUntil > ctx.hostNow)
    return err('CONFLICT', 'an attempt to deliver the event is under way; reload its page to see the answer');
  const next = event.nextAttemptAt <= ctx.hostNow ? event.nextAttemptAt : ctx.hostNow;
  const hastened = update(tx, ctx, EVENTS, event, { nextAttemptAt: next, clockOffset: clockOffsetOf(ctx) });
  return ok({ event: hastened, nextAttemptAt: ctx.now });
};
