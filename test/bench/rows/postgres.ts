import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { createPostgresStorage } from '@corridor/adapters-storage/postgres';
import pg from 'pg';
import { type PostgresServer, startPostgres } from '../../../packages/adapters-storage/src/testing/server.js';
import { embedCore } from '../../support/embedded-core.js';
import { createPayers, type PayerOptions } from '../../support/embedded-payer.js';
import { loadSide, startGenerator } from '../load/generator.js';
import type { Payer } from '../load/task.js';
import { interleave, type Side } from '../rounds.js';
import type { Row } from '../row.js';
import { type Scope, withScope } from '../scratch.js';
import { type Host, MASTER_KEY, startHost } from '../service/host.js';

const CLIENTS = 16;
const FOLDERS = ['/usr/bin', '/usr/local/bin'];
const pgbench = FOLDERS.map((folder) => `${folder}/pgbench`).find((path) => existsSync(path));

const run = promisify(execFile);

/** Creates a database of its own on the server. */
async function createDatabase(server: PostgresServer, name: string): Promise<string> {
  const admin = new pg.Client({ connectionString: server.url });
  await admin.connect();
  await admin.query(`create database ${name}`);
  await admin.end();
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  return url.href;
}

/** Platforms with payers, created through core, because HTTP can create only the host's first platform. */
async function payersIn(databaseUrl: string, platforms: number, options: PayerOptions): Promise<readonly Payer[]> {
  const storage = createPostgresStorage({ url: databaseUrl });
  try {
    await storage.migrate();
    const core = embedCore(storage, { masterKey: MASTER_KEY });
    const payers: Payer[] = [];
    for (let n = 0; n < platforms; n++) {
      for (const { credential, sourceAccountId, destinationAccountId } of await createPayers(core, options)) {
        payers.push({ ...credential, sourceAccountId, destinationAccountId });
      }
    }
    return payers;
  } finally {
    await storage.close();
  }
}

const PGBENCH_SCALE = CLIENTS;

/** pgbench's TPC-B-like transaction, prepared, with enough branches that its clients do not wait for one row. */
async function tpcB(server: PostgresServer, command: string): Promise<Side> {
  const url = await createDatabase(server, 'pgbench');
  await run(command, ['--initialize', '--quiet', `--scale=${PGBENCH_SCALE}`, url]);
  return async (seconds) => {
    const clients = [`--client=${CLIENTS}`, '--jobs=2'];
    const { stdout } = await run(command, [...clients, '--protocol=prepared', '--no-vacuum', `--time=${seconds}`, url]);
    const tps = /^tps = ([\d.]+)/m.exec(stdout)?.[1];
    if (tps === undefined) throw new Error(`pgbench printed no tps: ${stdout}`);
    return Number(tps);
  };
}

const paymentLoad = (scope: Scope, { port, base }: Host, payers: readonly Payer[]): Side =>
  loadSide(scope.use(startGenerator()), { kind: 'payments', port, base, clients: CLIENTS, payers });

const httpOverPgbench: Row = {
  number: 4,
  ratio: 'payments over HTTP on Postgres, 16 clients ÷ pgbench TPC-B-like, prepared, 16 clients, same server',
  target: { atLeast: 0.25 },
  unit: '(payments ÷ transactions)/s',
  notes: [
    `fsync on; pgbench at scale ${PGBENCH_SCALE}; payers on ${CLIENTS} accounts of one platform`,
    'a payment ends with its commit: workers are off while it is measured, as are logs and rate limit',
  ],
  measure: async ({ rounds, seconds }) => {
    if (pgbench === undefined) return { leftOut: 'left out: pgbench is not installed (Debian: postgresql-contrib)' };
    return withScope(async (scope) => {
      const server = scope.use(await startPostgres({ fsync: true }));
      const databaseUrl = await createDatabase(server, 'corridor');
      const payers = await payersIn(databaseUrl, 1, { customers: CLIENTS });
      const host = scope.use(await startHost({ dataDirectory: await scope.folder(), databaseUrl }));
      const measured = paymentLoad(scope, host, payers);
      return { rounds: await interleave(measured, await tpcB(server, pgbench), rounds, seconds) };
    });
  },
};

const PLATFORMS = 100;
const FEE_BPS = 100;
const POLL_MS = 50;

/** Waits until no payout and no sweep is left. */
async function settled(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (;;) {
      const { rows } = await client.query(`select 1 from jobs where kind like 'payout.%' limit 1`);
      if (rows.length === 0) return;
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  } finally {
    await client.end();
  }
}

/** Payments per second until the last one is settled, because fees and conversion are booked at settlement. */
async function settledPayments(scope: Scope, server: PostgresServer, name: string, platforms: number): Promise<Side> {
  const databaseUrl = await createDatabase(server, name);
  const options = { customers: PLATFORMS / platforms, platformFeeBps: FEE_BPS };
  const payers = await payersIn(databaseUrl, platforms, options);
  const folder = await scope.folder();
  const host = scope.use(await startHost({ dataDirectory: folder, databaseUrl, workers: true }));
  const load = paymentLoad(scope, host, payers);
  return async (seconds) => {
    const begun = performance.now();
    const perSecond = await load(seconds);
    const payments = perSecond * ((performance.now() - begun) / 1000);
    await settled(databaseUrl);
    return payments / ((performance.now() - begun) / 1000);
  };
}

const hotOverSpread: Row = {
  number: 5,
  ratio: 'Postgres: all payments on one platform (fees, conversion) ÷ spread over 100 platforms',
  target: { atLeast: 0.9 },
  unit: 'settled payments/s',
  notes: [
    `${CLIENTS} clients, ${PLATFORMS} paying accounts on both sides, platform fee ${FEE_BPS} bps; workers are on and the time ends with the last settlement, because settlements post to the hot accounts`,
  ],
  measure: ({ rounds, seconds }) =>
    withScope(async (scope) => {
      const server = scope.use(await startPostgres({ fsync: true }));
      const hot = await settledPayments(scope, server, 'hot', 1);
      const spread = await settledPayments(scope, server, 'spread', PLATFORMS);
      return { rounds: await interleave(hot, spread, rounds, seconds) };
    }),
};

export const POSTGRES_ROWS: readonly Row[] = [httpOverPgbench, hotOverSpread];
