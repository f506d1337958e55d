import { bookEntry, type Effect, type InternalAccount, type PayoutStatus, type RailReturn } from '../accounts/index.js';
import { type Context, ok, type Result, splitTenant, transition, type Tx, type Unit, update } from '../kernel/index.js';
import { chart, post } from '../ledger/index.js';
import { amountText } from '../money/index.js';
import { type Contradiction, contradicted, DELIVERED, heardBefore, toldDelivery } from './contradiction.js';
import { type Decided, decidedOutside } from './decided.js';
import { readDelivery } from './delivery.js';
import { AGAIN, endUndone, UNDONE } from './end-undone.js';
import { failPayment, returnPayment } from './fail-payment.js';
import type { Delivery, Payment, PaymentPorts } from './payment.js';
import { repayBearers } from './repay-bearers.js';
import { type PaidAgain, paidAgain } from './paid-again.js';
import { NEVER_SHORT } from './shortfall.js';
import { spendAgain } from './spent-request.js';
import { correctionsOf, emitTransaction, type Transaction, TRANSACTIONS } from './transaction.js';
import { OUTGOING } from './transaction-states.js';

type Ports = Pick<PaymentPorts, 'ids' | 'bankChargeLimits'>;

/**
 * Books a status of a delivery, from a check or from a message, at any time and in any order. A repeated status has no
 * effect; a contradiction of an earlier one becomes an exception. `messageId` is null for a check.
 */
export async function concludePayout(
  tx: Tx,
  ctx: Context,
  ports: Ports,
  payment: Payment,
  status: PayoutStatus,
  messageId: string | null,
): Promise<Result<Effect>> {
  const concluded = await concludeStatus(tx, ctx, ports, payment, status, messageId);
  if (!concluded.ok || concluded.value === 'CONTRADICTED' || status.state === 'pending') return concluded;
  // Only a delivery that was booked can have been undone.
  if (payment.transaction.settledAt === null) return concluded;
  const unit = { tx, ctx, ids: ports.ids };
  const ended = await endUndone(unit, payment.transaction, status.state, await stake(tx, payment));
  if (!ended.ok || ended.value === 'CONTRADICTED') return ended;
  const effect = ended.value === 'NONE' ? concluded : ended;
  if (status.state !== 'delivered' || status.arrived === undefined) return effect;
  const compared = await compareArrived(unit, payment, status.arrived);
  return compared.ok ? effect : compared;
}

/** The whole amount has left the rail and stays booked; another amount reached the payee, as with a token with a fee. */
async function compareArrived(unit: Unit, payment: Payment, arrived: bigint): Promise<Result<Effect>> {
  const staked = await stake(unit.tx, payment);
  if (arrived === staked.amount) return ok('NONE');
  const missing = staked.amount - arrived;
  return contradicted(unit, {
    ...staked,
    amount: missing > 0n ? missing : -missing,
    bookedTo: 'arrived',
    reference: String(arrived),
    direction: missing > 0n ? 'OUT' : 'IN',
    reason: `${staked.rail} sent ${amountText(staked.amount, staked.currency)} for ${staked.subject}, but ${amountText(arrived, staked.currency)} reached the payee`,
  });
}

async function concludeStatus(
  tx: Tx,
  ctx: Context,
  ports: Ports,
  payment: Payment,
  status: PayoutStatus,
  messageId: string | null,
): Promise<Result<Effect>> {
  const { transaction } = payment;
  const unit = { tx, ctx, ids: ports.ids };
  switch (status.state) {
    case 'pending':
      // A late message about the time before the delivery changes nothing.
      if (status.undone === undefined || transaction.status !== 'COMPLETED') return ok('NONE');
      return contradicted(unit, {
        ...(await stake(tx, payment)),
        direction: 'IN',
        reference: messageId ?? UNDONE,
        reason: `${transaction.rail} had delivered ${transaction.id}, ${AGAIN}: ${status.undone}`,
      });
    case 'delivered': {
      if (transaction.status === 'PROCESSING') {
        const { destination: to } = transaction;
        const { onChainTransaction } = status;
        const destination = to.destinationType === 'ACCOUNT' ? { ...to, onChainTransaction } : to;
        return applied(await settlePayout(unit, payment, null, { destination }));
      }
      if (transaction.status === 'COMPLETED') noteTransaction(unit, payment, status);
      // A payout that was returned had been delivered.
      if (transaction.settledAt !== null || correctionsOf(transaction).returnId !== null) return ok('NONE');
      await spendAgain(unit, transaction);
      return contradicted(unit, {
        ...(await stake(tx, payment)),
        direction: 'OUT',
        reference: DELIVERED,
        reason: `${transaction.rail} reports ${transaction.id} as delivered, but it had failed or was cancelled`,
      });
    }
    case 'failed': {
      const { reason, refundReason, refundable } = status;
      const at = { ...(await stake(tx, payment)), direction: 'IN' } as const;
      const decided = await decidedOutside(tx, transaction, 'DELIVERY', at.currency);
      if (transaction.status === 'COMPLETED') {
        const again = await paidAgain(tx, transaction, 'DELIVERY', at.currency);
        if (again.open > 0n)
          return contradicted(unit, {
            ...at,
            reference: 'failed',
            reason: `${transaction.rail} reports ${transaction.id} as failed, but operators decided that it was delivered twice`,
          });
        return decided.came > 0n
          ? cameBackBefore(unit, { ...at, reference: 'failed' }, decided)
          : applied(await returnPayment(unit, payment, refundable));
      }
      if (transaction.status === 'PROCESSING')
        return applied(await failPayment(unit, payment, reason, refundReason, refundable && decided.came === 0n));
      if (decided.sent === 0n) return ok('NONE');
      return contradicted(unit, {
        ...at,
        amount: decided.sent,
        reference: 'failed',
        reason: `${transaction.rail} reports ${transaction.id} as failed, but operators decided that ${amountText(decided.sent, at.currency)} of it were delivered`,
      });
    }
    case 'returned': {
      const concluded = await concludeReturn(tx, ctx, ports, payment, status);
      if (!concluded.ok || concluded.value !== 'CONTRADICTED') return concluded;
      if (transaction.status !== 'PROCESSING' || status.amount <= 0n) return concluded;
      // Money that came back proves the delivery, also if its amount cannot be booked.
      const settled = await settlePayout(unit, payment, null, {});
      return settled.ok ? concluded : settled;
    }
  }
}

/** A delivery that had left its chain can be carried out by another transaction. */
function noteTransaction(
  { tx, ctx }: Unit,
  { transaction }: Payment,
  { onChainTransaction }: Extract<PayoutStatus, { readonly state: 'delivered' }>,
): void {
  const { destination } = transaction;
  if (onChainTransaction === null || destination.destinationType !== 'ACCOUNT') return;
  if (destination.onChainTransaction?.transactionHash === onChainTransaction.transactionHash) return;
  update(tx, ctx, TRANSACTIONS, transaction, { destination: { ...destination, onChainTransaction } });
}

const applied = (result: Result<void>): Result<Effect> => (result.ok ? ok('APPLIED') : result);

const stake = async (tx: Tx, payment: Payment) => {
  const { currency, amount } = await readDelivery(tx, payment);
  return {
    rail: payment.transaction.rail!,
    subject: payment.transaction.id,
    leg: 'DELIVERY',
    currency,
    amount,
  } as const;
};

/** A delivered payout is reported as come back, but operators have credited it already: only the rest is in question. */
const cameBackBefore = (
  unit: Unit,
  contradiction: Omit<Contradiction, 'reason'>,
  { came }: Pick<Decided, 'came'>,
  whole = contradiction.amount,
): Promise<Result<Effect>> => {
  const rest = whole - came;
  return contradicted(unit, {
    ...contradiction,
    amount: rest > 0n && rest < contradiction.amount ? rest : contradiction.amount,
    reason: `${contradiction.rail} reports ${amountText(contradiction.amount, contradiction.currency)} of ${contradiction.subject} as come back (${contradiction.reference}), but ${amountText(came, contradiction.currency)} came back already by decisions of operators`,
  });
};

/** A delivered payout came back, in full or less a charge of the banks. */
async function concludeReturn(
  tx: Tx,
  ctx: Context,
  ports: Ports,
  payment: Payment,
  { returnId, amount, reason }: RailReturn,
): Promise<Result<Effect>> {
  const { transaction } = payment;
  const delivery = await readDelivery(tx, payment);
  const unit = { tx, ctx, ids: ports.ids };
  const contradiction = {
    rail: transaction.rail!,
    subject: transaction.id,
    reference: returnId,
    leg: 'DELIVERY',
    direction: 'IN',
    currency: delivery.currency,
    amount,
  } as const;
  const because = (what: string): Contradiction => ({
    ...contradiction,
    reason: `${transaction.rail} returned ${amountText(amount, delivery.currency)} of ${transaction.id} (reference of the return: ${returnId}, ${reason ?? 'no reason given'}), but ${what}`,
  });
  const contradicts = (what: string) => contradicted(unit, because(what));
  const before = correctionsOf(transaction);
  if (before.returnId === returnId) return ok('NONE');
  const heard = await heardBefore(unit, because('this return has an exception'));
  if (heard !== null) return heard;
  if (before.returnId !== null)
    return contradicts(`it was returned before (reference of the return: ${before.returnId})`);
  if (amount <= 0n || amount > delivery.amount)
    return contradicts(`${amountText(delivery.amount, delivery.currency)} were sent`);
  const again = await paidAgain(tx, transaction, 'DELIVERY', delivery.currency);
  if (again.open > 0n) return giveBackDelivery(unit, payment, contradiction, again);
  const decided = await decidedOutside(tx, transaction, 'DELIVERY', delivery.currency);
  if (decided.came > 0n) return cameBackBefore(unit, contradiction, decided, delivery.amount);
  const charge = delivery.amount - amount;
  if (transaction.status !== 'COMPLETED' && transaction.status !== 'PROCESSING') {
    if (decided.sent > 0n)
      return giveBackDelivery(unit, payment, contradiction, { movements: decided.movements, open: decided.sent });
    // What was returned had been delivered.
    await spendAgain(unit, transaction);
    if (charge > 0n) return contradicts('it had failed, so nothing was sent that could be returned');
    // The rail had reported a failure, and the money is back either way, unless an exception says that it was
    // delivered.
    const delivered = await toldDelivery(tx, transaction.id);
    return delivered === null
      ? ok('NONE')
      : contradicts(`exception ${delivered.id} says that it was delivered after it had failed`);
  }
  const noted = update(tx, ctx, TRANSACTIONS, transaction, {
    corrections: { ...before, returnId, bankCharge: charge },
  });
  const back = { ...payment, transaction: noted };
  const failed =
    transaction.status === 'COMPLETED'
      ? await returnPayment(unit, back, true)
      : // It was delivered and returned before a check saw the delivery.
        await failPayment(unit, back, 'ACCOUNT_CANNOT_RECEIVE', 'TRANSACTION_FAILED', true);
  if (!failed.ok || charge === 0n) return applied(failed);
  return chargeBank(tx, ctx, ports, noted, delivery, charge);
}

/**
 * A payment came back that was delivered after it had failed, or twice: those get the money who bear that delivery by
 * decisions of operators.
 */
async function giveBackDelivery(
  unit: Unit,
  { transaction }: Payment,
  contradiction: Omit<Contradiction, 'reason'>,
  { movements, open }: PaidAgain,
): Promise<Result<Effect>> {
  const { tx, ctx } = unit;
  const corrections = { ...correctionsOf(transaction), returnId: contradiction.reference };
  update(tx, ctx, TRANSACTIONS, transaction, { corrections });
  const back = contradiction.amount < open ? contradiction.amount : open;
  const repaid = await repayBearers(unit, movements, back);
  if (!repaid.ok) return repaid;
  if (repaid.value === contradiction.amount) return ok('APPLIED');
  return contradicted(unit, {
    ...contradiction,
    amount: contradiction.amount - repaid.value,
    reason: `${contradiction.rail} returned ${amountText(contradiction.amount, contradiction.currency)} of ${contradiction.subject} (reference of the return: ${contradiction.reference}), but operators decided that only ${amountText(open, contradiction.currency)} were delivered`,
  });
}

/** The missing amount is a charge of the banks: a cost of the service, and above a limit an exception. */
async function chargeBank(
  tx: Tx,
  ctx: Context,
  { ids, bankChargeLimits }: Ports,
  transaction: Transaction,
  { currency }: Pick<Delivery, 'currency'>,
  charge: bigint,
): Promise<Result<Effect>> {
  const { environment } = splitTenant(ctx.tenant);
  const lines = [
    { account: chart.clearing(environment, transaction.rail!, currency), amount: charge },
    { account: chart.bankCharges(environment, currency), amount: -charge },
  ];
  const unit = { tx, ctx, ids };
  post(unit, { kind: 'BANK_CHARGE', cause: transaction.id, lines }, NEVER_SHORT);
  if (charge <= (bankChargeLimits.get(currency) ?? 0n)) return ok('APPLIED');
  const opened = await contradicted(unit, {
    rail: transaction.rail!,
    subject: transaction.id,
    reference: correctionsOf(transaction).returnId!,
    bookedTo: 'bank-charges',
    leg: 'DELIVERY',
    direction: 'OUT',
    currency,
    amount: charge,
    reason: `The payout of ${transaction.id} came back with ${amountText(charge, currency)} less; the difference is booked as a charge of the bank`,
  });
  return opened.ok ? ok('APPLIED') : opened;
}

/** Completes a payment to an internal account, or to an external one (null). */
export async function settlePayout(
  unit: Unit,
  payment: Payment,
  destination: InternalAccount | null,
  patch: { readonly destination?: Transaction['destination'] },
): Promise<Result<void>> {
  const { tx, ctx } = unit;
  const { transaction, books } = payment;
  const settled = transition(tx, ctx, OUTGOING, TRANSACTIONS, transaction, 'settle', { settledAt: ctx.now, ...patch });
  if (!settled.ok) return settled;
  const followed = payment.follow(tx, ctx, 'settle');
  if (!followed.ok) return followed;
  const booked = await bookEntry(
    unit,
    { kind: 'SETTLEMENT', cause: transaction.id, lines: books.settlement(destination) },
    destination === null ? [] : [destination],
    NEVER_SHORT,
  );
  if (!booked.ok) return booked;
  emitTransaction(unit, settled.value.row.emits, settled.value.record);
  return ok();
}
