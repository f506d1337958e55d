import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { instant } from '@corridor/core';
import { readConfiguration, runCommand, startHost } from '../../packages/host/dist/index.js';
import { createPostgresStorage } from '../../packages/adapters-storage/src/postgres/index.js';
import { createSqliteStorage } from '../../packages/adapters-storage/src/sqlite/index.js';
import type { Storage } from '../../packages/adapters-storage/src/port/storage.js';
import { type Api, createApi, type Credential } from './api.js';
import { asOperator, type CommandResult } from './as-operator.js';
import type { DatabaseKind } from './tiers.js';

export type { DatabaseKind };

/** The databases of tests that one tier runs alone; those of shared folders call `databasesOf`. */
export const DATABASES: readonly DatabaseKind[] = ['sqlite', 'postgres'];

const CLI = fileURLToPath(new URL('../../packages/host/bin/corridor.js', import.meta.url));
const BUILT = fileURLToPath(new URL('../../packages/host/dist/service/cli.cjs', import.meta.url));
const MOVED_CLOCK = fileURLToPath(new URL('./moved-clock.mjs', import.meta.url));
const READY_WITHIN_MS = 30_000;
/** A host must stop within this time. */
const STOP_WITHIN_MS = 10_000;

/** The credential that every host of the tests creates at its start. */
export const BOOTSTRAP: Credential = { clientId: 'e2e', clientSecret: 'e2e-secret-that-no-log-may-show' };

type Environment = Readonly<Record<string, string>>;

const SETTINGS: Environment = {
  CORRIDOR_PORT: '0',
  CORRIDOR_BOOTSTRAP_CLIENT_ID: BOOTSTRAP.clientId,
  CORRIDOR_BOOTSTRAP_CLIENT_SECRET: BOOTSTRAP.clientSecret,
  CORRIDOR_WEBHOOK_ALLOW_PRIVATE: 'true',
  CORRIDOR_RATE_LIMIT: '0',
  CORRIDOR_LOG_LEVEL: 'info',
};

interface StartOptions {
  /** Whether the clock of the process can be moved. A host in this process always has a movable clock. */
  readonly movableClock?: boolean;
  /** Seconds by which the clock of the host is ahead at its start. */
  readonly clockAhead?: number;
}

/** A data folder for hosts and, with Postgres, a database of its own. */
export interface Deployment {
  readonly database: DatabaseKind;
  /** The folder of `master.key` and of the SQLite file. */
  readonly dataDirectory: string;
  /** Path of the SQLite file, or URL of the Postgres database. */
  readonly address: string;
  /** Starts a host in this process, with everything but the process handling. */
  start(env?: Environment, options?: Pick<StartOptions, 'clockAhead'>): Promise<Host>;
  /** Starts a host as operators run it, as a separate process. */
  launch(env?: Environment, options?: StartOptions): Promise<HostProcess>;
  /** Runs a command on the same data. */
  command(...args: readonly string[]): Promise<CommandResult>;
  /** Runs a command with further settings. */
  commandWith(env: Environment, ...args: readonly string[]): Promise<CommandResult>;
  /** Runs a command with the credential of an administrator. */
  commandAsOperator(...args: readonly string[]): Promise<CommandResult>;
  /** Opens the database in this process next to the hosts. */
  open(): Storage;
  /** Throws the findings of `corridor audit`. */
  audit(): Promise<void>;
  remove(): Promise<void>;
}

export interface Host {
  /** The address of the API, with the version at its end. */
  readonly baseUrl: string;
  readonly api: Api;
  /** The output for the operator. */
  stdout(): string;
  /** The log of the host. */
  stderr(): string;
  /** Throws if the host does not stop cleanly, or logged an error that no fault of the test explains. */
  stop(options?: { readonly afterFaults?: boolean }): Promise<void>;
  /** Moves the clock of the host, if it is movable. */
  advance(seconds: number): Promise<void>;
}

export interface HostProcess extends Host {
  /** The id of the process; of the supervisor, if the host has several. */
  readonly pid: number;
  /** Sends SIGKILL. */
  kill(): Promise<void>;
  /** How it ended; null while it runs. */
  ended(): string | null;
  /** Sends SIGSTOP: the process does nothing until it is resumed, but keeps its connections. */
  pause(): void;
  resume(): void;
}

/** A database of the server of this run, which exists in tests only. */
async function testDatabase(): Promise<string> {
  const { createTestDatabase } = await import('../../packages/adapters-storage/src/testing/postgres.js');
  return createTestDatabase();
}

/** `settings` are added to those of its hosts and commands. `url` names an empty Postgres database of another server. */
export async function createDeployment(
  database: DatabaseKind,
  settings: Environment = {},
  url?: string,
): Promise<Deployment> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'corridor-e2e-'));
  const postgres = database === 'postgres' ? (url ?? (await testDatabase())) : null;
  const environment: Environment = {
    ...SETTINGS,
    ...settings,
    CORRIDOR_DATA_DIR: dataDirectory,
    ...(postgres === null ? {} : { CORRIDOR_DATABASE_URL: postgres }),
  };
  const running = new Set<{ end(): Promise<void> }>();
  const address = postgres ?? join(dataDirectory, 'corridor.db');

  async function commandWith(env: Environment, ...args: readonly string[]): Promise<CommandResult> {
    const [stdout, stderr] = [collected(), collected()];
    const exitCode = await runCommand(args, { ...environment, ...env }, { out: stdout, err: stderr });
    return { exitCode, stdout: stdout.text(), stderr: stderr.text() };
  }
  const command = (...args: readonly string[]): Promise<CommandResult> => commandWith({}, ...args);

  const open = (): Storage =>
    postgres === null ? createSqliteStorage({ path: address }) : createPostgresStorage({ url: address });

  return {
    database,
    dataDirectory,
    address,
    command,
    commandWith,
    commandAsOperator: asOperator(command, dataDirectory),
    open,

    async start(env = {}, { clockAhead = 0 } = {}) {
      const host = await startHere({ ...environment, ...env }, clockAhead);
      running.add(host);
      return host;
    },

    async launch(env = {}, options = {}) {
      const host = await launched({ ...environment, ...env }, options);
      running.add({ end: host.kill });
      return host;
    },

    async audit() {
      const { exitCode, stdout, stderr } = await command('audit');
      if (exitCode !== 0) throw new Error(`corridor audit:\n${stdout}${stderr}`);
    },

    async remove() {
      await Promise.all([...running].map((host) => host.end()));
      rmSync(dataDirectory, { recursive: true, force: true });
    },
  };
}

function collected(): { write(text: string): void; text(): string } {
  let all = '';
  return { write: (text) => void (all += text), text: () => all };
}

/** What a host says of its clock, which a test has moved away from that of the database. */
const CLOCKS_DIFFER = 'clocks differ too much';

/** Throws if a host logged an error, other than about a clock that a test has moved, or a secret. */
function checkLog(
  log: string,
  { afterFaults = false, movedClock = false }: { readonly afterFaults?: boolean; readonly movedClock?: boolean },
): void {
  const loud = afterFaults ? /"level":"fatal"/ : /"level":"(error|fatal)"/;
  const errors = log.split('\n').filter((line) => loud.test(line) && !(movedClock && line.includes(CLOCKS_DIFFER)));
  if (errors.length > 0) throw new Error(`the host logged errors:\n${errors.join('\n')}`);
  if (log.includes(BOOTSTRAP.clientSecret)) throw new Error('the log contains the client secret');
}

async function startHere(environment: Environment, clockAhead: number): Promise<Host & { end(): Promise<void> }> {
  const [stdout, log] = [collected(), collected()];
  let aheadMs = clockAhead * 1000;
  const { baseUrl, stop } = await startHost(readConfiguration(environment), {
    clock: { now: () => instant(Date.now() + aheadMs) },
    print: (line) => stdout.write(`${line}\n`),
    log,
    environment,
  });
  let stopped: Promise<void> | null = null;
  const end = (): Promise<void> => (stopped ??= stop());
  return {
    baseUrl,
    api: createApi(() => baseUrl, BOOTSTRAP),
    stdout: stdout.text,
    stderr: log.text,
    async stop(options = {}) {
      await end();
      checkLog(log.text(), options);
    },
    end,
    advance: async (seconds) => void (aheadMs += seconds * 1000),
  };
}

async function launched(
  environment: Environment,
  { movableClock = false, clockAhead = 0 }: StartOptions,
): Promise<HostProcess> {
  if (!existsSync(BUILT)) throw new Error('the host is not built: npm run build');
  const args = [...(movableClock ? ['--import', MOVED_CLOCK] : []), CLI, 'serve'];
  const inherited: Environment = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '' };
  const child = spawn(process.execPath, args, {
    env: { ...inherited, ...environment, MOVED_CLOCK_SECONDS: String(clockAhead) },
    stdio: ['ignore', 'pipe', 'pipe', ...(movableClock ? (['ipc'] as const) : [])],
  });
  return ready(child, movableClock);
}

async function ready(child: ChildProcess, movedClock: boolean): Promise<HostProcess> {
  let stdout = '';
  let stderr = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const exit = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;

  const baseUrl = await new Promise<string>((resolve, reject) => {
    const failed = (why: string): void => reject(new Error(`the host ${why}\n${stdout}${stderr}`));
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      failed(`was not ready within ${READY_WITHIN_MS} ms`);
    }, READY_WITHIN_MS);
    child.stdout?.on('data', () => {
      const url = /^base url: (\S+)$/m.exec(stdout)?.[1];
      if (url === undefined) return;
      clearTimeout(timer);
      resolve(url);
    });
    void exit.then(([code]) => {
      clearTimeout(timer);
      failed(`ended with ${code}`);
    });
  });

  return {
    baseUrl,
    api: createApi(() => baseUrl, BOOTSTRAP),
    pid: child.pid!,
    stdout: () => stdout,
    stderr: () => stderr,

    async stop(options = {}) {
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
      child.kill('SIGTERM');
      const [code, signal] = await exit;
      clearTimeout(timer);
      if (code !== 0) throw new Error(`the host ended with ${code ?? signal}\n${stderr}`);
      checkLog(stderr, { ...options, movedClock });
    },

    async kill() {
      child.kill('SIGKILL');
      await exit;
    },

    ended: () => (child.exitCode === null ? child.signalCode : String(child.exitCode)),
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),

    async advance(seconds) {
      const moved = once(child, 'message');
      child.send({ advanceMs: seconds * 1000 });
      await moved;
    },
  };
}
