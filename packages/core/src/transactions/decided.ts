import { type ExceptionRecord, type Leg, type Movement, movementsOf } from '../exceptions/index.js';
import type { CurrencyCode, Reads } from '../kernel/index.js';
import { arrivalOf } from './arrival.js';
import { bookedToOf } from './contradiction.js';
import type { Deposit } from './deposit.js';
import { stakeOf } from './stake-of.js';
import { correctionsOf, heldOn, pulledFrom, type Transaction } from './transaction.js';
import type { RefundStatus } from './transaction-states.js';

/** What operators have moved between a payment or deposit and the outside, for one leg and in one currency. */
export interface Decided {
  /** The movements to the outside, the oldest first. */
  readonly movements: readonly Movement[];
  /** Sent outside less what came from there, in smallest units; 0 if more came than was sent. */
  readonly sent: bigint;
  /** Came from outside less what was sent there, in smallest units; 0 if more was sent than came. */
  readonly came: bigint;
}

/**
 * What resolutions have moved to and from the outside for a payment or deposit. Whatever books a return, a reversal or a
 * refund reads it, and books only the remainder (docs/ledger.md#after-a-resolution). The caller writes the payment or
 * deposit in the same unit, so that a resolution at the same moment conflicts.
 */
export async function decidedOutside(
  reads: Reads,
  subject: Transaction | Deposit,
  leg: Leg,
  currency: CurrencyCode,
): Promise<Decided> {
  const found = (await movementsOf(reads, subject.id)).filter(
    // Money that went out in addition is not the payment's own.
    ({ exception, moved }) =>
      exception.currency === currency && moved.again !== true && legOf(exception, subject) === leg,
  );
  const movements = found.filter(({ moved }) => moved.to === 'outside');
  const net =
    sumOf(movements) - sumOf(found.filter(({ moved: { from, to } }) => from === 'outside' && to !== 'outside'));
  return { movements, sent: net > 0n ? net : 0n, came: net < 0n ? -net : 0n };
}

const sumOf = (movements: readonly Movement[]): bigint => movements.reduce((sum, { open }) => sum + open, 0n);

/** References of contradictions about the funding: of older exceptions, which do not name their leg. */
const OF_FUNDING = /^(?:collected$|funding$|loss:|Refund:)/;

/** The part of a payment that an exception is about. Some exceptions of older releases do not say it. */
export function legOf({ leg, kind, reference, rail }: ExceptionRecord, subject: Transaction | Deposit): Leg {
  if (leg !== null) return leg;
  if (kind === 'RECALL' || !('type' in subject) || subject.type === 'INCOMING') return 'FUNDING';
  if (OF_FUNDING.test(reference)) return 'FUNDING';
  if (bookedToOf(reference) === 'bank-charges') return 'DELIVERY';
  return rail === subject.fundingRail && rail !== subject.rail ? 'FUNDING' : 'DELIVERY';
}

/** The amount of a payment that operators' decisions sent back to its payer, in smallest units. */
export const sentBack = async (reads: Reads, transaction: Transaction): Promise<bigint> =>
  (await decidedOutside(reads, transaction, 'FUNDING', stakeOf({ transaction }).currency)).sent;

/**
 * How much of the money that came for a payment has not gone back yet, in smallest units; null if no money came in this
 * currency. `refundsCount`: the refunds that count as gone back.
 */
export async function fundingLeft(
  reads: Reads,
  transaction: Transaction,
  currency: CurrencyCode,
  refundsCount: readonly RefundStatus[] = ['PENDING', 'COMPLETED'],
): Promise<bigint | null> {
  const amount = await arrivedAmount(reads, transaction, currency);
  if (amount === null) return null;
  // An arrival is money that came, also before its payment is settled.
  const isHere = hasArrived(transaction) || (await arrivalOf(reads, { transactionId: transaction.id })) !== null;
  const { sent, came } = await decidedOutside(reads, transaction, 'FUNDING', currency);
  const isBack =
    correctionsOf(transaction).fundingReversed || (await isRefundedOutside(reads, transaction, refundsCount));
  return (isHere && !isBack ? amount : 0n) + came - sent;
}

/** The amount that comes for a payment, in smallest units; null if none comes in this currency. */
export async function arrivedAmount(
  reads: Reads,
  transaction: Transaction,
  currency: CurrencyCode,
): Promise<bigint | null> {
  if (transaction.fundingRail === null) return null;
  const arrival = await arrivalOf(reads, { transactionId: transaction.id });
  const stake = arrival ?? stakeOf({ transaction });
  return stake.currency === currency ? stake.amount : null;
}

const hasArrived = (t: Transaction): boolean => {
  if (pulledFrom(t) !== null) return t.collectedAt !== null;
  return t.type === 'OUTGOING' || t.settledAt !== null;
};

/** Whether the refund went to the payer outside, or is on its way there. */
async function isRefundedOutside(
  reads: Reads,
  t: Transaction,
  refundsCount: readonly RefundStatus[],
): Promise<boolean> {
  if (heldOn(t) !== null || t.refundStatus === null || !refundsCount.includes(t.refundStatus)) return false;
  if (correctionsOf(t).fundingRecovered) return true;
  return !(await isRefundDecided(reads, t));
}

/** Whether an operator credited the money of a failed refund or paid it elsewhere, so that no rail has to send it. */
export async function isRefundDecided(reads: Reads, { id }: Pick<Transaction, 'id'>): Promise<boolean> {
  return (await movementsOf(reads, id)).some(({ moved }) => moved.from === 'in-transit');
}

/** What a payment delivered, if it was in this currency; null otherwise. */
export function deliveredAmount(
  { receivedAmount, receivedCurrency, rateTerms }: Transaction,
  currency: CurrencyCode,
): bigint | null {
  const settlement = rateTerms?.settlement ?? null;
  if (settlement !== null) return (settlement.currency ?? 'BTC') === currency ? settlement.amount : null;
  return receivedCurrency === currency ? receivedAmount : null;
}

/** How much of a deposit has not gone back yet, in smallest units. */
export async function depositLeft(reads: Reads, deposit: Deposit): Promise<bigint> {
  if (deposit.status === 'RETURNED' || deposit.reversalId !== null) return 0n;
  return deposit.amount - (await decidedOutside(reads, deposit, 'FUNDING', deposit.currency)).sent;
}
