import { inOneUnit, type JobHandler } from '../events/index.js';
import { Bug, err, type IdSource, ok, type UnitOfWork, type UseCase } from '../kernel/index.js';
import { TRANSACTIONS } from '../transactions/index.js';
import { type CardTransaction, isCardTransaction } from './card-books.js';
import type { Delegates } from './ports.js';
import { pullable, takeFromCard } from './take.js';

export interface PullPorts {
  readonly units: UnitOfWork;
  readonly ids: IdSource;
}

/**
 * The funding source tells what became of a pull: it is there, or it failed, and then the account gets back all that was
 * reserved and cleared of it. What the merchant has of that is the service's loss until it is recovered.
 */
export const reportPull = ({ units, ids }: PullPorts): JobHandler =>
  inOneUnit(units, async (tx, ctx, job) => {
    const transaction = await tx.get(TRANSACTIONS, job.subject);
    if (transaction === null || !isCardTransaction(transaction)) throw new Bug(`${job.subject} is no card transaction`);
    const { card } = transaction;
    const pendingPulls = Math.max(card.pendingPulls - 1, 0);
    const unit = { tx, ctx, ids };
    if (card.pulls !== 'FAILING') {
      const confirmed = await takeFromCard(unit, transaction, { on: null, moves: [], after: { pendingPulls } });
      return confirmed.ok ? ok() : confirmed;
    }
    // What was lost before was never pulled, and what was returned has been given back.
    const cleared = card.settled - card.lost - card.refunded;
    const failed = await takeFromCard(unit, transaction, {
      on: 'fail',
      moves: [
        ['CARD_RELEASE', card.reserved],
        ['CARD_PULL_FAILED', cleared],
      ],
      after: { pendingPulls, reserved: 0n, lost: card.lost + cleared },
    });
    return failed.ok ? ok() : failed;
  });

/**
 * An operator has seen to it that the account can pay what is missing (behaviour, "Ledger"): it is taken, and the
 * transaction is settled, or in part where more is reserved for the merchant. Where nothing is missing it is settled as it is. 404 TRANSACTION_NOT_FOUND;
 * 409 INVALID_STATE_TRANSITION unless it is in EXCEPTION; 400 INVALID_AMOUNT while the account has too little, or is a
 * wallet whose key for the card is gone.
 */
export const recoverCard =
  ({
    ids,
    delegates,
  }: Pick<PullPorts, 'ids'> & { readonly delegates: Delegates }): UseCase<{ readonly id: string }, CardTransaction> =>
  async (tx, ctx, { id }) => {
    const transaction = await tx.get(TRANSACTIONS, id);
    if (transaction === null || !isCardTransaction(transaction)) return err('TRANSACTION_NOT_FOUND');
    const { card, status } = transaction;
    if (status !== 'EXCEPTION') return err('INVALID_STATE_TRANSITION', `the transaction is ${status}`);
    if (card.lost > 0n && (await pullable(tx, delegates, transaction)) < card.lost) {
      return err('INVALID_AMOUNT', `${card.lost} are missing, and less can be taken from the account`);
    }
    const pulls = 'AT_ONCE';
    const unit = { tx, ctx, ids };
    return takeFromCard(unit, transaction, {
      on: card.reserved > 0n ? 'recover-part' : 'recover',
      moves: [['CARD_RECOVERY', card.lost]],
      after: { lost: 0n, pulls },
    });
  };
