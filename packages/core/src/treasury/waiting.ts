import { type ExceptionKind, type ExceptionRecord, EXCEPTIONS, type Resolution } from '../exceptions/index.js';
import { err, isId, ok, type Reads, type Result } from '../kernel/index.js';
import { BALANCES } from '../ledger/index.js';
import { isWaitingOperation, STABLECOIN_OPERATIONS } from '../stablecoins/index.js';
import {
  DEPOSITS,
  heldLegOf,
  instructedOf,
  isHeldAtRail,
  isUnconfirmed,
  keptIn,
  TRANSACTIONS,
} from '../transactions/index.js';
import { DO_NOTHING, type Rule, ruleOf } from './resolutions.js';

/** The kinds about money that waits in transit or in suspense: it must be moved, so they cannot be REFUSED while it waits. */
const WAITING: readonly ExceptionKind[] = ['REFUND_FAILED', 'DEPOSIT_REFUSED', 'DEPOSIT_HELD'];

/** Whether an exception of a held payment is about a payment that still waits at this step. */
async function isHeld(reads: Reads, exception: ExceptionRecord): Promise<boolean> {
  const { subject, leg } = exception;
  if (isHeldAtRail(exception)) return (await instructedOf(reads, exception)) !== null;
  if (isId('StablecoinOperation', subject)) {
    const operation = await reads.get(STABLECOIN_OPERATIONS, subject);
    return operation === null || isWaitingOperation(operation, exception);
  }
  const payment = isId('Transaction', subject) ? await reads.get(TRANSACTIONS, subject) : null;
  return payment === null || (leg !== null && heldLegOf(payment, exception) === leg);
}

const NOTHING: Rule = { does: 'nothing' };

/** A hit ends with the decision about its matches, which also says what becomes of the party and of the payment. */
const decidedByMatches = (screening: string): string =>
  `a hit is resolved by the decision about its matches: use corridor screening clear --id ${screening} or corridor screening confirm --id ${screening}, or the page of the hit in the console`;

const RAIL_HAS_IT = 'the rail has it, or may have it, so it can only go on, or be cancelled if it is a payout';
const MAY_HAVE_IT =
  'the rail or issuer may have it, because its answer was lost, so it can only go on, or be cancelled if it is a payment';

/** Why a held payment cannot be refused; null if it can. */
function keptBy(exception: ExceptionRecord): string | null {
  if (isHeldAtRail(exception)) return RAIL_HAS_IT;
  return isUnconfirmed(exception) ? MAY_HAVE_IT : null;
}

/**
 * The rule of a resolution for an open exception as its subject is now; null if it is not allowed. An exception whose
 * money does not wait any more, because the rail took it back or another exception of it was resolved, can only be
 * refused: 409 CONFLICT for every other resolution of its kind, and for each resolution of a hit of the screening.
 */
export async function ruleNow(
  reads: Reads,
  exception: ExceptionRecord,
  resolution: Resolution,
): Promise<Result<Rule | null>> {
  if (exception.kind === 'SCREENING_HIT') return err('CONFLICT', decidedByMatches(exception.reference));
  const rule = ruleOf(exception.kind, exception.reference, resolution);
  if (await stillWaits(reads, exception)) {
    const kept = rule?.does === 'fail' ? keptBy(exception) : null;
    return kept === null ? ok(rule) : err('CONFLICT', kept);
  }
  if (resolution === 'REFUSED') return ok(NOTHING);
  return rule === null
    ? ok(null)
    : err('CONFLICT', `the money of ${exception.subject} does not wait any more; ${DO_NOTHING}`);
}

/** True for kinds about other money. */
async function stillWaits(reads: Reads, exception: ExceptionRecord): Promise<boolean> {
  const { kind, subject } = exception;
  if (kind === 'PAYMENT_HELD') return isHeld(reads, exception);
  if (!WAITING.includes(kind)) return true;
  if (kind !== 'REFUND_FAILED') {
    const deposit = isId('Deposit', subject) ? await reads.get(DEPOSITS, subject) : null;
    return deposit === null || deposit.status === 'KEPT';
  }
  const payment = isId('Transaction', subject) ? await reads.get(TRANSACTIONS, subject) : null;
  if (payment === null) return true;
  const kept = await reads.get(BALANCES, keptIn(payment).cell!.holder);
  return payment.refundStatus === 'FAILED' && (kept?.available ?? 0n) >= payment.sentAmount!;
}

/** Whether an exception about waiting money could be refused: its money went back, or moved by another exception. */
export async function couldBeRefused(reads: Reads, { id, kind, subject }: ExceptionRecord): Promise<boolean> {
  if (!WAITING.includes(kind)) return false;
  const deposit = isId('Deposit', subject) ? await reads.get(DEPOSITS, subject) : null;
  if ((deposit?.reversalId ?? null) !== null) return true;
  const { rows } = await reads.list(EXCEPTIONS, { where: { subject }, order: 'desc', limit: 200, counted: false });
  return rows.some(
    (other) =>
      other.id !== id && WAITING.includes(other.kind) && other.resolution !== null && other.resolution !== 'REFUSED',
  );
}
