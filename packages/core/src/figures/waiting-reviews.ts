import { CUSTOMERS } from '../customers/index.js';
import { COUNT_LIMIT, type Instant, type Keyset, MAX_LIMIT, type Reads } from '../kernel/index.js';
import { VERIFICATIONS } from '../verification/index.js';

export interface WaitingReviews {
  /** At most `COUNT_LIMIT`. */
  readonly count: number;
  /** Since when the oldest verification waits; null if none does. */
  readonly oldestAt: Instant | null;
}

/** The verifications of one platform that wait for a person. No reviewer can decide on a deleted customer. */
export async function waitingReviews(reads: Reads): Promise<WaitingReviews> {
  let count = 0;
  let oldestAt: Instant | null = null;
  let after: Keyset | undefined;
  do {
    const where = { verificationStatus: 'PENDING_MANUAL_REVIEW' } as const;
    const page = await reads.list(VERIFICATIONS, { where, order: 'asc', limit: MAX_LIMIT, counted: false, after });
    const customers = await reads.getMany(CUSTOMERS, [...new Set(page.rows.map(({ customerId }) => customerId))]);
    const deleted = new Set<string>(customers.filter(({ isDeleted }) => isDeleted).map(({ id }) => id));
    const waiting = page.rows.filter(({ customerId }) => !deleted.has(customerId));
    oldestAt ??= waiting[0]?.updatedAt ?? null;
    count += waiting.length;
    after = page.hasMore ? page.rows.at(-1) : undefined;
  } while (after !== undefined && count < COUNT_LIMIT);
  return { count: Math.min(count, COUNT_LIMIT), oldestAt };
}
