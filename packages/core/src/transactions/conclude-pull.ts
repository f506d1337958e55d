import {
  bookEntry,
  type Effect,
  expectedSettlement,
  INTERNAL_ACCOUNTS,
  type PullStatus,
  type RailReturn,
} from '../accounts/index.js';
import { schedule } from '../events/index.js';
import {
  Bug,
  type Context,
  type DomainError,
  domainError,
  ok,
  type Result,
  transition,
  type Tx,
  type Unit,
  update,
} from '../kernel/index.js';
import { type JournalEntry, post } from '../ledger/index.js';
import { giveBackLimits } from '../limits/index.js';
import { amountText } from '../money/index.js';
import { COLLECTED, type Contradiction, contradicted, heardBefore } from './contradiction.js';
import { decidedOutside } from './decided.js';
import { failPull } from './fail-pull.js';
import { reverseFunding } from './lose-funding.js';
import { stakeOf } from './stake-of.js';
import type { Payment, PaymentPorts } from './payment.js';
import { startRefund } from './refund.js';
import { NEVER_SHORT } from './shortfall.js';
import { correctionsOf, destinationKey, emitTransaction, TRANSACTIONS } from './transaction.js';
import { INCOMING, OUTGOING } from './transaction-states.js';

type Ports = Pick<PaymentPorts, 'ids' | 'rails'>;

const CLOSED = domainError('USER_NOT_READY', 'the account is closed');

/**
 * Whether the account cannot take the money: it would exceed the largest amount, or was just closed. `refuseCollected`
 * then sends the money back.
 */
export const cannotCredit = ({ code }: DomainError): boolean =>
  code === 'AMOUNT_OUT_OF_RANGE' || code === 'USER_NOT_READY';

/**
 * Books a status of a collection, as `concludePayout` does for deliveries. Collected money is credited (a transfer in)
 * or goes on to its delivery. If the account cannot take it, the error is one that `cannotCredit` recognizes.
 */
export async function concludePull(
  tx: Tx,
  ctx: Context,
  ports: Ports,
  payment: Payment,
  status: PullStatus,
): Promise<Result<Effect>> {
  const { transaction } = payment;
  const unit = { tx, ctx, ids: ports.ids };
  switch (status.state) {
    case 'pending':
      return ok('NONE');
    case 'collected': {
      if (transaction.status === 'PENDING') {
        const collected =
          transaction.type === 'INCOMING' ? await credit(unit, payment) : startPayout(tx, ctx, ports, payment);
        return collected.ok ? ok('APPLIED') : collected;
      }
      // A collection that was returned had been collected.
      if (transaction.collectedAt !== null || correctionsOf(transaction).fundingReversed) return ok('NONE');
      return contradicted(unit, {
        ...stakeOf(payment),
        reference: COLLECTED,
        leg: 'FUNDING',
        direction: 'IN',
        reason: `${transaction.fundingRail} reports ${transaction.id} as collected, but it had failed or was cancelled`,
      });
    }
    case 'failed': {
      if (transaction.status === 'PENDING') {
        const failed = await failPull(unit, payment, status.reason);
        return failed.ok ? ok('APPLIED') : failed;
      }
      if (transaction.collectedAt === null) return uncollected(unit, payment, 'failed', stakeOf(payment).amount);
      return reverseFunding(unit, payment, { returnId: null, reason: status.reason });
    }
    case 'returned':
      return concludeReturn(unit, payment, status);
  }
}

async function concludeReturn(
  unit: Unit,
  payment: Payment,
  { returnId, amount, reason }: RailReturn,
): Promise<Result<Effect>> {
  const { tx, ctx } = unit;
  const { transaction } = payment;
  const before = correctionsOf(transaction);
  const contradiction: Contradiction = {
    ...stakeOf(payment),
    amount,
    reference: returnId,
    leg: 'FUNDING',
    direction: 'OUT',
    reason: `${transaction.fundingRail} returned ${amountText(amount, transaction.sentCurrency!)} of the collection ${transaction.id} (reference of the return: ${returnId}), but the collection is of ${amountText(transaction.sentAmount!, transaction.sentCurrency!)}`,
  };
  if (before.fundingReturnId !== returnId) {
    const heard = await heardBefore(unit, contradiction);
    if (heard !== null) return heard;
  }
  if (amount !== transaction.sentAmount) return contradicted(unit, contradiction);
  if (transaction.collectedAt !== null) return reverseFunding(unit, payment, { returnId, reason });
  if (transaction.status !== 'PENDING') return uncollected(unit, payment, returnId, amount);
  // The rail collected the money and returned it before a check saw the collection.
  const noted = update(tx, ctx, TRANSACTIONS, transaction, {
    corrections: { ...before, fundingReversed: true, fundingReturnId: returnId },
  });
  const failed = await failPull(unit, { ...payment, transaction: noted }, 'REJECTED');
  return failed.ok ? ok('APPLIED') : failed;
}

/**
 * A collection that had failed is reported as returned or failed once more. If an operator credited its money meanwhile,
 * because the rail had reported it as collected, that money is to be taken back.
 */
async function uncollected(unit: Unit, payment: Payment, reference: string, amount: bigint): Promise<Result<Effect>> {
  const { transaction } = payment;
  const { currency } = stakeOf(payment);
  const { came } = await decidedOutside(unit.tx, transaction, 'FUNDING', currency);
  if (came === 0n) return ok('NONE');
  return contradicted(unit, {
    ...stakeOf(payment),
    amount: amount < came ? amount : came,
    reference,
    leg: 'FUNDING',
    direction: 'OUT',
    reason: `${transaction.fundingRail} reports the collection ${transaction.id} as failed or returned (${reference}), but an operator credited ${amountText(came, currency)} of it`,
  });
}

/** Completes a transfer in: clearing −x, available +x. */
async function credit(unit: Unit, payment: Payment): Promise<Result<void>> {
  const { tx, ctx } = unit;
  const { transaction, books } = payment;
  const account = await tx.get(INTERNAL_ACCOUNTS, destinationKey(transaction.destination));
  if (account === null) throw new Bug(`${transaction.id} has no destination account`);
  if (account.status === 'CLOSED') return { ok: false, error: CLOSED };
  const credited = transition(tx, ctx, INCOMING, TRANSACTIONS, transaction, 'credit', {
    collectedAt: ctx.now,
    settledAt: ctx.now,
  });
  if (!credited.ok) return credited;
  emitTransaction(unit, credited.value.row.emits, credited.value.record);
  const lines = books.settlement(account);
  return bookEntry(unit, { kind: 'DEPOSIT', cause: transaction.id, lines }, [account], CLOSED);
}

/** Moves collected money to transit and schedules the job that delivers it. */
function startPayout(tx: Tx, ctx: Context, ports: Ports, payment: Payment): Result<void> {
  const { transaction } = payment;
  const rail = transaction.rail === null ? null : ports.rails.byName(transaction.rail);
  const processing = transition(tx, ctx, OUTGOING, TRANSACTIONS, transaction, 'process', {
    collectedAt: ctx.now,
    cancelRequestedAt: null,
    expectedSettlementAt: rail && expectedSettlement(rail, transaction.paymentRail, ctx.now),
  });
  if (!processing.ok) return processing;
  const unit = { tx, ctx, ids: ports.ids };
  post(unit, collection(payment), NEVER_SHORT);
  emitTransaction(unit, processing.value.row.emits, processing.value.record);
  schedule(unit, { kind: 'payout.submit', subject: transaction.id, dueAt: ctx.hostNow });
  return ok();
}

const collection = ({ transaction, books }: Payment): JournalEntry => ({
  kind: 'FUNDING',
  cause: transaction.id,
  lines: [
    { account: books.origin, amount: -transaction.sentAmount! },
    { account: books.waiting, amount: transaction.sentAmount! },
  ],
});

/** Sends money back that was collected for an account that cannot take it. */
export async function refuseCollected(unit: Unit, payment: Payment): Promise<Result<Effect>> {
  const { tx, ctx } = unit;
  if (payment.transaction.status !== 'PENDING') return ok('NONE');
  const limitUse = await giveBackLimits(tx, ctx, payment.transaction.limitUse);
  const failed = transition(tx, ctx, INCOMING, TRANSACTIONS, payment.transaction, 'fail', {
    collectedAt: ctx.now,
    limitUse,
    failureReason: 'COLLECTION_FAILED',
  });
  if (!failed.ok) return failed;
  post(unit, collection(payment), NEVER_SHORT);
  emitTransaction(unit, failed.value.row.emits, failed.value.record);
  startRefund(unit, failed.value.record, 'TRANSACTION_FAILED');
  return ok('APPLIED');
}
