import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../packages/adapters-storage/src/testing/free-port.js';

const isRoot = process.getuid?.() === 0;
const DEBIAN = '/usr/lib/postgresql';

/** The folder of the programs of an installed Postgres with `pg_basebackup` and `pg_dump`; null if there is none. */
export function postgresPrograms(): string | null {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [process.env['POSTGRES_BIN'], ...versions.map((version) => `${DEBIAN}/${version}/bin`)];
  const needed = ['initdb', 'pg_ctl', 'pg_basebackup', 'pg_dump', 'pg_restore'];
  const found = folders.find((folder) => folder && needed.every((name) => existsSync(join(folder, name))));
  const canRun = !isRoot || spawnSync('id', ['postgres'], { stdio: 'ignore' }).status === 0;
  return found !== undefined && canRun ? found : null;
}

/** Servers whose files are in a folder of their own, and the programs to work on them. */
export interface InstalledPostgres {
  readonly folder: string;
  /** Runs a program as the user of the servers; resolves with its output, and throws with what it wrote. */
  run(env: Readonly<Record<string, string>>, program: string, ...args: readonly string[]): Promise<string>;
  /** Starts the server whose files are in `data`; resolves with its port on the loopback address. */
  start(data: string, settings?: readonly string[]): Promise<number>;
  stop(data: string): Promise<void>;
  /** Stops all servers and removes their files. */
  remove(): Promise<void>;
}

/** `bin`: a folder that `postgresPrograms` has found. Postgres refuses to run as root, so root runs it as `postgres`. */
export function installedPostgres(bin: string): InstalledPostgres {
  const folder = mkdtempSync(join(tmpdir(), 'corridor-installed-postgres-'));
  if (isRoot) execFileSync('chown', ['postgres', folder]);
  chmodSync(folder, 0o755);
  const started = new Set<string>();
  const user = isRoot ? ['setpriv', '--reuid', 'postgres', '--regid', 'postgres', '--clear-groups'] : [];

  const run: InstalledPostgres['run'] = async (env, program, ...args) => {
    const [file = '', ...rest] = [...user, existsSync(join(bin, program)) ? join(bin, program) : program, ...args];
    const { stdout } = await promisify(execFile)(file, rest, {
      cwd: folder,
      env: { PATH: process.env['PATH'] ?? '', HOME: folder, ...env },
    });
    return stdout;
  };

  const stop = async (data: string): Promise<void> => {
    await run({}, 'pg_ctl', '--pgdata', data, '--mode', 'immediate', '--wait', 'stop');
    started.delete(data);
  };

  return {
    folder,
    run,
    async start(data, settings = []) {
      const port = await freePort();
      const all = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', ...settings];
      const options = all.map((setting) => `-c ${setting}`).join(' ');
      // Its output would keep the pipes of `pg_ctl` open.
      await run({}, 'pg_ctl', '--pgdata', data, '--wait', '--log', `${data}.log`, '--options', options, 'start');
      started.add(data);
      return port;
    },
    stop,
    async remove() {
      for (const data of started) await stop(data);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
