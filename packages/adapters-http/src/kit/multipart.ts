import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { type DomainError, err, type Err, type FieldError, ok, type Result } from '@corridor/core';
import busboy, { type Busboy } from 'busboy';
import { isStorable } from './body.js';

/** Limits of a form. */
export interface MultipartLimits {
  /** Name of the part that holds the file. */
  readonly part: string;
  /** Largest file, in bytes. */
  readonly bytes: number;
  /** Names of the accepted fields. */
  readonly fields: readonly string[];
  /** Time limits: for the whole body, and between two chunks of it. */
  readonly withinMs: number;
  readonly stallMs: number;
}

/** A file while it arrives. Its bytes end with a `BrokenOff` if the rest does not arrive or is not accepted. */
export interface IncomingFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: AsyncIterable<Buffer>;
}

/** Ends the bytes of a file early; `error` becomes the response. */
export class BrokenOff extends Error {
  override readonly name = 'BrokenOff';
  readonly error: DomainError;

  constructor(error: DomainError) {
    super(error.message);
    this.error = error;
  }
}

export interface Form<T> {
  readonly fields: Readonly<Record<string, string>>;
  /** The result of the file's reader; null for a form without a file. */
  readonly file: T | null;
  /** Fields that are too long, repeated or not storable, once each; they are missing from `fields`. */
  readonly errors: readonly FieldError[];
}

type Refusal = Err<DomainError>;

const PARTS = 64;
const FIELD_BYTES = 16 * 1024;
/** Allowance for part headers, boundaries and ignored fields. */
const FRAME_BYTES = 64 * 1024;
const HEADER_PAIRS = 20;

const unreadable = (message: string): Refusal => err('INVALID_REQUEST_FORMAT', message);
const tooLarge = (limit: number): Refusal => unreadable(`the file is larger than ${limit} bytes`);
const notAForm = (): Refusal => unreadable('the body is not a form of the type multipart/form-data');

/**
 * Reads a form with at most one file, which is streamed through `read` and never held whole. An error of `read` becomes
 * the response at once. The rest of the body is then read and discarded, because a client whose connection is closed
 * while it is sending does not see the response. Undeclared fields and files are ignored. INVALID_REQUEST_FORMAT if the
 * body is not a form, has too many parts or too large a file, is incomplete or too slow.
 */
export function readMultipart<T>(
  request: IncomingMessage,
  response: ServerResponse,
  limits: MultipartLimits,
  read: (file: IncomingFile) => Promise<Result<T>>,
): Promise<Result<Form<T>>> {
  const parser = createParser(request, limits);
  if ('ok' in parser) {
    request.resume();
    return Promise.resolve(parser);
  }
  return new Promise((resolve, reject) => {
    const fields = new Map<string, string>();
    const errors = new Map<string, FieldError>();
    let content: Readable | null = null;
    let unused: Omit<IncomingFile, 'bytes'> | null = null;
    let file: Result<T> | null = null;
    let failure: Refusal | null = null;
    let isParsed = false;

    const unwatch = watch(request, limits, (refusal, isLate) => {
      if (isLate) response.setHeader('Connection', 'close');
      fail(refusal);
    });
    const finishOnce = (outcome: () => void): void => {
      unwatch();
      request.unpipe(parser);
      request.resume();
      outcome();
    };
    const answer = (result: Result<Form<T>>): void => finishOnce(() => resolve(result));
    const isBeingRead = (): boolean => content !== null && file === null;
    /** A running reader is stopped first, and awaited before the response. */
    const fail = (refusal: Refusal): void => {
      if (failure !== null) return;
      failure = refusal;
      if (isBeingRead()) content?.destroy(new Error(refusal.error.message));
      else answer(refusal);
    };
    const complete = (): void => {
      if (isBeingRead() || (file?.ok !== false && failure === null && !isParsed)) return;
      if (failure !== null) answer(failure);
      else if (file?.ok === false) answer(file);
      else answer(ok({ fields: Object.fromEntries(fields), file: file?.value ?? null, errors: [...errors.values()] }));
    };
    const why = (): DomainError => (failure ?? notAForm()).error;
    const wrong = (field: string, message: string): void => {
      if (!errors.has(field)) errors.set(field, { field, message });
      fields.delete(field);
    };
    const takeFile = (incoming: IncomingFile): void => {
      read(incoming).then(
        (result) => {
          file = result;
          content?.resume();
          complete();
        },
        (cause: unknown) => finishOnce(() => reject(cause as Error)),
      );
    };

    parser.on('file', (field, stream, { filename, mimeType }) => {
      // The parser reports the same error.
      stream.on('error', () => undefined);
      if (field !== limits.part) return void stream.resume();
      const described = { name: filename ?? '', type: mimeType };
      unused ??= described;
      // A form may offer several inputs for the one file; browsers send the unused ones as empty files.
      stream.once('data', (first: Buffer) => {
        if (failure !== null) return;
        if (content !== null) return wrong(field, 'must be given only once');
        content = stream.pause();
        takeFile({ ...described, bytes: bytesOf(first, stream, why) });
      });
      stream.on('limit', () => fail(tooLarge(limits.bytes)));
    });
    parser.on('field', (field, value, { valueTruncated }) => {
      if (field === limits.part) wrong(field, 'must be a file');
      else if (!limits.fields.includes(field)) return;
      else if (valueTruncated) wrong(field, 'is too long');
      else if (!isStorable(value)) wrong(field, 'must not contain NUL or an unpaired surrogate');
      else if (fields.has(field)) wrong(field, 'must be given only once');
      else if (!errors.has(field)) fields.set(field, value);
    });
    parser.on('partsLimit', () => fail(unreadable('the form has too many parts')));
    parser.on('error', () => fail(notAForm()));
    parser.on('close', () => {
      isParsed = true;
      if (content === null && unused !== null && failure === null) takeFile({ ...unused, bytes: nothing() });
      else complete();
    });
    request.pipe(parser);
  });
}

const formTooLarge = (limits: MultipartLimits): Refusal =>
  unreadable(
    `the file is larger than ${limits.bytes} bytes, or the whole form is larger than ${bodyLimit(limits)} bytes`,
  );

const bodyLimit = ({ bytes, fields }: MultipartLimits): number => bytes + fields.length * FIELD_BYTES + FRAME_BYTES;

function createParser(request: IncomingMessage, limits: MultipartLimits): Busboy | Refusal {
  const {
    'content-type': type = '',
    'content-encoding': encoding,
    'content-length': announced = '0',
  } = request.headers;
  if (!/^multipart\/form-data[ \t]*;/i.test(type))
    return unreadable('Content-Type must be multipart/form-data with a boundary');
  if (encoding !== undefined && encoding !== 'identity')
    return unreadable('compressed bodies are not supported; send the body without Content-Encoding');
  if (Number(announced) > bodyLimit(limits)) return formTooLarge(limits);
  try {
    return busboy({
      headers: request.headers,
      // Keeps paths in file names, so that the check of documents can refuse them.
      preservePath: true,
      defParamCharset: 'utf8',
      limits: {
        parts: PARTS,
        // The limit plus one byte, because the parser reports a file that reaches its limit as truncated.
        fileSize: limits.bytes + 1,
        fieldSize: FIELD_BYTES,
        headerPairs: HEADER_PAIRS,
      },
    });
  } catch {
    return unreadable('Content-Type must be multipart/form-data with a boundary');
  }
}

async function* bytesOf(first: Buffer, rest: Readable, why: () => DomainError): AsyncGenerator<Buffer, void> {
  try {
    yield first;
    for await (const chunk of rest) yield chunk as Buffer;
  } catch {
    throw new BrokenOff(why());
  }
}

async function* nothing(): AsyncGenerator<Buffer, void> {
  // A file without a byte.
}

/**
 * Detects a body that is incomplete, stalls, takes too long or is too large. Returns a function that stops watching.
 */
function watch(
  request: IncomingMessage,
  limits: MultipartLimits,
  fail: (refusal: Refusal, isLate: boolean) => void,
): () => void {
  const late = (): void => fail(unreadable('the body did not arrive in time'), true);
  const total = setTimeout(late, limits.withinMs);
  const stall = setTimeout(late, limits.stallMs);
  let length = 0;
  const onData = (chunk: Buffer): void => {
    stall.refresh();
    length += chunk.length;
    if (length > bodyLimit(limits)) fail(formTooLarge(limits), false);
  };
  const onBreak = (): void => {
    if (!request.complete) fail(unreadable('the body is incomplete: the connection was closed'), false);
  };
  request.on('data', onData).on('error', onBreak).on('close', onBreak);
  return () => {
    clearTimeout(total);
    clearTimeout(stall);
    request.off('data', onData).off('error', onBreak).off('close', onBreak);
  };
}
