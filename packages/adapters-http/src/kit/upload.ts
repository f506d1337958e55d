import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Context, type Core, ok, type Result } from '@corridor/core';
import { fail } from '@corridor/core/internal';
import { BrokenOff, type Form, type IncomingFile, type MultipartLimits, readMultipart } from './multipart.js';
import type { SpooledFile, UploadPlace } from './uploads.js';

export interface UploadOptions {
  /** The largest CSV file of customers; 64 MiB by default. */
  readonly csvBytes?: number;
}

/** How an operation receives the file of its form. */
export interface Upload {
  /** Name of the part that holds the file. */
  readonly part: string;
  /** The largest file, in bytes. */
  readonly bytes: (options: UploadOptions) => number;
  /**
   * Reads the file to its end while it arrives; the result becomes the value of the part in the checked body. Anything
   * that this function stores is committed in units of work (database transactions) of its own, has no effect until the
   * operation runs, and must be removed if the operation does not run.
   */
  readonly receive: (core: Core, ctx: Context, file: IncomingFile, place: UploadPlace) => Promise<Result<object>>;
  /** Replaces that result once the whole form has arrived. */
  readonly complete?: (received: object) => Promise<object>;
}

/** A file that is small enough to be loaded into memory once it has arrived; until then it is on disk. */
export const whole = (part: string, bytes: number): Upload => ({
  part,
  bytes: () => bytes,
  receive: async (_core, _ctx, file, place) => ok(await place.spool(file)),
  complete: (spooled) => (spooled as SpooledFile).load(),
});

/**
 * The size of a request with a file according to its `Content-Length`, at most the limit; the limit without that
 * header.
 */
export const announcedBytes = ({ headers }: IncomingMessage, most: number): number =>
  Math.min(Number(headers['content-length'] ?? most) || most, most);

/** Time limit for a form with a file: phones send photographs, and platforms long lists, over slow connections. */
export const UPLOAD_WITHIN_MS = 10 * 60 * 1000;
const STALL_MS = 20_000;
const TIMES = { withinMs: UPLOAD_WITHIN_MS, stallMs: STALL_MS };

export interface UploadedForm<T> extends Form<T> {
  /** Identifies the form for idempotency, independent of its boundary and of the order of its parts. */
  readonly identity: Buffer;
}

/** Reads a form whose file goes through `receive`. Errors are those of `readMultipart` and of `receive`. */
export async function readUpload<T>(
  request: IncomingMessage,
  response: ServerResponse,
  limits: Omit<MultipartLimits, 'withinMs' | 'stallMs'>,
  receive: (file: IncomingFile) => Promise<Result<T>>,
  times: Pick<MultipartLimits, 'withinMs' | 'stallMs'> = TIMES,
): Promise<Result<UploadedForm<T>>> {
  const hash = createHash('sha256');
  let name: string | null = null;
  const form = await readMultipart(request, response, { ...limits, ...times }, (file) => {
    name = file.name;
    return unlessBrokenOff(receive({ ...file, bytes: hashed(file.bytes, hash) }));
  });
  if (!form.ok) return form;
  const fields = Object.entries(form.value.fields).sort(([a], [b]) => (a < b ? -1 : 1));
  const identity = Buffer.from(JSON.stringify([fields, name, hash.digest('base64url')]));
  return ok({ ...form.value, identity });
}

async function* hashed(
  bytes: AsyncIterable<Buffer>,
  hash: ReturnType<typeof createHash>,
): AsyncGenerator<Buffer, void> {
  for await (const chunk of bytes) {
    hash.update(chunk);
    yield chunk;
  }
}

async function unlessBrokenOff<T>(received: Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await received;
  } catch (cause) {
    if (cause instanceof BrokenOff) return fail(cause.error);
    throw cause;
  }
}
