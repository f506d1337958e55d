import { EVENTS, type OutboxEvent } from '../events/index.js';
import {
  type CurrencyCode,
  type Cursors,
  type Instant,
  instant,
  ok,
  type Page,
  type PageRequest,
  type Query,
  type Reads,
  scanMatching,
  splitTenant,
} from '../kernel/index.js';
import { endingOf, type Transaction, TRANSACTIONS } from '../transactions/index.js';
import { type Facts, factsOf, needsEarlier } from './facts.js';
import { HOUR_MS, type PaymentKind } from './figure.js';
import { eventsOf } from './history.js';

/** What a payment is counted as. */
export const COUNTED_AS = ['accepted', 'settled', 'failed', 'cancelled', 'expired', 'returned'] as const;
export type CountedAs = (typeof COUNTED_AS)[number];

const AS_ENDING = { FAILED: 'failed', EXPIRED: 'expired', CANCELLED: 'cancelled', RETURNED: 'returned' } as const;

/** What a payment is counted as that ended for this reason without settling. */
export const countedAs = (reason: string): CountedAs => AS_ENDING[endingOf(reason)];

/** The figure whose payments are listed. */
export interface CountedFilter extends PageRequest {
  readonly as: CountedAs;
  readonly kind?: PaymentKind | undefined;
  readonly rail?: string | undefined;
  readonly currency?: CurrencyCode | undefined;
  /** Why the payments ended without settling. */
  readonly reason?: string | undefined;
  /** Inclusive. */
  readonly from?: Instant | undefined;
  /** Exclusive. */
  readonly before?: Instant | undefined;
  /** The times are those of the host, in which the figures of all platforms are counted; otherwise those of the platform. */
  readonly isHostTime?: boolean | undefined;
}

export interface CountedPayment {
  readonly payment: Transaction;
  /** When it was counted, in the time of the platform. */
  readonly at: Instant;
}

export interface CountedPayments extends Page<CountedPayment> {
  /** The page covers the time since then; null if nothing older is left. */
  readonly searchedBackTo: Instant | null;
}

/**
 * The payments that a figure counts, the newest event first: by the events from which the figures are counted, so that
 * their number is the figure. Like `payments.search` it reads a bounded number of events for each page. INVALID_INPUT for
 * a cursor of another list.
 */
export const countedPayments =
  (cursors: Cursors): Query<CountedFilter, CountedPayments> =>
  async (reads, ctx, filter) => {
    const { isHostTime = false, from, before } = filter;
    const hasOwnClock = splitTenant(ctx.tenant).environment === 'SANDBOX';
    const query = {
      between: [
        {
          column: 'createdAt' as const,
          // The time of an event's id may differ a little from its time of creation.
          from: from === undefined ? undefined : instant(from - HOUR_MS),
          // A test clock is ahead of the host by any time.
          to: before === undefined || (isHostTime && hasOwnClock) ? undefined : instant(before + HOUR_MS),
        },
      ],
      order: 'desc' as const,
    };
    const isWithin = ({ at, ownAt }: Facts): boolean => {
      const time = isHostTime ? at : ownAt;
      return (from === undefined || time >= from) && (before === undefined || time < before);
    };
    const isCounted = (facts: Facts | null): facts is Facts =>
      facts !== null && isWithin(facts) && counts(filter, facts);
    /**
     * Few events of cards say only with the earlier ones of their payment what they mean: these are looked up on the page
     * alone. A refund has no outcome of its own.
     */
    const mayCount = (event: OutboxEvent): boolean =>
      (needsEarlier(event) && event.type.startsWith('CARD_TRANSACTION.')) || isCounted(factsOf(event, []));
    const scanned = await scanMatching(reads, cursors, EVENTS, query, mayCount, filter);
    if (!scanned.ok) return scanned;
    const { lookedAt, data, ...page } = scanned.value;
    const found: { readonly id: string; readonly at: Instant }[] = [];
    for (const event of data) {
      const facts = factsOf(event, needsEarlier(event) ? await eventsOf(reads, event.resource) : []);
      if (isCounted(facts)) found.push({ id: event.resource, at: facts.ownAt });
    }
    const payments = await paymentsOf(
      reads,
      found.map(({ id }) => id),
    );
    return ok({
      ...page,
      data: found.flatMap(({ id, at }) => {
        const payment = payments.get(id);
        return payment === undefined ? [] : [{ payment, at }];
      }),
      searchedBackTo: page.hasMore ? (lookedAt?.createdAt ?? null) : null,
    });
  };

const paymentsOf = async (reads: Reads, ids: readonly string[]): Promise<ReadonlyMap<string, Transaction>> =>
  new Map((await reads.getMany(TRANSACTIONS, [...new Set(ids)])).map((payment) => [payment.id, payment]));

function counts({ as, kind, rail, currency, reason }: CountedFilter, facts: Facts): boolean {
  if (kind !== undefined && facts.kind !== kind) return false;
  if (rail !== undefined && facts.rail !== rail) return false;
  if (currency !== undefined && facts.currency !== currency) return false;
  const { outcome } = facts;
  if (as === 'accepted') return facts.isAccepted && reason === undefined;
  if (outcome?.what !== 'failed') return outcome?.what === as && reason === undefined;
  return countedAs(outcome.reason) === as && (reason === undefined || outcome.reason === reason);
}
