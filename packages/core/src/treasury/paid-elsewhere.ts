import type { ExceptionRecord } from '../exceptions/index.js';
import type { Context, FieldError, Unit } from '../kernel/index.js';
import { addOutsidePayment, referenceError, valueDateError } from './outside-payment.js';
import type { ResolveException } from './resolve-exception.js';

/** PAID_ELSEWHERE names the payment that was made; other resolutions name none. */
export function paymentErrors(
  ctx: Context,
  { resolution, bankReference, valueDate }: ResolveException,
): readonly FieldError[] {
  if (resolution === 'PAID_ELSEWHERE')
    return [...referenceError('bank-reference', bankReference), ...valueDateError(ctx, valueDate)];
  const message = 'is allowed only for PAID_ELSEWHERE';
  return [
    ...(bankReference === undefined ? [] : [{ field: 'bank-reference', message }]),
    ...(valueDate === undefined ? [] : [{ field: 'value-date', message }]),
  ];
}

/** Keeps the payment outside, until a statement or a document proves it. */
export function notePayment(
  unit: Unit,
  exception: ExceptionRecord,
  { bankReference, valueDate }: ResolveException,
): void {
  const { id: cause, rail, currency, moved, resolvedBy, approvedBy } = exception;
  const isOnRail = moved!.from === 'outside' || moved!.to === 'outside';
  addOutsidePayment(unit, {
    cause,
    rail: isOnRail ? rail : null,
    reference: bankReference!,
    valueDate: valueDate!,
    currency,
    amount: moved!.amount,
    bookedBy: resolvedBy!,
    approvedBy,
    isOnRail,
  });
}
