import { bookEntry, EXTERNAL_ACCOUNTS, type InternalAccount, INTERNAL_ACCOUNTS } from '../accounts/index.js';
import { finish, type Job, type JobHandler } from '../events/index.js';
import { Bug, type Context, type IdSource, ok, type Result, type Tx } from '../kernel/index.js';
import { pullInstruction } from './advance-pull.js';
import { type Payment, type PaymentPorts, readPayment } from './payment.js';
import { endRefund, failRefund } from './refund.js';
import { NEVER_SHORT } from './shortfall.js';
import { heldOn, pulledFrom, type Transaction } from './transaction.js';

interface Refunding {
  readonly rail: string;
  readonly send: () => Promise<'completed' | 'failed'>;
}

/**
 * Gives the money of a failed payment back: to the source account at once, to a payer outside through the rail that
 * the money came by. The rail is called between two units and knows the refund by its reference.
 */
export function refundPayment(ports: PaymentPorts): JobHandler {
  return async (ctx, job, ask) => {
    const begun = await ports.units.run(ctx.tenant, (tx) => begin(tx, ctx, ports, job));
    if (!begun.ok || begun.value === null) return begun.ok ? ok() : begun;
    const asked = await ask(begun.value.rail, begun.value.send);
    if (!asked.ok) return asked;
    return ports.units.run(ctx.tenant, (tx) => conclude(tx, asked.value.ctx, ports, job, asked.value.answer));
  };
}

/** Completes a refund within this ledger. Null: nothing to ask a rail. */
async function begin(tx: Tx, ctx: Context, ports: PaymentPorts, job: Job): Promise<Result<Refunding | null>> {
  const payment = await readPayment(tx, ports, job.subject);
  if (payment.transaction.refundStatus === 'PENDING') {
    if (heldOn(payment.transaction) === null) return ok(await refundOutside(tx, ports, payment.transaction));
    const released = await releaseHold(tx, ctx, ports.ids, payment);
    if (!released.ok) return released;
  }
  finish(tx, job);
  return ok(null);
}

/** Gives held money back to its account, which completes the refund. Answers the transaction as it is then. */
export async function releaseHold(tx: Tx, ctx: Context, ids: IdSource, payment: Payment): Promise<Result<Transaction>> {
  const { transaction } = payment;
  const account = await tx.get(INTERNAL_ACCOUNTS, heldOn(transaction)!);
  if (account === null) throw new Bug(`${transaction.id} has no source account`);
  const given = await giveBack(tx, ctx, ids, payment, account);
  return given.ok ? ok(endRefund(tx, ctx, ids, transaction, 'complete')) : given;
}

/** By the rail that the money came by: to the account that it was collected from, or to whoever sent it. */
async function refundOutside(tx: Tx, ports: PaymentPorts, transaction: Transaction): Promise<Refunding> {
  const rail = ports.rails.byName(transaction.fundingRail!);
  const reference = transaction.refundReference!;
  const source = pulledFrom(transaction);
  if (source === null) {
    const { funding } = rail;
    if (funding === null) throw new Bug(`rail ${rail.name} does not receive`);
    const refund = { reference, currency: transaction.sentCurrency!, amount: transaction.sentAmount! };
    return { rail: rail.name, send: () => funding.refund(refund) };
  }
  const { pulls } = rail;
  if (pulls === null) throw new Bug(`rail ${rail.name} does not collect`);
  const account = await tx.get(EXTERNAL_ACCOUNTS, source);
  if (account === null) throw new Bug(`${transaction.id} has no source account`);
  const pull = pullInstruction(transaction, account, transaction.pullSubmittedAt!);
  return { rail: rail.name, send: () => pulls.refund({ reference, pull }) };
}

async function conclude(
  tx: Tx,
  ctx: Context,
  ports: PaymentPorts,
  job: Job,
  outcome: 'completed' | 'failed',
): Promise<Result<void>> {
  const payment = await readPayment(tx, ports, job.subject);
  finish(tx, job);
  if (payment.transaction.refundStatus !== 'PENDING') return ok();
  if (outcome === 'failed') {
    await failRefund(tx, ctx, ports.ids, payment.transaction, 'the rail cannot send the refund');
    return ok();
  }
  endRefund(tx, ctx, ports.ids, payment.transaction, 'complete');
  return giveBack(tx, ctx, ports.ids, payment, null);
}

function giveBack(
  tx: Tx,
  ctx: Context,
  ids: IdSource,
  { transaction, books }: Payment,
  account: InternalAccount | null,
): Promise<Result<void>> {
  return bookEntry(
    tx,
    ctx,
    ids,
    {
      kind: account === null ? 'FUNDING_REFUND' : 'HOLD_RELEASE',
      cause: transaction.id,
      lines: [
        { account: books.waiting, amount: -transaction.sentAmount! },
        { account: books.origin, amount: transaction.sentAmount! },
      ],
    },
    account === null ? [] : [account],
    NEVER_SHORT,
  );
}
