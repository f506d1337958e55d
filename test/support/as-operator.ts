import { join } from 'node:path';

export interface CommandResult {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

type Command = (...args: readonly string[]) => Promise<CommandResult>;

/** Runs commands with the credential of an administrator, who is created with the first command. */
export function asOperator(command: Command, folder: string): Command {
  let file: Promise<string> | null = null;
  async function created(): Promise<string> {
    const path = join(folder, 'operator');
    const operator = ['--name', 'Operator', '--role', 'admin', '--credential', path];
    const { exitCode, stderr } = await command('operator', 'create', ...operator);
    if (exitCode !== 0) throw new Error(stderr);
    return path;
  }
  return async (...args) => command(...args, '--operator', await (file ??= created()));
}
