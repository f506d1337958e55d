import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { type DomainError, err, type Err, invalidFields, ok, type Result } from '@corridor/core';
import busboy, { type Busboy } from 'busboy';

/** What a form may hold at most. */
export interface MultipartLimits {
  /** Name of the field that is the file. */
  readonly file: string;
  readonly fileBytes: number;
  /** Names of its other fields, and the bytes of each. */
  readonly fields: readonly string[];
  readonly fieldBytes: number;
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
  /** What the reader of the file made of it. */
  readonly file: T;
}

type Refusal = Err<DomainError>;

/** Fields and files that are looked at, known or not. */
const PARTS = 32;
/** Room for the names of parts, what stands between them, and fields that nobody knows. */
const FRAME_BYTES = 64 * 1024;
const HEADER_PAIRS = 20;

const unreadable = (message: string): Refusal => err('INVALID_REQUEST_FORMAT', message);
const tooLarge = (limit: number): Refusal => unreadable(`the file is larger than ${limit} bytes`);
const wrong = (field: string, message: string): Refusal => invalidFields([{ field, message }]);

/**
 * Reads a form with one file, which goes through `read` as it comes in and is never held whole. An error of the reader
 * is the answer at once. What is left of a body then is read on and thrown away, because a caller whose connection
 * breaks while it sends sees no answer. INVALID_REQUEST_FORMAT for a body that is no form, too large, broken off or
 * late; INVALID_INPUT where the file is missing, and for fields that are too long or stand twice.
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
    let content: Readable | null = null;
    let file: Result<T> | null = null;
    let failure: Refusal | null = null;
    let isParsed = false;

    const unwatch = watch(request, limits, (refusal, isLate) => {
      if (isLate) response.setHeader('Connection', 'close');
      fail(refusal);
    });
    const settle = (outcome: () => void): void => {
      unwatch();
      request.unpipe(parser);
      request.resume();
      outcome();
    };
    const answer = (result: Result<Form<T>>): void => settle(() => resolve(result));
    /** A reader at work is told first, and its end is waited for. */
    const fail = (refusal: Refusal): void => {
      if (failure !== null) return;
      failure = refusal;
      if (content === null || file !== null) answer(refusal);
      else content.destroy(new Error(refusal.error.message));
    };
    const complete = (): void => {
      if (file === null || (file.ok && !isParsed)) return;
      if (!file.ok || failure !== null) answer(failure ?? (file as Refusal));
      else answer(ok({ fields: Object.fromEntries(fields), file: file.value }));
    };
    const why = (): DomainError => (failure ?? unreadable('the form cannot be read')).error;

    parser.on('file', (field, stream, { filename, mimeType }) => {
      // Like any field that nobody knows, a file under another name is ignored.
      if (field !== limits.file || content !== null) {
        stream.resume();
        if (field === limits.file) fail(wrong(field, 'must be given once'));
        return;
      }
      content = stream;
      stream.on('error', () => undefined);
      stream.on('limit', () => fail(tooLarge(limits.fileBytes)));
      read({ name: filename ?? '', type: mimeType, bytes: bytesOf(stream, why) }).then(
        (result) => {
          file = result;
          stream.resume();
          complete();
        },
        (cause: unknown) => settle(() => reject(cause as Error)),
      );
    });
    parser.on('field', (field, value, { valueTruncated }) => {
      if (field === limits.file) fail(wrong(field, 'must be a file'));
      else if (!limits.fields.includes(field)) return;
      else if (valueTruncated) fail(wrong(field, 'is too long'));
      else if (fields.has(field)) fail(wrong(field, 'must be given once'));
      else fields.set(field, value);
    });
    parser.on('fieldsLimit', () => fail(unreadable('the form has too many fields')));
    parser.on('filesLimit', () => fail(unreadable('the form has too many files')));
    parser.on('error', () => fail(unreadable('the form cannot be read')));
    parser.on('close', () => {
      isParsed = true;
      if (content === null) fail(wrong(limits.file, 'is required'));
      else complete();
    });
    request.pipe(parser);
  });
}

const bodyLimit = ({ fileBytes, fields, fieldBytes }: MultipartLimits): number =>
  fileBytes + fields.length * fieldBytes + FRAME_BYTES;

function createParser(request: IncomingMessage, limits: MultipartLimits): Busboy | Refusal {
  const {
    'content-type': type = '',
    'content-encoding': encoding,
    'content-length': announced = '0',
  } = request.headers;
  if (!/^multipart\/form-data *;/i.test(type)) return unreadable('the content type must be multipart/form-data');
  if (encoding !== undefined && encoding !== 'identity') return unreadable('compressed bodies are not accepted');
  if (Number(announced) > bodyLimit(limits)) return tooLarge(limits.fileBytes);
  try {
    return busboy({
      headers: request.headers,
      limits: {
        files: PARTS,
        fields: PARTS,
        // It is told of the limit when a file reaches it.
        fileSize: limits.fileBytes + 1,
        fieldSize: limits.fieldBytes,
        headerPairs: HEADER_PAIRS,
      },
    });
  } catch {
    return unreadable('the form has no boundary');
  }
}

async function* bytesOf(content: Readable, why: () => DomainError): AsyncGenerator<Buffer, void> {
  try {
    for await (const chunk of content) yield chunk as Buffer;
  } catch {
    throw new BrokenOff(why());
  }
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
    if (length > bodyLimit(limits)) fail(tooLarge(limits.fileBytes), false);
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
