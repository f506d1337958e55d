import { schedule } from '../events/index.js';
import { ok, plusSeconds, type Reads, type Result, type Unit, update } from '../kernel/index.js';
import {
  areClear,
  type Continuation,
  type MovingMoney,
  type Screening,
  type ScreeningQuestion,
} from '../screening/index.js';
import { hastenAttempt } from './begin-attempt.js';
import { type BlockPorts, blockMatched } from './block-matched.js';
import { goOnUnlessHeld, holdPayment, isHeld, waitingLegOf } from './hold-payment.js';
import { screenedBy, type ScreenPorts } from './screen-payment.js';
import { deliveryStakeOf, stakeOf } from './stake-of.js';
import { type Transaction, TRANSACTIONS } from './transaction.js';

/** What an answer about a payment does with it. Its job has ended, or it waits for a refund that has not begun. */
export const answeredPayment = (ports: ScreenPorts & BlockPorts): Continuation => ({
  clear: (unit, screening) => goOn(unit, screening),
  held: (unit, screening, _question, hasPassed) => holdOrBlock(unit, ports, screening, hasPassed),
  confirmed: (unit, { subject }) => holdConfirmed(unit, subject),
  passes: (unit, screening, question) => passes(unit, ports, screening, question),
  releases,
});

/** What goes to the payee, is collected, or goes back to a payer outside. */
async function releases(reads: Reads, subject: string): Promise<MovingMoney | null> {
  const transaction = await reads.get(TRANSACTIONS, subject);
  if (transaction === null || (await isHeld(reads, subject))) return null;
  const leg = waitingLegOf(transaction);
  if (leg === null && transaction.refundStatus !== 'PENDING') return null;
  const { currency, amount } = (leg === 'DELIVERY' ? deliveryStakeOf : stakeOf)({ transaction });
  return { currency, amount };
}

/** The payment goes on: its rail receives it, it settles, or its refund begins. The step looks at the answer again. */
async function goOn(unit: Unit, { subject, createdAt }: Screening): Promise<Result<void>> {
  const payment = await unit.tx.get(TRANSACTIONS, subject);
  if (payment === null) return ok();
  const leg = waitingLegOf(payment);
  if (leg !== null) await goOnUnlessHeld(unit, payment, leg, createdAt);
  else if (payment.refundStatus === 'PENDING') await hastenAttempt(unit, payment.refundReference!);
  return ok();
}

/** A payment that waits keeps its rate for a time. Of one that has left, because it passed, the matched are blocked. */
async function holdOrBlock(
  unit: Unit,
  ports: ScreenPorts & BlockPorts,
  screening: Screening,
  hasPassed: boolean,
): Promise<Result<void>> {
  const { tx, ctx } = unit;
  const payment = await tx.get(TRANSACTIONS, screening.subject);
  if (payment === null) return ok();
  if (waitingLegOf(payment) !== null) {
    const { holdSeconds } = screenedBy(ports, ctx.tenant)!.rules;
    const dueAt = plusSeconds(ctx.hostNow, holdSeconds);
    schedule(unit, { kind: 'screening.hold-end', subject: screening.id, dueAt });
    // A unit that hands the payment over at this moment conflicts.
    update(tx, ctx, TRANSACTIONS, payment, {});
    return ok();
  }
  if (payment.refundStatus === 'PENDING') await hastenAttempt(unit, payment.refundReference!);
  return hasPassed && hasLeft(payment) ? blockMatched(unit, ports, screening) : ok();
}

/** A payment with a confirmed match waits for an operator, as one of a blocked party does. */
export async function holdConfirmed(unit: Unit, subject: string): Promise<Result<void>> {
  const payment = await unit.tx.get(TRANSACTIONS, subject);
  if (payment === null) return ok();
  const leg = waitingLegOf(payment);
  if (leg !== null) return holdPayment(unit, payment, leg);
  if (payment.refundStatus === 'PENDING') await hastenAttempt(unit, payment.refundReference!);
  return ok();
}

/** Whether its money is with the rail or the payee. */
const hasLeft = ({ status, submittedAt, pullSubmittedAt }: Transaction): boolean =>
  status === 'COMPLETED' || submittedAt !== null || pullSubmittedAt !== null;

/**
 * Whether a payment goes on while the provider does not answer: its amount is below the limit of its currency, and the
 * last answer about each of its parties was clear by the present lists. Money that arrives never does.
 */
async function passes(
  unit: Unit,
  ports: ScreenPorts,
  screening: Screening,
  question: ScreeningQuestion,
): Promise<boolean> {
  const { payment, parties } = question;
  if (screening.occasion !== 'PAYMENT' || payment === null || payment.direction === 'IN') return false;
  const below = screenedBy(ports, unit.ctx.tenant)?.rules.passBelow[payment.currency];
  if (below === undefined || payment.amount >= below) return false;
  const waiting = await unit.tx.get(TRANSACTIONS, screening.subject);
  if (waiting === null || waitingLegOf(waiting) === null) return false;
  return areClear(unit.tx, ports.digest, parties);
}
