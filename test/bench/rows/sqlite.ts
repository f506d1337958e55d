import { join } from 'node:path';
import { startChild } from '../child.js';
import { loadSide, startGenerator } from '../load/generator.js';
import { jsonPost } from '../load/requests.js';
import type { Run } from '../processes/embedded-core.js';
import { interleave, type Side } from '../rounds.js';
import type { Row } from '../row.js';
import { type Scope, withScope } from '../scratch.js';
import { SQLITE_CLIENTS as CLIENTS, sqliteService } from '../service/on-sqlite.js';
import { paymentSide } from '../service/service.js';
import { bareSqlite } from './bare-sqlite.js';

const COMMIT = 'a payment ends with its commit: workers are off while it is measured, as are logs and rate limit';

const paymentsOverHttp = async (scope: Scope): Promise<Side> => paymentSide(scope, await sqliteService(scope));

async function plainKoa(scope: Scope): Promise<Side> {
  const koa = scope.use(startChild<object, number>(new URL('../processes/koa.js', import.meta.url)));
  const body = JSON.stringify({ lockedCurrencySide: 'SENDING', lockedCurrencyAmount: 1000, description: 'Invoice' });
  return loadSide(scope.use(startGenerator()), {
    kind: 'requests',
    port: await koa.ask({}),
    request: jsonPost('/quotes', body),
    clients: CLIENTS,
  });
}

const httpOverBare: Row = {
  number: 1,
  title: 'payments over HTTP on SQLite ÷ bare better-sqlite3, same statements, a commit per request',
  target: { atLeast: 1.8 },
  unit: 'payments/s',
  notes: [`${CLIENTS} clients, synchronous=FULL on both sides; ${COMMIT}`],
  peer: { name: 'better-sqlite3', does: 'the statements of a payment, a commit per request, in one process' },
  measure: ({ rounds, seconds }) =>
    withScope(async (scope) => ({
      rounds: await interleave(await paymentsOverHttp(scope), await bareSqlite(scope, 1), rounds, seconds),
    })),
};

const httpOverKoa: Row = {
  number: 2,
  title: 'payments over HTTP on SQLite ÷ plain Koa POST',
  target: { atLeast: 0.1 },
  unit: '(payments ÷ requests)/s',
  notes: [`${CLIENTS} clients on both sides; ${COMMIT}`],
  peer: { name: 'Koa', does: 'POST: parses a JSON body and answers it' },
  measure: ({ rounds, seconds }) =>
    withScope(async (scope) => ({
      rounds: await interleave(await paymentsOverHttp(scope), await plainKoa(scope), rounds, seconds),
    })),
};

const coreOverBare: Row = {
  number: 3,
  title: 'in-process payments of the core on SQLite ÷ bare better-sqlite3, same statements, batches of 64',
  target: { atLeast: 0.75 },
  unit: 'payments/s',
  notes: [`${CLIENTS} payments at once, so that the core commits in groups of as many`],
  measure: ({ rounds, seconds }) =>
    withScope(async (scope) => {
      const path = join(await scope.folder(), 'core.db');
      const core = scope.use(startChild<Run, number>(new URL('../processes/embedded-core.js', import.meta.url)));
      const measured: Side = (time) => core.ask({ path, clients: CLIENTS, seconds: time });
      return { rounds: await interleave(measured, await bareSqlite(scope, CLIENTS), rounds, seconds) };
    }),
};

export const SQLITE_ROWS: readonly Row[] = [httpOverBare, httpOverKoa, coreOverBare];
