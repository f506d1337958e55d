import { startPostgres } from '../../../packages/adapters-storage/src/testing/server.js';
import { createApi } from '../../support/api.js';
import { executeQuote, quotePayout } from '../../support/scenario.js';
import { type Generator, loadSide, startGenerator } from '../load/generator.js';
import { getRequest, authorizationOf } from '../load/requests.js';
import { interleave, type Side } from '../rounds.js';
import type { Outcome, Row } from '../row.js';
import { type Scope, withScope } from '../scratch.js';
import { POSTGRES_CLIENTS, postgresService } from '../service/on-postgres.js';
import { SQLITE_CLIENTS, sqliteService } from '../service/on-sqlite.js';
import { PRISM_VERSION, startPrism } from '../service/prism.js';
import type { Service } from '../service/service.js';

type Create = (scope: Scope) => Promise<Service>;

/** Requests per second of a server at this port, with the data of the service. */
type Measure = (generator: Generator, port: number) => Side;

/** The same requests to a service and to the mock, each from a load process of its own. */
async function sameRequests(
  create: Create,
  measureOf: (service: Service) => Promise<Measure>,
  { rounds, seconds }: { readonly rounds: number; readonly seconds: number },
): Promise<Outcome> {
  return withScope(async (scope) => {
    const prism = await startPrism(scope);
    if ('leftOut' in prism) return prism;
    const service = await create(scope);
    const measure = await measureOf(service);
    const measured = measure(scope.use(startGenerator()), service.host.port);
    const baseline = measure(scope.use(startGenerator()), prism.port);
    return { rounds: await interleave(measured, baseline, rounds, seconds) };
  });
}

/** Reads one transaction again and again. */
async function reads({ host, payers, clients }: Service): Promise<Measure> {
  const [payer] = payers;
  const { sourceAccountId: from, destinationAccountId: to } = payer!;
  const api = createApi(() => host.baseUrl, payer!);
  const quote = await quotePayout(api, { from, to, amount: 1000 });
  const { transactionId } = await executeQuote(api, quote.id);
  const request = getRequest(`${host.base}/transactions/${transactionId!}`, authorizationOf(payer!));
  return (generator, port) => loadSide(generator, { kind: 'requests', request, port, clients });
}

const quotes =
  async ({ host: { base }, payers, clients }: Service): Promise<Measure> =>
  (generator, port) =>
    loadSide(generator, { kind: 'quotes', base, payers, port, clients });

const onSqlite: Create = (scope) => sqliteService(scope);
const onPostgres: Create = async (scope) =>
  postgresService(scope, scope.use(await startPostgres({ fsync: true })), { name: 'corridor' });

const PRISM =
  'the mock serves the document of `corridor openapi`, validates requests and answers with its examples; credentials, connections and requests are the same on both sides; logs are off';

const rowOf = (
  database: string,
  clients: number,
  what: string,
  target: Row['target'],
  measure: (options: { readonly rounds: number; readonly seconds: number }) => Promise<Outcome>,
): Row => ({
  number: 6,
  title: `${what} on ${database} ÷ the same of a schema-driven mock (Prism)`,
  target,
  unit: 'requests/s',
  notes: [`${clients} connections; ${PRISM}`],
  peer: { name: `Prism ${PRISM_VERSION}`, does: `${what} from the examples of the document` },
  measure,
});

const GET = 'GET one transaction';
const POST = 'POST /quotes';

export const PRISM_ROWS: readonly Row[] = [
  rowOf('SQLite', SQLITE_CLIENTS, GET, { atLeast: 10 }, (options) => sameRequests(onSqlite, reads, options)),
  rowOf('Postgres', POSTGRES_CLIENTS, GET, null, (options) => sameRequests(onPostgres, reads, options)),
  rowOf('SQLite', SQLITE_CLIENTS, POST, { atLeast: 3 }, (options) => sameRequests(onSqlite, quotes, options)),
  rowOf('Postgres', POSTGRES_CLIENTS, POST, null, (options) => sameRequests(onPostgres, quotes, options)),
];
