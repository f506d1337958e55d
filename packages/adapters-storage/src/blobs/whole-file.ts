import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Unavailable } from '@corridor/core/ports';

/** The disk is full, over the user's quota, broken, or read-only. */
const DISK_FAULTS = new Set(['ENOSPC', 'EDQUOT', 'EIO', 'EROFS']);

/** Written beside the final path and renamed, so that the final file is always complete. */
export const unfinished = (path: string): string => `${path}.part`;

/**
 * Writes a file that only the user of the process can read, with its folder if that is missing. When the promise
 * resolves, the file survives a power failure. `part`: where it is written first; hosts that may write the same file at
 * the same time need one each. Throws `Unavailable` if the disk refuses.
 */
export async function writeWhole(path: string, content: Uint8Array, part = unfinished(path)): Promise<void> {
  try {
    await write(path, content, part);
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw DISK_FAULTS.has(code) ? new Unavailable(message, { cause: error }) : error;
  }
}

/**
 * Deletes files of one folder; a missing one counts as deleted. When the promise resolves, they stay deleted after a power
 * failure. Throws `Unavailable` if the disk refuses.
 */
export async function removeWhole(folder: string, names: readonly string[]): Promise<void> {
  try {
    for (const name of names) await rm(join(folder, name), { force: true });
    if (names.length > 0) await syncFolder(folder);
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw DISK_FAULTS.has(code) ? new Unavailable(message, { cause: error }) : error;
  }
}

async function write(path: string, content: Uint8Array, part: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await open(part, 'w', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(part, path);
  await syncFolder(dirname(path));
}

/** A renamed file survives a power failure only once its folder is on disk. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
