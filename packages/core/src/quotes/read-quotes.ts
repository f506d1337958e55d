import { partyKey } from '../customers/index.js';
import {
  type Cursors,
  err,
  type Instant,
  isId,
  ok,
  type Page,
  type PageRequest,
  type Query,
  readMatching,
  readPage,
} from '../kernel/index.js';
import { type Quote, QUOTES } from './quote.js';
import type { QuoteStatus } from './quote-states.js';

/** Filters of the list, combined with AND. Times are inclusive. */
export interface QuoteFilter extends PageRequest {
  /** The paying customer, or the platform. */
  readonly customerId?: string | undefined;
  readonly status?: QuoteStatus | undefined;
  /** Account id or UMA address of the destination, the latter in any case. */
  readonly destinationId?: string | undefined;
  readonly createdAfter?: Instant | undefined;
  readonly createdBefore?: Instant | undefined;
}

export const getQuote: Query<{ readonly id: string }, Quote> = async (reads, _ctx, { id }) => {
  const quote = isId('Quote', id) ? await reads.get(QUOTES, id) : null;
  return quote === null ? err('QUOTE_NOT_FOUND') : ok(quote);
};

/**
 * Lists quotes, newest first. The filter `destinationId` uses an index; the others read a bounded number of quotes for
 * each page (docs/decisions/0010-list-filters-with-bounded-scans.md).
 */
export const listQuotes =
  (cursors: Cursors): Query<QuoteFilter, Page<Quote>> =>
  (reads, _ctx, { customerId, status, destinationId, createdAfter, createdBefore, ...request }) => {
    const query = {
      where: { destinationId: destinationId === undefined ? undefined : partyKey(destinationId) },
      between: [{ column: 'createdAt' as const, from: createdAfter, to: createdBefore }],
      order: 'desc' as const,
    };
    if (customerId === undefined && status === undefined) return readPage(reads, cursors, QUOTES, query, request);
    const matches = (quote: Quote): boolean =>
      (customerId === undefined || quote.customerId === customerId) &&
      (status === undefined || quote.status === status);
    return readMatching(reads, cursors, QUOTES, query, matches, request);
  };
