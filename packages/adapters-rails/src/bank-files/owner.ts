import { ok } from '@corridor/core';
import type { Random, RailStore } from '@corridor/core/ports';
import { stored } from '../connections/stored.js';
import type { ExchangeSession } from './exchange/exchange.js';
import { OWNER_FILE } from './exchange/owner-file.js';

const OWNERS = 'owners';
const OWN = 'own';

/** The id of this installation for the exchange. It is drawn once, and kept with the records. */
export async function ownerId({
  store,
  random,
}: {
  readonly store: RailStore;
  readonly random: Random;
}): Promise<string> {
  const known = async (): Promise<string | null> => {
    const record = await store.read((records) => records.get(OWNERS, OWN));
    return record === null ? null : (record.value as string);
  };
  const before = await known();
  if (before !== null) return before;
  const drawn = [...random.bytes(8)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  stored(
    await store.run(async (records) => {
      records.add({ collection: OWNERS, key: OWN, value: drawn }, { unlessExists: true });
      return ok();
    }),
  );
  // Another host may have drawn at the same time.
  return (await known()) ?? drawn;
}

/** Why this installation must not take files from the exchange; null if it may. */
export async function ownerProblem(session: ExchangeSession, id: string): Promise<string | null> {
  const owner = await session.owner(id);
  return owner === null || owner === id
    ? null
    : `the archive belongs to another installation of Corridor (${JSON.stringify(owner)}), and two would divide the files of the bank between them; remove ${OWNER_FILE} from it if the other one is gone`;
}
