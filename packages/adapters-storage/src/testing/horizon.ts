import { POSTINGS } from '@corridor/core';
import { expect, vi } from 'vitest';
import type { Storage } from '../storage.js';

/** The horizon of postings, once it has come to the last of them: transactions of other databases hold it back too. */
export const horizonOfAll = (storage: Storage): Promise<number> =>
  vi.waitFor(
    () =>
      storage.units.read(null, async (reads) => {
        const horizon = await reads.horizon(POSTINGS as never);
        const beyond = { after: horizon, upTo: Number.MAX_SAFE_INTEGER, order: 'asc', limit: 1 } as const;
        expect(await reads.follow(POSTINGS, beyond)).toEqual([]);
        return horizon;
      }),
    { timeout: 20_000 },
  );
