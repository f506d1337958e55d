import {
  adoptNextMasterKey,
  createSealer,
  decodeKey,
  isRotating,
  keyIdOf,
  loadMasterKey,
  type MasterKeySources,
  nextMasterKey,
  sealedWith,
} from '@corridor/adapters-rails/custody';
import type { Storage } from '@corridor/adapters-storage';
import type { SealedPlace } from '@corridor/core/ports';
import { openSealed, type Reseal, resealAll, resealHost } from '@corridor/core/internal';
import { anySealedText } from '../keys/master-key.js';
import { openStorage } from '../composition/storage-module.js';
import type { Configuration } from '../settings/configuration.js';
import { keySources } from '../keys/configured-key.js';
import { CommandError, UsageError } from '../kernel/errors.js';
import { createLog } from '../logging/logging.js';
import { refuseHosts } from './refuse-hosts.js';
import type { ProcessContext } from '../kernel/process-context.js';

const VARIABLE = 'CORRIDOR_MASTER_KEY';
const NEXT_VARIABLE = 'CORRIDOR_MASTER_KEY_NEXT';

/**
 * Encrypts all secrets in the database with a new master key: the given one, or a generated one that replaces the file
 * in the data folder. An interrupted rotation continues when the command runs again. Refuses to run beside hosts of the
 * database.
 */
export async function rotateMasterKey(configuration: Configuration, { print, log }: ProcessContext): Promise<number> {
  const { dataDirectory: dataDir, nextMasterKey: given } = configuration;
  const sources = await keySources(configuration);
  const variable = sources.origin ?? VARIABLE;
  if (sources.key !== null && given === null)
    throw new UsageError(`${NEXT_VARIABLE} is missing: set it to the new key`);
  if (sources.key === null && given !== null)
    throw new UsageError(`${NEXT_VARIABLE} requires ${VARIABLE} or ${VARIABLE}_COMMAND`);
  const storage = await openStorage(configuration, createLog(configuration.logLevel, log));
  try {
    await refuseHosts(storage);
    const { present, next } = await keysOf(storage, sources, given);
    const nextId = keyIdOf(next);
    const unreadable = new Map<string, string>();
    const reseal = resealWith(present, next, ({ row, column }, why) =>
      unreadable.set(`${row}/${column}`, `${row} has a ${column} that cannot be opened: ${why}`),
    );
    let changed = await resealHost(storage.units, reseal);
    // A host that has started since the first look has the former key; each that starts from now on is refused.
    await refuseHosts(storage);
    for (let pass = -1; pass !== 0; changed += pass) pass = await resealAll(storage.units, reseal);
    if (given === null) await adoptNextMasterKey(dataDir);
    print(`encrypted the secrets of ${changed} records with the new master key ${nextId}`);
    if (given !== null) print(nextStep(variable));
    for (const line of unreadable.values()) print(line);
    if (unreadable.size > 0)
      print(`${unreadable.size} secrets stay as they are: see "Secrets that cannot be opened" in docs/operate/keys.md`);
    await erase(storage);
    return unreadable.size === 0 ? 0 : 1;
  } finally {
    await storage.close();
  }
}

const nextStep = (variable: string): string =>
  variable === VARIABLE
    ? `start every host with ${VARIABLE} set to the value of ${NEXT_VARIABLE}`
    : `start every host when the program of ${variable} prints the value of ${NEXT_VARIABLE}`;

/** The present and the new key. Throws a MasterKeyError if the database was sealed with neither. */
async function keysOf(
  storage: Storage,
  sources: Omit<MasterKeySources, 'sealed'>,
  given: string | null,
): Promise<{ readonly present: Uint8Array; readonly next: Uint8Array }> {
  const sealed = await anySealedText(storage.units);
  const hasBegun = given !== null || (await isRotating(sources.dataDir));
  // An interrupted rotation has sealed the first secrets with the new key already.
  const next = !hasBegun
    ? null
    : given === null
      ? await nextMasterKey(sources.dataDir)
      : decodeKey(given, NEXT_VARIABLE);
  const isResealed = next !== null && sealed !== null && sealedWith(sealed) === keyIdOf(next);
  const present = await loadMasterKey({ ...sources, sealed: isResealed ? null : sealed });
  return { present, next: next ?? (await nextMasterKey(sources.dataDir)) };
}

/**
 * Seals a text with the new key, and a text that neither key opens stays as it is: otherwise one altered record would
 * keep all others on a key that may have leaked.
 */
function resealWith(
  present: Uint8Array,
  next: Uint8Array,
  unreadable: (place: SealedPlace, why: string) => void,
): Reseal {
  const [old, renewed] = [createSealer(present), createSealer(next)];
  const nextId = keyIdOf(next);
  return (text, place) => {
    try {
      return sealedWith(text) === nextId
        ? renewed.renew(text, place)
        : renewed.seal(openSealed(old, text, place), place);
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'SealError') throw error;
      unreadable(place, error.message);
      return text;
    }
  };
}

/** The file of SQLite still contains the texts that were sealed with the former key, in free pages. */
async function erase(storage: Storage): Promise<void> {
  try {
    await storage.eraseRemains();
  } catch (cause) {
    throw new CommandError(
      `the secrets are encrypted with the new master key, but what the former key has encrypted is still in the file (${(cause as Error).message}): free as much disk as the database takes, and run \`sqlite3 corridor.db VACUUM\` while no host runs`,
      { cause },
    );
  }
}
