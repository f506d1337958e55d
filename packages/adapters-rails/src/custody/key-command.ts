import { spawn } from 'node:child_process';
import { MasterKeyError } from './master-key.js';

export const KEY_COMMAND_VARIABLE = 'CORRIDOR_MASTER_KEY_COMMAND';

const WITHIN_MS = 10_000;
const MAX_BYTES = 4 * 1024;

/**
 * What a program prints, such as the tool of a key management service. It runs without a shell and with empty input, for
 * at most 10 seconds; then it is ended with the programs that it has started. A `MasterKeyError` says why it failed, and
 * contains neither its arguments nor its output.
 */
export function runKeyCommand([program = '', ...args]: readonly string[], withinMs = WITHIN_MS): Promise<string> {
  const failed = (why: string): MasterKeyError => new MasterKeyError(`${KEY_COMMAND_VARIABLE}: the program ${why}`);
  return new Promise((resolve, reject) => {
    // A group of its own, so that its children end with it.
    const child = spawn(program, args, { detached: process.platform !== 'win32', windowsHide: true });
    const printed: Buffer[] = [];
    let size = 0;
    const end = (why: string): void => {
      clearTimeout(timer);
      endGroup(child.pid, () => child.kill('SIGKILL'));
      for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
      reject(failed(why));
    };
    const timer = setTimeout(() => end(`did not end within ${withinMs / 1000} seconds`), withinMs);
    const count = (bytes: Buffer): void => {
      size += bytes.length;
      if (size > MAX_BYTES) end('printed more than 4 KiB');
    };
    child.stdout.on('data', (bytes: Buffer) => {
      printed.push(bytes);
      count(bytes);
    });
    child.stderr.resume();
    child.stdin.on('error', () => undefined).end();
    child.on('error', (error: NodeJS.ErrnoException) => {
      clearTimeout(timer);
      reject(failed(`cannot be started (${error.code ?? 'unknown'})`));
    });
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      if (code === 0) resolve(Buffer.concat(printed).toString('utf8'));
      else reject(failed(code === null ? `was ended by ${signal ?? 'a signal'}` : `ended with exit code ${code}`));
    });
  });
}

/** Ends the group of a program, or the program alone where there are no groups. */
function endGroup(pid: number | undefined, alone: () => void): void {
  if (pid === undefined) return;
  try {
    if (process.platform === 'win32') alone();
    else process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}
