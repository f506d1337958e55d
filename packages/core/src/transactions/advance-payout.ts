import {
  bookEntry,
  EXTERNAL_ACCOUNTS,
  type InternalAccount,
  INTERNAL_ACCOUNTS,
  type PayoutFailure,
  type PayoutInstruction,
  type PayoutStatus,
} from '../accounts/index.js';
import { finish, type Job, type JobHandler } from '../events/index.js';
import {
  Bug,
  type Context,
  type IdSource,
  type Instant,
  ok,
  type Reads,
  type Result,
  transition,
  type Tx,
  update,
} from '../kernel/index.js';
import { failPayment, returnPayment } from './fail-payment.js';
import { askAgain, contradiction, ended, isPayerDeleted } from './hand-over.js';
import { type Delivery, type Payment, type PaymentPorts, readPayment } from './payment.js';
import { NEVER_SHORT } from './shortfall.js';
import { destinationKey, emitTransaction, type Transaction, TRANSACTIONS } from './transaction.js';
import { OUTGOING } from './transaction-states.js';

/**
 * Takes a payment one step further: `payout.submit` hands it to its rail, `payout.check` asks how it stands, and both
 * book what the rail says. The rail is called between two units. Whatever happens in between, the next run finds the
 * transaction as the last unit left it, and the rail knows the payment by the transaction's id.
 */
export function advancePayout(ports: PaymentPorts): JobHandler {
  return async (ctx, job, ask) => {
    const begun = await ports.units.run(ctx.tenant, (tx) => begin(tx, ctx, ports, job));
    if (!begun.ok && begun.error.code === 'AMOUNT_OUT_OF_RANGE') {
      return ports.units.run(ctx.tenant, (tx) => refuse(tx, ctx, ports, job));
    }
    if (!begun.ok || begun.value === null) return begun.ok ? ok() : begun;
    const { instruction, rail } = begun.value;
    const payouts = ports.rails.byName(rail).payouts;
    if (payouts === null) throw new Bug(`rail ${rail} does not deliver`);
    const asked = await ask(rail, () =>
      job.kind === 'payout.submit' ? payouts.submit(instruction) : payouts.status(instruction, ctx.now),
    );
    if (!asked.ok) return asked;
    return ports.units.run(ctx.tenant, (tx) => conclude(tx, asked.value.ctx, ports, job, asked.value.answer));
  };
}

interface Handover {
  readonly instruction: PayoutInstruction;
  readonly rail: string;
}

/** Settles a payment into this ledger at once; prepares one that a rail delivers. Null: nothing to ask a rail. */
async function begin(tx: Tx, ctx: Context, ports: PaymentPorts, job: Job): Promise<Result<Handover | null>> {
  const payment = await readPayment(tx, ports, job.subject);
  const { transaction } = payment;
  if (transaction.status !== 'PROCESSING' && transaction.status !== 'COMPLETED') return ended(tx, job, ok());
  const isNew = transaction.status === 'PROCESSING' && transaction.submittedAt === null;
  const failed = async (reason: PayoutFailure): Promise<Result<null>> =>
    ended(tx, job, await failPayment(tx, ctx, ports.ids, payment, reason, 'TRANSACTION_FAILED', true));
  if (isNew && (await isPayerDeleted(tx, transaction))) return failed('QUOTE_EXECUTION_FAILED');
  if (transaction.rail === null) return ended(tx, job, await settleInside(tx, ctx, ports, payment));
  const delivery = await readDelivery(tx, payment);
  // It was deleted while its quote was made; from here on, a deletion finds the payment open.
  if (isNew && delivery.isDeleted) return failed('ACCOUNT_CANNOT_RECEIVE');
  const submittedAt = transaction.submittedAt ?? ctx.now;
  if (isNew) update(tx, ctx, TRANSACTIONS, transaction, { submittedAt });
  return ok({ rail: transaction.rail, instruction: payoutInstruction(transaction, delivery, submittedAt) });
}

/** What the rail pays: the account outside, or what the payment has in its place. */
export async function readDelivery(
  reads: Reads,
  { transaction, delivery }: Payment,
): Promise<Delivery & { readonly isDeleted: boolean }> {
  if (delivery !== null) return { ...delivery, isDeleted: false };
  const account = await reads.get(EXTERNAL_ACCOUNTS, destinationKey(transaction.destination));
  if (account === null) throw new Bug(`${transaction.id} has no destination account`);
  const { receivedCurrency: currency, receivedAmount: amount } = transaction;
  return { account: account.accountInfo, currency: currency!, amount: amount!, isDeleted: account.isDeleted };
}

/** What the rail is told, the same every time. */
export const payoutInstruction = (
  transaction: Transaction,
  { account, currency, amount }: Delivery,
  submittedAt: Instant,
): PayoutInstruction => ({
  reference: transaction.id,
  account,
  currency,
  amount,
  paymentRail: transaction.paymentRail,
  purposeOfPayment: transaction.purposeOfPayment,
  sameCurrency: transaction.sentCurrency === transaction.receivedCurrency,
  remittanceInformation: transaction.remittanceInformation,
  submittedAt,
  cancelRequestedAt: transaction.cancelRequestedAt,
});

/** The destination in this ledger cannot hold so much money. */
async function refuse(tx: Tx, ctx: Context, ports: PaymentPorts, job: Job): Promise<Result<void>> {
  const payment = await readPayment(tx, ports, job.subject);
  finish(tx, job);
  if (payment.transaction.status !== 'PROCESSING') return ok();
  return failPayment(tx, ctx, ports.ids, payment, 'LIMIT_EXCEEDED', 'TRANSACTION_FAILED', true);
}

async function conclude(
  tx: Tx,
  ctx: Context,
  ports: PaymentPorts,
  job: Job,
  status: PayoutStatus,
): Promise<Result<void>> {
  const payment = await readPayment(tx, ports, job.subject);
  const { transaction } = payment;
  switch (status.state) {
    case 'pending':
      askAgain(tx, ctx, ports.ids, job, 'payout.check', status.checkAfterSeconds);
      return ok();
    case 'delivered': {
      // One that came back had been delivered.
      if (transaction.status === 'FAILED' && transaction.settledAt === null) {
        throw contradiction(transaction.rail, 'delivered', transaction);
      }
      if (transaction.status === 'PROCESSING') {
        const { destination: to } = transaction;
        const { onChainTransaction } = status;
        const destination = to.destinationType === 'ACCOUNT' ? { ...to, onChainTransaction } : to;
        const settled = await settle(tx, ctx, ports.ids, payment, null, { destination });
        if (!settled.ok) return settled;
      }
      if (status.checkAfterSeconds === null) finish(tx, job);
      else askAgain(tx, ctx, ports.ids, job, 'payout.check', status.checkAfterSeconds);
      return ok();
    }
    case 'failed': {
      finish(tx, job);
      if (transaction.status === 'COMPLETED') return returnPayment(tx, ctx, ports.ids, payment, status.refundable);
      if (transaction.status !== 'PROCESSING') return ok();
      return failPayment(tx, ctx, ports.ids, payment, status.reason, status.refundReason, status.refundable);
    }
    case 'returned': {
      finish(tx, job);
      if (transaction.status === 'COMPLETED') return returnPayment(tx, ctx, ports.ids, payment, true);
      if (transaction.status !== 'PROCESSING') return ok();
      // It was delivered and came back before anybody looked.
      return failPayment(tx, ctx, ports.ids, payment, 'ACCOUNT_CANNOT_RECEIVE', 'TRANSACTION_FAILED', true);
    }
  }
}

/** A destination in this ledger is credited without a rail; one that was closed meanwhile cannot receive. */
async function settleInside(tx: Tx, ctx: Context, ports: PaymentPorts, payment: Payment): Promise<Result<void>> {
  if (payment.transaction.status !== 'PROCESSING') return ok();
  const account = await tx.get(INTERNAL_ACCOUNTS, destinationKey(payment.transaction.destination));
  if (account === null) throw new Bug(`${payment.transaction.id} has no destination account`);
  return account.status === 'CLOSED'
    ? failPayment(tx, ctx, ports.ids, payment, 'ACCOUNT_CANNOT_RECEIVE', 'TRANSACTION_FAILED', true)
    : settle(tx, ctx, ports.ids, payment, account, {});
}

async function settle(
  tx: Tx,
  ctx: Context,
  ids: IdSource,
  payment: Payment,
  destination: InternalAccount | null,
  patch: { readonly destination?: Transaction['destination'] },
): Promise<Result<void>> {
  const { transaction, books } = payment;
  const settled = transition(tx, ctx, OUTGOING, TRANSACTIONS, transaction, 'settle', { settledAt: ctx.now, ...patch });
  if (!settled.ok) return settled;
  const followed = payment.follow(tx, ctx, 'settle');
  if (!followed.ok) return followed;
  const booked = await bookEntry(
    tx,
    ctx,
    ids,
    { kind: 'SETTLEMENT', cause: transaction.id, lines: books.settlement(destination) },
    destination === null ? [] : [destination],
    NEVER_SHORT,
  );
  if (!booked.ok) return booked;
  emitTransaction(tx, ctx, ids, settled.value.row.emits, settled.value.record);
  return ok();
}
