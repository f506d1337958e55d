import {
  bookEntry,
  EXTERNAL_ACCOUNTS,
  type InternalAccount,
  INTERNAL_ACCOUNTS,
  type PayoutFailure,
  type PayoutInstruction,
  type PayoutStatus,
  type Rails,
} from '../accounts/index.js';
import { CUSTOMERS } from '../customers/index.js';
import { finish, type Job, type JobHandler, reschedule, schedule } from '../events/index.js';
import {
  Bug,
  type Context,
  type IdSource,
  instant,
  ok,
  plusSeconds,
  type Reads,
  type Result,
  transition,
  type Tx,
  type UnitOfWork,
  update,
} from '../kernel/index.js';
import { emitTransaction, OUTGOING, type Transaction, TRANSACTIONS } from '../transactions/index.js';
import { failPayment, returnPayment } from './fail-payment.js';
import { type Payment, SETTLEMENT_CURRENCY, settlementLines } from './payment.js';
import { destinationKey, type Quote, QUOTES } from './quote.js';
import { QUOTE } from './quote-states.js';
import { NEVER_SHORT } from './shortfall.js';

export interface PayoutPorts {
  readonly units: UnitOfWork;
  readonly ids: IdSource;
  readonly rails: Rails;
}

/**
 * Takes a payment one step further: `payout.submit` hands it to its rail, `payout.check` asks how it stands, and both
 * book what the rail says. The rail is called between two units. Whatever happens in between, the next run finds the
 * transaction as the last unit left it, and the rail knows the payment by the transaction's id.
 */
export function advancePayout(ports: PayoutPorts): JobHandler {
  return async (ctx, job, ask) => {
    const begun = await ports.units.run(ctx.tenant, (tx) => begin(tx, ctx, ports, job));
    if (!begun.ok && begun.error.code === 'AMOUNT_OUT_OF_RANGE') {
      return ports.units.run(ctx.tenant, (tx) => refuse(tx, ctx, ports.ids, job));
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
async function begin(tx: Tx, ctx: Context, ports: PayoutPorts, job: Job): Promise<Result<Handover | null>> {
  const payment = await readPayment(tx, job.subject);
  const { transaction } = payment;
  if (transaction.status !== 'PROCESSING' && transaction.status !== 'COMPLETED') return ended(tx, job, ok());
  const isNew = transaction.status === 'PROCESSING' && transaction.submittedAt === null;
  const failed = (reason: PayoutFailure): Result<null> =>
    ended(tx, job, failPayment(tx, ctx, ports.ids, payment, reason, 'TRANSACTION_FAILED', true));
  if (isNew && (await isPayerDeleted(tx, payment.quote))) return failed('QUOTE_EXECUTION_FAILED');
  if (transaction.rail === null) return ended(tx, job, await settleInside(tx, ctx, ports, payment));
  const target = await readTarget(tx, payment);
  // It was deleted while its quote was made; from here on, a deletion finds the payment open.
  if (isNew && target.isDeleted) return failed('ACCOUNT_CANNOT_RECEIVE');
  const submittedAt = transaction.submittedAt ?? ctx.now;
  if (isNew) update(tx, ctx, TRANSACTIONS, transaction, { submittedAt });
  return ok({
    rail: transaction.rail,
    instruction: {
      reference: transaction.id,
      account: target.account,
      currency: target.currency,
      amount: target.amount,
      paymentRail: transaction.paymentRail,
      remittanceInformation: transaction.remittanceInformation,
      submittedAt,
    },
  });
}

interface Target extends Pick<PayoutInstruction, 'account' | 'currency' | 'amount'> {
  readonly isDeleted: boolean;
}

/** What the rail pays: the external account, or the invoice of the institution that has the account. */
async function readTarget(reads: Reads, { transaction, quote }: Payment): Promise<Target> {
  if (quote.uma !== null) {
    const { invoice, settlementAmount: amount } = quote.uma;
    return { account: { accountType: 'LIGHTNING', invoice }, currency: SETTLEMENT_CURRENCY, amount, isDeleted: false };
  }
  const account = await reads.get(EXTERNAL_ACCOUNTS, destinationKey(quote.destination));
  if (account === null) throw new Bug(`${transaction.id} has no destination account`);
  const { receivedCurrency: currency, receivedAmount: amount } = transaction;
  return { account: account.accountInfo, currency: currency!, amount: amount!, isDeleted: account.isDeleted };
}

/** The payment went as far as it can without a rail. */
function ended(tx: Tx, job: Job, result: Result<void>): Result<null> {
  if (!result.ok) return result;
  finish(tx, job);
  return ok(null);
}

/** Whoever pays from an account cannot be deleted before; money from outside comes for a customer all the same. */
async function isPayerDeleted(reads: Reads, { source }: Quote): Promise<boolean> {
  if (source.sourceType !== 'REALTIME_FUNDING' || source.customerId === null) return false;
  const customer = await reads.get(CUSTOMERS, source.customerId);
  return customer === null || customer.isDeleted;
}

/** The destination in this ledger cannot hold so much money. */
async function refuse(tx: Tx, ctx: Context, ids: IdSource, job: Job): Promise<Result<void>> {
  const payment = await readPayment(tx, job.subject);
  finish(tx, job);
  if (payment.transaction.status !== 'PROCESSING') return ok();
  return failPayment(tx, ctx, ids, payment, 'LIMIT_EXCEEDED', 'TRANSACTION_FAILED', true);
}

async function readPayment(reads: Reads, id: string): Promise<Payment> {
  const transaction = await reads.get(TRANSACTIONS, id);
  if (transaction === null || transaction.quoteId === null) throw new Bug(`${id} is no payment of a quote`);
  const quote = await reads.get(QUOTES, transaction.quoteId);
  if (quote === null) throw new Bug(`${id} has no quote`);
  return { transaction, quote };
}

async function conclude(
  tx: Tx,
  ctx: Context,
  ports: PayoutPorts,
  job: Job,
  status: PayoutStatus,
): Promise<Result<void>> {
  const payment = await readPayment(tx, job.subject);
  const { transaction } = payment;
  switch (status.state) {
    case 'pending':
      askAgain(tx, ctx, ports.ids, job, status.checkAfterSeconds);
      return ok();
    case 'delivered': {
      if (transaction.status === 'PROCESSING') {
        const { destination: to } = transaction;
        const { onChainTransaction } = status;
        const destination = to.destinationType === 'ACCOUNT' ? { ...to, onChainTransaction } : to;
        const settled = await settle(tx, ctx, ports.ids, payment, null, { destination });
        if (!settled.ok) return settled;
      }
      if (status.checkAfterSeconds === null) finish(tx, job);
      else askAgain(tx, ctx, ports.ids, job, status.checkAfterSeconds);
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

function askAgain(tx: Tx, ctx: Context, ids: IdSource, job: Job, inSeconds: number): void {
  if (job.kind === 'payout.check') {
    reschedule(tx, ctx, job, inSeconds);
    return;
  }
  finish(tx, job);
  schedule(tx, ctx, ids, { kind: 'payout.check', subject: job.subject, dueAt: plusSeconds(ctx.hostNow, inSeconds) });
}

/** A destination in this ledger is credited without a rail; one that was closed meanwhile cannot receive. */
async function settleInside(tx: Tx, ctx: Context, ports: PayoutPorts, payment: Payment): Promise<Result<void>> {
  if (payment.transaction.status !== 'PROCESSING') return ok();
  const account = await tx.get(INTERNAL_ACCOUNTS, destinationKey(payment.quote.destination));
  if (account === null) throw new Bug(`${payment.transaction.id} has no destination account`);
  return account.status === 'CLOSED'
    ? failPayment(tx, ctx, ports.ids, payment, 'ACCOUNT_CANNOT_RECEIVE', 'TRANSACTION_FAILED', true)
    : settle(tx, ctx, ports.ids, payment, account, {});
}

async function settle(
  tx: Tx,
  ctx: Context,
  ids: IdSource,
  { transaction, quote }: Payment,
  destination: InternalAccount | null,
  patch: { readonly destination?: Transaction['destination'] },
): Promise<Result<void>> {
  const settled = transition(tx, ctx, OUTGOING, TRANSACTIONS, transaction, 'settle', { settledAt: ctx.now, ...patch });
  if (!settled.ok) return settled;
  const done = transition(tx, ctx, QUOTE, QUOTES, quote, 'settle');
  if (!done.ok) return done;
  const booked = await bookEntry(
    tx,
    ctx,
    ids,
    { kind: 'SETTLEMENT', cause: transaction.id, lines: settlementLines(ctx, quote, destination) },
    destination === null ? [] : [destination],
    NEVER_SHORT,
  );
  if (!booked.ok) return booked;
  emitTransaction(tx, ctx, ids, settled.value.row.emits, settled.value.record);
  if (quote.platformFee > 0n) scheduleSweep(tx, ctx, ids, quote);
  if (quote.uma !== null && quote.uma.utxoCallback !== null) {
    schedule(tx, ctx, ids, { kind: 'uma.notify', subject: transaction.id, dueAt: ctx.hostNow });
  }
  return ok();
}

const SWEEP_EVERY_SECONDS = 2;

/**
 * Fees are swept many at once: one job for all payments of a platform and currency that settle within the same two
 * seconds, due two seconds later, when their units have long been committed.
 */
function scheduleSweep(tx: Tx, ctx: Context, ids: IdSource, quote: Quote): void {
  const window = Math.floor(ctx.hostNow / (SWEEP_EVERY_SECONDS * 1000));
  schedule(tx, ctx, ids, {
    kind: 'fees.sweep',
    subject: quote.sendingCurrency,
    dueAt: instant((window + 2) * SWEEP_EVERY_SECONDS * 1000),
    dedupe: `fees.sweep/${quote.sendingCurrency}/${window}`,
  });
}
