import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Creates the folder and the missing folders above it, for this user only. Node's own `recursive` does not end where the
 * system refuses a folder with ENOENT, as below `/proc`.
 */
export async function createFolder(path: string): Promise<void> {
  if ((await tried(path)) === null) return;
  await createFolder(dirname(path));
  const refused = await tried(path);
  if (refused !== null) throw refused;
}

/** Null if the folder exists; the error if the folder above is missing. */
async function tried(path: string): Promise<Error | null> {
  try {
    await mkdir(path, { mode: 0o700 });
    return null;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return null;
    if (code === 'ENOENT' && dirname(path) !== path) return error as Error;
    throw error;
  }
}
