import { Bug, transition, type Unit } from '../kernel/index.js';
import { EXCEPTION, type ExceptionRecord, EXCEPTIONS } from './exception.js';
import { tellException } from './open-exception.js';

/** Ends an exception without an operator who decides about it. `resolvedBy` says what ended it. */
export function resolveItself(
  unit: Unit,
  exception: ExceptionRecord,
  resolution: 'RETRIED' | 'REFUSED',
  resolvedBy: string,
): void {
  const { tx, ctx } = unit;
  const patch = { resolution, resolvedBy, resolvedAt: ctx.now };
  const resolved = transition(tx, ctx, EXCEPTION, EXCEPTIONS, exception, 'resolve', patch);
  if (!resolved.ok) throw new Bug(resolved.error.message);
  tellException(unit, resolved.value.row.emits, resolved.value.record);
}
