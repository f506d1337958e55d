import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Credential } from '../../support/api.js';

/** The host as it is shipped, in a process of its own, without logs and rate limit. */
export interface Host {
  readonly baseUrl: string;
  readonly port: number;
  /** Path with the API version. */
  readonly base: string;
  readonly pid: number;
  stop(): Promise<void>;
}

export interface HostOptions {
  readonly dataDirectory: string;
  /** If absent, the host uses SQLite in the data directory. */
  readonly databaseUrl?: string;
  /** False: a payment ends with its commit, and nothing runs in the background. */
  readonly workers?: boolean;
  /** Settings in addition to those of every benchmark. */
  readonly settings?: Readonly<Record<string, string>>;
}

export const CREDENTIAL: Credential = { clientId: 'bench', clientSecret: 'bench-secret-of-16-or-more' };

/** Fixed, so that a database can be filled before its host starts. */
export const MASTER_KEY = Buffer.alloc(32, 7);

/** The first parent folder with the lock file: the benchmark runs from its build output. */
export function repository(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package-lock.json'))) folder = dirname(folder);
  return folder;
}

export const CLI = join(repository(), 'packages/host/bin/corridor.js');

export const hostEnvironment = ({
  dataDirectory,
  databaseUrl,
  workers = false,
  settings = {},
}: HostOptions): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  NODE_ENV: 'production',
  CORRIDOR_PORT: '0',
  CORRIDOR_DATA_DIR: dataDirectory,
  ...(databaseUrl === undefined ? {} : { CORRIDOR_DATABASE_URL: databaseUrl }),
  CORRIDOR_MASTER_KEY: MASTER_KEY.toString('hex'),
  CORRIDOR_BOOTSTRAP_CLIENT_ID: CREDENTIAL.clientId,
  CORRIDOR_BOOTSTRAP_CLIENT_SECRET: CREDENTIAL.clientSecret,
  CORRIDOR_LOG_LEVEL: 'silent',
  CORRIDOR_RATE_LIMIT: '0',
  CORRIDOR_WORKERS: String(workers),
  ...settings,
});

/** Starts a host and waits until it prints its address. */
export async function startHost(options: HostOptions): Promise<Host> {
  const child = spawn(process.execPath, [CLI, 'serve'], {
    env: hostEnvironment(options),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = once(child, 'exit');
  let printed = '';
  const baseUrl = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      const url = /^base url: (\S+)$/m.exec(printed)?.[1];
      if (url !== undefined) resolve(url);
    });
    void exit.then(([code]) => reject(new Error(`the host exited with code ${String(code)}\n${printed}`)));
  });
  const { port, pathname } = new URL(baseUrl);
  return {
    baseUrl,
    port: Number(port),
    base: pathname,
    pid: child.pid!,
    async stop() {
      child.kill('SIGTERM');
      await exit;
    },
  };
}
