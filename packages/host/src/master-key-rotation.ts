import {
  adoptNextMasterKey,
  createSealer,
  decodeKey,
  isRotating,
  keyIdOf,
  loadMasterKey,
  nextMasterKey,
  sealedWith,
} from '@corridor/adapters-rails/custody';
import type { SealedPlace } from '@corridor/core/ports';
import { openSealed, resealAll } from '@corridor/core/internal';
import { anySealedText } from './composition/rails-module.js';
import { openStorage } from './composition/storage-module.js';
import type { Configuration } from './configuration.js';
import { UsageError } from './errors.js';
import { createLog } from './logging.js';
import type { Surroundings } from './surroundings.js';

const VARIABLE = 'CORRIDOR_MASTER_KEY';
const NEXT_VARIABLE = 'CORRIDOR_MASTER_KEY_NEXT';

/**
 * Seals everything with a new master key: the one that is given, or a new one that takes the place of the file in the
 * data folder. Run again after it was broken off, it goes on. No host of the database may run meanwhile.
 */
export async function rotateMasterKey(configuration: Configuration, { print, log }: Surroundings): Promise<number> {
  const { dataDirectory: dataDir, masterKey, nextMasterKey: given } = configuration;
  if (masterKey !== null && given === null) throw new UsageError(`${NEXT_VARIABLE} is missing: the key to seal with`);
  if (masterKey === null && given !== null) throw new UsageError(`${NEXT_VARIABLE} goes with ${VARIABLE}`);
  const storage = await openStorage(configuration, createLog(configuration.logLevel, log));
  try {
    // What a rotation that was broken off has sealed tells nothing of the present key.
    const begun = given !== null || (await isRotating(dataDir));
    const sealed = begun ? null : await anySealedText(storage.units);
    const present = await loadMasterKey({ dataDir, key: masterKey, sealed });
    const next = given === null ? await nextMasterKey(dataDir) : decodeKey(given, NEXT_VARIABLE);
    const [old, renewed] = [createSealer(present), createSealer(next)];
    const nextId = keyIdOf(next);
    const reseal = (text: string, place: SealedPlace): string =>
      sealedWith(text) === nextId ? renewed.renew(text, place) : renewed.seal(openSealed(old, text, place), place);
    let changed = 0;
    for (let pass = -1; pass !== 0; changed += pass) pass = await resealAll(storage.units, reseal);
    if (given === null) await adoptNextMasterKey(dataDir);
    print(`sealed anew: ${changed} records, with the master key ${nextId}`);
    if (given !== null) print(`start every host with ${VARIABLE} set to what ${NEXT_VARIABLE} is now`);
    return 0;
  } finally {
    await storage.close();
  }
}
