import { pinnedBlockOf, pinnedBlockSince } from '../blocks/index.js';
import { type ExceptionRecord, EXCEPTIONS, openException, resolveItself } from '../exceptions/index.js';
import {
  type Instant,
  ok,
  type Reads,
  type Result,
  timeText,
  transition,
  type Tx,
  type Unit,
} from '../kernel/index.js';
import { DEPOSIT, type Deposit, DEPOSITS, returnReference, sendBack } from './deposit.js';

/** The reference of the exception of money that waits for an operator before it goes back. */
const WAITS = 'waits';
/** The reference of the exception of money that must not be credited, and does not go back by itself. */
const FORBIDDEN = 'held';
/** Why money waits whose owner, or whose platform, is blocked. */
export const UNDECIDED_MONEY = 'an operator has to decide about this money';
/** Stands for the operator if none has decided in time. */
const TIME_OUT = 'the time to return the money has come';

/** Opens the exception with which an operator can credit a deposit until it goes back. */
export const openHold = (unit: Unit, deposit: Deposit, until: Instant): Promise<void> =>
  open(
    unit,
    deposit,
    WAITS,
    `no account or quote expects the money; unless an operator decides, it goes back at ${timeText(until)}`,
  );

/** Opens the exception of money that the rail forbids to credit. It stays until an operator decides. */
export const openForbidden = (unit: Unit, deposit: Deposit, reason: string): Promise<void> =>
  open(unit, deposit, FORBIDDEN, reason);

/** Opens the exception of money that a block keeps from being credited. It stays until an operator decides. */
export const openStopped = (unit: Unit, deposit: Deposit): Promise<void> =>
  open(unit, deposit, FORBIDDEN, UNDECIDED_MONEY, true);

async function open(
  unit: Unit,
  { id: subject, rail, currency, amount }: Deposit,
  reference: string,
  reason: string,
  isUntold = false,
) {
  await openException(unit, { kind: 'DEPOSIT_HELD', subject, reference, rail, currency, amount, reason, isUntold });
}

/**
 * Ends the wait of a deposit, so that its money goes back now. While a block or a match holds it, it stays until an operator
 * decides about another exception: the platform knows of the first one, which must end as without a block. Has no effect if an operator has decided about it, or if it does not wait.
 */
export async function endHold(unit: Unit, deposit: Deposit, isHeld: boolean): Promise<Result<void>> {
  const { tx } = unit;
  const exception = await waitOf(tx, deposit);
  if (exception === null) return ok();
  resolveItself(unit, exception, 'RETRIED', TIME_OUT);
  const moved = sendBack(unit, deposit);
  if (!moved.ok) return moved;
  return isHeld ? keepDeposit(unit, moved.value.record) : ok();
}

/** Whether a deposit waits for an operator until it goes back. */
export const isWaiting = async (reads: Reads, deposit: Deposit): Promise<boolean> =>
  (await waitOf(reads, deposit)) !== null;

async function waitOf(reads: Reads, { id, status }: Deposit): Promise<ExceptionRecord | null> {
  const exception = await reads.find(EXCEPTIONS, 'matter', ['DEPOSIT_HELD', id, WAITS]);
  return status === 'KEPT' && exception?.status === 'OPEN' ? exception : null;
}

/** Whether operators have stopped the owner of a deposit, or its platform. A block that commits first makes the unit run again. */
export const isOwnerStopped = async (tx: Tx, { tenant, ownerId }: Deposit): Promise<boolean> =>
  (await pinnedBlockOf(tx, tenant, { customers: [ownerId] })) !== null;

/** As `isOwnerStopped`, at any time since `since`: the end of a block does not credit what waited meanwhile. */
export const wasOwnerStopped = (tx: Tx, { tenant, ownerId }: Deposit, since: Instant): Promise<boolean> =>
  pinnedBlockSince(tx, tenant, { customers: [ownerId] }, since);

/** Keeps a deposit whose return no rail was asked for: it does not go back before an operator decides. */
export async function keepDeposit(unit: Unit, deposit: Deposit): Promise<Result<void>> {
  const { tx, ctx } = unit;
  const kept = transition(tx, ctx, DEPOSIT, DEPOSITS, deposit, 'keep');
  if (!kept.ok) return kept;
  await open(unit, deposit, returnReference(deposit), UNDECIDED_MONEY, true);
  return ok();
}

/** Ends the exceptions of a deposit whose arrival the rail reversed: there is no money left to decide about. */
export async function endDepositExceptions(unit: Unit, { id }: Deposit): Promise<void> {
  const { rows } = await unit.tx.list(EXCEPTIONS, { where: { subject: id, status: 'OPEN' }, order: 'asc', limit: 50 });
  for (const exception of rows)
    if (exception.kind === 'DEPOSIT_HELD' || exception.kind === 'DEPOSIT_REFUSED')
      resolveItself(unit, exception, 'REFUSED', REVERSED);
}

/** Stands for the operator if the rail took the money of a deposit back. */
export const REVERSED = 'the rail reversed the arrival';
