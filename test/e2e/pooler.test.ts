import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { freePort } from '../../packages/adapters-storage/src/testing/free-port.js';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { createApi } from '../support/api.js';
import { eventually } from '../support/eventually.js';
import { BOOTSTRAP, createDeployment, type Deployment } from '../support/host.js';
import {
  accountOf,
  addAccount,
  createCustomer,
  executeQuote,
  fund,
  quotePayout,
  settled,
} from '../support/scenario.js';

const TIMEOUT_MS = 60_000;
const isInstalled = spawnSync('pgbouncer', ['--version']).status === 0;

interface Pooler {
  readonly url: string;
  stop(): void;
}

/** PgBouncer in transaction mode in front of the server of this database, with fewer connections than the hosts. */
async function startPooler(database: string): Promise<Pooler> {
  const { hostname, port, searchParams, username, password, pathname } = new URL(database);
  const folder = mkdtempSync(join(tmpdir(), 'corridor-pgbouncer-'));
  const listen = await freePort();
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(join(folder, 'users.txt'), `"${username}" "${password}"\n`);
  writeFileSync(
    file,
    `[databases]
* = host=${searchParams.get('host') ?? hostname} port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listen}
unix_socket_dir =
auth_type = plain
auth_file = ${join(folder, 'users.txt')}
pool_mode = transaction
default_pool_size = 3
max_client_conn = 200
ignore_startup_parameters = extra_float_digits,statement_timeout,lock_timeout,idle_in_transaction_session_timeout
`,
  );
  for (const path of [folder, file, join(folder, 'users.txt')]) chmodSync(path, 0o755);
  // PgBouncer refuses to run as root.
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child: ChildProcess = spawn('pgbouncer', [...user, file], { stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  child.stderr!.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const url = `postgres://${username}:${password}@127.0.0.1:${listen}${pathname}`;
  await eventually('a connection through the pooler', async () => {
    if (child.exitCode !== null) throw new Error(output);
    const client = new pg.Client({ connectionString: url });
    return client.connect().then(
      () => client.end().then(() => true),
      () => false,
    );
  });
  return {
    url,
    stop() {
      child.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

describe('two hosts behind PgBouncer in transaction mode', () => {
  let deployment: Deployment | null = null;
  let pooler: Pooler | null = null;

  afterAll(async () => {
    await deployment?.remove();
    pooler?.stop();
  });

  it(
    'pay without prepared statements',
    async ({ skip }) => {
      if (!isInstalled) return skip('pgbouncer is not installed');
      deployment = await createDeployment('postgres');
      pooler = await startPooler(deployment.address);
      const environment = { CORRIDOR_DATABASE_URL: pooler.url, CORRIDOR_POSTGRES_PREPARE: 'false' };
      const hosts = [await deployment.launch(environment), await deployment.launch(environment)];
      const [first, second] = [
        createApi(() => hosts[0]!.baseUrl, BOOTSTRAP),
        createApi(() => hosts[1]!.baseUrl, BOOTSTRAP),
      ];
      const customer = await createCustomer(first, { currencies: ['USD', 'EUR'] });
      const [source, payee] = await Promise.all([
        accountOf(first, customer.id, 'USD'),
        addAccount(second, customer.id, 'EUR', '900'),
      ]);
      await fund(first, source.id, 1_000_000);
      const pay = async (api: typeof first) => {
        const quote = await quotePayout(api, { from: source.id, to: payee.id, amount: 1_000 });
        return settled(api, (await executeQuote(api, quote.id)).transactionId!);
      };
      const paid = await Promise.all(Array.from({ length: 20 }, (_, index) => pay(index % 2 === 0 ? first : second)));
      expect(paid.map(({ status }) => status)).toEqual(paid.map(() => 'COMPLETED'));
      for (const host of hosts) {
        expect(host.stderr()).not.toMatch('database could not complete the work');
        await host.stop();
      }
      await deployment.audit();
    },
    TIMEOUT_MS,
  );
});
