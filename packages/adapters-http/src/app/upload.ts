import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Context, type Core, ok, type Result } from '@corridor/core';
import { fail } from '@corridor/core/internal';
import { BrokenOff, type Form, type IncomingFile, type MultipartLimits, readMultipart } from './multipart.js';
import type { SpooledFile, UploadPlace } from './uploads.js';

export interface UploadOptions {
  /** The largest file of customers that is taken in; 64 MiB by default. */
  readonly csvBytes?: number;
}

/** How an operation whose body is a form takes in the file of it. */
export interface Upload {
  /** Name of the part that holds the file. */
  readonly part: string;
  /** The largest file, in bytes. */
  readonly bytes: (options: UploadOptions) => number;
  /**
   * Takes the file in as it comes, to its end; what it answers stands in the checked body under the name of the part.
   * What it writes is in units of its own, counts for nothing before the operation has run, and must not stay if the
   * operation never does.
   */
  readonly receive: (core: Core, ctx: Context, file: IncomingFile, place: UploadPlace) => Promise<Result<object>>;
  /** What is made of that once the whole form is there; it stands in its place then. */
  readonly complete?: (received: object) => Promise<object>;
}

/** A file that is small enough to be held whole, once it is there: until then it lies on disk. */
export const whole = (part: string, bytes: number): Upload => ({
  part,
  bytes: () => bytes,
  receive: async (_core, _ctx, file, place) => ok(await place.spool(file)),
  complete: (spooled) => (spooled as SpooledFile).load(),
});

/** Bytes that a request with a file will take, as far as it says so itself. */
export const announcedBytes = ({ headers }: IncomingMessage, most: number): number =>
  Math.min(Number(headers['content-length'] ?? most) || most, most);

/** How long a form with a file may take to come in: phones send photographs, and platforms long lists, over slow lines. */
export const UPLOAD_WITHIN_MS = 10 * 60 * 1000;
const STALL_MS = 20_000;
const TIMES = { withinMs: UPLOAD_WITHIN_MS, stallMs: STALL_MS };

export interface UploadedForm<T> extends Form<T> {
  /** What tells one form from another: the boundary between its parts, and their order, do not. */
  readonly identity: Buffer;
}

/** Reads a form whose file is taken in by `receive`; the errors are those of `readMultipart`, and of `receive`. */
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
