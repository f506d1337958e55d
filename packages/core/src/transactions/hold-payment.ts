import { INTERNAL_ACCOUNTS } from '../accounts/index.js';
import { type Parties, pinnedBlocks } from '../blocks/index.js';
import { type JobKind, schedule } from '../events/index.js';
import { EXCEPTIONS, type ExceptionRecord, type Leg, openException } from '../exceptions/index.js';
import { isId, ok, type Reads, type Result, type TenantKey, type Tx, type Unit, update } from '../kernel/index.js';
import { failPayment } from './fail-payment.js';
import { failPull } from './fail-pull.js';
import { resolveItself } from './hold-deposit.js';
import { type Payment, paymentOf, type PaymentPorts } from './payment.js';
import { deliveryStakeOf, stakeOf } from './stake-of.js';
import { destinationKey, pulledFrom, type Transaction, TRANSACTIONS } from './transaction.js';

/** Why a payment waits of which a party, or the platform, is blocked. */
export const UNDECIDED = 'an operator has to decide about this payment';

/**
 * The step at which a payment is that no rail has received and that has not settled; null if there is none. Only such a
 * payment can be held.
 */
export function heldLegOf(transaction: Transaction): Leg | null {
  const { type, status, submittedAt, pullSubmittedAt } = transaction;
  if (status === 'PENDING' && pulledFrom(transaction) !== null && pullSubmittedAt === null) return 'FUNDING';
  return type === 'OUTGOING' && status === 'PROCESSING' && submittedAt === null ? 'DELIVERY' : null;
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
 * that a cancellation at the same moment conflicts.
 */
export async function holdPayment(unit: Unit, transaction: Transaction, leg: Leg): Promise<Result<void>> {
  const { tx, ctx } = unit;
  const held = update(tx, ctx, TRANSACTIONS, transaction, {});
  const { rail, subject, currency, amount } = (leg === 'FUNDING' ? stakeOf : deliveryStakeOf)({ transaction });
  const reference = String(held.version);
  const matter = { kind: 'PAYMENT_HELD', subject, reference, rail, currency, amount, leg } as const;
  await openException(unit, { ...matter, reason: UNDECIDED, isUntold: true });
  return ok();
}

const SUBMITS = { FUNDING: 'pull.submit', DELIVERY: 'payout.submit' } as const satisfies Readonly<Record<Leg, JobKind>>;

/** Lets a held payment go on: its rail receives it, or it settles, unless it is stopped again. */
export function continueHeld(unit: Unit, transaction: Transaction, leg: Leg): void {
  const { tx, ctx } = unit;
  update(tx, ctx, TRANSACTIONS, transaction, {});
  schedule(unit, { kind: SUBMITS[leg], subject: transaction.id, dueAt: ctx.hostNow });
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
const CANCELLED = 'the payment was cancelled';

/** Ends the exceptions of a held payment that was cancelled: there is nothing left to decide. */
export async function endHeld(unit: Unit, { id }: Pick<Transaction, 'id'>): Promise<void> {
  for (const exception of await openHolds(unit.tx, id)) resolveItself(unit, exception, 'REFUSED', CANCELLED);
}

async function openHolds(reads: Reads, subject: string): Promise<readonly ExceptionRecord[]> {
  const query = { where: { subject, status: 'OPEN' }, order: 'asc', limit: 50, counted: false } as const;
  const { rows } = await reads.list(EXCEPTIONS, query);
  return rows.filter(({ kind }) => kind === 'PAYMENT_HELD');
}
