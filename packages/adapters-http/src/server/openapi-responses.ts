import { STATUS_CODES } from 'node:http';
import type { ErrorCode } from '@corridor/core';
import type * as z from 'zod';
import type { Webhook } from '../api/events/webhooks.js';
import { ERROR_SCHEMAS } from './error-schemas.js';
import { type ErrorStatus, STATUS_OF } from '../kit/errors.js';
import { examplesByTitle } from './openapi-examples.js';
import { type Json, type Part, pascalCase } from './openapi-sharing.js';
import { AGENT, type Operation } from '../kit/operation.js';
import { refusalsOf, refusalText, statusesOf, usualCause } from '../kit/refusals.js';

type SchemaOf = (schema: z.ZodType) => Json;
/** The responses of an operation by status. */
export type ResponseParts = readonly (readonly [status: string, part: Part])[];

/** The headers of responses, each of them a component. */
export const HEADERS = {
  'X-Request-Id': {
    description: 'The id of the request in the log of the host; the same as `details.requestId` of an error.',
    schema: { type: 'string' },
  },
  'Idempotent-Replayed': {
    description: '`true` if this is the stored response of an earlier request with the same `Idempotency-Key`.',
    schema: { type: 'string', enum: ['true'] },
  },
  'Retry-After': {
    description: 'Seconds until the same request can succeed.',
    schema: { type: 'integer', minimum: 1 },
  },
};

const headers = (...names: readonly (keyof typeof HEADERS)[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** The name of a response that is particular to an operation, such as `CreateQuoteConflict`. */
const ownName = (operationId: string, status: string): string => pascalCase(operationId) + reason(status);
const reason = (status: string): string => pascalCase(STATUS_CODES[status] ?? status);

export const responseParts = (operation: Operation, schemaOf: SchemaOf): ResponseParts => [
  ...successes(operation, schemaOf),
  ...failures(operation, schemaOf),
];

function successes(operation: Operation, schemaOf: SchemaOf): ResponseParts {
  const isStored = operation.method !== 'GET';
  return Object.entries(operation.responses).map(([status, schema]) => {
    const examples = operation.examples.filter((example) => example.status === Number(status));
    const value = {
      description: operation.outcomes[Number(status)] ?? '',
      headers: isStored ? headers('X-Request-Id', 'Idempotent-Replayed') : headers('X-Request-Id'),
      ...(schema !== null && {
        content: {
          [mediaType(operation)]: {
            schema: schemaOf(schema),
            ...(examples.length > 0 && { examples: examplesByTitle(examples, ({ answer }) => answer) }),
          },
        },
      }),
    };
    return [status, { name: ownName(operation.operationId, status), value }];
  });
}

const mediaType = ({ contentType }: Operation): string => contentType.split(';')[0]!;

export const errorStatuses = (operation: Operation): readonly ErrorStatus[] => statusesOf(refusalsOf(operation));

function failures(operation: Operation, schemaOf: SchemaOf): ResponseParts {
  const refusals = refusalsOf(operation);
  return statusesOf(refusals).map((status) => {
    const codes = [...refusals.keys()].filter((code) => STATUS_OF[code] === status);
    const isUsual = codes.every((code) => refusals.get(code) === usualCause(operation, code));
    const value = {
      description: refusalText(refusals, status),
      headers: [429, 503].includes(status) ? headers('X-Request-Id', 'Retry-After') : headers('X-Request-Id'),
      content: {
        'application/json': {
          schema: schemaOf(ERROR_SCHEMAS.get(status)!),
          examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
        },
      },
    };
    const name = isUsual ? usualName(codes, operation) : ownName(operation.operationId, String(status));
    return [String(status), { name, value }];
  });
}

/** Names of responses that most operations have. Names that end in `Error` belong to the error classes of clients. */
const USUAL_NAMES: Readonly<Record<string, string>> = {
  'INVALID_INPUT INVALID_REQUEST_FORMAT': 'InvalidRequest',
  INTERNAL_ERROR: 'InternalServerError',
};

/** The name of a response whose codes have no cause of their own, such as `QuoteNotFound` or `ForbiddenWithoutManage`. */
function usualName(codes: readonly ErrorCode[], { permission }: Operation): string {
  const nameOf = (code: ErrorCode): string => {
    if (code !== 'FORBIDDEN') return pascalCase(code);
    return permission === AGENT ? 'ForbiddenForAgent' : `ForbiddenWithout${pascalCase(permission)}`;
  };
  return USUAL_NAMES[codes.join(' ')] ?? codes.map(nameOf).join('Or');
}

/** Answers that every webhook has: the service reads the status alone. */
const WEBHOOK_ANSWERS: Webhook['answers'] = {
  200: { description: 'Accepts the webhook, as any other status of 2xx does.', body: null },
  400: { description: 'Refuses the webhook. It is sent again, at growing intervals for 7 days.', body: null },
  401: { description: 'Refuses the webhook because no signature verifies it. It is sent again.', body: null },
  409: { description: 'Accepts the webhook: its `id` was processed before.', body: null },
};

export function webhookResponseParts({ operationId, answers }: Webhook, schemaOf: SchemaOf): ResponseParts {
  return Object.entries({ ...WEBHOOK_ANSWERS, ...answers }).map(([status, { description, body }]) => [
    status,
    {
      name: Object.hasOwn(answers, status) ? ownName(operationId, status) : `Webhook${reason(status)}`,
      value: { description, ...(body !== null && { content: { 'application/json': { schema: schemaOf(body) } } }) },
    },
  ]);
}
