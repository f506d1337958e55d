import { INTERNAL_ACCOUNTS } from '../accounts/index.js';
import { movementsOf } from '../exceptions/index.js';
import { type Context, isId, type Tx, update } from '../kernel/index.js';
import { DEPOSITS } from '../transactions/index.js';
import type { CardTransaction } from './card-books.js';
import { type CardRefund, partsOf } from './card-refund.js';

/**
 * What operators gave the customer: for contradictions of the network, and of returns that were in suspense, also if it
 * was paid elsewhere. Writes what is still there, so that a resolution at the same moment conflicts.
 */
export async function creditedOf(
  tx: Tx,
  ctx: Context,
  { id, customerId }: CardTransaction,
  refunds: readonly CardRefund[],
): Promise<bigint> {
  let credited = (await movementsOf(tx, id))
    .filter(({ exception, moved }) => exception.kind === 'RAIL_CONTRADICTION' && moved.to === 'account')
    .reduce((sum, { open }) => sum + open, 0n);
  for (const { of } of refunds.flatMap(partsOf)) {
    const deposit = isId('Deposit', of) ? await tx.get(DEPOSITS, of) : null;
    if (deposit?.status === 'KEPT') update(tx, ctx, DEPOSITS, deposit, {});
    if (deposit?.status !== 'RESOLVED') continue;
    for (const { moved, open } of await movementsOf(tx, deposit.id)) {
      const account = moved.account === null ? null : await tx.get(INTERNAL_ACCOUNTS, moved.account);
      if (moved.to === 'own-funds' || account?.customerId === customerId) credited += open;
    }
  }
  return credited;
}
