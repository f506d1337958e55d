import { isUtf8 } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { err, type FieldError, ok, type Result } from '@corridor/core';
import { invalidFields } from '@corridor/core/ports';

const EMPTY = Buffer.alloc(0);
const JSON_TYPE = /^application\/json *(?:; *charset="?utf-8"? *)?$/i;

const unreadable = (message: string) => err('INVALID_REQUEST_FORMAT', message);

/** How long a body may take to come in. */
const BODY_WITHIN_MS = 20_000;

/**
 * The raw body, never more of it in memory than `limit` bytes. INVALID_REQUEST_FORMAT when it is longer, breaks off or
 * is late; the connection of one that is late ends with the answer.
 */
export function readBody(
  request: IncomingMessage,
  response: ServerResponse,
  limit: number,
  withinMs: number = BODY_WITHIN_MS,
): Promise<Result<Buffer>> {
  const announced = request.headers['content-length'];
  if (announced === undefined ? request.headers['transfer-encoding'] === undefined : announced === '0') {
    return Promise.resolve(ok(EMPTY));
  }
  if (Number(announced) > limit) return Promise.resolve(tooLarge(limit));
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const finish = (result: Result<Buffer>): void => {
      clearTimeout(timer);
      request.off('data', onData).off('end', onEnd).off('error', onBreak).off('close', onBreak).resume();
      resolve(result);
    };
    const onData = (chunk: Buffer): void => {
      length += chunk.length;
      if (length <= limit) {
        chunks.push(chunk);
      } else {
        // The rest is read on and thrown away: a caller whose connection breaks while it sends sees no answer.
        chunks.length = 0;
        finish(tooLarge(limit));
      }
    };
    const onEnd = (): void => finish(ok(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, length)));
    const onBreak = (): void => finish(unreadable('the body broke off'));
    const timer = setTimeout(() => {
      response.setHeader('Connection', 'close');
      finish(unreadable(`the body did not come in within ${withinMs / 1000} seconds`));
    }, withinMs);
    request.on('data', onData).on('end', onEnd).on('error', onBreak).on('close', onBreak);
  });
}

const tooLarge = (limit: number) => unreadable(`the body is larger than ${limit} bytes`);

/**
 * The JSON object of a body. INVALID_REQUEST_FORMAT when it is none; INVALID_INPUT with the fields that no operation
 * takes, whatever they are.
 */
export function parseJson(raw: Buffer, contentType: string | undefined, encoding: string | undefined): Result<object> {
  if (contentType === undefined || (contentType !== 'application/json' && !JSON_TYPE.test(contentType))) {
    return unreadable('the content type must be application/json');
  }
  if (encoding !== undefined && encoding !== 'identity') return unreadable('compressed bodies are not accepted');
  if (!isUtf8(raw)) return unreadable('the body is not UTF-8');
  const text = raw.toString('utf8');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return unreadable('the body is not valid JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return unreadable('the body must be a JSON object');
  }
  if (raw.length > WALKED_FROM || SUSPECT_ESCAPE.test(text)) {
    const errors = unacceptable(value);
    if (errors.length > 0) return invalidFields(errors);
  }
  return ok(value);
}

/** Longest array that a request may have anywhere; no field of the interface comes near. */
export const MAX_ITEMS = 1000;
/** A shorter body cannot hold a longer array than that. */
const WALKED_FROM = 2 * MAX_ITEMS;
/** Deeper than any declared field stands; what is deeper is ignored and never stored. */
const MAX_DEPTH = 32;
const MAX_REPORTED = 100;

/** An escape that may make text no database stores: NUL, or half of a surrogate pair. */
const SUSPECT_ESCAPE = /\\u(?:0000|[dD][89a-fA-F])/;
const UNSTORABLE = /\u0000|\p{Surrogate}/u;

export const isStorable = (text: string): boolean => !UNSTORABLE.test(text);

interface Part {
  readonly value: unknown;
  readonly path: string;
  readonly depth: number;
}

/**
 * What no schema should have to meet: text that cannot be stored, and arrays so long that reporting each of their
 * items would cost more than the request did.
 */
function unacceptable(body: object): FieldError[] {
  const errors: FieldError[] = [];
  const open: Part[] = [{ value: body, path: '', depth: 0 }];
  for (let part = open.pop(); part !== undefined && errors.length < MAX_REPORTED; part = open.pop()) {
    const { value, path, depth } = part;
    if (typeof value === 'string') {
      if (!isStorable(value)) errors.push({ field: path, message: 'must not contain NUL or half a surrogate pair' });
    } else if (Array.isArray(value) && value.length > MAX_ITEMS) {
      errors.push({ field: path, message: `must have at most ${MAX_ITEMS} items` });
    } else if (typeof value === 'object' && value !== null && depth < MAX_DEPTH) {
      for (const [key, inner] of Object.entries(value)) {
        open.push({ value: inner, path: path === '' ? key : `${path}.${key}`, depth: depth + 1 });
      }
    }
  }
  return errors;
}
