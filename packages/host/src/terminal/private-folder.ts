import { createWriteStream } from 'node:fs';
import { chmod, mkdir, readdir } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { UsageError } from '../kernel/errors.js';

/**
 * Creates the folder of `--output`, which only its owner can read. One that has files is refused, so that no two exports are
 * mixed.
 */
export async function makePrivateFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    // One that exists keeps its mode, and may be open to others.
    if ((await readdir(folder)).length === 0) return await chmod(folder, 0o700);
  } catch (cause) {
    throw new UsageError(
      `--output: ${folder} cannot be created, or is not yours (${(cause as NodeJS.ErrnoException).code ?? 'unknown'})`,
    );
  }
  throw new UsageError(`--output: ${folder} has files; name a new or an empty folder`);
}

/** Writes a new file that only its owner can read. */
export const writePrivate = (
  path: string,
  parts: Iterable<string | Uint8Array> | AsyncIterable<string>,
): Promise<void> => pipeline(parts, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }));
