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
 * Encrypts all secrets in the database with a new master key: the given one, or a generated one that replaces the file
 * in the data folder. An interrupted rotation continues when the command runs again. Hosts of the database must be
 * stopped.
 */
export async function rotateMasterKey(configuration: Configuration, { print, log }: Surroundings): Promise<number> {
  const { dataDirectory: dataDir, masterKey, nextMasterKey: given } = configuration;
  if (masterKey !== null && given === null) throw new UsageError(`${NEXT_VARIABLE} is missing: set it to the new key`);
  if (masterKey === null && given !== null) throw new UsageError(`${NEXT_VARIABLE} requires ${VARIABLE}`);
  const storage = await openStorage(configuration, createLog(configuration.logLevel, log));
  try {
    // Secrets that an interrupted rotation has already encrypted with the new key say nothing about the current key.
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
    print(`encrypted the secrets of ${changed} records with the new master key ${nextId}`);
    if (given !== null) print(`start every host with ${VARIABLE} set to the value of ${NEXT_VARIABLE}`);
    return 0;
  } finally {
    await storage.close();
  }
}
