import {
  clockOffsetOf,
  type Cursors,
  DEFAULT_LIMIT,
  err,
  type Instant,
  instant,
  invalidFields,
  isId,
  ok,
  type Page,
  type PageRequest,
  type Query,
  readMatching,
  readPage,
} from '../kernel/index.js';
import { EVENTS, type OutboxEvent } from './event.js';
import type { EventState } from './event-states.js';
import type { EventType } from './event-types.js';

export interface EventFilter {
  readonly type?: EventType | undefined;
  readonly status?: EventState | undefined;
  /** Id of the record that the events concern. */
  readonly resource?: string | undefined;
  readonly createdAfter?: Instant | undefined;
  readonly createdBefore?: Instant | undefined;
}

export interface EventView {
  readonly event: OutboxEvent;
  /** Tenant's time of the next attempt; null if there is none. */
  readonly nextAttemptAt: Instant | null;
}

/** A request for the feed. `after` is a cursor of the feed, or the id of the last event that the reader knows. */
export interface FeedRequest {
  readonly after?: string | undefined;
  readonly limit?: number | undefined;
}

export interface Feed {
  readonly events: readonly OutboxEvent[];
  /** A cursor that continues after these events, or, if there are none, after the positions that were read. */
  readonly nextCursor: string;
  /** True if more events may be available now. */
  readonly hasMore: boolean;
}

const viewOf = (event: OutboxEvent, offset: number): EventView => ({
  event,
  nextAttemptAt: event.status === 'QUEUED' ? instant(event.nextAttemptAt + offset) : null,
});

export const NO_EVENT = err('REFERENCE_NOT_FOUND', 'no event has this id');

/** REFERENCE_NOT_FOUND if no event has the id. */
export const getEvent: Query<{ readonly id: string }, EventView> = async (reads, ctx, { id }) => {
  const event = isId('Webhook', id) ? await reads.get(EVENTS, id) : null;
  return event === null ? NO_EVENT : ok(viewOf(event, clockOffsetOf(ctx)));
};

/**
 * Lists events, newest first. The filter `resource` uses an index. The filters `type` and `status` read a bounded
 * number of events for each page, because an index would cost every payment more than it is worth
 * (docs/decisions/0010-list-filters-with-bounded-scans.md).
 */
export const listEvents =
  (cursors: Cursors): Query<EventFilter & PageRequest, Page<EventView>> =>
  async (reads, ctx, { type, status, resource, createdAfter, createdBefore, ...request }) => {
    const query = {
      where: { resource },
      between: [{ column: 'createdAt' as const, from: createdAfter, to: createdBefore }],
      order: 'desc' as const,
    };
    const matches = (event: OutboxEvent): boolean =>
      (type === undefined || event.type === type) && (status === undefined || event.status === status);
    const page =
      type === undefined && status === undefined
        ? await readPage(reads, cursors, EVENTS, query, request)
        : await readMatching(reads, cursors, EVENTS, query, matches, request);
    if (!page.ok) return page;
    return ok({ ...page.value, data: page.value.data.map((event) => viewOf(event, clockOffsetOf(ctx))) });
  };

/** The number of positions that one request reads, including those of other tenants. */
const FEED_WINDOW = 10_000;

/**
 * Reads the events of a tenant in the order of their positions. It stops at the horizon, so that an event that commits
 * late is not skipped. Without `after` it begins now. INVALID_INPUT if `after` is neither a cursor of this feed nor an
 * event.
 */
export const followEvents =
  (cursors: Cursors): Query<FeedRequest, Feed> =>
  async (reads, ctx, { after, limit = DEFAULT_LIMIT }) => {
    const feed = `feed of ${ctx.tenant}`;
    const cursorAt = (position: number): string => cursors.encode(feed, { createdAt: instant(position), id: '' });
    const horizon = await reads.horizon(EVENTS);
    if (after === undefined) return ok({ events: [], nextCursor: cursorAt(horizon), hasMore: false });
    let begin: number | null = null;
    if (isId('Webhook', after)) {
      begin = await reads.positionOf(EVENTS, after);
    } else {
      const cursor = cursors.decode(feed, after);
      if (cursor.ok && cursor.value !== undefined) begin = cursor.value.createdAt;
    }
    if (begin === null)
      return invalidFields([{ field: 'after', message: 'is neither the id of an event nor a cursor of this feed' }]);
    const upTo = Math.min(horizon, begin + FEED_WINDOW);
    const found = await reads.follow(EVENTS, { after: begin, upTo, order: 'asc', limit });
    const last = found.length === limit ? found.at(-1)!.position : Math.max(upTo, begin);
    return ok({ events: found.map(({ record }) => record), nextCursor: cursorAt(last), hasMore: last < horizon });
  };
