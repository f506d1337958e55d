import { creditObstacle } from '../accounts/index.js';
import type { Tx, Unit } from '../kernel/index.js';
import { amountText } from '../money/index.js';
import { type Deposit, receiveUnattributed } from '../transactions/index.js';
import type { CardTransaction } from './card-books.js';
import { fundingAccount, lockSource } from './take.js';

/**
 * Books money of the network that cannot be credited to the account of a card to suspense, with the exception
 * DEPOSIT_HELD. The reference of the deposit is the id of the card transaction.
 */
export const keepInSuspense = (
  unit: Unit,
  { id, rail, card, customerId }: CardTransaction,
  amount: bigint,
  why: string,
): Promise<Deposit> =>
  receiveUnattributed(unit, {
    rail: rail ?? 'cards',
    reference: id,
    currency: card.currency,
    amount,
    ownerId: customerId,
    hold: `The card network paid ${amountText(amount, card.currency)} for ${id}, but ${why}. The money is in suspense.`,
  });

/** Why the funding source cannot be credited with an amount; null if it can. Locks its balance. */
export async function cannotCredit(tx: Tx, { card }: CardTransaction, amount: bigint): Promise<string | null> {
  const account = await fundingAccount(tx, card.accountId);
  await lockSource(tx, account);
  const obstacle = await creditObstacle(tx, account.id, amount);
  if (obstacle === null) return null;
  return obstacle === 'CLOSED' ? `${account.id} is closed` : `${account.id} cannot hold the amount`;
}
