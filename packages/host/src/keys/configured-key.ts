import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  KEY_COMMAND_VARIABLE,
  MasterKeyError,
  type MasterKeySources,
  runKeyCommand,
} from '@corridor/adapters-rails/custody';
import type { Configuration } from '../settings/configuration.js';

type Sources = Pick<Configuration, 'dataDirectory' | 'masterKey' | 'masterKeyCommand'>;

/** What the programs have printed: each runs once in a process. */
const printed = new WeakMap<readonly string[], Promise<string>>();

/** Where the configuration says that the master key is. Runs the program that prints it, the first time. */
export async function keySources({
  dataDirectory: dataDir,
  masterKey: key,
  masterKeyCommand: command,
}: Sources): Promise<Omit<MasterKeySources, 'sealed'>> {
  if (command === null) return { dataDir, key };
  const file = join(dataDir, 'master.key');
  if (existsSync(file)) {
    throw new MasterKeyError(`${KEY_COMMAND_VARIABLE} is set, but ${file} exists: remove the one that is not in use`);
  }
  const running = printed.get(command) ?? runKeyCommand(command);
  printed.set(command, running);
  return { dataDir, key: await running, origin: KEY_COMMAND_VARIABLE };
}

/** Whether the configuration names a master key, or the data folder has one; whether it can be read is another question. */
export async function isKeyConfigured({ dataDirectory, masterKey, masterKeyCommand }: Sources): Promise<boolean> {
  if (masterKey !== null || masterKeyCommand !== null) return true;
  return stat(join(dataDirectory, 'master.key')).then(
    () => true,
    (cause: unknown) => (cause as NodeJS.ErrnoException).code !== 'ENOENT',
  );
}
