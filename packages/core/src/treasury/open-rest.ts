import { type ExceptionRecord, openException } from '../exceptions/index.js';
import type { Unit } from '../kernel/index.js';
import { amountText } from '../money/index.js';
import { restReference } from '../transactions/index.js';
import type { Movement } from './resolution-lines.js';

/**
 * A rail reports that it sent money, and only a part of it is left of the payment's own. A resolution moves that part; the
 * rest went out in addition, and is a matter of its own.
 */
export async function openRest(
  unit: Unit,
  exception: ExceptionRecord,
  { amount, rest }: Pick<Movement, 'amount' | 'rest'>,
): Promise<void> {
  if (rest === 0n) return;
  const { id, subject, rail, leg, direction, currency } = exception;
  const reported = `${rail} reports ${amountText(exception.amount, currency)} of ${subject} as sent (${id})`;
  await openException(unit, {
    kind: 'RAIL_CONTRADICTION',
    ...{ subject, rail, leg, direction, currency, amount: rest },
    reference: restReference(exception.reference),
    reason: `${reported}; ${amountText(amount, currency)} of it were left of the payment and are booked, and the rest went out in addition`,
  });
}
