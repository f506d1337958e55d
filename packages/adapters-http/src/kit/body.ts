import { isUtf8 } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { err, type FieldError, ok, type Result } from '@corridor/core';
import { invalidFields } from '@corridor/core/ports';

const EMPTY = Buffer.alloc(0);
const JSON_TYPE = /^application\/json[ \t]*(?:;|$)/i;
const PARAMETER = /;[ \t]*([^\s;="]+)=("(?:[^"\\]|\\.)*"|[^\s;"]*)/g;

/** Whether the type of content is JSON in UTF-8. Parameters that are empty, or that JSON does not have, are ignored. */
function isJson(contentType: string): boolean {
  if (contentType === 'application/json') return true;
  if (!JSON_TYPE.test(contentType)) return false;
  return [...contentType.matchAll(PARAMETER)]
    .filter(([, name]) => name!.toLowerCase() === 'charset')
    .every(([, , value]) => /^"?utf-?8"?$/i.test(value!));
}

const unreadable = (message: string) => err('INVALID_REQUEST_FORMAT', message);

/** Time limit for receiving a whole body. */
const BODY_WITHIN_MS = 20_000;

/**
 * Collects chunks in one buffer that grows. A buffer for each chunk would cost a hundred times its size in a body that
 * arrives byte by byte.
 */
function collector(limit: number) {
  let buffer: Buffer = EMPTY;
  let length = 0;
  return {
    /** False if the body would be longer than the limit. */
    add(chunk: Buffer): boolean {
      const needed = length + chunk.length;
      if (needed > limit) return false;
      if (length === 0) {
        buffer = chunk;
      } else {
        if (needed > buffer.length) {
          const larger = Buffer.allocUnsafe(Math.min(limit, Math.max(needed, 2 * buffer.length)));
          buffer.copy(larger, 0, 0, length);
          buffer = larger;
        }
        chunk.copy(buffer, length);
      }
      length = needed;
      return true;
    },
    body: () => buffer.subarray(0, length),
  };
}

export interface BodyTimes {
  readonly withinMs?: number;
  /** Gives the body up: its place is needed for another one. */
  readonly dropped?: AbortSignal;
}

/**
 * The raw body. At most `limit` bytes of it are held in memory. INVALID_REQUEST_FORMAT if the body is longer,
 * incomplete or too slow; SERVICE_UNAVAILABLE if it was dropped. After a body that is too slow or dropped, the
 * connection is closed with the response.
 */
export function readBody(
  request: IncomingMessage,
  response: ServerResponse,
  limit: number,
  { withinMs = BODY_WITHIN_MS, dropped }: BodyTimes = {},
): Promise<Result<Buffer>> {
  const announced = request.headers['content-length'];
  if (announced === undefined ? request.headers['transfer-encoding'] === undefined : announced === '0') {
    return Promise.resolve(ok(EMPTY));
  }
  if (Number(announced) > limit) return Promise.resolve(tooLarge(limit));
  return new Promise((resolve) => {
    const collected = collector(limit);
    const finish = (result: Result<Buffer>): void => {
      clearTimeout(timer);
      dropped?.removeEventListener('abort', onDropped);
      request.off('data', onData).off('end', onEnd).off('error', onBreak).off('close', onBreak).resume();
      resolve(result);
    };
    const closeWith = (result: Result<Buffer>): void => {
      response.setHeader('Connection', 'close');
      finish(result);
    };
    const onData = (chunk: Buffer): void => {
      // The rest of the body is read and discarded: a client whose connection is closed while it is sending does not
      // see the response.
      if (!collected.add(chunk)) finish(tooLarge(limit));
    };
    const onEnd = (): void => finish(ok(collected.body()));
    const onBreak = (): void => finish(unreadable('the body is incomplete: the connection was closed'));
    const onDropped = (): void => closeWith(DROPPED);
    const timer = setTimeout(
      () => closeWith(unreadable(`the body did not arrive within ${withinMs / 1000} seconds`)),
      withinMs,
    );
    dropped?.addEventListener('abort', onDropped);
    request.on('data', onData).on('end', onEnd).on('error', onBreak).on('close', onBreak);
  });
}

const DROPPED = err('SERVICE_UNAVAILABLE', 'too many requests are being received at once; send the request again');

const tooLarge = (limit: number) => unreadable(`the body is larger than ${limit} bytes`);

/**
 * The JSON object of a body. INVALID_REQUEST_FORMAT if the body is not a JSON object; INVALID_INPUT with the fields
 * that no operation accepts, such as text with NUL.
 */
export function parseJson(raw: Buffer, contentType: string | undefined, encoding: string | undefined): Result<object> {
  if (contentType === undefined || !isJson(contentType)) {
    return unreadable('Content-Type must be application/json, without a charset or with charset=utf-8');
  }
  if (encoding !== undefined && encoding !== 'identity')
    return unreadable('compressed bodies are not supported; send the body without Content-Encoding');
  if (!isUtf8(raw)) return unreadable('the body must be UTF-8');
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

/** The longest array that a request may contain anywhere; every field of the API allows far fewer items. */
export const MAX_ITEMS = 1000;
/** A body up to this size cannot contain an array longer than MAX_ITEMS. */
const WALKED_FROM = 2 * MAX_ITEMS;
/** Deeper than any declared field. Values below this depth are ignored and never stored. */
const MAX_DEPTH = 32;
const MAX_REPORTED = 100;

/** An escape that can produce text that databases cannot store: NUL, or half of a surrogate pair. */
const SUSPECT_ESCAPE = /\\u(?:0000|[dD][89a-fA-F])/;
const UNSTORABLE = /\u0000|\p{Surrogate}/u;

export const isStorable = (text: string): boolean => !UNSTORABLE.test(text);

interface Part {
  readonly value: unknown;
  readonly path: string;
  readonly depth: number;
}

/**
 * Values that are refused before any schema sees them: text that cannot be stored, and arrays so long that reporting
 * each item would cost more than the request did.
 */
function unacceptable(body: object): FieldError[] {
  const errors: FieldError[] = [];
  const open: Part[] = [{ value: body, path: '', depth: 0 }];
  for (let part = open.pop(); part !== undefined && errors.length < MAX_REPORTED; part = open.pop()) {
    const { value, path, depth } = part;
    if (typeof value === 'string') {
      if (!isStorable(value)) errors.push({ field: path, message: 'must not contain NUL or an unpaired surrogate' });
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
