import * as z from 'zod';
import { ERROR_DETAILS } from '@corridor/core/internal';
import { codesOf, ERROR_STATUSES, type ErrorStatus } from '../kit/errors.js';

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

/** The members of `details` besides `requestId`. Each is present for some codes only (docs/errors.md). */
const MEMBERS: Readonly<Record<string, z.ZodType>> = {
  errors: z.array(fieldError).describe('Every invalid field at once, if fields are invalid.'),
  reason: z.string().describe('What exactly is refused, such as `QUOTE_EXPIRED` or `AGENT_PAUSED`.'),
  fields: z.array(z.string()).describe('The names of the required data that are missing.'),
  accountId: z.string().describe('The account that the message is about.'),
  receivable: z.string().describe('The debt of the account that the amount would be taken for.'),
  supportedMajorVersions: z.array(z.int()).describe('The versions of UMA that are supported.'),
  customerIds: z.array(z.string()).describe('The customers who have to log in.'),
  suspended: z.boolean().describe('Whether logins and proofs are refused now.'),
  lockedUntil: z.string().meta({ format: 'date-time' }).describe('When the lock ends.'),
  failedAttempts: z.int().describe('The wrong proofs and failed logins that led to the lock.'),
  channels: z.array(z.string()).describe('The channels that have to be verified first.'),
  retryAfter: z.number().describe('After how many seconds the same request is worth another try.'),
};

/** The members that the codes of a status add to `details`. */
const membersOf = (status: ErrorStatus): Readonly<Record<string, z.ZodType>> =>
  Object.fromEntries(
    codesOf(status)
      .flatMap((code) => ERROR_DETAILS[code] ?? [])
      .map((name) => [name, MEMBERS[name]!.optional()]),
  );

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
          ...membersOf(status),
        })
        .describe('Data about this occurrence. Which codes add which members is listed with the codes.'),
    })
    .meta({ id: `Error${status}` });

/** The error body of each status. */
export const ERROR_SCHEMAS = new Map(ERROR_STATUSES.map((status) => [status, errorSchema(status)]));
