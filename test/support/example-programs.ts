import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { BOOTSTRAP } from './host.js';

const examples = fileURLToPath(new URL('../../examples/', import.meta.url));

interface Surroundings {
  /** The folder in which the program runs. */
  readonly cwd: string;
  /** The address of the API. */
  readonly baseUrl: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts a program of an example, such as `payroll/payroll.js`, with the credential of the tests. */
function spawnExample(file: string, args: readonly string[], { cwd, baseUrl, env = {} }: Surroundings): ChildProcess {
  return spawn(process.execPath, [`${examples}${file}`, ...args], {
    cwd,
    env: {
      PATH: process.env['PATH'],
      CORRIDOR_BASE_URL: baseUrl,
      CORRIDOR_CLIENT_ID: BOOTSTRAP.clientId,
      CORRIDOR_CLIENT_SECRET: BOOTSTRAP.clientSecret,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

export interface Finished {
  /** Null if the program was killed. */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunningExample {
  readonly finished: Promise<Finished>;
  /** Ends the process in the middle of what it does. */
  kill(): void;
}

/** Runs a program that ends by itself. */
export function runExample(file: string, args: readonly string[], surroundings: Surroundings): RunningExample {
  const child = spawnExample(file, args, surroundings);
  let [stdout, stderr] = ['', ''];
  child.stdout!.on('data', (data: Buffer) => (stdout += data.toString()));
  child.stderr!.on('data', (data: Buffer) => (stderr += data.toString()));
  return {
    finished: once(child, 'close').then(([exitCode]) => ({ exitCode: exitCode as number | null, stdout, stderr })),
    kill: () => void child.kill('SIGKILL'),
  };
}

/** Starts a program that serves, and waits until it prints its address. */
export async function serveExample(
  file: string,
  surroundings: Surroundings,
): Promise<RunningExample & { url: string }> {
  const child = spawnExample(file, [], surroundings);
  let stderr = '';
  child.stderr!.on('data', (data: Buffer) => (stderr += data.toString()));
  const finished = once(child, 'close').then(([exitCode]) => ({
    exitCode: exitCode as number | null,
    stdout: '',
    stderr,
  }));
  for await (const line of createInterface({ input: child.stdout! })) {
    const [url] = /http:\S+/.exec(line) ?? [];
    if (url !== undefined) return { url, finished, kill: () => void child.kill('SIGKILL') };
  }
  throw new Error(`${file} did not start: ${stderr}`);
}
