import * as z from 'zod';
import { codesOf, ERROR_STATUSES, type ErrorStatus } from './errors.js';

const fieldConstraint = z
  .object({
    format: z.string(),
    pattern: z.string(),
    enum: z.array(z.string()),
    minLength: z.int(),
    maxLength: z.int(),
  })
  .partial()
  .meta({ id: 'FieldConstraint' });

const fieldError = z
  .object({
    field: z.string().meta({ description: 'Dot path of the field' }),
    constraint: fieldConstraint.optional(),
    message: z.string().optional(),
  })
  .meta({ id: 'FieldError' });

const requestId = z.string().meta({ description: 'The X-Request-Id of the response' });

const errorSchema = (status: ErrorStatus) =>
  z
    .object({
      status: z.literal(status),
      code: z.enum(codesOf(status) as [string, ...string[]]),
      message: z.string(),
      details: z.looseObject({ requestId, ...(status === 400 && { errors: z.array(fieldError).optional() }) }),
    })
    .meta({ id: `Error${status}` });

/** The error body of each status. */
export const ERROR_SCHEMAS = new Map(ERROR_STATUSES.map((status) => [status, errorSchema(status)]));
