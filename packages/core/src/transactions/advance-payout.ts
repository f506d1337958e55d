import { INTERNAL_ACCOUNTS, type PayoutFailure, type PayoutInstruction, type PayoutStatus } from '../accounts/index.js';
import { finish, type Job, type JobHandler } from '../events/index.js';
import { Bug, type Context, ok, type Result, type Tx, type Unit, update } from '../kernel/index.js';
import { concludePayout, settlePayout } from './conclude-payout.js';
import { payoutInstruction, readDelivery } from './delivery.js';
import { failPayment } from './fail-payment.js';
import { askAgain, ended, isPayerDeleted } from './hand-over.js';
import { type Payment, type PaymentPorts, readPayment } from './payment.js';
import { destinationKey, TRANSACTIONS } from './transaction.js';

/**
 * Advances a payment: the job `payout.submit` submits the payment to its rail, the job `payout.check` asks the rail for
 * the status, and both book the answer. The rail is called between two units of work (database transactions). After a
 * crash the next run of the job continues from the last committed state, and the rail recognizes the payment by the id
 * of the payment.
 */
export function advancePayout(ports: PaymentPorts): JobHandler {
  return async (ctx, job, ask) => {
    const begun = await ports.units.run(ctx.tenant, (tx) => beginPayout(tx, ctx, ports, job));
    if (!begun.ok && begun.error.code === 'AMOUNT_OUT_OF_RANGE') {
      return ports.units.run(ctx.tenant, (tx) => refusePayout(tx, ctx, ports, job));
    }
    if (!begun.ok || begun.value === null) return begun.ok ? ok() : begun;
    const { instruction, rail } = begun.value;
    const payouts = ports.rails.byName(rail).payouts;
    if (payouts === null) throw new Bug(`rail ${rail} does not deliver`);
    const asked = await ask(rail, () =>
      job.kind === 'payout.submit' ? payouts.submit(instruction) : payouts.status(instruction, ctx.now),
    );
    if (!asked.ok) return asked;
    return ports.units.run(ctx.tenant, (tx) => concludeJob(tx, asked.value.ctx, ports, job, asked.value.answer));
  };
}

interface Handover {
  readonly instruction: PayoutInstruction;
  readonly rail: string;
}

/**
 * Settles a payment to an internal account at once and returns null. For any other payment, prepares the call of its
 * rail.
 */
async function beginPayout(tx: Tx, ctx: Context, ports: PaymentPorts, job: Job): Promise<Result<Handover | null>> {
  const payment = await readPayment(tx, ports, job.subject);
  const { transaction } = payment;
  if (transaction.status !== 'PROCESSING' && transaction.status !== 'COMPLETED') return ended(tx, job, ok());
  const isNew = transaction.status === 'PROCESSING' && transaction.submittedAt === null;
  const unit = { tx, ctx, ids: ports.ids };
  const failed = async (reason: PayoutFailure): Promise<Result<null>> =>
    ended(tx, job, await failPayment(unit, payment, reason, 'TRANSACTION_FAILED', true));
  if (isNew && (await isPayerDeleted(tx, transaction))) return failed('QUOTE_EXECUTION_FAILED');
  if (transaction.rail === null) return ended(tx, job, await settleInside(unit, payment));
  const delivery = await readDelivery(tx, payment);
  // The account was deleted while the quote was made. After this update a deletion finds the payment open and is
  // refused.
  if (isNew && delivery.isDeleted) return failed('ACCOUNT_CANNOT_RECEIVE');
  const submittedAt = transaction.submittedAt ?? ctx.now;
  if (isNew) update(tx, ctx, TRANSACTIONS, transaction, { submittedAt });
  return ok({ rail: transaction.rail, instruction: payoutInstruction(transaction, delivery, submittedAt) });
}

/** Fails a payment whose destination account cannot hold the amount. */
async function refusePayout(tx: Tx, ctx: Context, ports: PaymentPorts, job: Job): Promise<Result<void>> {
  const payment = await readPayment(tx, ports, job.subject);
  finish(tx, job);
  if (payment.transaction.status !== 'PROCESSING') return ok();
  return failPayment({ tx, ctx, ids: ports.ids }, payment, 'LIMIT_EXCEEDED', 'TRANSACTION_FAILED', true);
}

/** Books the answer, and schedules another check if the delivery may still change. */
async function concludeJob(
  tx: Tx,
  ctx: Context,
  ports: PaymentPorts,
  job: Job,
  status: PayoutStatus,
): Promise<Result<void>> {
  const payment = await readPayment(tx, ports, job.subject);
  const concluded = await concludePayout(tx, ctx, ports, payment, status);
  if (!concluded.ok) return concluded;
  const isOpen = payment.transaction.status === 'PROCESSING';
  const again =
    status.state === 'pending' || status.state === 'delivered'
      ? status.checkAfterSeconds
      : concluded.value === 'CONTRADICTED' && isOpen
        ? CONTRADICTED_AGAIN_SECONDS
        : null;
  if (again === null) finish(tx, job);
  else askAgain({ tx, ctx, ids: ports.ids }, job, 'payout.check', again);
  return ok();
}

/** The payment is still with the rail after a contradiction, so the rail is asked again. */
const CONTRADICTED_AGAIN_SECONDS = 3600;

/** Credits a destination in this ledger, without a rail. A closed account cannot receive. */
async function settleInside(unit: Unit, payment: Payment): Promise<Result<void>> {
  if (payment.transaction.status !== 'PROCESSING') return ok();
  const account = await unit.tx.get(INTERNAL_ACCOUNTS, destinationKey(payment.transaction.destination));
  if (account === null) throw new Bug(`${payment.transaction.id} has no destination account`);
  return account.status === 'CLOSED'
    ? failPayment(unit, payment, 'ACCOUNT_CANNOT_RECEIVE', 'TRANSACTION_FAILED', true)
    : settlePayout(unit, payment, account, {});
}
