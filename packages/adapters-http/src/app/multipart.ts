import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { type DomainError, err, type Err, type FieldError, ok, type Result } from '@corridor/core';
import busboy, { type Busboy } from 'busboy';
import { isStorable } from './body.js';

/** What a form may hold at most. */
export interface MultipartLimits {
  /** Name of the part that is the file. */
  readonly part: string;
  /** Bytes of the file. */
  readonly bytes: number;
  /** Names of its fields. */
  readonly fields: readonly string[];
  /** How long the whole body may take to come in, and how long nothing of it may. */
  readonly withinMs: number;
  readonly stallMs: number;
}

/** A file as it comes in. Its bytes end with a `BrokenOff` where the rest will not come, or shall not. */
export interface IncomingFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: AsyncIterable<Buffer>;
}

/** What ends the bytes of a file too early; `error` is the answer. */
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
  /** What the reader of the file made of it; null for a form without a file. */
  readonly file: T | null;
  /** Fields that are too long, cannot be stored or stand twice, once each; they are not among the others. */
  readonly errors: readonly FieldError[];
}

type Refusal = Err<DomainError>;

const PARTS = 64;
const FIELD_BYTES = 16 * 1024;
/** Room for the names of parts, what stands between them, and fields that nobody knows. */
const FRAME_BYTES = 64 * 1024;
const HEADER_PAIRS = 20;

const unreadable = (message: string): Refusal => err('INVALID_REQUEST_FORMAT', message);
const tooLarge = (limit: number): Refusal => unreadable(`the file is larger than ${limit} bytes`);
const notAForm = (): Refusal => unreadable('the body is not a form of the type multipart/form-data');

/**
 * Reads a form with at most one file, which goes through `read` as it comes in and is never held whole. An error of
 * the reader is the answer at once. What is left of a body then is read on and thrown away, because a caller whose
 * connection breaks while it sends sees no answer. Fields and files that nobody knows are not looked at.
 * INVALID_REQUEST_FORMAT for a body that is no form, has too many parts or too large a file, breaks off or is late.
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
    /** A reader at work is told first, and its end is waited for. */
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
      // What is wrong with a part, the parser says as well.
      stream.on('error', () => undefined);
      if (field !== limits.part) return void stream.resume();
      const described = { name: filename ?? '', type: mimeType };
      unused ??= described;
      // A form may offer several ways to give the one file: those that were not used come empty.
      stream.once('data', (first: Buffer) => {
        if (failure !== null) return;
        if (content !== null) return wrong(field, 'must be given once');
        content = stream.pause();
        takeFile({ ...described, bytes: bytesOf(first, stream, why) });
      });
      stream.on('limit', () => fail(tooLarge(limits.bytes)));
    });
    parser.on('field', (field, value, { valueTruncated }) => {
      if (field === limits.part) wrong(field, 'must be a file');
      else if (!limits.fields.includes(field)) return;
      else if (valueTruncated) wrong(field, 'is too long');
      else if (!isStorable(value)) wrong(field, 'must not contain NUL or half a surrogate pair');
      else if (fields.has(field)) wrong(field, 'must be given once');
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

const bodyLimit = ({ bytes, fields }: MultipartLimits): number => bytes + fields.length * FIELD_BYTES + FRAME_BYTES;

function createParser(request: IncomingMessage, limits: MultipartLimits): Busboy | Refusal {
  const {
    'content-type': type = '',
    'content-encoding': encoding,
    'content-length': announced = '0',
  } = request.headers;
  if (!/^multipart\/form-data *;/i.test(type)) return unreadable('the content type must be multipart/form-data');
  if (encoding !== undefined && encoding !== 'identity') return unreadable('compressed bodies are not accepted');
  if (Number(announced) > bodyLimit(limits)) return tooLarge(limits.bytes);
  try {
    return busboy({
      headers: request.headers,
      // Names that are paths are refused by whoever keeps files, which takes seeing them.
      preservePath: true,
      defParamCharset: 'utf8',
      limits: {
        parts: PARTS,
        // A file that reaches its limit counts as one that was cut off.
        fileSize: limits.bytes + 1,
        fieldSize: FIELD_BYTES,
        headerPairs: HEADER_PAIRS,
      },
    });
  } catch {
    return unreadable('the content type must be multipart/form-data, with a boundary');
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

/** Notices a body that breaks off, stalls, takes too long or is too large. Answers how to stop watching. */
function watch(
  request: IncomingMessage,
  limits: MultipartLimits,
  fail: (refusal: Refusal, isLate: boolean) => void,
): () => void {
  const late = (): void => fail(unreadable('the body did not come in in time'), true);
  const total = setTimeout(late, limits.withinMs);
  const stall = setTimeout(late, limits.stallMs);
  let length = 0;
  const onData = (chunk: Buffer): void => {
    stall.refresh();
    length += chunk.length;
    if (length > bodyLimit(limits)) fail(tooLarge(limits.bytes), false);
  };
  const onBreak = (): void => {
    if (!request.complete) fail(unreadable('the body broke off'), false);
  };
  request.on('data', onData).on('error', onBreak).on('close', onBreak);
  return () => {
    clearTimeout(total);
    clearTimeout(stall);
    request.off('data', onData).off('error', onBreak).off('close', onBreak);
  };
}
