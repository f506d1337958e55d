import { type Instant, ok } from '@corridor/core';
import type { RailRecords, RailStore } from '@corridor/core/ports';
import { stored } from '../connections/stored.js';

/** Files of the bank that are being applied, by their digest. */
const FILES_IN_HAND = 'files-in-hand';
const OPEN = 'OPEN';
/** After this time core has asked about each payment itself; a file that was not applied until then is gone. */
const GONE_AFTER_MS = 6 * 3_600_000;
const MOST = 100;

/**
 * Applies a message of a file. What it says is stored in several units, and then told to core. Meanwhile the file is noted;
 * after a crash, until the same file is applied again.
 */
export async function inHand<T>(store: RailStore, file: string, apply: () => Promise<T>): Promise<T> {
  const note = (isOver: boolean): Promise<void> =>
    store
      .run(async (records) => {
        const record = await records.get(FILES_IN_HAND, file);
        if (record !== null && isOver) records.remove(record);
        // The note is renewed, so that it counts from now.
        else if (record !== null) records.change(record, { status: OPEN });
        else if (!isOver) records.add({ collection: FILES_IN_HAND, key: file, status: OPEN }, { unlessExists: true });
        return ok();
      })
      .then(stored);
  await note(false);
  const applied = await apply();
  await note(true);
  return applied;
}

export const countInHand = (records: RailRecords): Promise<number> => records.count(FILES_IN_HAND, OPEN);

/** Whether a file is being applied, so that only a part of what it says may be stored, or known to core. */
export async function isInHand(records: Pick<RailRecords, 'list'>, now: Instant): Promise<boolean> {
  const noted = await records.list(FILES_IN_HAND, { status: OPEN, limit: MOST });
  return noted.some(({ updatedAt }) => now - updatedAt < GONE_AFTER_MS);
}
