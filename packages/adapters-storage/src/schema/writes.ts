import type { DomainError } from '@corridor/core';
import type { AddOptions, Increase } from '@corridor/core/ports';
import type { AnyKind, BaseRecord } from '@corridor/core/records';

/** A record whose record kind is known only at run time. */
export type Row = BaseRecord & Readonly<Record<string, unknown>>;

export interface Add {
  readonly op: 'add';
  readonly kind: AnyKind;
  readonly id: string;
  readonly record: Row;
  readonly options: AddOptions;
}

export interface Change {
  readonly op: 'change';
  readonly kind: AnyKind;
  readonly id: string;
  readonly before: Row;
  readonly after: Row;
  readonly lost: DomainError | undefined;
}

export interface Raise {
  readonly op: 'increase';
  readonly kind: AnyKind;
  readonly id: string;
  readonly increase: Increase;
  readonly short: DomainError;
}

export interface Remove {
  readonly op: 'remove';
  readonly kind: AnyKind;
  readonly id: string;
  readonly record: Row;
  readonly lost: DomainError | undefined;
}

/** A row that must still be as it was read, and that no other unit changes before the commit. */
export interface Pin {
  readonly op: 'pin';
  readonly kind: AnyKind;
  readonly id: string;
  readonly record: Row;
}

export type Write = Add | Change | Raise | Remove | Pin;
/** A write that succeeds only if the row is as expected. */
export type Guard = Change | Raise | Remove | Pin;

/** The columns that a change modifies. */
export function changedFields(change: Change): readonly string[] {
  return Object.keys(change.kind.columns).filter((field) => change.before[field] !== change.after[field]);
}

/** False if inserting `initial` would leave a named column negative: then the row must exist already. */
export const mayInsert = (increase: Increase): boolean =>
  increase.initial !== undefined &&
  Object.keys(increase.by).every((field) => ((increase.initial as Row)[field] as bigint) >= 0n);
