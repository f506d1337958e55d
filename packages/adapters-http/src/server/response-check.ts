import type { ErrorCode } from '@corridor/core';
import type * as z from 'zod';
import { ERROR_SCHEMAS } from './error-schemas.js';
import type { ErrorStatus } from '../kit/errors.js';
import { fieldErrors } from './field-errors.js';
import type { Operation } from '../kit/operation.js';
import { refusalsOf } from '../kit/refusals.js';

/**
 * The differences between a response and the schema that its operation declares for the status; for `onResponse` in
 * tests. An undeclared field is a difference too, because callers rely on the schema.
 */
export function responseFaults(operation: Operation, status: number, body: string): readonly string[] {
  const schema = status < 400 ? operation.responses[status] : ERROR_SCHEMAS.get(status as ErrorStatus);
  if (schema === undefined) return [`status ${status} is not declared`];
  if (schema === null) return body === '' ? [] : ['the body is not empty'];
  const value: unknown =
    operation.contentType.startsWith('application/json') || status >= 400 ? JSON.parse(body) : body;
  const undocumented = status < 400 ? [] : undeclaredCode(operation, value);
  if (undocumented.length > 0) return undocumented;
  const parsed = schema.safeParse(value);
  if (!parsed.success)
    return fieldErrors(parsed.error as z.ZodError).map(({ field, message }) => `${field} ${message}`);
  return undeclared(value, parsed.data, '').map((field) => `${field} is not declared`);
}

/** A code that the reference of the operation does not list. */
function undeclaredCode(operation: Operation, body: unknown): readonly string[] {
  const { code } = body as { readonly code: ErrorCode };
  return refusalsOf(operation).has(code) ? [] : [`the error code ${code} is not declared`];
}

/** The fields that a schema dropped; its other transformations do not matter here. */
function undeclared(sent: unknown, known: unknown, path: string): readonly string[] {
  if (typeof sent !== 'object' || sent === null || typeof known !== 'object' || known === null) return [];
  return Object.entries(sent).flatMap(([key, value]) => {
    const field = path === '' ? key : `${path}.${key}`;
    return Object.hasOwn(known, key) ? undeclared(value, (known as Record<string, unknown>)[key], field) : [field];
  });
}
