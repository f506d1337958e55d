import { bookEntry, INTERNAL_ACCOUNTS } from '../accounts/index.js';
import { finish, type Job, type JobHandler, reschedule } from '../events/index.js';
import {
  Bug,
  type Context,
  domainError,
  type IdSource,
  ok,
  plusSeconds,
  type Result,
  splitTenant,
  transition,
  type Tx,
  type Unit,
  type UnitOfWork,
  update,
} from '../kernel/index.js';
import { chart, type Line } from '../ledger/index.js';
import { SETTLEMENT_CURRENCY } from '../quotes/index.js';
import { emitTransaction, INCOMING, TRANSACTIONS } from '../transactions/index.js';
import { failIncoming } from './approval.js';
import type { InvoiceState, Settlement } from './ports.js';
import { UMA_RECEIPTS, type UmaReceipt } from './records.js';
import { RECEIPT } from './uma-states.js';

export interface CollectPorts {
  readonly units: UnitOfWork;
  readonly ids: IdSource;
  readonly settlement: Settlement;
  /** How long an invoice can be paid, and how long a platform may take to decide on a deferred payment. */
  readonly invoiceSeconds: number;
  readonly holdSeconds: number;
}

/** The name of the settlement layer in the ledger. */
export const UMA_RAIL = 'lightning';

/** The lines of a received payment: what the settlement layer owes, converted into the amount for the customer. */
export function receiptLines(
  ctx: Pick<Context, 'tenant'>,
  rail: string,
  { accountId, currency, amount, settlementAmount }: UmaReceipt,
): readonly Line[] {
  const { environment } = splitTenant(ctx.tenant);
  return [
    { account: chart.clearing(environment, rail, SETTLEMENT_CURRENCY), amount: -settlementAmount },
    { account: chart.fx(environment, SETTLEMENT_CURRENCY), amount: settlementAmount },
    { account: chart.fx(environment, currency), amount: -amount },
    { account: chart.available(accountId, currency), amount },
  ];
}

/**
 * Issues the invoice of an approved or deferred receipt. A payment to a deferred receipt is held until the decision. A
 * receipt has at most one invoice, and none if it has ended; returns the receipt as it is then. The invoice carries the
 * hash of `description`.
 */
export async function issueInvoice(
  ports: CollectPorts,
  ctx: Context,
  receipt: UmaReceipt,
  description: string,
): Promise<Result<UmaReceipt>> {
  const hold = receipt.status === 'DEFERRED';
  const seconds = hold ? ports.holdSeconds : ports.invoiceSeconds;
  const invoice = await ports.settlement.issue({
    satoshis: receipt.settlementAmount,
    description,
    expiresAt: plusSeconds(ctx.hostNow, seconds),
    hold,
  });
  return ports.units.run(ctx.tenant, async (tx) => {
    const now = await readReceipt(tx, receipt.id);
    if (!isOpen(now) || now.invoice !== null) return ok(now);
    return ok(
      update(tx, ctx, UMA_RECEIPTS, now, {
        paymentHash: invoice.paymentHash,
        invoice: invoice.text,
        expiresAt: plusSeconds(ctx.now, seconds),
      }),
    );
  });
}

const ASK_EVERY_SECONDS = 1;
const OFTEN_FOR_SECONDS = 60;
const ASK_LATER_SECONDS = 5;

/**
 * Waits for the money of a receipt and credits it. A held payment is settled when the platform approves it, and
 * cancelled when the platform rejects it or the time is over. The settlement layer is called between units of work;
 * after a crash it still settles or cancels a payment only once, and the receipt is paid once.
 */
export function collectPayment(ports: CollectPorts): JobHandler {
  return async (begun, job, ask) => {
    const { settlement, units } = ports;
    const receipt = await units.read(begun.tenant, (reads) => readReceipt(reads, job.subject));
    const asked = await ask(settlement.rail.name, () => advance(ports, begun, receipt));
    if (!asked.ok) return asked;
    const { answer, ctx } = asked.value;
    return units.run(ctx.tenant, (tx) => concludeReceipt({ tx, ctx, ids: ports.ids }, job, answer));
  };
}

/** The state of the payment at the settlement layer after this step; null without an invoice. */
async function advance(ports: CollectPorts, ctx: Context, receipt: UmaReceipt): Promise<InvoiceState | null> {
  const { settlement } = ports;
  if (receipt.isSimulated && receipt.invoice === null && isOpen(receipt)) {
    const issued = await issueInvoice(ports, ctx, receipt, receipt.id);
    if (!issued.ok) throw new Bug(issued.error.message);
    return issued.value.invoice === null ? null : advance(ports, ctx, issued.value);
  }
  if (receipt.paymentHash === null) return null;
  if (receipt.status === 'REJECTED') return settlement.cancel(receipt.paymentHash);
  const isOver = receipt.expiresAt <= ctx.now;
  if (receipt.isSimulated && isOpen(receipt) && !isOver) await payAsSandbox(settlement, ctx, receipt);
  const state = await settlement.stateOf(receipt.paymentHash);
  if (receipt.status === 'APPROVED' && state === 'HELD') return settlement.settle(receipt.paymentHash);
  return isOver && (state === 'AWAITED' || state === 'HELD') ? settlement.cancel(receipt.paymentHash) : state;
}

const isOpen = ({ status }: UmaReceipt): boolean => status === 'APPROVED' || status === 'DEFERRED';

/** The simulated payer pays the invoice; a repeated call pays once. */
async function payAsSandbox({ rail }: Settlement, ctx: Context, receipt: UmaReceipt): Promise<void> {
  await rail.payouts!.submit({
    reference: `sandbox/${receipt.id}`,
    account: { accountType: 'LIGHTNING', invoice: receipt.invoice! },
    currency: SETTLEMENT_CURRENCY,
    amount: receipt.settlementAmount,
    paymentRail: null,
    purposeOfPayment: null,
    sameCurrency: true,
    remittanceInformation: null,
    submittedAt: ctx.now,
    cancelRequestedAt: null,
  });
}

async function concludeReceipt(unit: Unit, job: Job, state: InvoiceState | null): Promise<Result<void>> {
  const { tx, ctx } = unit;
  const receipt = await readReceipt(tx, job.subject);
  if (!isOpen(receipt)) {
    // The platform rejected the payment while the layer was asked: it still has to be cancelled there.
    if (receipt.status === 'REJECTED' && receipt.paymentHash !== null && state !== 'CANCELLED') {
      reschedule(tx, ctx, job, 0);
    } else finish(tx, job);
    return ok();
  }
  if (state === 'SETTLED') {
    finish(tx, job);
    return credit(unit, receipt);
  }
  const isOver = state === 'CANCELLED' || (state === null && receipt.expiresAt <= ctx.now);
  if (!isOver) {
    const isYoung = ctx.now < plusSeconds(receipt.createdAt, OFTEN_FOR_SECONDS);
    reschedule(tx, ctx, job, isYoung ? ASK_EVERY_SECONDS : ASK_LATER_SECONDS);
    return ok();
  }
  finish(tx, job);
  const expired = transition(tx, ctx, RECEIPT, UMA_RECEIPTS, receipt, 'expire');
  if (!expired.ok) return expired;
  const failed = await failIncoming(unit, receipt.id, 'QUOTE_EXPIRED');
  return failed.ok ? ok() : failed;
}

async function credit(unit: Unit, receipt: UmaReceipt): Promise<Result<void>> {
  const { tx, ctx } = unit;
  const paid = transition(tx, ctx, RECEIPT, UMA_RECEIPTS, receipt, 'pay');
  if (!paid.ok) return paid;
  const transaction = await tx.get(TRANSACTIONS, receipt.id);
  const account = await tx.get(INTERNAL_ACCOUNTS, receipt.accountId);
  if (transaction === null || account === null) throw new Bug(`receipt ${receipt.id} has no transaction or account`);
  const credited = transition(tx, ctx, INCOMING, TRANSACTIONS, transaction, 'credit', { settledAt: ctx.now });
  if (!credited.ok) return credited;
  emitTransaction(unit, credited.value.row.emits, credited.value.record);
  return bookEntry(
    unit,
    { kind: 'UMA_RECEIPT', cause: receipt.id, lines: receiptLines(ctx, UMA_RAIL, receipt) },
    [account],
    domainError('USER_NOT_READY', 'the destination account is closed'),
  );
}

async function readReceipt(reads: Pick<Tx, 'get'>, id: string): Promise<UmaReceipt> {
  const receipt = await reads.get(UMA_RECEIPTS, id);
  if (receipt === null) throw new Bug(`no receipt ${id}`);
  return receipt;
}
