import { INTERNAL_ACCOUNTS } from '../accounts/index.js';
import { type Parties, pinnedBlockSince, pinnedBlocks, withBlocked } from '../blocks/index.js';
import { type JobKind, schedule } from '../events/index.js';
import { EXCEPTIONS, type ExceptionRecord, type Leg, openException, resolveItself } from '../exceptions/index.js';
import {
  type Instant,
  isId,
  mark,
  ok,
  type Reads,
  type Result,
  type TenantKey,
  type Tx,
  type Unit,
} from '../kernel/index.js';
import { failPayment } from './fail-payment.js';
import { failPull } from './fail-pull.js';
import { type Payment, paymentOf, type PaymentPorts } from './payment.js';
import { deliveryStakeOf, stakeOf } from './stake-of.js';
import { destinationKey, pulledFrom, type Transaction, TRANSACTIONS } from './transaction.js';

/** Why a payment waits of which a party, or the platform, is blocked; the exception names who. */
export const UNDECIDED = 'an operator has to decide about this payment';

/** What the reference of an exception starts with if the rail or issuer was asked and did not answer. */
const UNCONFIRMED = 'unconfirmed ';

/** Whether a rail or issuer may have received what is held: it was asked, and its answer is not known. */
export const isUnconfirmed = ({ kind, reference }: Pick<ExceptionRecord, 'kind' | 'reference'>): boolean =>
  kind === 'PAYMENT_HELD' && reference.startsWith(UNCONFIRMED);

/** The reference of the exception that holds a record with this version. `submittedAt` is null if no rail or issuer was asked. */
export const holdReference = (version: number, submittedAt: Instant | null): string =>
  submittedAt === null ? String(version) : `${UNCONFIRMED}${version}`;

/** The step of a payment that has not ended; null if there is none. */
function stepOf(transaction: Transaction): Leg | null {
  const { type, status } = transaction;
  if (status === 'PENDING' && pulledFrom(transaction) !== null) return 'FUNDING';
  return type === 'OUTGOING' && status === 'PROCESSING' ? 'DELIVERY' : null;
}

const submissionOf = ({ submittedAt, pullSubmittedAt }: Transaction, leg: Leg): Instant | null =>
  leg === 'FUNDING' ? pullSubmittedAt : submittedAt;

/** The step at which a payment waits for which no rail was asked; null if it does not wait. */
export function waitingLegOf(transaction: Transaction): Leg | null {
  const leg = stepOf(transaction);
  return leg !== null && submissionOf(transaction, leg) === null ? leg : null;
}

/** The step at which a payment waits that this exception holds; null if it does not wait any more. */
export function heldLegOf(
  transaction: Transaction,
  exception: Pick<ExceptionRecord, 'kind' | 'reference'>,
): Leg | null {
  const leg = stepOf(transaction);
  if (leg === null) return null;
  return (submissionOf(transaction, leg) !== null) === isUnconfirmed(exception) ? leg : null;
}

/** The customer who pays, the one whose internal account is paid, and the external accounts of these payments. */
export async function partiesOf(reads: Reads, transactions: readonly Transaction[]): Promise<readonly Parties[]> {
  const inside = transactions.map(({ destination }) => destinationKey(destination)).filter(isInternal);
  const found = inside.length === 0 ? [] : await reads.getMany(INTERNAL_ACCOUNTS, [...new Set(inside)]);
  const owners = new Map<string, string | null>(found.map(({ id, customerId }) => [id, customerId]));
  return transactions.map((transaction) => {
    const paid = destinationKey(transaction.destination);
    return {
      customers: [transaction.customerId, owners.get(paid) ?? null],
      payees: [pulledFrom(transaction), paid],
    };
  });
}

const isInternal = (id: string): boolean => isId('InternalAccount', id);

/**
 * Which of these payments operators have stopped, by one of their parties or by their platform. A block that commits
 * before the unit of work makes it run again.
 */
export async function stoppedAmong(
  tx: Tx,
  tenant: TenantKey,
  transactions: readonly Transaction[],
): Promise<ReadonlySet<Transaction>> {
  if (transactions.length === 0) return new Set();
  const parties = await partiesOf(tx, transactions);
  const isBlocked = await pinnedBlocks(tx, tenant, parties);
  return new Set(transactions.filter((_, i) => isBlocked(parties[i]!)));
}

/**
 * Holds a payment: the caller ends its job, and its state stays as it is until an operator decides. Writes the payment, so
 * that a cancellation at the same moment conflicts. One that is held already has its exception.
 */
export async function holdPayment(unit: Unit, transaction: Transaction, leg: Leg): Promise<Result<void>> {
  const { tx, ctx } = unit;
  // The platform must not see that the payment is held.
  const held = mark(tx, TRANSACTIONS, transaction, {});
  if ((await openHolds(tx, transaction.id)).some((open) => open.leg === leg && heldLegOf(transaction, open) === leg))
    return ok();
  const { rail, subject, currency, amount } = (leg === 'FUNDING' ? stakeOf : deliveryStakeOf)({ transaction });
  const reference = holdReference(held.version, submissionOf(transaction, leg));
  const matter = { kind: 'PAYMENT_HELD', subject, reference, rail, currency, amount, leg } as const;
  const [parties] = await partiesOf(tx, [transaction]);
  const reason = await withBlocked(tx, ctx.tenant, UNDECIDED, parties!);
  await openException(unit, { ...matter, reason, isUntold: true });
  return ok();
}

const SUBMITS = { FUNDING: 'pull.submit', DELIVERY: 'payout.submit' } as const satisfies Readonly<Record<Leg, JobKind>>;

/**
 * Lets a payment that waits go on: its rail receives it, or it settles, unless it is stopped again. A rail that has it
 * recognizes its reference. Answers and decisions at the same moment schedule it once. A unit that ends this job without an
 * effect has to write the payment: then it conflicts with one that relies on the job.
 */
export function continueHeld(unit: Unit, transaction: Transaction, leg: Leg): void {
  const { tx, ctx } = unit;
  const { id: subject } = transaction;
  mark(tx, TRANSACTIONS, transaction, {});
  schedule(unit, { kind: SUBMITS[leg], subject, dueAt: ctx.hostNow, dedupe: `goes on ${leg} ${subject}` });
}

/**
 * As `continueHeld`, after an answer that a payment waited for since `since`. One that an operator has to decide about stays,
 * and so does one of a party, or a platform, that was blocked meanwhile: the end of a block releases nothing.
 */
export async function goOnUnlessHeld(unit: Unit, transaction: Transaction, leg: Leg, since: Instant): Promise<void> {
  if (await isHeld(unit.tx, transaction.id)) return;
  if (await wasStopped(unit.tx, transaction, since)) await holdPayment(unit, transaction, leg);
  else continueHeld(unit, transaction, leg);
}

/**
 * Whether operators have stopped a payment at any time since it began to wait, and no operator has decided since. Nothing
 * but a decision ends it then: it neither goes on nor fails by itself.
 */
export async function wasStopped(tx: Tx, transaction: Transaction, since: Instant): Promise<boolean> {
  const query = { where: { subject: transaction.id }, order: 'asc', limit: 50, counted: false } as const;
  const { rows } = await tx.list(EXCEPTIONS, query);
  const decided = rows.flatMap(({ kind, resolvedAt }) =>
    kind === 'PAYMENT_HELD' && resolvedAt !== null ? [resolvedAt] : [],
  );
  const [parties] = await partiesOf(tx, [transaction]);
  // A block that ended at the moment of the decision came before it.
  const from = decided.reduce((last, at) => (at >= last ? ((at + 1) as Instant) : last), since);
  return pinnedBlockSince(tx, transaction.tenant, parties!, from);
}

/** Fails a held payment: its money goes back to its source. Nothing was collected for one that waits for that. */
export async function failHeld(
  unit: Unit,
  ports: Pick<PaymentPorts, 'paymentsOf'>,
  transaction: Transaction,
  leg: Leg,
): Promise<Result<void>> {
  const payment: Payment = await paymentOf(unit.tx, ports, transaction);
  if (leg === 'DELIVERY') return failPayment(unit, payment, 'QUOTE_EXECUTION_FAILED', 'TRANSACTION_FAILED', true);
  const failed = await failPull(unit, payment, 'REJECTED');
  return failed.ok ? ok() : failed;
}

/** Stands for the operator if a held payment was cancelled. */
export const CANCELLED = 'the payment was cancelled';

/** Ends the exceptions of a held payment that was cancelled: there is nothing left to decide. */
export async function endHeld(unit: Unit, { id }: Pick<Transaction, 'id'>): Promise<void> {
  for (const exception of await openHolds(unit.tx, id)) resolveItself(unit, exception, 'REFUSED', CANCELLED);
}

/** Stands for the operator if the rail reported about a held payment that it may have received. */
export const REPORTED = 'the rail reported the outcome';
const CHECKS = { FUNDING: 'pull.check', DELIVERY: 'payout.check' } as const satisfies Readonly<Record<Leg, JobKind>>;

/**
 * Ends the exceptions of a payment that its rail may have received, after a report of the rail has taken it past this step.
 * The rail goes on being asked about a payment that it has carried out, because it may return it.
 */
export async function endReported(unit: Unit, id: string, leg: Leg): Promise<void> {
  const { tx, ctx } = unit;
  const transaction = (await tx.get(TRANSACTIONS, id))!;
  if (stepOf(transaction) === leg) return;
  const open = await openHolds(tx, id);
  const reported = open.filter((exception) => isUnconfirmed(exception) && exception.leg === leg);
  for (const exception of reported) resolveItself(unit, exception, 'REFUSED', REPORTED);
  if (reported.length > 0 && transaction.status !== 'FAILED')
    schedule(unit, { kind: CHECKS[leg], subject: id, dueAt: ctx.hostNow });
}

/** Whether an operator has to decide about a payment that waits. */
export const isHeld = async (reads: Reads, subject: string): Promise<boolean> =>
  (await openHolds(reads, subject)).length > 0;

async function openHolds(reads: Reads, subject: string): Promise<readonly ExceptionRecord[]> {
  const query = { where: { subject, status: 'OPEN' }, order: 'asc', limit: 50, counted: false } as const;
  const { rows } = await reads.list(EXCEPTIONS, query);
  return rows.filter(({ kind }) => kind === 'PAYMENT_HELD');
}
