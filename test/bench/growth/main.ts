import { mkdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createPostgresStorage } from '@corridor/adapters-storage/postgres';
import { startPostgres } from '../../../packages/adapters-storage/src/testing/server.js';
import { createDatabase } from '../service/on-postgres.js';
import { audited, bytesIn, fill, openIn, sqliteIn } from './database.js';
import type { Grown } from './grow.js';

const USAGE = 'node test/dist/test/bench/growth/main.js --payments 1000000 (--keep <folder> | --postgres)';

/** Grows a database, audits it, and prints how long each part took. The folder is kept; the Postgres is not. */
async function run(): Promise<void> {
  const { values } = parseArgs({
    options: {
      payments: { type: 'string', default: '1000000' },
      keep: { type: 'string' },
      postgres: { type: 'boolean' },
    },
  });
  const payments = Number(values.payments);
  if (values.postgres === true) return onPostgres(payments);
  if (values.keep === undefined) throw new Error('name a folder with --keep, or use --postgres');
  mkdirSync(values.keep, { recursive: true });
  const { grown } = await sqliteIn(values.keep, payments);
  if (grown !== null) print(payments, grown);
  process.stdout.write(`${Math.round(bytesIn(values.keep) / 1e6)} MB\n`);
  const storage = openIn(values.keep);
  process.stdout.write(`audit: clean after ${(await audited(storage)).toFixed(1)} s\n`);
  await storage.close();
}

async function onPostgres(payments: number): Promise<void> {
  const server = await startPostgres({ fsync: true });
  try {
    const url = await createDatabase(server, 'growth');
    const storage = createPostgresStorage({ url });
    print(payments, await fill(storage, payments));
    process.stdout.write(`audit: clean after ${(await audited(storage)).toFixed(1)} s\n`);
    await storage.close();
  } finally {
    await server.stop();
  }
}

function print(payments: number, { seconds }: Grown): void {
  process.stdout.write(
    `${payments} payments in ${seconds.writing.toFixed(1)} s: ${Math.round(payments / seconds.writing)}/s\n`,
  );
  process.stdout.write(`sealing ${seconds.sealing.toFixed(1)} s, folding of figures ${seconds.folding.toFixed(1)} s\n`);
}

try {
  await run();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n\n${USAGE}\n`);
  process.exitCode = 1;
}
