import { constants } from 'node:fs';
import { access, statfs } from 'node:fs/promises';
import type { Configuration } from '../settings/configuration.js';
import { type Finding, ok, problem } from './finding.js';

const ABOUT = 'data folder';

/** The space that a host keeps for logs of the database, uploads and documents. */
const MIN_FREE_BYTES = 1e9;

export interface Disk {
  readonly freeBytes: number;
  readonly isWritable: boolean;
}

/** Reads the state of a folder's disk; null if the folder does not exist. */
export type ReadDisk = (folder: string) => Promise<Disk | null>;

export const readDisk: ReadDisk = async (folder) => {
  try {
    const { bavail, bsize } = await statfs(folder);
    const isWritable = await access(folder, constants.W_OK).then(
      () => true,
      () => false,
    );
    return { freeBytes: bavail * bsize, isWritable };
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw cause;
  }
};

/** Looks at the disk of the data folder. That of a Postgres server is seen by its own monitoring only. */
export async function examineDisk({ dataDirectory }: Configuration, read: ReadDisk): Promise<Finding> {
  const disk = await read(dataDirectory);
  if (disk === null)
    return problem(ABOUT, `${dataDirectory} does not exist`, 'correct CORRIDOR_DATA_DIR, or create the folder');
  if (!disk.isWritable) {
    return problem(ABOUT, `this user cannot write to ${dataDirectory}`, 'make the user of the host its owner');
  }
  const free = `${(disk.freeBytes / 1e9).toFixed(1)} GB are free`;
  if (disk.freeBytes < MIN_FREE_BYTES) {
    return problem(ABOUT, `${free} on the disk of ${dataDirectory}`, 'free space, or move the folder to a larger disk');
  }
  return ok(ABOUT, `writable, ${free}`);
}
