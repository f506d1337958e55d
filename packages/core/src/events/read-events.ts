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
  /** Id of the record that the events are about. */
  readonly resource?: string | undefined;
  readonly createdAfter?: Instant | undefined;
  readonly createdBefore?: Instant | undefined;
}

export interface EventView {
  readonly event: OutboxEvent;
  /** Tenant's time of the next attempt; null where there is none. */
  readonly nextAttemptAt: Instant | null;
}

/** Where a reader of the feed stands: an opaque cursor, or the id of the last event that it knows. */
export interface FeedRequest {
  readonly after?: string | undefined;
  readonly limit?: number | undefined;
}

export interface Feed {
  readonly events: readonly OutboxEvent[];
  /** Reads on behind these events, or behind what was looked at. */
  readonly nextCursor: string;
  /** More can be read at once. */
  readonly hasMore: boolean;
}

const viewOf = (event: OutboxEvent, offset: number): EventView => ({
  event,
  nextAttemptAt: event.status === 'QUEUED' ? instant(event.nextAttemptAt + offset) : null,
});

/** REFERENCE_NOT_FOUND. */
export const getEvent: Query<{ readonly id: string }, EventView> = async (reads, ctx, { id }) => {
  const event = isId('Webhook', id) ? await reads.get(EVENTS, id) : null;
  return event === null ? err('REFERENCE_NOT_FOUND', 'no such event') : ok(viewOf(event, clockOffsetOf(ctx)));
};

/**
 * Newest first. Events of one resource are found by an index; by type and state they are looked for among those of the
 * time that is asked for, so many for a page: an index would cost every payment more than it is worth.
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

/** Positions that one request looks at, those of other tenants among them. */
const FEED_WINDOW = 10_000;

/**
 * The events in the order in which those of a resource are delivered, for whoever follows them. It goes no further than
 * to where nothing can appear any more: an event that is committed late is not passed over. Without `after` it begins
 * now. INVALID_INPUT for what is neither a cursor of this feed nor an event.
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
      return invalidFields([{ field: 'after', message: 'is neither an event nor a cursor of this feed' }]);
    const upTo = Math.min(horizon, begin + FEED_WINDOW);
    const found = await reads.follow(EVENTS, { after: begin, upTo, order: 'asc', limit });
    const last = found.length === limit ? found.at(-1)!.position : Math.max(upTo, begin);
    return ok({ events: found.map(({ record }) => record), nextCursor: cursorAt(last), hasMore: last < horizon });
  };
