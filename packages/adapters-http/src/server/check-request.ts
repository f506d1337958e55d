import { type Context, err, type FieldError, ok, type Result, type SignedCall } from '@corridor/core';
import { invalidFields } from '@corridor/core/ports';
import { UNSIGNED } from '@corridor/core/internal';
import * as z from 'zod';
import { parseJson, readBody } from '../kit/body.js';
import { fieldErrors, messages, queryMessages } from './field-errors.js';
import { MAX_KEY_LENGTH } from '../kit/idempotency.js';
import type { IncomingFile } from '../kit/multipart.js';
import type { Declaration, PlatformOperation, PublicOperation, PublicRequest, Request } from '../kit/operation.js';
import type { HttpContext } from '../kit/state.js';
import { readUpload, type Upload, type UploadOptions } from '../kit/upload.js';

const BODY_LIMIT = 1024 * 1024;

/** A request before its checks: the values to check, and the identity by which a repetition is recognized. */
export interface RawRequest {
  readonly params: Readonly<Record<string, string>>;
  /** The fields of the body: of a JSON object, or the parts of a form; an error if the body cannot be read. */
  readonly fields: Result<object | undefined>;
  /** Identifies a repeated request: the parsed body, or its bytes if they cannot be parsed. */
  readonly identity: Buffer | object | undefined;
  /** Null if the `Idempotency-Key` header is missing or invalid. */
  readonly idempotencyKey: string | null;
  /** Errors in headers and in form parts that apply to every operation. */
  readonly errors: readonly FieldError[];
}

/**
 * Reads a request; the file of a form goes through `receive`, whose errors become the response. INVALID_REQUEST_FORMAT
 * if the body is too long or incomplete; the parameter's own code for a path parameter that cannot name a record.
 */
export async function readRequest(
  operation: Declaration,
  ctx: HttpContext,
  params: Readonly<Record<string, string>>,
  options: UploadOptions,
  receive: (upload: Upload, file: IncomingFile) => Promise<Result<object>>,
): Promise<Result<RawRequest>> {
  for (const name in operation.params) {
    const parameter = operation.params[name]!;
    if (!parameter.matches(params[name] ?? '')) return err(parameter.notFound);
  }
  if (operation.method === 'GET') {
    return ok({ params, fields: ok(undefined), identity: undefined, idempotencyKey: null, errors: NO_ERRORS });
  }
  const header = readKey(operation, ctx);
  const { upload } = operation;
  if (upload === null) {
    const body = await readBody(ctx.req, ctx.res, BODY_LIMIT);
    if (!body.ok) return body;
    const fields = readFields(operation, ctx, body.value);
    return ok({ params, fields, identity: fields.ok ? fields.value : body.value, ...header });
  }
  // A request that will be refused anyway is refused before its file is received.
  if (header.errors === WRONG_KEY) return invalidFields(WRONG_KEY);
  const limits = limitsOf(operation, upload, options);
  const form = await readUpload(ctx.req, ctx.res, limits, (file) => receive(upload, file));
  if (!form.ok) return form;
  const { fields, file, errors, identity } = form.value;
  const taken = file === null || upload.complete === undefined ? file : await upload.complete(file);
  const parts = { ...fields, [upload.part]: taken ?? undefined };
  return ok({ params, fields: ok(parts), identity, idempotencyKey: header.idempotencyKey, errors });
}

function readKey({ keyRequired }: Declaration, ctx: HttpContext): Pick<RawRequest, 'idempotencyKey' | 'errors'> {
  const key = ctx.req.headers['idempotency-key'] as string | undefined;
  if (key === undefined) return { idempotencyKey: null, errors: keyRequired ? MISSING_KEY : NO_ERRORS };
  const isWrong = key.length < 1 || key.length > MAX_KEY_LENGTH;
  return isWrong ? { idempotencyKey: null, errors: WRONG_KEY } : { idempotencyKey: key, errors: NO_ERRORS };
}

function limitsOf({ body }: Declaration, { part, bytes }: Upload, options: UploadOptions) {
  const names = body instanceof z.ZodObject ? Object.keys(body.shape) : [];
  return { part, bytes: bytes(options), fields: names.filter((name) => name !== part) };
}

const NO_ERRORS: readonly FieldError[] = [];
const WRONG_KEY: readonly FieldError[] = [
  {
    field: 'Idempotency-Key',
    constraint: { minLength: 1, maxLength: MAX_KEY_LENGTH },
    message: `must have 1 to ${MAX_KEY_LENGTH} characters`,
  },
];
const MISSING_KEY: readonly FieldError[] = [{ field: 'Idempotency-Key', message: 'is required' }];

/**
 * Checks a request against its operation's declaration. INVALID_REQUEST_FORMAT if the body is not a JSON object;
 * INVALID_INPUT with every invalid field of headers, query and body, from the schemas and from the core's rules
 * together.
 */
export function checkRequest(
  operation: PlatformOperation,
  ctx: HttpContext,
  caller: Context,
  raw: RawRequest,
  signatureHeader: string,
): Result<Request> {
  const { fields: body } = raw;
  if (!body.ok) return body;
  const errors = [...raw.errors, ...undeclared(operation, ctx), ...unsettable(operation, body.value)];
  const request = {
    params: raw.params,
    query: parse(operation.query, operation.query === null ? undefined : ctx.query, queryMessages, errors),
    body: parse(operation.body, body.value, messages, errors),
    signed: signedCall(operation, ctx, signatureHeader),
  };
  if (errors.length === 0) return ok(request);
  const named = new Set(errors.map(({ field }) => field));
  return invalidFields([...errors, ...operation.invalid(caller, request).filter(({ field }) => !named.has(field))]);
}

/** Checks a request without a credential and a body. INVALID_INPUT with every invalid header and parameter. */
export function checkPublicRequest(
  operation: PublicOperation,
  ctx: HttpContext,
  params: Readonly<Record<string, string>>,
): Result<PublicRequest> {
  const header = operation.method === 'GET' ? { idempotencyKey: null, errors: NO_ERRORS } : readKey(operation, ctx);
  const errors: FieldError[] = [...header.errors, ...undeclared(operation, ctx)];
  const query = parse(operation.query, operation.query === null ? undefined : ctx.query, queryMessages, errors);
  if (errors.length > 0) return invalidFields(errors);
  return ok({ params, query, idempotencyKey: header.idempotencyKey });
}

/** Fields of the body that the operation returns but does not accept. */
const unsettable = ({ readOnly }: Declaration, body: unknown): readonly FieldError[] =>
  readOnly
    .filter((name) => typeof body === 'object' && body !== null && Object.hasOwn(body, name))
    .map((field) => ({ field, message: 'is read-only; leave it out' }));

/**
 * Query parameters that the operation does not declare. They are refused, because a misspelt filter would otherwise be
 * ignored without notice.
 */
function undeclared({ query }: Declaration, ctx: HttpContext): readonly FieldError[] {
  const known = query === null ? [] : Object.keys(query.shape);
  return [...new Set(Object.keys(ctx.query))]
    .filter((name) => !known.includes(name))
    .map((field) => ({
      field,
      message: `is not a parameter of this operation; it accepts ${known.length === 0 ? 'none' : known.join(', ')}`,
    }));
}

/** Node joins repeated headers into one value. A joined value is never a valid signature, so it fails verification. */
function signedCall({ headers }: Declaration, ctx: HttpContext, signatureHeader: string): SignedCall {
  if (headers.length === 0) return UNSIGNED;
  const sent = (name: string): string | undefined => ctx.req.headers[name] as string | undefined;
  return {
    stamp: headers.includes('Wallet-Signature') ? sent(signatureHeader) : undefined,
    requestId: headers.includes('Request-Id') ? sent('request-id') : undefined,
  };
}

/**
 * An operation without a declared body ignores the body. A missing body reads as an empty object, so that every
 * required field is reported.
 */
function readFields(operation: Declaration, ctx: HttpContext, raw: Buffer): Result<object | undefined> {
  if (operation.body === null) return ok(undefined);
  if (raw.length === 0) return ok({});
  const { 'content-type': contentType, 'content-encoding': encoding } = ctx.req.headers;
  return parseJson(raw, contentType, encoding);
}

/** The output of the schema. If the schema refuses parts of the value, those parts stay as they were sent. */
function parse(schema: z.ZodType | null, value: unknown, error: z.core.$ZodErrorMap, errors: FieldError[]): unknown {
  if (schema === null) return undefined;
  const parsed = schema.safeParse(value, { error });
  if (parsed.success) return parsed.data;
  const named = new Set(errors.map(({ field }) => field));
  errors.push(...fieldErrors(parsed.error).filter(({ field }) => !named.has(field)));
  // `safeParse` does not return the parts that did parse; the schema's own `run` does.
  return (schema._zod.run({ value, issues: [] }, { async: false }) as z.core.ParsePayload).value;
}
