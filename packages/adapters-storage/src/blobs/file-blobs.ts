import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { TenantKey } from '@corridor/core';
import type { BlobStore } from '@corridor/core/ports';
import { unfinished, writeWhole } from './whole-file.js';

const KEY = /^[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*$/;

/** Blobs as files, in one folder per tenant, readable only for the user of the process. */
export function createFileBlobs(folder: string): BlobStore {
  const pathOf = (tenant: TenantKey, key: string): string => {
    if (!KEY.test(key)) throw new Error('not a valid key of a blob');
    return join(folder, ...tenant.split('/').map((part) => part.replaceAll(/[^A-Za-z0-9-]/g, '_')), key);
  };

  return {
    put: async (tenant, key, content) => writeWhole(pathOf(tenant, key), content),

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
