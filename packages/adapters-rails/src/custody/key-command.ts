import { execFile } from 'node:child_process';
import { MasterKeyError } from './master-key.js';

export const KEY_COMMAND_VARIABLE = 'CORRIDOR_MASTER_KEY_COMMAND';

const WITHIN_MS = 10_000;
const MAX_BYTES = 4 * 1024;

/**
 * What a program prints, such as the tool of a key management service. It runs without a shell and with empty input, for
 * at most 10 seconds. A `MasterKeyError` says why it failed, and contains neither its arguments nor its output.
 */
export function runKeyCommand([program = '', ...args]: readonly string[], withinMs = WITHIN_MS): Promise<string> {
  const failed = (why: string): MasterKeyError => new MasterKeyError(`${KEY_COMMAND_VARIABLE}: the program ${why}`);
  const settings = { timeout: withinMs, maxBuffer: MAX_BYTES, killSignal: 'SIGKILL', windowsHide: true } as const;
  return new Promise((resolve, reject) => {
    const child = execFile(program, args, settings, (error, stdout) => {
      if (error === null) return resolve(stdout);
      // The message of the error repeats the arguments and what the program wrote to its standard error.
      if (error.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') return reject(failed('printed more than 4 KiB'));
      if (error.killed === true) return reject(failed(`did not end within ${withinMs / 1000} seconds`));
      if (typeof error.code === 'number') return reject(failed(`ended with exit code ${error.code}`));
      if (typeof error.code === 'string') return reject(failed(`cannot be started (${error.code})`));
      return reject(failed(`was ended by ${error.signal ?? 'a signal'}`));
    });
    child.stdin?.on('error', () => undefined).end();
  });
}
