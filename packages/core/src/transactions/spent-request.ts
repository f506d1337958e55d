import type { RequestTerms } from '../accounts/index.js';
import { type Context, domainError, err, ok, type Reads, type Result, type Unit, update } from '../kernel/index.js';
import { correctionsOf, type Transaction, TRANSACTIONS } from './transaction.js';

export const SPENT =
  'the invoice in the destination account is paid, or a payment of it is in progress; ask the payee for a new one';

/** Another payment of the request started at the same moment: the error of a unit that adds the second one. */
export const SPENT_AT_ONCE = { spent_request: domainError('CONFLICT', SPENT) } as const;

/** The columns of a new payment of a request. It spends a request that can be paid once. */
export const spending = (terms: RequestTerms | null): Pick<Transaction, 'paymentRequest' | 'spentRequest'> => ({
  paymentRequest: terms,
  spentRequest: terms?.key ?? null,
});

/** The key of a payment that was delivered after all, while another payment had spent the request. */
const besides = (key: string): string => `${key} besides`;

const isTaken = async (reads: Reads, key: string): Promise<boolean> =>
  (await reads.find(TRANSACTIONS, 'spent_request', [key])) !== null;

/** Whether a payment of this request is in progress or was delivered. */
export async function isSpent(reads: Reads, terms: Pick<RequestTerms, 'key'> | null): Promise<boolean> {
  const key = terms?.key ?? null;
  return key !== null && ((await isTaken(reads, key)) || (await isTaken(reads, besides(key))));
}

/** 409 CONFLICT if a payment of this request is in progress or was delivered. */
export const mustBeUnspent = async (reads: Reads, terms: Pick<RequestTerms, 'key'> | null): Promise<Result<void>> =>
  (await isSpent(reads, terms)) ? err('CONFLICT', SPENT) : ok();

/** Whether the request has expired, so that no rail may be asked to pay it. */
export const isRequestExpired = ({ paymentRequest }: Transaction, { now }: Pick<Context, 'now'>): boolean =>
  paymentRequest !== null && paymentRequest.expiresAt !== null && paymentRequest.expiresAt <= now;

/**
 * The change of a payment that fails before a delivery: its request can be paid by another payment. After a return the
 * payee has been paid, so the request stays spent.
 */
export const releasedRequest = (transaction: Transaction): Partial<Pick<Transaction, 'spentRequest'>> =>
  transaction.spentRequest === null || correctionsOf(transaction).returnId !== null ? {} : { spentRequest: null };

/**
 * A failed payment is reported as delivered after all: it spends its request again, besides another payment that may spend
 * it by now and may still fail. It stays spent, whatever operators decide about the contradiction.
 */
export async function spendAgain({ tx, ctx }: Unit, transaction: Transaction): Promise<void> {
  const key = transaction.paymentRequest?.key ?? null;
  if (key === null || transaction.spentRequest !== null) return;
  const free = (await isTaken(tx, key)) ? besides(key) : key;
  if (await isTaken(tx, free)) return;
  update(tx, ctx, TRANSACTIONS, transaction, { spentRequest: free });
}
