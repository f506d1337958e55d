import { createHash } from 'node:crypto';
import { type Context, type Core, fail, type Permission, type Result, type UseCase } from '@corridor/core';
import type * as z from 'zod';
import { declaration, type Described, renderer } from './declare.js';
import { BrokenOff, type IncomingFile, readMultipart } from './multipart.js';
import type { UploadOperation } from './operation.js';

const FILE = 'file';
/** How long a file may take to come in. */
export const UPLOAD_WITHIN_MS = 10 * 60 * 1000;
const STALL_MS = 20_000;

/** A form whose field `file` is taken in as it comes, in units of its own, and counts once the whole of it is there. */
export function upload<I, O>(
  spec: Described & {
    readonly permission: Permission;
    readonly form: z.ZodObject;
    readonly serialize: (output: O) => object;
    /** Takes the file in and answers what to accept; nothing of it counts before, and nothing is left if it breaks off. */
    readonly receive: (core: Core, ctx: Context, file: IncomingFile) => Promise<Result<I>>;
    /** Makes it count, in one unit with the answer. */
    readonly accept: (core: Core) => UseCase<I, O>;
  },
): UploadOperation {
  const render = renderer<O>(spec);
  return {
    ...declaration({ ...spec, body: spec.form }),
    mediaType: 'multipart/form-data',
    permission: spec.permission,
    async take(core, { ctx, claimOf }, { request, response, fileBytes }) {
      const hash = createHash('sha256');
      const limits = {
        file: FILE,
        fileBytes,
        fields: [],
        fieldBytes: 0,
        withinMs: UPLOAD_WITHIN_MS,
        stallMs: STALL_MS,
      };
      const form = await readMultipart(request, response, limits, ({ bytes, ...file }) =>
        unlessBrokenOff(spec.receive(core, ctx, { ...file, bytes: hashed(bytes, hash) })),
      );
      if (!form.ok) return form;
      const claim = claimOf(hash.digest('base64url'));
      return core.commands.run(
        ctx,
        spec.accept(core),
        form.value.file,
        // Its 202 is no challenge: the file is not to be taken in twice.
        (output) => ({ ...render(output), remember: true }),
        claim,
      );
    },
  };
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
