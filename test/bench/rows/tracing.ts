import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { startPostgres } from '../../../packages/adapters-storage/src/testing/server.js';
import { interleave } from '../rounds.js';
import type { Row } from '../row.js';
import { type Scope, withScope } from '../scratch.js';
import { POSTGRES_CLIENTS, postgresService } from '../service/on-postgres.js';
import { SQLITE_CLIENTS, sqliteService } from '../service/on-sqlite.js';
import { paymentSide, type ServiceOptions } from '../service/service.js';

const COMMIT = 'every trace is recorded and exported on one side; a payment ends with its commit, as in rows 1 and 4';

/** The settings of a host whose spans a collector on this machine receives and drops. */
async function traced(scope: Scope): Promise<ServiceOptions> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(200).end('{}'));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  scope.use({
    stop: async () => {
      server.close();
      server.closeAllConnections();
    },
  });
  const { port } = server.address() as AddressInfo;
  return { settings: { CORRIDOR_TRACING_ENDPOINT: `http://127.0.0.1:${port}/v1/traces` } };
}

const onSqlite: Row = {
  number: 21,
  title: 'payments over HTTP on SQLite with tracing ÷ without',
  target: null,
  unit: 'payments/s',
  notes: [`${SQLITE_CLIENTS} clients; ${COMMIT}`],
  measure: ({ rounds, seconds }) =>
    withScope(async (scope) => {
      const measured = paymentSide(scope, await sqliteService(scope, await traced(scope)));
      const baseline = paymentSide(scope, await sqliteService(scope));
      return { rounds: await interleave(measured, baseline, rounds, seconds) };
    }),
};

const onPostgres: Row = {
  number: 22,
  title: 'payments over HTTP on Postgres with tracing ÷ without',
  target: null,
  unit: 'payments/s',
  notes: [`${POSTGRES_CLIENTS} clients, fsync on; ${COMMIT}`],
  measure: ({ rounds, seconds }) =>
    withScope(async (scope) => {
      const server = scope.use(await startPostgres({ fsync: true }));
      const service = async (name: string, options: ServiceOptions = {}) =>
        paymentSide(scope, await postgresService(scope, server, { name, ...options }));
      const measured = await service('traced', await traced(scope));
      return { rounds: await interleave(measured, await service('untraced'), rounds, seconds) };
    }),
};

export const TRACING_ROWS: readonly Row[] = [onSqlite, onPostgres];
