import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { err, ok, type Result, type UploadedFile } from '@corridor/core';
import busboy from 'busboy';
import { isStorable } from './body.js';

/** A form with at most one file, as it came. */
export interface Upload {
  readonly fields: Readonly<Record<string, string>>;
  readonly file: UploadedFile | null;
}

export interface UploadLimits {
  /** Name of the part that holds the file; files in other parts are not looked at. */
  readonly part: string;
  /** Bytes of the file. */
  readonly bytes: number;
}

/** Phones send photographs over slow lines. */
export const UPLOAD_WITHIN_MS = 120_000;
const FIELD_BYTES = 16 * 1024;
const MAX_PARTS = 64;

const unreadable = (message: string) => err('INVALID_REQUEST_FORMAT', message);

/**
 * Reads a form of the type multipart/form-data as it streams in, never more of the file in memory than its limit.
 * INVALID_REQUEST_FORMAT when it is none, is too large, breaks off or is late.
 */
export function readUpload(
  request: IncomingMessage,
  response: ServerResponse,
  limits: UploadLimits,
  withinMs: number = UPLOAD_WITHIN_MS,
): Promise<Result<Upload>> {
  const parser = parserOf(request, limits);
  if (parser === null) return Promise.resolve(unreadable('the content type must be multipart/form-data'));
  return new Promise((resolve) => {
    const fields = new Map<string, string>();
    let file: UploadedFile | null = null;
    let taken: object | null = null;
    const finish = (result: Result<Upload>): void => {
      clearTimeout(timer);
      request.off('error', onBreak).off('close', onBreak);
      // The rest is read on and thrown away: a caller whose connection breaks while it sends sees no answer.
      request.unpipe(parser).resume();
      parser.removeAllListeners().on('error', () => undefined);
      resolve(result);
    };
    const onBreak = (): void => {
      // A request that was read to its end closes as well, maybe before its parser has.
      if (!request.readableEnded) finish(unreadable('the body broke off'));
    };
    const timer = setTimeout(() => {
      response.setHeader('Connection', 'close');
      finish(unreadable(`the body did not come in within ${withinMs / 1000} seconds`));
    }, withinMs);

    parser.on('field', (name, value, { valueTruncated }) => {
      if (valueTruncated) finish(unreadable(`${name.slice(0, 100)} is too long`));
      else if (!isStorable(value)) finish(unreadable(`${name.slice(0, 100)} must not contain NUL`));
      else if (!fields.has(name)) fields.set(name, value);
    });
    parser.on('file', (name, stream, { filename }) => {
      // What is wrong with a part, the parser says as well.
      stream.on('error', () => undefined);
      if (name !== limits.part) return void stream.resume();
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => {
        // A form may offer several ways to give the one file: those that were not used come empty.
        taken ??= stream;
        if (taken === stream) chunks.push(chunk);
      });
      stream.on('limit', () => {
        chunks.length = 0;
        finish(unreadable(`the file is larger than ${limits.bytes} bytes`));
      });
      stream.on('close', () => {
        if (taken === stream || file === null) file = { name: filename ?? '', content: Buffer.concat(chunks) };
      });
    });
    parser.on('partsLimit', () => finish(unreadable('the form has too many parts')));
    parser.on('error', () => finish(unreadable('the body is not a form of the type multipart/form-data')));
    parser.on('close', () => finish(ok({ fields: Object.fromEntries(fields), file })));
    request.on('error', onBreak).on('close', onBreak).pipe(parser);
  });
}

/** Null for another content type, or one without a boundary. */
function parserOf(request: IncomingMessage, { bytes }: UploadLimits): busboy.Busboy | null {
  const { 'content-type': contentType, 'content-encoding': encoding } = request.headers;
  if (contentType === undefined || !/^multipart\/form-data *;/i.test(contentType)) return null;
  if (encoding !== undefined && encoding !== 'identity') return null;
  try {
    return busboy({
      headers: request.headers,
      // Paths are refused, which takes seeing them.
      preservePath: true,
      defParamCharset: 'utf8',
      // A file of just this size counts as one that was cut off.
      limits: { fileSize: bytes + 1, fieldSize: FIELD_BYTES, parts: MAX_PARTS, fieldNameSize: 100 },
    });
  } catch {
    return null;
  }
}

/** What tells one form from another: the boundary between its parts, and their order, do not. */
export function uploadText({ fields, file }: Upload): Buffer {
  const content = file === null ? null : createHash('sha256').update(file.content).digest('base64url');
  const sorted = Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1));
  return Buffer.from(JSON.stringify([sorted, file?.name ?? null, content]));
}
