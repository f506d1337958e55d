import { EXCEPTION, EXCEPTIONS, openException, tellException } from '../exceptions/index.js';
import { Bug, type Instant, ok, type Result, toIso, transition, type Unit } from '../kernel/index.js';
import { type Deposit, DEPOSIT, DEPOSITS } from './deposit.js';

/** The reference of the exception of money that waits for an operator before it goes back. */
const WAITS = 'waits';
/** Stands for the operator if none has decided in time. */
const TIME_OUT = 'the time to return the money has come';

/** Opens the exception with which an operator can credit a deposit: until it goes back, or for a reason without end. */
export async function openHold(
  unit: Unit,
  { id, rail, currency, amount }: Deposit,
  why: Instant | string,
): Promise<void> {
  const reason =
    typeof why === 'string'
      ? why
      : `no account or quote expects the money; unless an operator decides, it goes back at ${toIso(why)}`;
  await openException(unit, {
    kind: 'DEPOSIT_HELD',
    subject: id,
    reference: WAITS,
    rail,
    currency,
    amount,
    reason,
  });
}

/**
 * Ends the wait of a deposit, so that its money goes back now. Has no effect if an operator has decided about it, or if
 * it does not wait.
 */
export async function endHold(unit: Unit, deposit: Deposit): Promise<Result<void>> {
  const { tx, ctx } = unit;
  const exception = await tx.find(EXCEPTIONS, 'matter', ['DEPOSIT_HELD', deposit.id, WAITS]);
  if (deposit.status !== 'KEPT' || exception?.status !== 'OPEN') return ok();
  const resolved = transition(tx, ctx, EXCEPTION, EXCEPTIONS, exception, 'resolve', {
    resolution: 'RETRIED',
    resolvedBy: TIME_OUT,
    resolvedAt: ctx.now,
  });
  if (!resolved.ok) throw new Bug(resolved.error.message);
  tellException(unit, resolved.value.row.emits, resolved.value.record);
  const moved = transition(tx, ctx, DEPOSIT, DEPOSITS, deposit, 'retry');
  return moved.ok ? ok() : moved;
}
