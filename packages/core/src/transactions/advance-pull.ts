import {
  bookEntry,
  type ExternalAccount,
  EXTERNAL_ACCOUNTS,
  INTERNAL_ACCOUNTS,
  type PullInstruction,
  type PullStatus,
} from '../accounts/index.js';
import { finish, type Job, type JobHandler, schedule } from '../events/index.js';
import {
  Bug,
  type Context,
  domainError,
  type IdSource,
  type Instant,
  ok,
  plusSeconds,
  type Reads,
  type Result,
  transition,
  type Tx,
  update,
} from '../kernel/index.js';
import { type JournalEntry, post } from '../ledger/index.js';
import { failPull } from './fail-pull.js';
import { askAgain, contradiction, ended, isPayerDeleted } from './hand-over.js';
import { type Payment, type PaymentPorts, readPayment } from './payment.js';
import { startRefund } from './refund.js';
import { NEVER_SHORT } from './shortfall.js';
import { destinationKey, emitTransaction, pulledFrom, type Transaction, TRANSACTIONS } from './transaction.js';
import { INCOMING, OUTGOING } from './transaction-states.js';

/**
 * Takes a collection one step further, as `advancePayout` does it for deliveries: `pull.submit` hands it to its rail,
 * `pull.check` asks how it stands. What was collected is credited (a transfer in) or goes on to its delivery (a quote
 * that is paid from an account outside).
 */
export function advancePull(ports: PaymentPorts): JobHandler {
  return async (ctx, job, ask) => {
    const begun = await ports.units.run(ctx.tenant, (tx) => begin(tx, ctx, ports, job));
    if (!begun.ok || begun.value === null) return begun.ok ? ok() : begun;
    const { instruction, rail } = begun.value;
    const { pulls } = ports.rails.byName(rail);
    if (pulls === null) throw new Bug(`rail ${rail} does not collect`);
    const asked = await ask(rail, () =>
      job.kind === 'pull.submit' ? pulls.submit(instruction) : pulls.status(instruction, ctx.now),
    );
    if (!asked.ok) return asked;
    const { answer, ctx: later } = asked.value;
    const concluded = await ports.units.run(ctx.tenant, (tx) => conclude(tx, later, ports, job, answer));
    if (concluded.ok || !CANNOT_CREDIT.includes(concluded.error.code)) return concluded;
    return ports.units.run(ctx.tenant, (tx) => refuse(tx, later, ports, job));
  };
}

/** The account cannot hold so much, or was closed at this very moment. */
const CANNOT_CREDIT: readonly string[] = ['AMOUNT_OUT_OF_RANGE', 'USER_NOT_READY'];
const CLOSED = domainError('USER_NOT_READY', 'the account is closed');

interface Handover {
  readonly instruction: PullInstruction;
  readonly rail: string;
}

/** Null: nothing to ask a rail. */
async function begin(tx: Tx, ctx: Context, ports: PaymentPorts, job: Job): Promise<Result<Handover | null>> {
  const payment = await readPayment(tx, ports, job.subject);
  const { transaction } = payment;
  if (transaction.status !== 'PENDING') return ended(tx, job, ok());
  const account = await tx.get(EXTERNAL_ACCOUNTS, pulledFrom(transaction)!);
  if (account === null) throw new Bug(`${transaction.id} has no source account`);
  const isNew = transaction.pullSubmittedAt === null;
  // What was deleted or closed while the payment was made; from here on, a deletion finds it open.
  const isVain =
    isNew &&
    (account.isDeleted || (await isPayerDeleted(tx, transaction)) || (await isDestinationClosed(tx, transaction)));
  if (isVain) {
    const failed = await failPull(tx, ctx, ports.ids, payment, 'REJECTED');
    return failed.ok ? ended(tx, job, ok()) : failed;
  }
  const submittedAt = transaction.pullSubmittedAt ?? ctx.now;
  if (isNew) update(tx, ctx, TRANSACTIONS, transaction, { pullSubmittedAt: submittedAt });
  return ok({ rail: transaction.fundingRail!, instruction: pullInstruction(transaction, account, submittedAt) });
}

async function isDestinationClosed(reads: Reads, { type, destination }: Transaction): Promise<boolean> {
  if (type !== 'INCOMING') return false;
  const account = await reads.get(INTERNAL_ACCOUNTS, destinationKey(destination));
  return account === null || account.status === 'CLOSED';
}

/** What the rail is told, the same every time. */
export const pullInstruction = (
  transaction: Transaction,
  { accountInfo }: Pick<ExternalAccount, 'accountInfo'>,
  submittedAt: Instant,
): PullInstruction => ({
  reference: transaction.id,
  account: accountInfo,
  currency: transaction.sentCurrency!,
  amount: transaction.sentAmount!,
  remittanceInformation: transaction.remittanceInformation,
  submittedAt,
  cancelRequestedAt: transaction.cancelRequestedAt,
});

async function conclude(
  tx: Tx,
  ctx: Context,
  ports: PaymentPorts,
  job: Job,
  status: PullStatus,
): Promise<Result<void>> {
  const payment = await readPayment(tx, ports, job.subject);
  if (status.state === 'pending') {
    askAgain(tx, ctx, ports.ids, job, 'pull.check', status.checkAfterSeconds);
    return ok();
  }
  finish(tx, job);
  const { transaction } = payment;
  if (status.state === 'collected' && isUncollected(transaction)) {
    throw contradiction(transaction.fundingRail, 'collected', transaction);
  }
  if (transaction.status !== 'PENDING') return ok();
  if (status.state === 'failed') {
    const failed = await failPull(tx, ctx, ports.ids, payment, status.reason);
    return failed.ok ? ok() : failed;
  }
  return transaction.type === 'INCOMING' ? credit(tx, ctx, ports.ids, payment) : goOn(tx, ctx, ports, payment);
}

const isUncollected = ({ status, collectedAt }: Transaction): boolean => status === 'FAILED' && collectedAt === null;

/** A transfer in ends here: clearing −x, available +x. */
async function credit(tx: Tx, ctx: Context, ids: IdSource, payment: Payment): Promise<Result<void>> {
  const { transaction, books } = payment;
  const account = await tx.get(INTERNAL_ACCOUNTS, destinationKey(transaction.destination));
  if (account === null) throw new Bug(`${transaction.id} has no destination account`);
  if (account.status === 'CLOSED') return { ok: false, error: CLOSED };
  const credited = transition(tx, ctx, INCOMING, TRANSACTIONS, transaction, 'credit', {
    collectedAt: ctx.now,
    settledAt: ctx.now,
  });
  if (!credited.ok) return credited;
  emitTransaction(tx, ctx, ids, credited.value.row.emits, credited.value.record);
  const lines = books.settlement(account);
  return bookEntry(tx, ctx, ids, { kind: 'DEPOSIT', cause: transaction.id, lines }, [account], CLOSED);
}

/** The collected money waits in transit for its delivery, which is another job. */
function goOn(tx: Tx, ctx: Context, ports: PaymentPorts, payment: Payment): Result<void> {
  const { transaction } = payment;
  const seconds =
    transaction.rail === null ? null : ports.rails.byName(transaction.rail).capabilities.settlementSeconds;
  const processing = transition(tx, ctx, OUTGOING, TRANSACTIONS, transaction, 'process', {
    collectedAt: ctx.now,
    cancelRequestedAt: null,
    expectedSettlementAt: seconds === null ? null : plusSeconds(ctx.now, seconds),
  });
  if (!processing.ok) return processing;
  post(tx, ctx, ports.ids, collection(payment), NEVER_SHORT);
  emitTransaction(tx, ctx, ports.ids, processing.value.row.emits, processing.value.record);
  schedule(tx, ctx, ports.ids, { kind: 'payout.submit', subject: transaction.id, dueAt: ctx.hostNow });
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

/** What was collected for an account that cannot take it goes back to where it came from. */
async function refuse(tx: Tx, ctx: Context, ports: PaymentPorts, job: Job): Promise<Result<void>> {
  const payment = await readPayment(tx, ports, job.subject);
  finish(tx, job);
  if (payment.transaction.status !== 'PENDING') return ok();
  const failed = transition(tx, ctx, INCOMING, TRANSACTIONS, payment.transaction, 'fail', {
    collectedAt: ctx.now,
    failureReason: 'COLLECTION_FAILED',
  });
  if (!failed.ok) return failed;
  post(tx, ctx, ports.ids, collection(payment), NEVER_SHORT);
  emitTransaction(tx, ctx, ports.ids, failed.value.row.emits, failed.value.record);
  startRefund(tx, ctx, ports.ids, failed.value.record, 'TRANSACTION_FAILED');
  return ok();
}
