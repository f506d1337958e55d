import type { EventType } from '../events/index.js';
import { type Instant, isId } from '../kernel/index.js';
import { type Check, unless } from '../ledger/index.js';
import { type Quote, QUOTES, type QuoteStatus } from '../quotes/index.js';
import { type Transaction, TRANSACTIONS } from '../transactions/index.js';
import { byId, type DecidedBooks, differences, isOrMissing, type Pass } from './books.js';
import { expiresInTime, lastWorkOf } from './deadlines.js';
import { isBeingPulled } from './paid.js';
import { convertsAtItsRate, hasItsSpread } from './rates.js';
import { isPricedByItsTerms, termsOfQuotes } from './terms.js';

interface Offer {
  readonly quote: Quote;
  readonly transaction: Transaction | undefined;
  readonly lastWork: Instant;
  readonly events: readonly EventType[];
  readonly terms: Awaited<ReturnType<typeof termsOfQuotes>>;
}

type Agreed = (transaction: Transaction | undefined) => boolean;
const returned: Agreed = (t) => t?.status === 'FAILED' && t.failureReason === 'PAYOUT_RETURNED';

/** Whether a transaction matches the status of its quote. */
const QUOTE_OF: Readonly<Record<QuoteStatus, Agreed>> = {
  PENDING: (t) => t === undefined,
  PENDING_AUTHORIZATION: (t) => t === undefined,
  PROCESSING: (t) => t?.status === 'PROCESSING' || (t !== undefined && isBeingPulled(t)),
  COMPLETED: (t) => t?.status === 'COMPLETED' || returned(t),
  FAILED: (t) => t?.status === 'FAILED' && !returned(t),
  EXPIRED: (t) => t === undefined || (t.status === 'FAILED' && t.failureReason === 'QUOTE_EXPIRED'),
};

const agreesWithItsPayment: Check<Offer> = ({ quote: { id, status }, transaction }) =>
  unless(
    QUOTE_OF[status]?.(transaction) === true,
    () => `${id} is ${status}, its transaction ${isOrMissing(transaction?.status)}`,
  );

/** The accounts by which a quote is found before one of them is deleted. */
const namesItsAccounts: Check<Offer> = ({ quote: { id, source, destination, destinationId, pulledFrom } }) => {
  const paid = destination.destinationType === 'ACCOUNT' ? destination.accountId : destinationId;
  const paying = source.sourceType === 'ACCOUNT' ? source.accountId : null;
  const pulled = paying !== null && isId('ExternalAccount', paying) ? paying : null;
  return [
    ...unless(destinationId === paid, () => `destinationId of ${id} is ${destinationId}, its destination is ${paid}`),
    ...unless(pulledFrom === pulled, () => `pulledFrom of ${id} is ${pulledFrom}, its source is ${paying}`),
  ];
};

/** Quotes that expired before version 0.1.0 have no event. */
const announcesItsExpiry: Check<Offer> = ({ quote: { id, status }, events }) =>
  differences(`events of ${id}`, status === 'EXPIRED' && events.length > 0 ? ['QUOTE.EXPIRED'] : [], events);

export const QUOTE_PASS: Pass<Quote, Offer, DecidedBooks> = {
  kind: QUOTES,
  subjects: async (books, page) => {
    const lastWork = await lastWorkOf(books, QUOTES);
    const ids = page.map(({ transactionId }) => transactionId);
    const transactions = await byId(books.reads, TRANSACTIONS, ids);
    const terms = await termsOfQuotes(books.reads, page);
    return page.map((quote) => ({
      ...{ quote, terms },
      transaction: transactions.get(quote.transactionId),
      lastWork,
      events: books.events.take(quote.id),
    }));
  },
  checks: [
    agreesWithItsPayment,
    expiresInTime(QUOTES),
    convertsAtItsRate,
    hasItsSpread,
    isPricedByItsTerms,
    announcesItsExpiry,
    namesItsAccounts,
  ],
};
