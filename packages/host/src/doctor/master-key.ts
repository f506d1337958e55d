import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Storage } from '@corridor/adapters-storage';
import { createSealer, isRotating, loadMasterKey, MasterKeyError } from '@corridor/adapters-rails/custody';
import { findUnreadable } from '@corridor/core/internal';
import { anySealedText, masterKey } from '../keys/master-key.js';
import type { Configuration } from '../settings/configuration.js';
import { keySources } from '../keys/configured-key.js';
import { type Finding, ok, problem } from './finding.js';

const ABOUT = 'master key';
const SECRETS = 'secrets';
const SECRETS_REMEDY = 'see "Secrets that cannot be opened" in docs/operate/keys.md';
const OTHERS = 0o077;

export interface ExaminedKey {
  readonly finding: Finding;
  /** Whether the key exists and belongs to the database. */
  readonly isUsable: boolean;
}

/** Compares the master key with a secret of the database. Creates no key. */
export async function examineMasterKey(configuration: Configuration, { units }: Storage): Promise<ExaminedKey> {
  const { dataDirectory: dataDir } = configuration;
  const file = join(dataDir, 'master.key');
  const sealed = await anySealedText(units);
  let mode: number | null = null;
  let source = file;
  try {
    const sources = await keySources(configuration);
    const { key, origin = 'CORRIDOR_MASTER_KEY' } = sources;
    if (key === null) mode = await modeOf(file);
    else source = origin;
    if (key === null && mode === null && sealed === null) {
      return { finding: ok(ABOUT, 'none yet; the first start of a host creates it'), isUsable: false };
    }
    if (key === null && (await isRotating(dataDir))) {
      const wrong = 'a rotation was interrupted';
      const remedy = 'stop every host of the database, and run `corridor master-key rotate` again';
      return { finding: problem(ABOUT, wrong, remedy), isUsable: false };
    }
    await loadMasterKey({ ...sources, sealed });
  } catch (cause) {
    if (!(cause instanceof MasterKeyError)) throw cause;
    const remedy = 'without the key of the database no host starts (docs/operate/keys.md)';
    return { finding: problem(ABOUT, cause.message, remedy), isUsable: false };
  }
  if (mode !== null && (mode & OTHERS) !== 0) {
    const wrong = `other users of this machine can access ${file} (mode ${(mode & 0o777).toString(8)})`;
    return { finding: problem(ABOUT, wrong, `run \`chmod 600 ${file}\`, and rotate the key`), isUsable: true };
  }
  return {
    finding: ok(ABOUT, `belongs to the database (${source})`),
    isUsable: true,
  };
}

/** How many texts are named; the audit names all. */
const MOST_NAMED = 5;

/** Opens every sealed text of the database with its master key. */
export async function examineSecrets(configuration: Configuration, { units }: Storage): Promise<readonly Finding[]> {
  const sealed = await anySealedText(units);
  if (sealed === null) return [];
  const found = await findUnreadable(units, createSealer(await masterKey(configuration, sealed)));
  if (found.length === 0) return [ok(SECRETS, 'all open with the master key')];
  const more = found.length > MOST_NAMED ? [`${found.length - MOST_NAMED} more cannot be opened`] : [];
  return [...found.slice(0, MOST_NAMED), ...more].map((each) => problem(SECRETS, each, SECRETS_REMEDY));
}

/** The permissions of a file; null if it does not exist. */
async function modeOf(file: string): Promise<number | null> {
  try {
    return (await stat(file)).mode;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw cause;
  }
}
