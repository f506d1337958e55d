import { openExcessOf } from '../cards/index.js';
import { type ExceptionRecord, movementsOf, owedEntry, owedLine, unsettledOf } from '../exceptions/index.js';
import { err, isId, ok, type Reads, type Result } from '../kernel/index.js';
import {
  arrivedAmount,
  bookedToOf,
  correctionsOf,
  decidedOutside,
  deliveredAmount,
  type Deposit,
  depositLeft,
  DEPOSITS,
  fundingLeft,
  legOf,
  pulledFrom,
  reportsSent,
  type Transaction,
  TRANSACTIONS,
} from '../transactions/index.js';
import { DO_NOTHING, type Moving } from './resolutions.js';

/** How much a resolution moves. */
interface Stake {
  /** Smallest units. */
  readonly amount: bigint;
  /** Whether the money went out in addition to the payment's own. */
  readonly again: boolean;
  /** What of the money that a rail reports as sent is more than what is left of the payment's own, in smallest units. */
  readonly rest: bigint;
}

/**
 * How much a resolution moves: the amount of the exception, or what is left of it. What went back to a payer in total
 * is at most what came, and an operator credits a returned payout at most once. 409 CONFLICT if nothing is left, unless
 * a rail reports that it sent the money twice: the whole amount then went out again, or the rest of it.
 */
export async function atStake(reads: Reads, exception: ExceptionRecord, rule: Moving): Promise<Result<Stake>> {
  const deposit = isId('Deposit', exception.subject) ? await reads.get(DEPOSITS, exception.subject) : null;
  const payment = isId('Transaction', exception.subject) ? await reads.get(TRANSACTIONS, exception.subject) : null;
  const subject = deposit ?? payment;
  const isSent = subject !== null && reportsSent(exception, subject);
  if (isSent && rule.from === 'outside') return err('CONFLICT', WENT_OUT);
  const own = await ownStake(reads, exception, rule, deposit, payment);
  const isOver = subject !== null && isSent && rule.to === 'outside' && isEnded(subject);
  if (own.ok) return ok({ amount: own.value, again: false, rest: isOver ? exception.amount - own.value : 0n });
  return isOver ? ok({ amount: exception.amount, again: true, rest: 0n }) : own;
}

const WENT_OUT =
  'the rail reports money that went out, so none can be credited from outside; choose another resolution';

/** Whether no rail is still to send the money: until then its own booking comes. */
function isEnded(subject: Transaction | Deposit): boolean {
  if (!('type' in subject)) return subject.status !== 'IN_SUSPENSE';
  return subject.status !== 'PENDING' && subject.status !== 'PROCESSING' && subject.refundStatus !== 'PENDING';
}

/** What of the payment's or deposit's own money a resolution moves. */
async function ownStake(
  reads: Reads,
  exception: ExceptionRecord,
  rule: Moving,
  deposit: Deposit | null,
  payment: Transaction | null,
): Promise<Result<bigint>> {
  const { kind, reference, amount } = exception;
  if (rule.to === 'receivable') return leftOf(await stillOwed(reads, exception), 'nothing is owed any more');
  if (kind === 'CARD_EXCESS') return leftOf(await openExcessOf(reads, exception), 'all of it was returned');
  if (kind !== 'RECALL' && kind !== 'RAIL_CONTRADICTION') return ok(amount);
  // The rail knows the return by a reference and a state that no resolution may change.
  if (deposit?.status === 'IN_SUSPENSE') return err('CONFLICT', ON_ITS_WAY);
  if (bookedToOf(reference) !== null && kind === 'RAIL_CONTRADICTION') {
    return bookedToOf(reference) === 'loss' && payment !== null ? ofLoss(reads, exception, payment) : ok(amount);
  }
  if (deposit !== null)
    return rule.to === 'outside' ? ofDeposit(reads, exception, deposit) : ofSentDeposit(reads, exception, deposit);
  if (payment === null) return ok(amount);
  if (legOf(exception, payment) === 'DELIVERY') return ofDelivery(reads, exception, payment, rule);
  return rule.to === 'outside' ? ofFunding(reads, exception, payment) : ofMissing(reads, exception, payment);
}

/** The amount that a resolution decides about without moving it. */
export const openAmount = async (reads: Reads, exception: ExceptionRecord): Promise<bigint> =>
  exception.kind === 'CARD_EXCESS' ? openExcessOf(reads, exception) : exception.amount;

const ON_ITS_WAY = 'the money is on its way back to its sender; resolve the exception when that has ended';

const leftOf = (amount: bigint, why: string): Result<bigint> =>
  amount > 0n ? ok(amount) : err('CONFLICT', `${why}; ${DO_NOTHING}`);

const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);

async function stillOwed(reads: Reads, { amount, reference }: ExceptionRecord): Promise<bigint> {
  return smaller(await unsettledOf(reads, await owedLine(reads, owedEntry(reference))), amount);
}

/** A lost funding is made good by the refund that no rail has to send, also if operators wrote that off. */
async function ofLoss(reads: Reads, { amount }: ExceptionRecord, payment: Transaction): Promise<Result<bigint>> {
  const writtenOff = (await movementsOf(reads, payment.id)).filter(
    ({ moved: { from, to } }) => from === 'in-transit' && to === 'loss',
  );
  const left = writtenOff.reduce((sum, { open }) => sum - open, amount);
  return leftOf(correctionsOf(payment).fundingRecovered ? 0n : left, 'the loss was already made good');
}

async function ofDeposit(reads: Reads, { amount }: ExceptionRecord, deposit: Deposit): Promise<Result<bigint>> {
  if (deposit.reversalId !== null) return err('CONFLICT', `the rail has already taken the money back; ${DO_NOTHING}`);
  const left = await depositLeft(reads, deposit);
  return leftOf(smaller(left, amount), wentBack(deposit.amount, left));
}

async function ofFunding(reads: Reads, { amount, currency }: ExceptionRecord, payment: Transaction) {
  const left = await fundingLeft(reads, payment, currency);
  if (left === null) return ok(amount);
  if (left <= 0n && correctionsOf(payment).fundingReversed)
    return err('CONFLICT', `the rail has already taken the money back; ${DO_NOTHING}`);
  const { sent } = await decidedOutside(reads, payment, 'FUNDING', currency);
  return leftOf(smaller(left, amount), wentBack(left + sent, left));
}

const NOT_MISSING = 'none of the money that came is missing, so none can be credited from outside';

/** What came again of money that operators sent back. */
async function ofSentDeposit(reads: Reads, { amount, currency }: ExceptionRecord, deposit: Deposit) {
  const { sent } = await decidedOutside(reads, deposit, 'FUNDING', currency);
  return leftOf(smaller(sent, amount), NOT_MISSING);
}

/** What came of money that had not come, or had gone back. */
async function ofMissing(reads: Reads, { amount, currency }: ExceptionRecord, payment: Transaction) {
  const isOpen = payment.status === 'PENDING' || payment.status === 'PROCESSING';
  if (isOpen && pulledFrom(payment) !== null && payment.collectedAt === null)
    return err('CONFLICT', `the collection is ${payment.status}, and its money is booked when it ends; ${DO_NOTHING}`);
  const whole = await arrivedAmount(reads, payment, currency);
  if (whole === null) return ok(amount);
  // A refund that is on its way can still fail, and the money is then here.
  const left = (await fundingLeft(reads, payment, currency, ['COMPLETED']))!;
  return leftOf(smaller(whole - left, amount), NOT_MISSING);
}

/** `whole` is what arrived, less what went back otherwise than by decisions of operators. */
const wentBack = (whole: bigint, left: bigint): string =>
  `nothing more can be sent back, because ${whole - left} of the ${whole} that arrived already went back`;

async function ofDelivery(
  reads: Reads,
  { amount, currency }: ExceptionRecord,
  payment: Transaction,
  { from, to }: Moving,
): Promise<Result<bigint>> {
  const whole = deliveredAmount(payment, currency);
  if (whole === null) return ok(amount);
  const { sent, came } = await decidedOutside(reads, payment, 'DELIVERY', currency);
  const outside = (payment.status === 'COMPLETED' ? whole : 0n) + sent - came;
  if (to === 'outside') {
    if (payment.type === 'OUTGOING' && (payment.status === 'PENDING' || payment.status === 'PROCESSING'))
      return err('CONFLICT', `the payout is ${payment.status}, and its delivery is booked when it ends; ${DO_NOTHING}`);
    return leftOf(smaller(whole - outside, amount), 'all of it is already booked as delivered');
  }
  if (from !== 'outside') return ok(amount);
  // The first return may be of more than was sent. A return that is booked was the first.
  if (came === 0n && outside > 0n && payment.failureReason !== 'PAYOUT_RETURNED') return ok(amount);
  return leftOf(smaller(outside, amount), `${whole - outside} of the ${whole} that were paid out are back already`);
}
