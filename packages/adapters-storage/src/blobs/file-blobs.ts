import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { TenantKey } from '@corridor/core';
import { type BlobStore, Unavailable } from '@corridor/core/ports';

const KEY = /^[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*$/;

/** The disk is full, over the user's quota, broken, or read-only. */
const DISK_FAULTS = new Set(['ENOSPC', 'EDQUOT', 'EIO', 'EROFS']);

/** Blobs as files, in one folder per tenant, readable only for the user of the process. */
export function createFileBlobs(folder: string): BlobStore {
  const pathOf = (tenant: TenantKey, key: string): string => {
    if (!KEY.test(key)) throw new Error('not a valid key of a blob');
    return join(folder, ...tenant.split('/').map((part) => part.replaceAll(/[^A-Za-z0-9-]/g, '_')), key);
  };
  /** Written beside the final path and renamed, so that the final file is always complete. */
  const unfinished = (path: string): string => `${path}.part`;

  return {
    async put(tenant, key, content) {
      const path = pathOf(tenant, key);
      try {
        await write(path, unfinished(path), content);
      } catch (error) {
        const { code = '', message } = error as NodeJS.ErrnoException;
        throw DISK_FAULTS.has(code) ? new Unavailable(message, { cause: error }) : error;
      }
    },

    async get(tenant, key) {
      try {
        return await readFile(pathOf(tenant, key));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw error;
      }
    },

    async delete(tenant, key) {
      const path = pathOf(tenant, key);
      await Promise.all([rm(path, { force: true }), rm(unfinished(path), { force: true })]);
    },
  };
}

async function write(path: string, unfinished: string, content: Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await open(unfinished, 'w', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(unfinished, path);
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
