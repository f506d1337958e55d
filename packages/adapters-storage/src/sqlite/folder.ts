import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates the folder and the missing folders above it, for this user only. Node's own `recursive` does not end where the
 * system refuses a folder with ENOENT, as below `/proc`.
 */
export function createFolder(path: string): void {
  if (isCreated(path)) return;
  createFolder(dirname(path));
  if (!isCreated(path)) throw refusedIn(path);
}

/** False if the folder above is missing. */
function isCreated(path: string): boolean {
  try {
    mkdirSync(path, { mode: 0o700 });
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return true;
    if (code === 'ENOENT' && dirname(path) !== path) return false;
    throw error;
  }
}

const refusedIn = (path: string): Error =>
  Object.assign(new Error(`ENOENT: the system creates no folder here, mkdir '${path}'`), { code: 'ENOENT' });
