import * as z from 'zod';
import { codesOf, ERROR_STATUSES, type ErrorStatus } from './errors.js';

const fieldConstraint = z
  .object({
    format: z.string().describe('The name of the expected form, such as `email` or `iso3166-1-alpha-2`.'),
    pattern: z.string().describe('A regular expression that the value must match.'),
    enum: z.array(z.string()).describe('All values that are accepted here.'),
    minLength: z.int().describe('The fewest characters that the value may have.'),
    maxLength: z.int().describe('The most characters that the value may have.'),
  })
  .partial()
  .meta({ id: 'FieldConstraint' });

const fieldError = z
  .object({
    field: z
      .string()
      .describe('Dot path from the root of the body, such as `source.accountId`; or the name of a parameter.'),
    constraint: fieldConstraint.optional().describe('The broken rule in a form that programs can read, if it has one.'),
    message: z.string().optional().describe('What is wrong, for developers.'),
  })
  .meta({ id: 'FieldError' });

const requestId = z
  .string()
  .describe('Equals the header `X-Request-Id`. The log of the host has it too: send it with a question to support.');

const errorSchema = (status: ErrorStatus) =>
  z
    .object({
      status: z.literal(status).describe('The HTTP status again, for clients that keep only the body.'),
      code: z
        .enum(codesOf(status) as [string, ...string[]])
        .describe('What your program should branch on. The operation lists when each one occurs and what to do.'),
      message: z.string().describe('An explanation for developers. It can change; do not branch on it.'),
      details: z
        .looseObject({
          requestId,
          ...(status === 400 && {
            errors: z.array(fieldError).optional().describe('Every invalid field at once, if fields are invalid.'),
          }),
        })
        .describe('Data about this occurrence. Some codes add members, such as `retryAfter` in seconds.'),
    })
    .meta({ id: `Error${status}` });

/** The error body of each status. */
export const ERROR_SCHEMAS = new Map(ERROR_STATUSES.map((status) => [status, errorSchema(status)]));
