import { bookEntry, type Effect, INTERNAL_ACCOUNTS, takeBack } from '../accounts/index.js';
import { Bug, ok, type Result, splitTenant, transition, type Unit, update } from '../kernel/index.js';
import { chart, post } from '../ledger/index.js';
import { movementsOf } from '../exceptions/index.js';
import { amountText } from '../money/index.js';
import { bookedToOf, contradicted } from './contradiction.js';
import { sentBack } from './decided.js';
import { failPayment } from './fail-payment.js';
import type { Payment } from './payment.js';
import { repayBearers } from './repay-bearers.js';
import { NEVER_SHORT } from './shortfall.js';
import { stakeOf } from './stake-of.js';
import {
  type Corrections,
  correctionsOf,
  destinationKey,
  emitTransaction,
  type Transaction,
  TRANSACTIONS,
} from './transaction.js';
import { INCOMING } from './transaction-states.js';

/** A rail took back money that it had collected or received for a payment. */
export interface Reversal {
  /** The rail's id of the reversal; null if it has none. */
  readonly returnId: string | null;
  readonly reason: string | null;
}

/**
 * Books that the funding rail took the money of a payment back. Money that was credited to an account is debited again,
 * as far as the balance goes, and the rest becomes the account's receivable. Money that was paid on to a third party is
 * not owed by any account here: it is booked to `loss`, and an operator decides who bears it. A payout that was not
 * submitted yet is stopped.
 */
export async function reverseFunding(unit: Unit, payment: Payment, reversal: Reversal): Promise<Result<Effect>> {
  const { transaction } = payment;
  const { fundingReversed, fundingReturnId } = correctionsOf(transaction);
  const { returnId } = reversal;
  if (fundingReversed) {
    return returnId === null || fundingReturnId === null || returnId === fundingReturnId
      ? ok('NONE')
      : contradicted(unit, {
          ...stakeOf(payment),
          reference: returnId,
          leg: 'FUNDING',
          direction: 'OUT',
          reason: `the funding of ${transaction.id} was reversed a second time (${returnId} after ${fundingReturnId})`,
        });
  }
  const sent = await sentBack(unit.tx, transaction);
  // A credit that went back whole by decisions stays failed, also if operators credited an account once more.
  const wentBack = transaction.type === 'INCOMING' && transaction.status === 'FAILED' && transaction.settledAt !== null;
  if (sent > 0n || wentBack) {
    const { currency, amount } = stakeOf(payment);
    // What of the money is still here is an operator's decision: it waits in transit.
    const stopped = await stopPayout(unit, payment, false);
    if (!stopped.ok) return stopped;
    return contradicted(unit, {
      ...stakeOf(payment),
      amount: sent < amount ? amount - sent : amount,
      reference: returnId ?? 'funding',
      leg: 'FUNDING',
      direction: 'OUT',
      reason: `the funding of ${transaction.id} was reversed, but ${amountText(sent, currency)} of it were already sent back by decisions of operators`,
    });
  }
  const corrections: Corrections = {
    ...correctionsOf(transaction),
    fundingReversed: true,
    fundingReturnId: returnId,
  };
  return transaction.type === 'INCOMING' && transaction.status === 'COMPLETED'
    ? takeBackCredit(unit, payment, corrections)
    : loseFunding(unit, payment, corrections, reversal);
}

/** Reverses the entry of the credit: clearing +x, available and receivable −x. */
async function takeBackCredit(unit: Unit, { transaction }: Payment, corrections: Corrections): Promise<Result<Effect>> {
  const { tx, ctx } = unit;
  const account = await tx.get(INTERNAL_ACCOUNTS, destinationKey(transaction.destination));
  if (account === null) throw new Bug(`${transaction.id} has no destination account`);
  const amount = transaction.receivedAmount!;
  const taken = transition(tx, ctx, INCOMING, TRANSACTIONS, transaction, 'take-back', {
    failureReason: 'COLLECTION_FAILED',
    corrections,
  });
  if (!taken.ok) return taken;
  const clearing = chart.clearing(splitTenant(ctx.tenant).environment, transaction.fundingRail!, account.currency);
  const lines = [{ account: clearing, amount }, ...(await takeBack(tx, account, amount))];
  const entry = { kind: 'DEPOSIT_REVERSAL', cause: transaction.id, lines } as const;
  emitTransaction(unit, taken.value.row.emits, taken.value.record);
  const booked = await bookEntry(unit, entry, [account], NEVER_SHORT);
  return booked.ok ? ok('APPLIED') : booked;
}

async function loseFunding(
  unit: Unit,
  payment: Payment,
  corrections: Corrections,
  { returnId, reason }: Reversal,
): Promise<Result<Effect>> {
  const { tx, ctx } = unit;
  const transaction = update(tx, ctx, TRANSACTIONS, payment.transaction, { corrections });
  const { currency, amount } = stakeOf(payment);
  const { environment } = splitTenant(ctx.tenant);
  const lines = [
    { account: payment.books.origin, amount },
    { account: chart.loss(environment, currency), amount: -amount },
  ];
  post(unit, { kind: 'FUNDING_LOST', cause: transaction.id, lines }, NEVER_SHORT);
  const stopped = await stopPayout(unit, { ...payment, transaction }, true);
  if (!stopped.ok) return stopped;
  if (stopped.value) return ok('APPLIED');
  const opened = await contradicted(unit, {
    ...stakeOf(payment),
    reference: returnId ?? 'funding',
    bookedTo: 'loss',
    leg: 'FUNDING',
    direction: 'OUT',
    reason: `the funding of ${transaction.id} was reversed after the money was paid on (${reason ?? 'no reason given'}); the amount is booked to loss`,
  });
  return opened.ok ? ok('APPLIED') : opened;
}

/** Fails a payout that was not submitted yet; returns whether it was one. */
async function stopPayout(unit: Unit, payment: Payment, refundable: boolean): Promise<Result<boolean>> {
  const { type, status, submittedAt } = payment.transaction;
  if (type !== 'OUTGOING' || status !== 'PROCESSING' || submittedAt !== null) return ok(false);
  const failed = await failPayment(unit, payment, 'QUOTE_EXECUTION_FAILED', 'TRANSACTION_FAILED', refundable);
  return failed.ok ? ok(true) : failed;
}

/**
 * The payment failed, but its payer has taken the money back already: the refund goes to `loss`, and from there to those
 * who bear the loss because of a resolution.
 */
export async function recoverFunding(unit: Unit, { transaction, books }: Payment): Promise<Result<void>> {
  const { currency, amount } = stakeOf({ transaction });
  const lines = [
    { account: books.waiting, amount: -amount },
    { account: chart.loss(splitTenant(unit.ctx.tenant).environment, currency), amount },
  ];
  post(unit, { kind: 'FUNDING_RECOVERED', cause: transaction.id, lines }, NEVER_SHORT);
  return repayLoss(unit, transaction, amount);
}

/** Gives money that is in `loss` for a payment to those who bear its lost funding because of a resolution. */
export async function repayLoss(unit: Unit, { id }: Pick<Transaction, 'id'>, amount: bigint): Promise<Result<void>> {
  const borne = (await movementsOf(unit.tx, id)).filter(
    ({ exception, moved }) => moved.to === 'loss' && bookedToOf(exception.reference) === 'loss',
  );
  const repaid = await repayBearers(unit, borne, amount);
  return repaid.ok ? ok() : repaid;
}
