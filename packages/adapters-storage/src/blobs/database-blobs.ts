import { ok, type Result, type TenantKey } from '@corridor/core';
import type { BlobStore, Clock, UnitOfWork } from '@corridor/core/ports';
import { STORED_BLOBS } from '@corridor/core/records';

/** Blobs as rows, for hosts that share a database but no disk. */
export function createDatabaseBlobs(units: UnitOfWork, clock: Clock): BlobStore {
  const idOf = (key: string): string => `Blob:${key}`;
  return {
    async put(tenant, key, content) {
      const now = clock.now();
      throwUnlessOk(
        await units.run(tenant, async (tx) => {
          const earlier = await tx.get(STORED_BLOBS, idOf(key));
          if (earlier !== null) tx.remove(STORED_BLOBS, earlier);
          tx.add(STORED_BLOBS, {
            id: idOf(key),
            tenant,
            version: 1,
            createdAt: now,
            updatedAt: now,
            content: Buffer.from(content).toString('base64'),
          });
          return ok();
        }),
      );
    },

    async get(tenant: TenantKey, key) {
      const blob = await units.read(tenant, (reads) => reads.get(STORED_BLOBS, idOf(key)));
      return blob === null ? null : Buffer.from(blob.content, 'base64');
    },

    async delete(tenant, key) {
      throwUnlessOk(
        await units.run(tenant, async (tx) => {
          const blob = await tx.get(STORED_BLOBS, idOf(key));
          if (blob !== null) tx.remove(STORED_BLOBS, blob);
          return ok();
        }),
      );
    },
  };
}

function throwUnlessOk(result: Result<void>): void {
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`);
}
