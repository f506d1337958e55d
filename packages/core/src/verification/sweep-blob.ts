import { finish, type JobHandler } from '../events/index.js';
import { ok, type UnitOfWork } from '../kernel/index.js';
import type { BlobStore } from './ports.js';

/** Deletes content that no record refers to. */
export const sweepBlob =
  (units: UnitOfWork, blobs: BlobStore): JobHandler =>
  async (ctx, job, ask) => {
    const asked = await ask('blobs', () => blobs.delete(ctx.tenant, job.subject));
    if (!asked.ok) return asked;
    return units.run(ctx.tenant, async (tx) => {
      finish(tx, job);
      return ok();
    });
  };
