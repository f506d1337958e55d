import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Storage } from '@corridor/adapters-storage';
import { isRotating, loadMasterKey, MasterKeyError } from '@corridor/adapters-rails/custody';
import { anySealedText } from '../composition/rails-module.js';
import type { Configuration } from '../configuration.js';
import { type Finding, ok, problem } from './finding.js';

const ABOUT = 'master key';
const OTHERS = 0o077;

export interface ExaminedKey {
  readonly finding: Finding;
  /** Whether the key exists and belongs to the database. */
  readonly isUsable: boolean;
}

/** Compares the master key with a secret of the database. Creates no key. */
export async function examineMasterKey(
  { dataDirectory: dataDir, masterKey: key }: Configuration,
  { units }: Storage,
): Promise<ExaminedKey> {
  const file = join(dataDir, 'master.key');
  const sealed = await anySealedText(units);
  const mode = key === null ? await modeOf(file) : null;
  try {
    if (key === null && mode === null && sealed === null) {
      return { finding: ok(ABOUT, 'none yet; the first start of a host creates it'), isUsable: false };
    }
    if (key === null && (await isRotating(dataDir))) {
      const wrong = 'a rotation was interrupted';
      const remedy = 'stop every host of the database, and run `corridor master-key rotate` again';
      return { finding: problem(ABOUT, wrong, remedy), isUsable: false };
    }
    await loadMasterKey({ dataDir, key, sealed });
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
    finding: ok(ABOUT, `belongs to the database (${key === null ? file : 'CORRIDOR_MASTER_KEY'})`),
    isUsable: true,
  };
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
