import type { Id, Reads } from '../kernel/index.js';
import { BALANCES } from '../ledger/index.js';
import { MAX_COMPUTED } from '../money/index.js';
import { INTERNAL_ACCOUNTS } from './internal-account.js';

export type CreditObstacle = 'CLOSED' | 'FULL';

/**
 * Why an internal account cannot be credited with an amount; null if it can. The answer holds only as long as no other
 * unit credits the account: `bookEntry` decides when the entry is posted.
 */
export async function creditObstacle(
  reads: Reads,
  accountId: Id<'InternalAccount'>,
  amount: bigint,
): Promise<CreditObstacle | null> {
  const [account, balance] = await Promise.all([
    reads.get(INTERNAL_ACCOUNTS, accountId),
    reads.get(BALANCES, accountId),
  ]);
  if (account === null || account.status === 'CLOSED') return 'CLOSED';
  const total = balance === null ? 0n : balance.available + balance.held;
  return total + amount > MAX_COMPUTED ? 'FULL' : null;
}
