import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates the folder and the missing folders above it, for this user only. Node's own `recursive` does not end where the
 * system refuses a folder with ENOENT, as below `/proc`.
 */
export function createFolder(path: string): void {
  if (tried(path) === null) return;
  createFolder(dirname(path));
  const refused = tried(path);
  if (refused !== null) throw refused;
}

/** Null if the folder exists; the error if the folder above is missing. */
function tried(path: string): Error | null {
  try {
    mkdirSync(path, { mode: 0o700 });
    return null;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return null;
    if (code === 'ENOENT' && dirname(path) !== path) return error as Error;
    throw error;
  }
}
