import {
  type CurrencyCode,
  err,
  type IdSource,
  invalidFields,
  isId,
  ok,
  type Reads,
  type Result,
  type UseCase,
} from '../kernel/index.js';
import { type CardTransactionStatus, TRANSACTIONS } from '../transactions/index.js';
import { type CardTransaction, isCardTransaction } from './card-books.js';
import { takeFromCard } from './take.js';

/** An operator ends the hold of a card transaction before its time. */
export interface ReleaseHold {
  readonly id: string;
  /** Why; stored in the log of operators. */
  readonly reason: string;
}

/** What a release would change now. */
export interface PlannedRelease {
  readonly status: CardTransactionStatus;
  readonly reserved: bigint;
  readonly currency: CurrencyCode;
}

async function heldUse(reads: Reads, { id, reason }: ReleaseHold): Promise<Result<CardTransaction>> {
  if (reason.trim() === '') return invalidFields([{ field: 'reason', message: 'must say why the hold is released' }]);
  const transaction = isId('Transaction', id) ? await reads.get(TRANSACTIONS, id) : null;
  if (transaction === null || !isCardTransaction(transaction)) return err('TRANSACTION_NOT_FOUND');
  if (transaction.card.reserved > 0n) return ok(transaction);
  return err('INVALID_STATE_TRANSITION', `the transaction is ${transaction.status} and holds nothing to release`);
}

/** What `releaseHold` would do, with the same errors. */
export const planRelease: UseCase<ReleaseHold, PlannedRelease> = async (tx, _ctx, input) => {
  const found = await heldUse(tx, input);
  if (!found.ok) return found;
  const { status, card } = found.value;
  return ok({ status, reserved: card.reserved, currency: card.currency });
};

/**
 * Gives the account back what a card transaction holds, before its authorization expires. Nothing else changes: a
 * clearing in time is debited from the account, and if the account cannot pay, the transaction becomes an EXCEPTION.
 * 404 TRANSACTION_NOT_FOUND; 409 INVALID_STATE_TRANSITION if it holds nothing; 400 INVALID_INPUT without a reason.
 */
export const releaseHold =
  ({ ids }: { readonly ids: IdSource }): UseCase<ReleaseHold, CardTransaction> =>
  async (tx, ctx, input) => {
    const found = await heldUse(tx, input);
    if (!found.ok) return found;
    const { reserved, released = 0n } = found.value.card;
    return takeFromCard({ tx, ctx, ids }, found.value, {
      on: 'release',
      moves: [['CARD_RELEASE', reserved]],
      after: { reserved: 0n, released: released + reserved },
    });
  };
