import { err, type FieldError, invalidFields, ok, type Result } from '@corridor/core';
import type * as z from 'zod';
import { parseJson, readBody } from './body.js';
import { fieldErrors, messages } from './field-errors.js';
import { MAX_KEY_LENGTH } from './idempotency.js';
import type { Declaration, Request } from './operation.js';
import type { HttpContext } from './state.js';

const BODY_LIMIT = 1024 * 1024;
const EMPTY = Buffer.alloc(0);

export interface CheckedRequest {
  readonly request: Request;
  readonly raw: Buffer;
  readonly idempotencyKey: string | null;
}

/**
 * Reads a request and checks it against what its operation declares. INVALID_REQUEST_FORMAT when the body cannot be
 * read, INVALID_INPUT with every invalid field of headers, query and body, the parameter's own code for a path that
 * cannot name a record.
 */
export async function checkRequest(
  operation: Declaration,
  ctx: HttpContext,
  params: Readonly<Record<string, string>>,
): Promise<Result<CheckedRequest>> {
  for (const name in operation.params) {
    const parameter = operation.params[name]!;
    if (!parameter.matches(params[name] ?? '')) return err(parameter.notFound);
  }
  const errors: FieldError[] = [];
  const query = parse(operation.query, operation.query === null ? undefined : ctx.query, errors);
  if (operation.method === 'GET') {
    if (errors.length > 0) return invalidFields(errors);
    return ok({ request: { params, query, body: undefined }, raw: EMPTY, idempotencyKey: null });
  }

  const idempotencyKey = ctx.req.headers['idempotency-key'] as string | undefined;
  if (idempotencyKey !== undefined && (idempotencyKey.length < 1 || idempotencyKey.length > MAX_KEY_LENGTH)) {
    errors.push({
      field: 'Idempotency-Key',
      constraint: { minLength: 1, maxLength: MAX_KEY_LENGTH },
      message: `must have 1 to ${MAX_KEY_LENGTH} characters`,
    });
  }
  const raw = await readBody(ctx.req, BODY_LIMIT);
  if (!raw.ok) return raw;
  const body = readFields(operation, ctx, raw.value);
  if (!body.ok) return body;
  const parsed = parse(operation.body, body.value, errors);
  if (errors.length > 0) return invalidFields(errors);
  return ok({ request: { params, query, body: parsed }, raw: raw.value, idempotencyKey: idempotencyKey ?? null });
}

/** A body that is not declared is not looked at; one that is missing lacks whatever is required in it. */
function readFields(operation: Declaration, ctx: HttpContext, raw: Buffer): Result<unknown> {
  if (operation.body === null) return ok(undefined);
  if (raw.length === 0) return ok({});
  const { 'content-type': contentType, 'content-encoding': encoding } = ctx.req.headers;
  return parseJson(raw, contentType, encoding);
}

const PARSING = { error: messages };

function parse(schema: z.ZodType | null, value: unknown, errors: FieldError[]): unknown {
  if (schema === null) return undefined;
  const parsed = schema.safeParse(value, PARSING);
  if (parsed.success) return parsed.data;
  errors.push(...fieldErrors(parsed.error));
  return undefined;
}
