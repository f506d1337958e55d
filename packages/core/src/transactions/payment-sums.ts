import { type CurrencyCode, type Instant, instant, type Reads } from '../kernel/index.js';
import type { ScreenedSum } from '../screening/index.js';
import { type Transaction, TRANSACTIONS } from './transaction.js';

const DAY_MILLIS = 24 * 60 * 60 * 1000;
const PAGE = 200;
/** The sums of a customer with more payments in a month are those of the newest ones. */
const MOST_PAGES = 25;

type Moved = Pick<ScreenedSum, 'direction' | 'currency' | 'amount'>;

/**
 * What a customer sent and received in the last day and in the last 30 days, in each currency: the payments that have
 * not failed. The payment in question and uses of cards do not count. Reads the payments of the customer by their index,
 * the newest first.
 */
export async function paymentSums(
  reads: Reads,
  of: { readonly customerId: string; readonly without: string; readonly now: Instant },
): Promise<readonly ScreenedSum[]> {
  const sums = new Map<string, ScreenedSum>();
  const dayBegins = of.now - DAY_MILLIS;
  for await (const payment of paymentsSince(reads, of.customerId, instant(of.now - 30 * DAY_MILLIS))) {
    const moved = payment.id === of.without ? null : movedBy(payment);
    if (moved === null) continue;
    add(sums, 30, moved);
    if (payment.createdAt >= dayBegins) add(sums, 1, moved);
  }
  return [...sums.values()].toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

async function* paymentsSince(reads: Reads, customerId: string, from: Instant): AsyncGenerator<Transaction> {
  const between = [{ column: 'createdAt', from }] as const;
  for (let page = 0, after: Transaction | undefined; page < MOST_PAGES; page++) {
    const query = { where: { customerId }, between, order: 'desc', limit: PAGE, counted: false, after } as const;
    const { rows, hasMore } = await reads.list(TRANSACTIONS, query);
    yield* rows;
    after = rows.at(-1);
    if (!hasMore || after === undefined) return;
  }
}

/** What of a payment counts; null for one that has failed or moves nothing. */
function movedBy({ type, status, ...t }: Transaction): Moved | null {
  if (status === 'FAILED' || status === 'REFUNDED') return null;
  if (type === 'OUTGOING' && t.sentAmount !== null)
    return { direction: 'OUT', currency: t.sentCurrency!, amount: t.sentAmount };
  if (type === 'INCOMING' && t.receivedAmount !== null)
    return { direction: 'IN', currency: t.receivedCurrency!, amount: t.receivedAmount };
  return null;
}

const keyOf = ({ days, direction, currency }: Omit<ScreenedSum, 'amount' | 'count'>): string =>
  [direction, currency, days === 1 ? 'day' : 'month'].join(' ');

function add(sums: Map<string, ScreenedSum>, days: ScreenedSum['days'], { direction, currency, amount }: Moved): void {
  const of: { days: ScreenedSum['days']; direction: ScreenedSum['direction']; currency: CurrencyCode } = {
    days,
    direction,
    currency,
  };
  const { amount: before = 0n, count = 0 } = sums.get(keyOf(of)) ?? {};
  sums.set(keyOf(of), { ...of, amount: before + amount, count: count + 1 });
}
