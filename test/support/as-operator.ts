import { join } from 'node:path';
import type { Storage } from '../../packages/adapters-storage/src/storage.js';
import { operatorFile } from '../../packages/host/src/testing/operator-file.js';

export interface CommandResult {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

type Command = (...args: readonly string[]) => Promise<CommandResult>;

/** Runs commands with the credential of an administrator, who is added to the database with the first command. */
export function asOperator(command: Command, folder: string, open: () => Storage): Command {
  let file: Promise<string> | null = null;
  async function added(): Promise<string> {
    const storage = open();
    try {
      return await operatorFile(storage.units, join(folder, 'operator'), 'Operator', 'ADMIN');
    } finally {
      await storage.close();
    }
  }
  return async (...args) => command(...args, '--operator', await (file ??= added()));
}
