import {
  bookEntry,
  creditObstacle,
  type CreditObstacle,
  fundingAddress,
  INTERNAL_ACCOUNTS,
  type InternalAccount,
} from '../accounts/index.js';
import { blockOf, pinnedBlockOf } from '../blocks/index.js';
import { finish, type Job, type JobHandler, reschedule } from '../events/index.js';
import {
  Bug,
  type Context,
  domainError,
  err,
  type IdSource,
  ok,
  plusSeconds,
  type Reads,
  type Result,
  splitTenant,
  transition,
  type Tx,
  type Unit,
  type UnitOfWork,
  update,
} from '../kernel/index.js';
import { chart, type Line, post } from '../ledger/index.js';
import { amountText } from '../money/index.js';
import {
  askAboutDeposit,
  emitTransaction,
  INCOMING,
  NEVER_SHORT,
  receiveUnattributed,
  type ScreenPorts,
  TRANSACTIONS,
} from '../transactions/index.js';
import { failIncoming } from './approval.js';
import type { Holds, InvoiceState, Settlement } from './ports.js';
import { isHoldable, settledIn, UMA_RECEIPTS, type UmaReceipt } from './records.js';
import { clearanceOfReceipt, isMatched, undecidedOf } from './screen-receipt.js';
import type { Settlements } from './settlements.js';
import { RECEIPT } from './uma-states.js';

export interface CollectPorts extends ScreenPorts {
  readonly units: UnitOfWork;
  readonly ids: IdSource;
  readonly settlements: Settlements;
  /** How long a payment can be started, and how long a platform may take to decide on a deferred payment. */
  readonly invoiceSeconds: number;
  readonly holdSeconds: number;
}

/**
 * The lines of a received payment: what the settlement layer owes, converted into the amount for the customer. If the
 * account could not be credited, the layer owes the converted amount, which goes to suspense by an entry of its own.
 */
export function receiptLines(ctx: Pick<Context, 'tenant'>, receipt: UmaReceipt): readonly Line[] {
  const { environment } = splitTenant(ctx.tenant);
  const { accountId, currency, amount, settlementAmount, status } = receipt;
  const paid = settledIn(receipt);
  const gets =
    status === 'UNAPPLIED' ? chart.clearing(environment, paid.rail, currency) : chart.available(accountId, currency);
  return [
    { account: chart.clearing(environment, paid.rail, paid.currency), amount: -settlementAmount },
    { account: chart.fx(environment, paid.currency), amount: settlementAmount },
    { account: chart.fx(environment, currency), amount: -amount },
    { account: gets, amount },
  ];
}

/**
 * How long a payment on a chain may take from its start to its confirmation. After that it is late: it is not credited
 * at a price of an hour ago, and an operator decides.
 */
const CHAIN_SECONDS = 3600;

/** The receipt after a payment request was to be issued, and why it has none if its account cannot be credited. */
export interface Issued {
  readonly receipt: UmaReceipt;
  readonly obstacle: CreditObstacle | null;
}

/**
 * Issues the payment request of an approved or deferred receipt. A payment to a deferred receipt is held until the
 * decision. A receipt has at most one payment request, and none if it has ended. An approved receipt ends here if its
 * account can no longer be credited, because its payment could not go back. An invoice carries the hash of
 * `description`.
 */
export async function issueDemand(
  ports: CollectPorts,
  ctx: Context,
  receipt: UmaReceipt,
  settlement: Settlement,
  description: string,
): Promise<Result<Issued>> {
  const hold = receipt.status === 'DEFERRED';
  const seconds = hold ? ports.holdSeconds : ports.invoiceSeconds;
  const allocated = await ports.units.run(ctx.tenant, (tx) => addressFor(tx, ctx, settlement, receipt));
  if (!allocated.ok) return allocated;
  const demand = await settlement.issue({
    amount: receipt.settlementAmount,
    description,
    expiresAt: plusSeconds(ctx.hostNow, seconds),
    hold,
    address: allocated.value,
  });
  return ports.units.run(ctx.tenant, async (tx): Promise<Result<Issued>> => {
    const now = await readReceipt(tx, receipt.id);
    if (!isOpen(now) || now.invoice !== null) return ok({ receipt: now, obstacle: null });
    const obstacle = hold ? null : await creditObstacle(tx, now.accountId, now.amount);
    if (obstacle !== null) {
      const ended = await endUnpaid({ tx, ctx, ids: ports.ids }, now, 'QUOTE_EXECUTION_FAILED');
      return ended.ok ? ok({ receipt: ended.value, obstacle }) : ended;
    }
    const invoiced = update(tx, ctx, UMA_RECEIPTS, now, {
      paymentHash: demand.paymentHash,
      invoice: demand.text,
      expiresAt: plusSeconds(ctx.now, settlement.receives === null ? seconds : seconds + CHAIN_SECONDS),
    });
    return ok({ receipt: invoiced, obstacle });
  });
}

/** The address at which the payment of a receipt arrives, the same on each call; null for a layer with invoices. */
async function addressFor(
  tx: Tx,
  ctx: Context,
  { receives, currency }: Settlement,
  { reference, settlementAmount: amount }: UmaReceipt,
): Promise<Result<string | null>> {
  if (receives === null || reference === null) return ok(null);
  const wanted = { currency, reference, amount, cryptoNetwork: receives.network };
  const address = await fundingAddress(receives.rail, tx, ctx, wanted);
  return address === null
    ? err('NOT_IMPLEMENTED', `${receives.rail.name} does not receive ${currency} on ${receives.network}`)
    : ok(address);
}

const ASK_EVERY_SECONDS = 1;
const OFTEN_FOR_SECONDS = 60;
const ASK_LATER_SECONDS = 5;
/** The rail of a chain reports what arrives; the job only ends a receipt that is not paid. */
const EXPIRE_EVERY_SECONDS = 60;

/**
 * Waits for the money of a receipt and credits it. What a chain's rail receives is credited when the rail reports it
 * (`receiveOnChain`); here such a receipt only expires. A held payment is settled when the platform approves it, and
 * cancelled when the platform rejects it, the time is over, or the account can no longer be credited. A held
 * payment to a blocked customer is settled instead, and goes to suspense. The settlement
 * layer is called between units of work; after a crash it still settles or cancels a payment only once, and the receipt
 * is paid once. A settled payment that the account cannot take goes to suspense, because it cannot go back over
 * Lightning.
 */
export function collectPayment(ports: CollectPorts): JobHandler {
  return async (begun, job, ask) => {
    const { settlements, units } = ports;
    const receipt = await units.read(begun.tenant, (reads) => readReceipt(reads, job.subject));
    const settlement = isHoldable(receipt) ? settlements.common(splitTenant(begun.tenant).environment) : null;
    if (settlement === null) {
      return units.run(begun.tenant, (tx) => concludeReceipt({ tx, ctx: begun, ids: ports.ids }, ports, job, null));
    }
    const asked = await ask(settlement.rail.name, () => advance(ports, settlement, begun, receipt));
    if (!asked.ok) return asked;
    const { answer, ctx } = asked.value;
    return units.run(ctx.tenant, (tx) => concludeReceipt({ tx, ctx, ids: ports.ids }, ports, job, answer));
  };
}

/** The state of the payment at the settlement layer after this step; null without an invoice. */
async function advance(
  ports: CollectPorts,
  settlement: Settlement,
  ctx: Context,
  receipt: UmaReceipt,
): Promise<InvoiceState | null> {
  if (receipt.isSimulated && receipt.invoice === null && isOpen(receipt)) {
    const issued = await issueDemand(ports, ctx, receipt, settlement, receipt.id);
    if (!issued.ok) throw new Bug(issued.error.message);
    const { receipt: now } = issued.value;
    return now.invoice === null ? null : advance(ports, settlement, ctx, now);
  }
  const { holds } = settlement;
  if (receipt.paymentHash === null || holds === null) return null;
  if (receipt.status === 'REJECTED') return sendBack(ports, holds, ctx, receipt, receipt.paymentHash);
  const isOver = receipt.expiresAt <= ctx.now;
  if (receipt.isSimulated && isOpen(receipt) && !isOver) await payAsSandbox(settlement, ctx, receipt);
  const state = await holds.stateOf(receipt.paymentHash);
  const undecided = state === 'HELD' ? await undecidedOf(ports, receipt) : null;
  // Without an answer a held payment goes back when its time is over; with a match it must not.
  if (receipt.status === 'APPROVED' && undecided === 'ASKED' && !isOver) return state;
  if (undecided === 'OPEN' || undecided === 'CONFIRMED') return holds.settle(receipt.paymentHash);
  if (receipt.status === 'APPROVED' && state === 'HELD' && undecided === null) {
    const obstacle = await ports.units.read(ctx.tenant, (reads) =>
      creditObstacle(reads, receipt.accountId, receipt.amount),
    );
    if (obstacle === null) return holds.settle(receipt.paymentHash);
    return sendBack(ports, holds, ctx, receipt, receipt.paymentHash);
  }
  if (state === 'HELD') {
    // A layer ends held payments by itself after some time, so that of a blocked customer is settled at once.
    const isStopped = await ports.units.read(ctx.tenant, (reads) => isBlocked(reads, ctx, receipt));
    if (isStopped) return holds.settle(receipt.paymentHash);
  }
  return isOver && (state === 'AWAITED' || state === 'HELD') ? holds.cancel(receipt.paymentHash) : state;
}

/**
 * Cancels a payment at its layer. Money for a blocked customer, or of a matched payer, is neither sent back nor credited: it
 * is settled, and waits in suspense.
 */
async function sendBack(
  ports: CollectPorts,
  holds: Holds,
  ctx: Context,
  receipt: UmaReceipt,
  paymentHash: string,
): Promise<InvoiceState> {
  const { units } = ports;
  const isStopped = await units.read(ctx.tenant, (reads) => isBlocked(reads, ctx, receipt));
  const keeps = (isStopped || (await isMatched(ports, receipt))) && (await holds.stateOf(paymentHash)) === 'HELD';
  return keeps ? holds.settle(paymentHash) : holds.cancel(paymentHash);
}

/** Whether operators have stopped the customer of a receipt, or the platform. */
async function isBlocked(reads: Reads, { tenant }: Pick<Context, 'tenant'>, receipt: UmaReceipt): Promise<boolean> {
  const { customerId } = await accountOf(reads, receipt);
  return (await blockOf(reads, tenant, { customers: [customerId] })) !== null;
}

/** `isBlocked`, for the unit that books the money: a block that commits first makes the unit run again. */
export async function isPinnedBlocked(
  tx: Tx,
  { tenant }: Pick<Context, 'tenant'>,
  receipt: UmaReceipt,
): Promise<boolean> {
  const { customerId } = await accountOf(tx, receipt);
  return (await pinnedBlockOf(tx, tenant, { customers: [customerId] })) !== null;
}

const isOpen = ({ status }: UmaReceipt): boolean => status === 'APPROVED' || status === 'DEFERRED';

/** The simulated payer pays the invoice; a repeated call pays once. */
async function payAsSandbox({ rail, currency }: Settlement, ctx: Context, receipt: UmaReceipt): Promise<void> {
  await rail.payouts!.submit({
    reference: `sandbox/${receipt.id}`,
    account: { accountType: 'LIGHTNING', invoice: receipt.invoice! },
    currency,
    amount: receipt.settlementAmount,
    paymentRail: null,
    purposeOfPayment: null,
    sameCurrency: true,
    remittanceInformation: null,
    submittedAt: ctx.now,
    cancelRequestedAt: null,
  });
}

async function concludeReceipt(
  unit: Unit,
  ports: ScreenPorts,
  job: Job,
  state: InvoiceState | null,
): Promise<Result<void>> {
  const { tx, ctx } = unit;
  const receipt = await readReceipt(tx, job.subject);
  if (!isOpen(receipt)) {
    // The platform rejected the payment, which was settled for a blocked customer before it could be cancelled.
    if (receipt.status === 'REJECTED' && state === 'SETTLED') {
      finish(tx, job);
      return suspendReceipt(unit, receipt, null);
    }
    // The platform rejected the payment while the layer was asked: it still has to be cancelled there.
    if (receipt.status === 'REJECTED' && receipt.paymentHash !== null && state !== 'CANCELLED') {
      reschedule(tx, ctx, job, 0);
    } else finish(tx, job);
    return ok();
  }
  const clearance = state === 'SETTLED' ? await clearanceOfReceipt(unit, ports, receipt) : 'GO';
  if (state === 'SETTLED' && clearance !== 'ASKED') {
    finish(tx, job);
    // Without the platform's decision, only the payment of a blocked customer was settled.
    const isStopped = receipt.status === 'DEFERRED' || (await isPinnedBlocked(tx, ctx, receipt));
    if (isStopped) return suspendReceipt(unit, receipt, null);
    if (clearance !== 'GO') return suspendReceipt(unit, receipt, null, ports);
    const obstacle = await creditObstacle(tx, receipt.accountId, receipt.amount);
    if (obstacle === null) return creditReceipt(unit, receipt);
    const { amount, currency, id } = receipt;
    return suspendReceipt(
      unit,
      receipt,
      `${amountText(amount, currency)} came for ${id}, ${UNCREDITED[obstacle]}; it is in suspense`,
    );
  }
  // Settled money stays at its layer until the answer about the payer.
  const isOver = state === 'CANCELLED' || (state === null && receipt.expiresAt <= ctx.now);
  if (!isOver) {
    const isYoung = ctx.now < plusSeconds(receipt.createdAt, OFTEN_FOR_SECONDS);
    const often = isYoung ? ASK_EVERY_SECONDS : ASK_LATER_SECONDS;
    reschedule(tx, ctx, job, isHoldable(receipt) ? often : EXPIRE_EVERY_SECONDS);
    return ok();
  }
  finish(tx, job);
  // Before its time, a payment is cancelled because its account cannot be credited.
  const reason = receipt.expiresAt <= ctx.now ? 'QUOTE_EXPIRED' : 'QUOTE_EXECUTION_FAILED';
  const ended = await endUnpaid(unit, receipt, reason);
  return ended.ok ? ok() : ended;
}

/** Ends an open receipt whose payment does not come, or went back. */
async function endUnpaid(
  unit: Unit,
  receipt: UmaReceipt,
  reason: 'QUOTE_EXPIRED' | 'QUOTE_EXECUTION_FAILED',
): Promise<Result<UmaReceipt>> {
  const expired = transition(unit.tx, unit.ctx, RECEIPT, UMA_RECEIPTS, receipt, 'expire');
  if (!expired.ok) return expired;
  const failed = await failIncoming(unit, receipt.id, reason);
  return failed.ok ? ok(expired.value.record) : failed;
}

/** Credits the customer of a receipt whose payment has come. */
export async function creditReceipt(unit: Unit, receipt: UmaReceipt): Promise<Result<void>> {
  const { tx, ctx } = unit;
  const paid = transition(tx, ctx, RECEIPT, UMA_RECEIPTS, receipt, 'pay');
  if (!paid.ok) return paid;
  const transaction = await tx.get(TRANSACTIONS, receipt.id);
  if (transaction === null) throw new Bug(`receipt ${receipt.id} has no transaction`);
  const account = await accountOf(tx, receipt);
  const credited = transition(tx, ctx, INCOMING, TRANSACTIONS, transaction, 'credit', { settledAt: ctx.now });
  if (!credited.ok) return credited;
  emitTransaction(unit, credited.value.row.emits, credited.value.record);
  return bookEntry(
    unit,
    { kind: 'UMA_RECEIPT', cause: receipt.id, lines: receiptLines(ctx, receipt) },
    [account],
    domainError('USER_NOT_READY', 'the destination account is closed'),
  );
}

/** Why a payment cannot be credited, as a part of the reason of its exception. */
export const UNCREDITED: Readonly<Record<CreditObstacle, string>> = {
  CLOSED: 'whose account is closed',
  FULL: 'whose account cannot hold the amount',
};

/**
 * The payment has come, and its account cannot be credited. `hold` says why; null: the customer or the platform is blocked,
 * or with `screening` a match of its payer is not cleared: then it is credited once each match is.
 * The customer was promised an amount in the currency of the account, so this amount waits in suspense, with the
 * reference of the account, until an operator credits it
 * (docs/decisions/0064-settled-money-for-a-full-account-waits-converted.md).
 */
async function suspendReceipt(
  unit: Unit,
  receipt: UmaReceipt,
  hold: string | null,
  screening: ScreenPorts | null = null,
): Promise<Result<void>> {
  const { tx, ctx } = unit;
  const suspended = transition(tx, ctx, RECEIPT, UMA_RECEIPTS, receipt, 'suspend');
  if (!suspended.ok) return suspended;
  if (receipt.status !== 'REJECTED') {
    const failed = await failIncoming(unit, receipt.id, 'QUOTE_EXECUTION_FAILED');
    if (!failed.ok) return failed;
  }
  const { reference, customerId: ownerId } = await accountOf(tx, receipt);
  const lines = receiptLines(ctx, suspended.value.record);
  post(unit, { kind: 'UMA_RECEIPT', cause: receipt.id, lines }, NEVER_SHORT);
  const { currency, amount } = receipt;
  const deposit = await receiveUnattributed(unit, {
    rail: settledIn(receipt).rail,
    reference,
    currency,
    amount,
    ownerId,
    cameFor: receipt.id,
    ...(screening !== null ? { isAwaited: true } : hold === null ? { isStopped: true } : { hold }),
  });
  if (screening !== null) await askAboutDeposit(unit, screening, deposit, null);
  return ok();
}

export async function accountOf(reads: Pick<Tx, 'get'>, { id, accountId }: UmaReceipt): Promise<InternalAccount> {
  const account = await reads.get(INTERNAL_ACCOUNTS, accountId);
  if (account === null) throw new Bug(`receipt ${id} has no account`);
  return account;
}

async function readReceipt(reads: Pick<Tx, 'get'>, id: string): Promise<UmaReceipt> {
  const receipt = await reads.get(UMA_RECEIPTS, id);
  if (receipt === null) throw new Bug(`no receipt ${id}`);
  return receipt;
}
