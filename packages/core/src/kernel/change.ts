import type { Context } from './context.js';
import type { BaseRecord, KindOf, RecordKind } from './record.js';
import { Bug, type DomainError, ok, type Result } from './result.js';
import { type Machine, next, type Transition } from './states.js';
import type { Tx } from './unit.js';

/** The fields that `update` may set: all but states, immutable fields and the columns of `BaseRecord`. */
export type Patch<T extends BaseRecord, F extends keyof T> = {
  readonly [K in Exclude<keyof T, F | keyof BaseRecord>]?: T[K];
};

/** Changes fields of a record other than its state. Returns the record as the unit of work will write it. */
export function update<T extends BaseRecord, S extends keyof T, F extends keyof T>(
  tx: Tx,
  ctx: Pick<Context, 'now'>,
  kind: RecordKind<T, S, F>,
  record: T,
  patch: Patch<T, S | F>,
  lost?: DomainError,
): T {
  return write(tx, ctx, kind, record, patch as Partial<T>, lost);
}

/**
 * As `update`, for fields that no platform may read: `updatedAt` stays, so that the change does not show. The version still
 * changes, so units that rely on the record conflict.
 */
export function mark<T extends BaseRecord, S extends keyof T, F extends keyof T>(
  tx: Tx,
  kind: RecordKind<T, S, F>,
  record: T,
  patch: Patch<T, S | F>,
): T {
  return write(tx, { now: record.updatedAt }, kind, record, patch as Partial<T>);
}

/**
 * Erases personal data: sets columns that are `erasable`. `updatedAt` stays, because what the record says has not changed.
 * The version changes, so units that rely on the record conflict.
 */
export function erase<T extends BaseRecord>(
  tx: Tx,
  kind: KindOf<T>,
  record: T,
  patch: Partial<T>,
  lost?: DomainError,
): T {
  const other = Object.keys(patch).find((field) => !kind.erasable.includes(field as keyof T & string));
  if (other !== undefined) throw new Bug(`${kind.name}.${other} is not erasable`);
  return write(tx, { now: record.updatedAt }, kind, record, patch, lost);
}

export interface Moved<T, M extends string = string> {
  readonly record: T;
  readonly row: Transition<string, string, M>;
}

/**
 * Moves a record along its state machine and sets the fields of `patch` with it. This is the only way to change a
 * state, apart from a `deadline` of the record kind, which the storage applies. The caller writes the event that `row.emits` names. INVALID_STATE_TRANSITION if the machine has no such row.
 */
export function transition<
  T extends BaseRecord,
  K extends keyof T,
  F extends keyof T,
  S extends string,
  E extends string,
  M extends string,
>(
  tx: Tx,
  ctx: Pick<Context, 'now'>,
  machine: Machine<S, E, M>,
  kind: RecordKind<T, K, F>,
  record: T,
  event: NoInfer<E>,
  patch: Patch<T, K | F> = {},
  lost?: DomainError,
): Result<Moved<T, M>> {
  const column = machine.column as K;
  if (!kind.states.includes(column as keyof T & string)) throw new Bug(`${kind.name} has no state ${machine.column}`);
  const row = next(machine, record[column] as S | null, event);
  if (!row.ok) return row;
  const after = write(tx, ctx, kind, record, { ...patch, [column]: row.value.to } as Partial<T>, lost);
  return ok({ record: after, row: row.value });
}

/** The row of the machine that creates a record by this event. A machine without such a row is a bug. */
export function birth<S extends string, E extends string, M extends string>(
  machine: Machine<S, E, M>,
  event: NoInfer<E>,
): Transition<S, E, M> {
  const row = next(machine, null, event);
  if (!row.ok) throw new Bug(row.error.message);
  return row.value;
}

function write<T extends BaseRecord>(
  tx: Tx,
  ctx: Pick<Context, 'now'>,
  kind: KindOf<T>,
  record: T,
  patch: Partial<T>,
  lost?: DomainError,
): T {
  const after = { ...record, ...patch, version: record.version + 1, updatedAt: ctx.now };
  tx.change(kind, record, after, lost);
  return after;
}
