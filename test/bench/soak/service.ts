import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startPostgres } from '../../../packages/adapters-storage/src/testing/server.js';
import { createApi } from '../../support/api.js';
import { addAccount, createCustomer, fundedAccount } from '../../support/scenario.js';
import type { Scope } from '../scratch.js';
import { CLI, CREDENTIAL, type Host, hostEnvironment, startHost } from '../service/host.js';
import { createDatabase, databaseAt as postgresAt } from '../service/on-postgres.js';
import { databaseAt as sqliteAt } from '../service/on-sqlite.js';
import { SENDS_WEBHOOKS, type Service } from '../service/service.js';
import { type HostProbe, hostProbe } from '../service/host-probe.js';
import type { SoakPayer } from './mix.js';

/** More than a soak can spend, in smallest units. */
const FUNDS = 1e11;
const PAYERS = 16;
const CLIENTS = 32;

/** Limits of rates are on, because what they remember is memory of the host; they are above the load. */
const LIMITS = { CORRIDOR_RATE_LIMIT: '100000', CORRIDOR_RATE_BURST: '100000' };

export interface SoakService extends Service {
  readonly payers: readonly SoakPayer[];
  readonly probe: HostProbe;
  /** Bytes of the database now. */
  databaseBytes(): Promise<number>;
  /** Runs `corridor audit` and returns what it prints. Throws if it finds anything. */
  audit(): Promise<string>;
}

const SIZE = {
  sqlite: 'select page_count * page_size as bytes from pragma_page_count, pragma_page_size',
  postgres: 'select pg_database_size(current_database()) as bytes',
} as const;

/** A host on a new database, with payers and a probe. */
export async function soakService(scope: Scope, kind: 'sqlite' | 'postgres'): Promise<SoakService> {
  const dataDirectory = await scope.folder();
  const databaseUrl =
    kind === 'sqlite' ? undefined : await createDatabase(scope.use(await startPostgres({ fsync: true })), 'corridor');
  const probe = hostProbe(dataDirectory);
  const { workers = true, settings } = SENDS_WEBHOOKS;
  const options = { dataDirectory, ...(databaseUrl !== undefined && { databaseUrl }), workers };
  const host = scope.use(await startHost({ ...options, settings: { ...settings, ...LIMITS, ...probe.settings } }));
  const database = databaseUrl === undefined ? sqliteAt(join(dataDirectory, 'corridor.db')) : postgresAt(databaseUrl);
  const payers: SoakPayer[] = [];
  while (payers.length < PAYERS) payers.push(await createSoakPayer(host));
  return {
    ...{ host, payers, clients: CLIENTS, database, probe },
    databaseBytes: async () => Number((await database.query(SIZE[kind]))[0]!['bytes']),
    async audit() {
      const { stdout } = await promisify(execFile)(process.execPath, [CLI, 'audit'], { env: hostEnvironment(options) });
      return stdout.trim();
    },
  };
}

async function createSoakPayer({ baseUrl }: Host): Promise<SoakPayer> {
  const api = createApi(() => baseUrl, CREDENTIAL);
  const customer = await createCustomer(api);
  const source = await fundedAccount(api, customer.id, 'USD', FUNDS);
  const inEuros = await addAccount(api, customer.id, 'EUR');
  const inDollars = await addAccount(api, customer.id, 'USD');
  return {
    ...CREDENTIAL,
    sourceAccountId: source.id,
    destinationAccountId: inEuros.id,
    transferAccountId: inDollars.id,
  };
}
