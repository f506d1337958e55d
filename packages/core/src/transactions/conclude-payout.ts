import { bookEntry, type InternalAccount, type PayoutStatus, type RailReturn } from '../accounts/index.js';
import { EXCEPTIONS } from '../exceptions/index.js';
import { type Context, ok, type Result, splitTenant, transition, type Tx, type Unit, update } from '../kernel/index.js';
import { chart, post } from '../ledger/index.js';
import { contradicted } from './contradiction.js';
import { readDelivery } from './delivery.js';
import { failPayment, returnPayment } from './fail-payment.js';
import type { Delivery, Payment, PaymentPorts } from './payment.js';
import type { Effect } from './rail-message.js';
import { NEVER_SHORT } from './shortfall.js';
import { correctionsOf, emitTransaction, type Transaction, TRANSACTIONS } from './transaction.js';
import { OUTGOING } from './transaction-states.js';

type Ports = Pick<PaymentPorts, 'ids' | 'bankChargeLimits'>;

/**
 * Books what a rail says of a delivery, whether it was asked or tells: at any time, in any order, however often. What it
 * has said before changes nothing; what contradicts that becomes an exception.
 */
export async function concludePayout(
  tx: Tx,
  ctx: Context,
  ports: Ports,
  payment: Payment,
  status: PayoutStatus,
): Promise<Result<Effect>> {
  const { transaction } = payment;
  const unit = { tx, ctx, ids: ports.ids };
  switch (status.state) {
    case 'pending':
      return ok('NONE');
    case 'delivered': {
      if (transaction.status === 'PROCESSING') {
        const { destination: to } = transaction;
        const { onChainTransaction } = status;
        const destination = to.destinationType === 'ACCOUNT' ? { ...to, onChainTransaction } : to;
        return applied(await settlePayout(unit, payment, null, { destination }));
      }
      // One that came back had been delivered.
      const neverDelivered = transaction.status === 'FAILED' && transaction.settledAt === null;
      if (!neverDelivered || correctionsOf(transaction).returnId !== null) return ok('NONE');
      return contradicted(unit, {
        ...(await stake(tx, payment)),
        reference: 'delivered',
        reason: `${transaction.rail} has delivered ${transaction.id}, which failed or was cancelled before`,
      });
    }
    case 'failed': {
      const { reason, refundReason, refundable } = status;
      if (transaction.status === 'COMPLETED') {
        return applied(await returnPayment(unit, payment, refundable));
      }
      if (transaction.status !== 'PROCESSING') return ok('NONE');
      return applied(await failPayment(unit, payment, reason, refundReason, refundable));
    }
    case 'returned':
      return concludeReturn(tx, ctx, ports, payment, status);
  }
}

const applied = (result: Result<void>): Result<Effect> => (result.ok ? ok('APPLIED') : result);

const stake = async (tx: Tx, payment: Payment) => {
  const { currency, amount } = await readDelivery(tx, payment);
  return { rail: payment.transaction.rail!, subject: payment.transaction.id, currency, amount };
};

/** A delivered payout came back, whole or less what banks took for it. */
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
  const contradicts = (what: string) =>
    contradicted(unit, {
      rail: transaction.rail!,
      subject: transaction.id,
      reference: returnId,
      currency: delivery.currency,
      amount,
      reason: `${transaction.rail} returns ${amount} ${delivery.currency} of ${transaction.id} (${returnId}, ${reason ?? 'no reason given'}), ${what}`,
    });
  const before = correctionsOf(transaction);
  if (before.returnId === returnId) return ok('NONE');
  if (before.returnId !== null) return contradicts(`which came back before (${before.returnId})`);
  if (amount <= 0n || amount > delivery.amount) return contradicts(`of which ${delivery.amount} were sent`);
  const charge = delivery.amount - amount;
  if (transaction.status !== 'COMPLETED' && transaction.status !== 'PROCESSING') {
    if (charge > 0n) return contradicts('which had failed, so that nothing was there to come back');
    // The rail had said that it failed, and the money is back either way, unless an operator has dealt with it as gone.
    const matter = ['RAIL_CONTRADICTION', transaction.id, 'delivered'] as const;
    const delivered = await tx.find(EXCEPTIONS, 'matter', matter);
    return delivered === null ? ok('NONE') : contradicts(`of which ${delivered.id} says that it was delivered`);
  }
  const noted = update(tx, ctx, TRANSACTIONS, transaction, {
    corrections: { ...before, returnId, bankCharge: charge },
  });
  const back = { ...payment, transaction: noted };
  const failed =
    transaction.status === 'COMPLETED'
      ? await returnPayment(unit, back, true)
      : // It was delivered and came back before anybody looked.
        await failPayment(unit, back, 'ACCOUNT_CANNOT_RECEIVE', 'TRANSACTION_FAILED', true);
  if (!failed.ok || charge === 0n) return applied(failed);
  return chargeBank(tx, ctx, ports, noted, delivery, charge);
}

/** What did not come back is what banks have taken for the way: the service's cost, and above a limit to be looked at. */
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
    currency,
    amount: charge,
    reason: `${transaction.id} came back short of ${charge} ${currency}, which is booked to bank-charges`,
  });
  return opened.ok ? ok('APPLIED') : opened;
}

/** Completes a payment: to an internal account, or to one outside (null). */
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
