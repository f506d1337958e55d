import { CATALOGUE, type ErrorCode } from './errors.js';

/** What a use case answers: a value, or an error that the caller could cause. Bugs are thrown instead. */
export type Result<T, E = DomainError> = Ok<T> | Err<E>;

export interface Ok<T> {
  readonly ok: true;
  readonly value: T;
}

export interface Err<E> {
  readonly ok: false;
  readonly error: E;
}

/** An error of the catalogue, with what is particular to this occurrence. `details` reaches the wire unchanged. */
export interface DomainError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Machine-readable hint on what a field must look like (interface: FieldConstraint). */
export interface FieldConstraint {
  readonly format?: string;
  readonly pattern?: string;
  readonly enum?: readonly string[];
  readonly minLength?: number;
  readonly maxLength?: number;
}

/** One invalid field, named by its dot path in the request body (interface: FieldError). */
export interface FieldError {
  readonly field: string;
  readonly constraint?: FieldConstraint;
  readonly message?: string;
}

export function ok(): Ok<void>;
export function ok<T>(value: T): Ok<T>;
export function ok<T>(value?: T): Ok<T | undefined> {
  return { ok: true, value };
}

export function domainError(
  code: ErrorCode,
  message: string = CATALOGUE[code].meaning,
  details?: Readonly<Record<string, unknown>>,
): DomainError {
  return details === undefined ? { code, message } : { code, message, details };
}

export function err(code: ErrorCode, message?: string, details?: Readonly<Record<string, unknown>>): Err<DomainError> {
  return { ok: false, error: domainError(code, message, details) };
}

export function fail<E>(error: E): Err<E> {
  return { ok: false, error };
}

/** 400 with every invalid field at once; the message names the fields, so that a log line is enough. */
export function invalidFields(errors: readonly FieldError[], code: ErrorCode = 'INVALID_INPUT'): Err<DomainError> {
  const names = errors.map((e) => e.field).join(', ');
  return err(code, `${CATALOGUE[code].meaning}: ${names}`, { errors });
}

/**
 * Stands in an `ok` for an error that is answered after the unit was committed: what the refusal counted must outlive it
 * (architecture: a counted wrong code).
 */
export class Refused {
  readonly error: DomainError;

  constructor(error: DomainError) {
    this.error = error;
  }
}

/** What the caller of a unit is told: a refusal that was committed is an error like any other. */
export function withoutRefused<T>(result: Result<T | Refused>): Result<T> {
  if (!result.ok || !(result.value instanceof Refused)) return result as Result<T>;
  return fail(result.value.error);
}

/** Something that can only be a mistake of ours. Answered as INTERNAL_ERROR, logged whole, never retried. */
export class Bug extends Error {
  override readonly name = 'Bug';
}
