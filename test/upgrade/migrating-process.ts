import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { MigrationNotice } from '@corridor/adapters-storage';
import type { Dialect, EmptyDatabase } from './databases.js';

const BUILT = fileURLToPath(new URL('../../packages/adapters-storage/dist', import.meta.url));

const OPEN: Readonly<Record<Dialect, string>> = {
  sqlite: `createSqliteStorage({ path: address, onMigration })`,
  postgres: `createPostgresStorage({ url: address, onMigration })`,
};

/** Prints each notice as a line, before the migration continues. A stepped one continues when it reads a byte. */
const program = (dialect: Dialect, address: string, isStepped: boolean): string => `
  import { readSync, writeSync } from 'node:fs';
  import * as storages from ${JSON.stringify(`${BUILT}/${dialect}/index.js`)};
  const { createSqliteStorage, createPostgresStorage } = storages;
  const address = ${JSON.stringify(address)};
  const onMigration = (notice) => {
    writeSync(1, JSON.stringify(notice) + '\\n');
    if (${isStepped}) readSync(0, new Uint8Array(1));
  };
  const storage = ${OPEN[dialect]};
  await storage.migrate();
  await storage.close();
`;

export interface MigratingProcess {
  /** Waits for a notice; false if the process ends before. */
  reaches(is: (notice: MigrationNotice) => boolean): Promise<boolean>;
  kill(): Promise<void>;
  /** Waits until the process ends. Returns its errors; empty if it succeeded. */
  end(): Promise<string>;
}

/** Migrates a database in a process of its own. */
export function startMigration(
  dialect: Dialect,
  { address }: EmptyDatabase,
  { isStepped = false }: { readonly isStepped?: boolean } = {},
): MigratingProcess {
  const source = program(dialect, address, isStepped);
  const child: ChildProcess = spawn(process.execPath, ['--input-type=module', '-e', source], { stdio: 'pipe' });
  let errors = '';
  child.stderr!.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const exit = once(child, 'exit');
  const notices = createInterface(child.stdout!)[Symbol.asyncIterator]();
  return {
    async reaches(is) {
      for (;;) {
        const { value, done } = await notices.next();
        if (done === true) return false;
        if (is(JSON.parse(value) as MigrationNotice)) return true;
        if (isStepped) child.stdin!.write('.');
      }
    },
    async kill() {
      child.kill('SIGKILL');
      await exit;
    },
    async end() {
      const [code] = (await exit) as [number | null];
      return code === 0 ? '' : errors || `ended with ${code}`;
    },
  };
}
