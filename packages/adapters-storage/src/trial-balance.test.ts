import { type Instant, ok } from '@corridor/core';
import { readPositions } from '@corridor/core/internal';
import { POSTINGS } from '@corridor/core/records';
import { describe, expect, test } from 'vitest';
import { DATABASES } from './testing/backends.js';
import { ALICE, posting } from './testing/records.js';

const NOW = 1_700_000_000_000 as Instant;
const UNITS = 60;
/** Enough that a trial balance stores its sums several times. */
const POSTINGS_OF_A_UNIT = 200;

describe.each(DATABASES)('the trial balance on $name', ({ create }) => {
  test('misses no posting that another host commits while it is read', async () => {
    const database = await create();
    const [storage, other] = [database.open(), database.open()];
    await storage.migrate();
    const sum = async (): Promise<bigint> =>
      (await readPositions(storage.units, NOW)).reduce((total, { balance }) => total + balance, 0n);

    let isWriting = true;
    const reading = (async () => {
      while (isWriting) await sum();
    })();
    for (let unit = 0; unit < UNITS; unit++) {
      await other.units.run(ALICE, async (tx) => {
        for (let i = 0; i < POSTINGS_OF_A_UNIT; i++) {
          tx.add(POSTINGS, posting(`JournalEntry:${unit}/${i}`, 'fees:house:USD', 1n));
        }
        return ok();
      });
    }
    isWriting = false;
    await reading;

    expect(await sum()).toBe(BigInt(UNITS * POSTINGS_OF_A_UNIT));
    await Promise.all([storage.close(), other.close()]);
    await database.drop();
  });
});
