import { type Instant, MOST_FILES, ok, type Query } from '../kernel/index.js';
import { isSuccess } from './delivery.js';
import { EVENTS } from './event.js';
import type { EventState } from './event-states.js';

/** How the deliveries of a platform's newest events went. */
export interface DeliveryHealth {
  readonly examined: number;
  /** The time of the oldest examined event; null without events. */
  readonly since: Instant | null;
  readonly events: Readonly<Record<EventState, number>>;
  /** Attempts of these events, and those that the endpoint accepted. */
  readonly attempts: number;
  readonly accepted: number;
}

/** No index has the state of an event, so the newest ones are counted. */
const EXAMINED = 500;

/** Counts the newest 500 events of the tenant by state, and their attempts by outcome. */
export const deliveryHealth: Query<void, DeliveryHealth> = async (reads) => {
  const { rows } = await reads.list(EVENTS, { order: 'desc', limit: EXAMINED, mostFiles: MOST_FILES, counted: false });
  const events = { QUEUED: 0, DELIVERED: 0, STORED: 0, FAILED: 0 };
  for (const { status } of rows) events[status] += 1;
  const tries = rows.flatMap((event) => event.tries ?? []);
  const accepted = tries.filter(({ status }) => status !== null && isSuccess(status)).length;
  return ok({ examined: rows.length, since: rows.at(-1)?.createdAt ?? null, events, attempts: tries.length, accepted });
};
