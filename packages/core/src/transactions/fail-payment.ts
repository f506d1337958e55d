import {
  bookTogether,
  creditObstacle,
  type CreditObstacle,
  type InternalAccount,
  type PayoutFailure,
  platformAccount,
  takeBack,
} from '../accounts/index.js';
import { ok, type Reads, type Result, transition, type Tx, type Unit } from '../kernel/index.js';
import { chart, type JournalEntry, type Line, post } from '../ledger/index.js';
import { giveBackLimits } from '../limits/index.js';
import { giveBackDailyVolume } from '../rates/index.js';
import type { Payment } from './payment.js';
import { failRefund, startRefund } from './refund.js';
import { NEVER_SHORT } from './shortfall.js';
import { releasedRequest } from './spent-request.js';
import { emitTransaction, heldOn, type RefundReason, type Transaction, TRANSACTIONS } from './transaction.js';
import { OUTGOING } from './transaction-states.js';

/**
 * The rail could not deliver: the money goes back to its source, or stays in transit if it cannot go back. What
 * it took from the daily volume and from limits is given back; a payout that is returned after its delivery gets nothing
 * back of it.
 */
export async function failPayment(
  unit: Unit,
  payment: Payment,
  failureReason: PayoutFailure,
  refundReason: RefundReason,
  refundable: boolean,
): Promise<Result<void>> {
  const refunding = await failAndRefund(unit, payment, failureReason, refundReason, refundable);
  if (!refunding.ok) return refunding;
  if (!refundable) await keepInTransit(unit, payment, refunding.value);
  return ok();
}

/**
 * As `failPayment`, without keeping the money in transit; returns the transaction with its started refund. An invoice is
 * free only if the money is known not to have left.
 */
export async function failAndRefund(
  unit: Unit,
  payment: Payment,
  failureReason: PayoutFailure,
  refundReason: RefundReason,
  refundable = true,
): Promise<Result<Transaction>> {
  const { tx, ctx } = unit;
  await giveBackDailyVolume(tx, ctx, payment.transaction.dailyVolumeId, payment.transaction.sentAmount!);
  const limitUse = await giveBackLimits(tx, ctx, payment.transaction.limitUse);
  const failed = transition(tx, ctx, OUTGOING, TRANSACTIONS, payment.transaction, 'fail', {
    failureReason,
    limitUse,
    ...(refundable ? releasedRequest(payment.transaction) : {}),
  });
  if (!failed.ok) return failed;
  const followed = payment.follow(tx, ctx, 'fail');
  if (!followed.ok) return followed;
  emitTransaction(unit, failed.value.row.emits, failed.value.record);
  return ok(startRefund(unit, failed.value.record, refundReason));
}

async function keepInTransit(unit: Unit, payment: Payment, refunding: Transaction): Promise<void> {
  if (heldOn(payment.transaction) !== null) post(unit, keepingEntry(payment), NEVER_SHORT);
  await failRefund(unit, refunding, 'the rail could not deliver the payment and keeps the money', 'kept');
}

/** Moves the held money of the source account to transit. Money from outside is in transit already. */
const keepingEntry = ({ transaction, books }: Payment): JournalEntry => ({
  kind: 'REFUND_FAILED',
  cause: transaction.id,
  lines: [
    { account: books.waiting, amount: -transaction.sentAmount! },
    { account: books.inTransit, amount: transaction.sentAmount! },
  ],
});

/**
 * A delivered payout was returned: its settlement is reversed, fees included, and the whole amount is refunded. The
 * platform pays its fee back (docs/decisions/0004-returned-payouts-take-back-the-platform-fee.md). Money that the rail
 * keeps, or that came from an account that was closed or has become full since, stays in transit until an operator resolves
 * the exception.
 */
export async function returnPayment(unit: Unit, payment: Payment, refundable: boolean): Promise<Result<void>> {
  const { tx, ctx } = unit;
  const { transaction } = payment;
  const returned = transition(tx, ctx, OUTGOING, TRANSACTIONS, transaction, 'return', {
    failureReason: 'PAYOUT_RETURNED',
  });
  if (!returned.ok) return returned;
  const obstacle = refundable ? await sourceObstacle(tx, transaction) : 'KEPT';
  const platform = (transaction.platformFees ?? 0n) > 0n ? await platformAccount(tx, transaction.sentCurrency!) : null;
  const lines = await reversedLines(tx, payment, platform);
  const reversal: JournalEntry = { kind: 'SETTLEMENT_REVERSAL', cause: transaction.id, lines };
  emitTransaction(unit, returned.value.row.emits, returned.value.record);
  const refunding = startRefund(unit, returned.value.record, 'TRANSACTION_FAILED');
  const isKept = obstacle !== null && heldOn(transaction) !== null;
  const entries = isKept ? [reversal, keepingEntry(payment)] : [reversal];
  const booked = await bookTogether(unit, entries, platform === null ? [] : [platform], NEVER_SHORT);
  if (!booked.ok) return booked;
  if (obstacle !== null)
    await failRefund(unit, refunding, `the payout was returned, but ${OBSTACLE[obstacle]}`, 'kept');
  return ok();
}

/**
 * The reversed lines of the settlement. The platform's fee was swept from `fees` to the platform's account, or will be:
 * it is taken back from that account, as far as the balance goes, and the platform owes the rest.
 */
async function reversedLines(
  tx: Tx,
  { transaction, books }: Payment,
  platform: InternalAccount | null,
): Promise<readonly Line[]> {
  const settlement = books.settlement(null);
  if (platform === null) return settlement.map(({ account, amount }) => ({ account, amount: -amount }));
  const fees = chart.fees(transaction.tenant, platform.currency).name;
  const taken = await takeBack(tx, platform, transaction.platformFees!);
  return settlement.flatMap(({ account, amount }) => (account.name === fees ? taken : [{ account, amount: -amount }]));
}

const OBSTACLE: Readonly<Record<CreditObstacle | 'KEPT', string>> = {
  CLOSED: 'its source account is closed',
  FULL: 'its source account cannot hold the amount',
  KEPT: 'the rail keeps the money',
};

/** Why the source account cannot take its money back; null if it can, or if the money came from outside. */
async function sourceObstacle(reads: Reads, transaction: Transaction): Promise<CreditObstacle | null> {
  const source = heldOn(transaction);
  return source === null ? null : creditObstacle(reads, source, transaction.sentAmount!);
}
