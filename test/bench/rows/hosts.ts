import { availableParallelism } from 'node:os';
import { startPostgres } from '../../../packages/adapters-storage/src/testing/server.js';
import { interleave, type Side } from '../rounds.js';
import type { Row } from '../row.js';
import { type Scope, withScope } from '../scratch.js';
import { startHost } from '../service/host.js';
import { POSTGRES_CLIENTS as CLIENTS, postgresService } from '../service/on-postgres.js';
import { paymentSide, type Service } from '../service/service.js';

const CORES = availableParallelism();
/** Two hosts, Postgres and the load need a core each. */
const ENOUGH_CORES = 4;
const target = CORES >= ENOUGH_CORES ? { atLeast: 1.5 } : null;

const MACHINE = `${CORES} cores on this machine for hosts, Postgres and the load together; the target of 1.5 holds where four are free`;
const SHARED = `one database, fsync on, ${CLIENTS} clients for each process that serves, a payment ends with its commit`;

/** The rate of all services together, each under a load of its own. */
function together(scope: Scope, services: readonly Service[]): Side {
  const sides = services.map((service) => paymentSide(scope, service));
  return async (seconds) => {
    const rates = await Promise.all(sides.map((side) => side(seconds)));
    return rates.reduce((sum, rate) => sum + rate, 0);
  };
}

const twoHosts: Row = {
  number: 16,
  title: 'payments over HTTP of two hosts on one Postgres ÷ of one',
  target,
  unit: 'payments/s',
  notes: [`${MACHINE}; ${SHARED}; the second host stays up, without load, while one is measured`],
  measure: ({ rounds, seconds }) =>
    withScope(async (scope) => {
      const server = scope.use(await startPostgres({ fsync: true }));
      const first = await postgresService(scope, server, { name: 'corridor', customers: 2 * CLIENTS });
      const host = scope.use(await startHost({ dataDirectory: await scope.folder(), databaseUrl: first.databaseUrl }));
      const second = { ...first, host };
      return { rounds: await interleave(together(scope, [first, second]), together(scope, [first]), rounds, seconds) };
    }),
};

const PROCESSES = 2;

const twoProcesses: Row = {
  number: 16,
  title: `payments over HTTP of one host with ${PROCESSES} processes on Postgres ÷ with one`,
  target,
  unit: 'payments/s',
  notes: [`${MACHINE}; ${SHARED}; CORRIDOR_PROCESSES=${PROCESSES} on one side`],
  measure: ({ rounds, seconds }) =>
    withScope(async (scope) => {
      const server = scope.use(await startPostgres({ fsync: true }));
      const single = await postgresService(scope, server, { name: 'corridor', customers: PROCESSES * CLIENTS });
      const settings = { CORRIDOR_PROCESSES: String(PROCESSES) };
      const host = scope.use(
        await startHost({ dataDirectory: await scope.folder(), databaseUrl: single.databaseUrl, settings }),
      );
      const many = { ...single, host, clients: PROCESSES * CLIENTS };
      return { rounds: await interleave(together(scope, [many]), together(scope, [single]), rounds, seconds) };
    }),
};

export const HOSTS_ROWS: readonly Row[] = [twoHosts, twoProcesses];
