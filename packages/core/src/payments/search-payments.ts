import { isOpen, kindOf, type PaymentKind } from '../figures/index.js';
import {
  type CurrencyCode,
  type Cursors,
  type Instant,
  ok,
  type Page,
  type PageRequest,
  type Query,
  scanMatching,
} from '../kernel/index.js';
import {
  type AnyTransactionType,
  type Ending,
  endingOf,
  type Failure,
  failureOf,
  railOf,
  type Transaction,
  TRANSACTIONS,
  type TransactionStatus,
} from '../transactions/index.js';

/** Filters of a search, combined with AND. Times are inclusive. */
export interface PaymentFilter extends PageRequest {
  readonly customerId?: string | undefined;
  readonly platformCustomerId?: string | undefined;
  /** Id of an internal or external account that the payment takes money from or pays to. */
  readonly account?: string | undefined;
  readonly status?: TransactionStatus | undefined;
  readonly type?: AnyTransactionType | undefined;
  /** As the figures of payments call it, which tell transfers from payments of a quote. */
  readonly kind?: PaymentKind | undefined;
  /** Only payments that a rail has to collect or deliver, or whose refund it has to send. */
  readonly isOpen?: boolean | undefined;
  /** The reference of the payment instructions. */
  readonly reference?: string | undefined;
  /** The amount of either side, in smallest units of its currency. */
  readonly amount?: bigint | undefined;
  /** The currency of either side; of the same side as the amount. */
  readonly currency?: CurrencyCode | undefined;
  /** The rail that delivers, or by which the money comes in; `internal` or `uma` for payments without one. */
  readonly rail?: string | undefined;
  /** Why it failed, or how its end is counted in the figures of payments. */
  readonly failure?: Failure | Ending | undefined;
  readonly from?: Instant | undefined;
  readonly to?: Instant | undefined;
}

export interface FoundPayments extends Page<Transaction> {
  /** The page covers the time since then; null if nothing older is left. */
  readonly searchedBackTo: Instant | null;
}

const SIDES = ['senderIdentifier', 'receiverIdentifier'] as const;

function hasFailed(payment: Transaction, wanted: Failure | Ending): boolean {
  const failure = failureOf(payment);
  return failure !== null && (failure === wanted || endingOf(failure) === wanted);
}

/**
 * Payments of a tenant, newest first. An amount with its currency is found by the indexes of the search of operators.
 * An amount alone, a currency, rail and failure have no index, because it would cost every
 * payment: a page reads a bounded number of payments, so it may have few or none and still have a next page.
 * `searchedBackTo` says how far it came (docs/decisions/0010-list-filters-with-bounded-scans.md). INVALID_INPUT for a cursor of another list.
 */
export const searchPayments =
  (cursors: Cursors): Query<PaymentFilter, FoundPayments> =>
  async (reads, _ctx, filter) => {
    const {
      customerId,
      platformCustomerId,
      account,
      status,
      type,
      reference,
      from,
      to,
      amount,
      currency,
      rail,
      failure,
      kind,
      isOpen: onlyOpen = false,
    } = filter;
    const query = {
      where: { customerId, platformCustomerId, status, type, reference },
      // A customer and a reference lead to fewer payments than a common amount.
      ...(amount !== undefined &&
      currency !== undefined &&
      [customerId, platformCustomerId, reference].every((each) => each === undefined)
        ? { ofAmount: { amount, currency } }
        : { anyOf: account === undefined ? undefined : { columns: SIDES, value: account } }),
      between: [{ column: 'createdAt' as const, from, to }],
      order: 'desc' as const,
    };
    const isSide = (sideAmount: bigint | null, sideCurrency: CurrencyCode | null): boolean =>
      (amount === undefined || sideAmount === amount) && (currency === undefined || sideCurrency === currency);
    const matches = (payment: Transaction): boolean =>
      (account === undefined || SIDES.some((side) => payment[side] === account)) &&
      (isSide(payment.sentAmount, payment.sentCurrency) || isSide(payment.receivedAmount, payment.receivedCurrency)) &&
      (rail === undefined || payment.rail === rail || payment.fundingRail === rail || railOf(payment) === rail) &&
      (failure === undefined || hasFailed(payment, failure)) &&
      (kind === undefined || kindOf(payment) === kind) &&
      (!onlyOpen || isOpen(payment));
    const scanned = await scanMatching(reads, cursors, TRANSACTIONS, query, matches, filter);
    if (!scanned.ok) return scanned;
    const { lookedAt, ...page } = scanned.value;
    return ok({ ...page, searchedBackTo: page.hasMore ? (lookedAt?.createdAt ?? null) : null });
  };
