import { emit, type EventTypeOf } from '../events/index.js';
import { birth, domainError, isHouse, newRecord, type Unit } from '../kernel/index.js';
import { EXCEPTION, type ExceptionRecord, EXCEPTIONS } from './exception.js';

export type Matter = Pick<
  ExceptionRecord,
  'kind' | 'subject' | 'reference' | 'rail' | 'currency' | 'amount' | 'reason'
> &
  Partial<Pick<ExceptionRecord, 'leg' | 'direction' | 'isUntold'>>;

const RACED = domainError('CONFLICT', 'another request opened this exception at the same time; send the request again');

/**
 * Opens an exception in the unit of work that finds out about it. A repeated message has no effect: the exception of
 * the same kind, subject and reference is returned as it is, resolved or not.
 */
export async function openException(unit: Unit, matter: Matter): Promise<ExceptionRecord> {
  const { tx, ctx, ids } = unit;
  const existing = await tx.find(EXCEPTIONS, 'matter', [matter.kind, matter.subject, matter.reference]);
  if (existing !== null) return existing;
  const row = birth(EXCEPTION, 'open');
  const exception: ExceptionRecord = {
    ...matter,
    status: row.to,
    resolution: null,
    resolvedBy: null,
    approvedBy: null,
    resolvedAt: null,
    note: null,
    entryId: null,
    leg: matter.leg ?? null,
    direction: matter.direction ?? null,
    moved: null,
    recovered: null,
    isUntold: matter.isUntold ?? false,
    ...newRecord(ids.next('Exception'), ctx),
  };
  tx.add(EXCEPTIONS, exception, { conflicts: { matter: RACED } });
  tellException(unit, row.emits, exception);
  return exception;
}

/** Whether the platform gets events of an exception: of none of the house tenant, and of none that a block caused. */
export const isPlatformTold = ({ tenant, isUntold }: Pick<ExceptionRecord, 'tenant' | 'isUntold'>): boolean =>
  !isUntold && !isHouse(tenant);

/** Emits the event of an exception, if its platform gets one. */
export function tellException(unit: Unit, type: EventTypeOf<'EXCEPTION'> | null, exception: ExceptionRecord): void {
  if (type === null || !isPlatformTold(exception)) return;
  emit(unit, { type, resource: exception.id, snapshot: exception });
}
