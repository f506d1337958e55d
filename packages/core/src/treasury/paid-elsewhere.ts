import type { ExceptionRecord, Resolution } from '../exceptions/index.js';
import type { Context, FieldError, Unit } from '../kernel/index.js';
import { addOutsidePayment, referenceError, valueDateError } from './outside-payment.js';

/** What PAID_ELSEWHERE says about the payment that was made. */
export interface PaymentElsewhere {
  /** The reference of the payment at the bank that made it. */
  readonly bankReference?: string | undefined;
  /** YYYY-MM-DD. */
  readonly valueDate?: string | undefined;
}

/** PAID_ELSEWHERE names the payment that was made; other resolutions name none. */
export function paymentErrors(
  ctx: Context,
  { resolution, bankReference, valueDate }: PaymentElsewhere & { readonly resolution: Resolution },
): readonly FieldError[] {
  if (resolution === 'PAID_ELSEWHERE')
    return [...referenceError('bankReference', bankReference), ...valueDateError(ctx, valueDate)];
  const message = 'is allowed only for PAID_ELSEWHERE';
  return [
    ...(bankReference === undefined ? [] : [{ field: 'bankReference', message }]),
    ...(valueDate === undefined ? [] : [{ field: 'valueDate', message }]),
  ];
}

/** Keeps the payment outside, until a statement or a document proves it. */
export function notePayment(
  unit: Unit,
  exception: ExceptionRecord,
  { bankReference, valueDate }: PaymentElsewhere,
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
