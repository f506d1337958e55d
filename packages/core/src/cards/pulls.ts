import { inOneUnit, type JobHandler } from '../events/index.js';
import { Bug, err, type IdSource, ok, type UnitOfWork, type UseCase } from '../kernel/index.js';
import { amountText } from '../money/index.js';
import { costOf, TRANSACTIONS } from '../transactions/index.js';
import { type CardTransaction, isCardTransaction } from './card-books.js';
import type { Delegates } from './ports.js';
import { awaitsClearings, pullable, takeFromCard } from './take.js';

export interface PullPorts {
  readonly units: UnitOfWork;
  readonly ids: IdSource;
}

/**
 * Records the outcome of a pull from the funding source. If it failed, the account gets back everything that was
 * reserved and cleared; what the merchant has received is a loss of the service until it is recovered.
 */
export const reportPull = ({ units, ids }: PullPorts): JobHandler =>
  inOneUnit(units, async (tx, ctx, job) => {
    const transaction = await tx.get(TRANSACTIONS, job.subject);
    if (transaction === null || !isCardTransaction(transaction))
      throw new Bug(`${job.subject} is not a card transaction`);
    const { card } = transaction;
    const pendingPulls = Math.max(card.pendingPulls - 1, 0);
    const unit = { tx, ctx, ids };
    if (card.pulls !== 'FAILING') {
      const confirmed = await takeFromCard(unit, transaction, { on: null, moves: [], after: { pendingPulls } });
      return confirmed.ok ? ok() : confirmed;
    }
    // An earlier loss was never pulled, and a return has already been credited.
    const cleared = costOf(card);
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
 * Recovers a transaction in EXCEPTION after an operator has made sure that the account can pay: takes the missing
 * amount and settles the transaction, in part if the merchant may still clear a rest. If nothing is missing, it settles
 * without a movement. 404 TRANSACTION_NOT_FOUND; 409 INVALID_STATE_TRANSITION unless it is in EXCEPTION; 400
 * INVALID_AMOUNT while the balance is too small or the account is not ACTIVE, or if the wallet has no active key for
 * the card.
 */
export const recoverCard =
  (
    ports: Pick<PullPorts, 'ids'> & { readonly delegates: Delegates },
  ): UseCase<{ readonly id: string }, CardTransaction> =>
  async (tx, ctx, input) => {
    const planned = await planRecovery(ports)(tx, ctx, input);
    if (!planned.ok) return planned;
    const { card } = planned.value;
    const pulls = 'AT_ONCE';
    const unit = { tx, ctx, ids: ports.ids };
    return takeFromCard(unit, planned.value, {
      on: awaitsClearings(card) ? 'recover-part' : 'recover',
      moves: [['CARD_RECOVERY', card.lost]],
      after: { lost: 0n, pulls },
    });
  };

/** The transaction that `recoverCard` would collect for. Writes nothing; the errors of `recoverCard`. */
export const planRecovery =
  ({ delegates }: { readonly delegates: Delegates }): UseCase<{ readonly id: string }, CardTransaction> =>
  async (tx, _ctx, { id }) => {
    const transaction = await tx.get(TRANSACTIONS, id);
    if (transaction === null || !isCardTransaction(transaction)) return err('TRANSACTION_NOT_FOUND');
    const { card, status } = transaction;
    if (status !== 'EXCEPTION')
      return err(
        'INVALID_STATE_TRANSITION',
        `the transaction is ${status}; only a transaction in EXCEPTION can be recovered`,
      );
    if ((await pullable(tx, delegates, transaction)) < card.lost) {
      const message =
        `the account cannot pay the missing ${amountText(card.lost, card.currency)}: ` +
        'its balance is too small, it is not ACTIVE, or the wallet has no active key for the card';
      return err('INVALID_AMOUNT', message);
    }
    return ok(transaction);
  };
