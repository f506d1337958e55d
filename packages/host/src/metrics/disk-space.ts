import { statfs } from 'node:fs/promises';

export interface DiskSpace {
  /** Bytes that the user of the process can still write. */
  readonly free: number;
  readonly size: number;
}

/** The disk of a folder; null if the system does not tell. */
export async function diskSpace(folder: string): Promise<DiskSpace | null> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { free: bavail * bsize, size: blocks * bsize };
  } catch {
    return null;
  }
}
