import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { type PostgresServer, startPostgres } from '../../../packages/adapters-storage/src/testing/server.js';
import { interleave, type Side } from '../rounds.js';
import type { Row } from '../row.js';
import { type Scope, withScope } from '../scratch.js';
import { createDatabase, POSTGRES_CLIENTS as CLIENTS, postgresService } from '../service/on-postgres.js';
import { payments, paymentSide, settled } from '../service/service.js';

const FOLDERS = ['/usr/bin', '/usr/local/bin'];
const pgbench = FOLDERS.map((folder) => `${folder}/pgbench`).find((path) => existsSync(path));

const run = promisify(execFile);

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

const httpOverPgbench: Row = {
  number: 4,
  title: 'payments over HTTP on Postgres, 16 clients ÷ pgbench TPC-B-like, prepared, 16 clients, same server',
  target: { atLeast: 0.22 },
  unit: '(payments ÷ transactions)/s',
  notes: [
    `fsync on; pgbench at scale ${PGBENCH_SCALE}; payers on ${CLIENTS} accounts of one platform`,
    'a payment ends with its commit: workers are off while it is measured, as are logs and rate limit',
  ],
  peer: { name: 'pgbench', does: 'TPC-B-like transactions, prepared, on the same Postgres' },
  measure: async ({ rounds, seconds }) => {
    if (pgbench === undefined) return { leftOut: 'left out: pgbench is not installed (Debian: postgresql-contrib)' };
    return withScope(async (scope) => {
      const server = scope.use(await startPostgres({ fsync: true }));
      const measured = paymentSide(scope, await postgresService(scope, server, { name: 'corridor' }));
      return { rounds: await interleave(measured, await tpcB(server, pgbench), rounds, seconds) };
    });
  },
};

const PLATFORMS = 100;
const FEE_BPS = 100;
/** Payments per second until the last one is settled, because fees and conversion are booked at settlement. */
async function settledPayments(scope: Scope, server: PostgresServer, name: string, platforms: number): Promise<Side> {
  const customers = PLATFORMS / platforms;
  const options = { name, platforms, customers, platformFeeBps: FEE_BPS, workers: true };
  const service = await postgresService(scope, server, options);
  const load = payments(scope, service);
  return async (seconds) => {
    const begun = performance.now();
    const { count } = await load(seconds);
    await settled(service);
    return count / ((performance.now() - begun) / 1000);
  };
}

const hotOverSpread: Row = {
  number: 5,
  title: 'Postgres: all payments on one platform (fees, conversion) ÷ spread over 100 platforms',
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
