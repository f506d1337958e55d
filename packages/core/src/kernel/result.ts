import { CATALOGUE, type ErrorCode } from './errors.js';

/** The result of a use case: a value, or an error that the caller can cause. Bugs are thrown instead. */
export type Result<T, E = DomainError> = Ok<T> | Err<E>;

export interface Ok<T> {
  readonly ok: true;
  readonly value: T;
}

export interface Err<E> {
  readonly ok: false;
  readonly error: E;
}

/** An error of the catalogue with the message and details of one occurrence. `details` reaches the caller unchanged. */
export interface DomainError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** A machine-readable hint on the form of a field. */
export interface FieldConstraint {
  readonly format?: string;
  readonly pattern?: string;
  readonly enum?: readonly string[];
  readonly minLength?: number;
  readonly maxLength?: number;
}

/** One invalid field, named by its dot path in the request body. */
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

/** One error for all invalid fields; the message names them, so that a log line with the message is enough. */
export function invalidFields(errors: readonly FieldError[], code: ErrorCode = 'INVALID_INPUT'): Err<DomainError> {
  const names = errors.map((e) => e.field).join(', ');
  return err(code, `${CATALOGUE[code].meaning}: ${names}`, { errors });
}

/**
 * The value of an `ok` for an error that the caller receives after the unit of work has committed. A refusal that
 * counts, such as a wrong one-time code, must not be rolled back (docs/architecture.md#use-cases-and-units-of-work).
 */
export class Refused {
  readonly error: DomainError;

  constructor(error: DomainError) {
    this.error = error;
  }
}

/** Turns a committed refusal into the error that the caller receives. */
export function withoutRefused<T>(result: Result<T | Refused>): Result<T> {
  if (!result.ok || !(result.value instanceof Refused)) return result as Result<T>;
  return fail(result.value.error);
}

/** A mistake in Corridor's own code. Answered as INTERNAL_ERROR, logged with its stack, never retried. */
export class Bug extends Error {
  override readonly name = 'Bug';
}
