import { chmodSync, cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type CurrencyCode, instant, ok, type TenantKey } from '@corridor/core';
import { EVENTS, EXCEPTIONS, JOBS } from '@corridor/core/records';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTestDatabase } from '../../../adapters-storage/src/testing/postgres.js';
import { Database as Sqlite } from '../../../adapters-storage/src/testing/sqlite.js';
import { runCommand } from '../commands/command-line.js';
import { openStorage } from '../composition/storage-module.js';
import { readConfiguration } from '../settings/configuration.js';
import { startHost, withCore } from '../serving/host.js';
import { createLog } from '../logging/logging.js';
import { createProcessContext, type ProcessContext } from '../kernel/process-context.js';
import type { ReadDisk } from './disk.js';
import { doctor } from './doctor.js';

vi.setConfig({ testTimeout: 60_000 });

type Environment = Readonly<Record<string, string>>;

const scratch = mkdtempSync(join(tmpdir(), 'corridor-doctor-'));
/** The data folder of an installation on SQLite without a fault; each test has a copy of it. */
const sound = join(scratch, 'sound');
let folder: string;
let tests = 0;
const servers: Server[] = [];

const quiet = { out: { write: () => undefined }, err: { write: () => undefined } };
const SETTINGS = { CORRIDOR_PORT: '0', CORRIDOR_LOG_LEVEL: 'silent', CORRIDOR_WEBHOOK_ALLOW_PRIVATE: 'true' };
const settings = (more: Environment = {}): Environment => ({ ...SETTINGS, CORRIDOR_DATA_DIR: folder, ...more });

/** Starts a host, which creates the database, the key and the first platform, and stops it. */
async function install(environment: Environment): Promise<void> {
  const host = await startHost(readConfiguration(environment), createProcessContext(quiet));
  await host.stop();
  await withCore(readConfiguration(environment), createProcessContext(quiet), async (core) => {
    const booked = await core.railTells('SANDBOX', {
      ...{ kind: 'booking', booking: 'TOP_UP', note: null, rail: 'sandbox-bank', messageId: 'M1' },
      ...{ currency: 'USD' as CurrencyCode, amount: 5n },
    });
    expect(booked.ok).toBe(true);
    await core.work.sealJournal();
  });
}

beforeAll(async () => {
  folder = sound;
  await install(settings());
});
beforeEach(() => {
  folder = join(scratch, `${++tests}`);
  cpSync(sound, folder, { recursive: true });
});
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

interface Examined {
  readonly code: number;
  readonly lines: readonly string[];
  /** The lines of problems. */
  readonly problems: readonly string[];
}

/** Runs the command in this process. */
async function examined(
  more: Environment = {},
  changed: Partial<ProcessContext> & { readonly disk?: ReadDisk } = {},
): Promise<Examined> {
  const lines: string[] = [];
  const { disk, ...rest } = changed;
  const environment = settings(more);
  const processContext = {
    ...createProcessContext(quiet),
    environment,
    ...rest,
    print: (line: string) => lines.push(line),
  };
  const code = await doctor(readConfiguration(environment), processContext as ProcessContext, disk);
  return { code, lines, problems: lines.filter((line) => line.startsWith('problem')) };
}

/** The only problem that the command reports. */
async function onlyProblem(...given: Parameters<typeof examined>): Promise<string> {
  const { code, problems, lines } = await examined(...given);
  expect(problems, lines.join('\n')).toHaveLength(1);
  expect(lines.at(-1)).toBe('1 problem');
  expect(code).toBe(1);
  return problems[0]!;
}

async function corridor(args: readonly string[], more: Environment = {}) {
  let out = '';
  let err = '';
  const output = { out: { write: (text: string) => (out += text) }, err: { write: (text: string) => (err += text) } };
  const code = await runCommand(args, settings(more), output);
  return { code, out, err };
}

/** Changes rows of the database beside the service. */
function alter(sql: string): void {
  const database = new Sqlite(join(folder, 'corridor.db'));
  database.exec(sql);
  database.close();
}

async function postgres(sql: string, url: string): Promise<readonly unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(sql).finally(() => client.end());
  return rows;
}

/** Runs `work` with the storage and the tenant of the first platform. */
async function withTenant(
  work: (units: Awaited<ReturnType<typeof openStorage>>['units'], tenant: TenantKey) => Promise<void>,
) {
  const configuration = readConfiguration(settings());
  const tenant = await withCore(
    configuration,
    createProcessContext(quiet),
    async (core) => (await core.platforms.listTenants())[0]!.id,
  );
  const storage = await openStorage(configuration, createLog('silent', { write: () => undefined }));
  await work(storage.units, tenant).finally(() => storage.close());
}

describe('a sound installation', () => {
  test('on SQLite has no problem, and stays as it is', async () => {
    const before = readdirSync(folder).sort();
    const { code, lines } = await examined();
    expect(lines.map((line) => line.replace(/[\d.]+ GB/, '9 GB'))).toEqual([
      'ok       configuration: the settings and the files that they name are valid',
      'ok       data folder: writable, 9 GB are free',
      expect.stringMatching(/^ok {7}lists: countries of SEPA of 2026-05-05 \(EPC409-09\); forms of IBANs of 2026-/),
      'ok       database: SQLite, the schema is up to date, it accepts writes',
      'ok       clock: agrees with the newest seal',
      `ok       master key: belongs to the database (${folder}/master.key)`,
      'ok       secrets: all open with the master key',
      'ok       rails: only the bundled ones',
      'ok       terms: the settings do not contradict the terms in force',
      'ok       webhooks: 0 endpoints answer, 1 platforms have none',
      'ok       jobs: none is overdue',
      'ok       events: none is overdue',
      'ok       exceptions: none is open',
      'ok       accounts: no external account is the same as another one of its owner',
      'no problems',
    ]);
    expect(code).toBe(0);
    expect(readdirSync(folder).sort()).toEqual(before);
  });

  test('on Postgres has no problem, and the address of the database is not printed', async () => {
    const url = await createTestDatabase();
    await install(settings({ CORRIDOR_DATABASE_URL: url }));
    const { code, lines } = await examined({ CORRIDOR_DATABASE_URL: url });
    expect(lines).toContain('ok       database: Postgres, the schema is up to date, it accepts writes');
    expect(lines).toContain('ok       clock: agrees with the database server and the newest seal');
    expect(lines.at(-1)).toBe('no problems');
    expect(code).toBe(0);
    expect(lines.join('\n')).not.toContain(new URL(url).pathname.slice(1));
  });

  test('is examined by the command', async () => {
    const { code, out } = await corridor(['doctor']);
    expect(out).toMatch(/\nno problems\n$/);
    expect(code).toBe(0);
  });
});

describe('the settings', () => {
  test('that are invalid are printed, and nothing else is examined', async () => {
    const { code, out, err } = await corridor(['doctor'], { CORRIDOR_PORT: 'eighty' });
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain('CORRIDOR_PORT: must be an integer');
  });

  test('that name broken files are problems, one for each', async () => {
    const file = join(folder, 'broken.json');
    writeFileSync(file, '{');
    const { problems } = await examined({ CORRIDOR_CORRIDORS_FILE: file, CORRIDOR_RATES_FILE: join(folder, 'none') });
    expect(problems).toHaveLength(2);
    expect(problems[0]).toContain(`CORRIDOR_CORRIDORS_FILE: ${file} is not JSON: correct the file or the setting`);
    expect(problems[1]).toContain('CORRIDOR_RATES_FILE');
  });

  test('that keep production from working are problems of hosts with a platform in production', async () => {
    await corridor(['platform', 'create', '--name', 'Acme', '--environment', 'PRODUCTION', '--currencies', 'USD']);
    const { problems } = await examined();
    expect(problems.map((line) => line.slice(line.indexOf('configuration')))).toEqual([
      'configuration: no rate source serves production: add one to CORRIDOR_RATE_SOURCES, such as ecb (docs/operations.md)',
      'configuration: customers of production are sent to pages on localhost: set CORRIDOR_PUBLIC_AUTHORITY to the public host name',
      'configuration: production sends no one-time codes: set CORRIDOR_EMAIL_MESSAGES or CORRIDOR_PHONE_MESSAGES to a way that sends',
      'configuration: the port of the API serves /metrics, which needs no credential: set CORRIDOR_METRICS_PORT to a private port',
      'configuration: the port of the API serves the console, so that everyone can try to sign in: set CORRIDOR_CONSOLE_PORT to a private port',
      'configuration: one operator alone moves any amount in production: set CORRIDOR_APPROVAL_AMOUNTS, such as {"USD":100000} in smallest units (docs/areas/operators.md)',
    ]);
    const mended = await examined({
      CORRIDOR_RATE_SOURCES: 'ecb',
      CORRIDOR_PUBLIC_AUTHORITY: 'pay.example',
      CORRIDOR_EMAIL_MESSAGES: 'smtp',
      CORRIDOR_SMTP_URL: 'smtp://localhost',
      CORRIDOR_SMTP_FROM: 'a@b.example',
      CORRIDOR_METRICS_PORT: '9464',
      CORRIDOR_CONSOLE_PORT: '8081',
      CORRIDOR_APPROVAL_AMOUNTS: '{"USD":100000}',
    });
    expect(mended.problems).toEqual([]);
  });
});

describe('the data folder', () => {
  test('that does not exist is a problem, and is not created', async () => {
    const none = join(folder, 'none');
    const { problems, lines, code } = await examined({ CORRIDOR_DATA_DIR: none });
    expect(problems).toEqual([
      `problem  data folder: ${none} does not exist: correct CORRIDOR_DATA_DIR, or create the folder`,
      `problem  database: ${none}/corridor.db does not exist: correct CORRIDOR_DATA_DIR, or create the database with \`corridor migrate\``,
    ]);
    expect(lines).toContain(
      'skipped  clock, master key, secrets, rails, webhooks, jobs, events, exceptions and accounts: not examined without a database',
    );
    expect(code).toBe(1);
    expect(readdirSync(folder)).not.toContain('none');
  });

  test('on a disk that is almost full is a problem', async () => {
    const disk = async () => ({ freeBytes: 999_999_999, isWritable: true });
    expect(await onlyProblem({}, { disk })).toContain('1.0 GB are free on the disk of');
  });

  test('that the user cannot write is a problem', async () => {
    const disk = async () => ({ freeBytes: 1e12, isWritable: false });
    expect(await onlyProblem({}, { disk })).toContain(`this user cannot write to ${folder}: make the user of the host`);
  });
});

describe('the database', () => {
  test('that lacks migrations is a problem, and is not migrated', async () => {
    alter(`delete from schema_migrations where name = '0042-trial-balance'`);
    const expected = 'the schema lacks 1 migrations, the first of them 0042-trial-balance: make a backup and run';
    expect(await onlyProblem()).toContain(expected);
    expect(await onlyProblem()).toContain(expected);

    const url = await createTestDatabase({ migrated: false });
    expect(await onlyProblem({ CORRIDOR_DATABASE_URL: url })).toContain('the first of them 0001-initial');
    expect(await postgres(`select to_regclass('schema_migrations') as found`, url)).toEqual([{ found: null }]);
  });

  test('of a newer release is a problem', async () => {
    alter(`insert into schema_migrations values ('9999-later', '2027-01-01T00:00:00.000Z')`);
    expect(await onlyProblem()).toContain('a newer release has migrated the schema (9999-later): start that release');
  });

  test('that is not one is a problem', async () => {
    writeFileSync(join(folder, 'corridor.db'), 'not a database, but long enough to be read as the header of one');
    expect(await onlyProblem()).toMatch(/database: .*file is not a database.*: look at the permissions/);
  });

  test('that cannot be reached is a problem, and its password is not printed', async () => {
    const url = 'postgres://corridor:hush-hush@127.0.0.1:1/corridor';
    const problem = await onlyProblem({ CORRIDOR_DATABASE_URL: url });
    expect(problem).toContain('look at the address in CORRIDOR_DATABASE_URL');
    expect(problem).not.toContain('hush');
  });

  test('that is read-only is a problem', async () => {
    const url = await createTestDatabase();
    await postgres(`alter database ${new URL(url).pathname.slice(1)} set default_transaction_read_only = on`, url);
    expect(await onlyProblem({ CORRIDOR_DATABASE_URL: url })).toContain('it does not accept writes: free disk space');
  });
});

describe('the clock', () => {
  const clockAt = (seconds: number) => ({ clock: { now: () => instant(Date.now() + seconds * 1000) } });

  test('that differs from that of the database server is a problem', async () => {
    const url = await createTestDatabase();
    const with_ = { CORRIDOR_DATABASE_URL: url, CORRIDOR_MASTER_KEY: '5c'.repeat(32) };
    expect(await onlyProblem(with_, clockAt(600))).toContain(
      'this machine is 600 seconds ahead of the database server: synchronize the clocks',
    );
    expect(await onlyProblem(with_, clockAt(-60))).toContain('this machine is 60 seconds behind the database server');
    expect((await examined(with_, clockAt(2))).problems).toEqual([]);
  });

  test('of another host that is ahead is a problem', async () => {
    expect(await onlyProblem({}, clockAt(-3600))).toMatch(
      /a host has dated a seal 3[56]\d\d seconds ahead of this machine: synchronize the clocks/,
    );
  });
});

describe('the master key', () => {
  test('that is missing is a problem, and none is created', async () => {
    rmSync(join(folder, 'master.key'));
    const { problems, lines } = await examined();
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain('the database holds sealed secrets, but there is no master key');
    expect(lines).toContain('skipped  rails: not examined without the master key');
    expect(readdirSync(folder)).not.toContain('master.key');
  });

  test('of another database is a problem, and is not printed', async () => {
    const problem = await onlyProblem({ CORRIDOR_MASTER_KEY: '5c'.repeat(32) });
    expect(problem).toContain('the database was sealed with the master key');
    expect(problem).not.toContain('5c5c');
  });

  test('that other users can read is a problem', async () => {
    chmodSync(join(folder, 'master.key'), 0o644);
    expect(await onlyProblem()).toContain(`can access ${folder}/master.key (mode 644): run \`chmod 600`);
  });

  test('whose rotation was interrupted is a problem', async () => {
    cpSync(join(folder, 'master.key'), join(folder, 'master.key.next'));
    expect(await onlyProblem()).toContain('a rotation was interrupted: stop every host');
  });

  test('is not needed by a database without secrets', async () => {
    const url = await createTestDatabase();
    rmSync(join(folder, 'master.key'));
    const { code, lines } = await examined({ CORRIDOR_DATABASE_URL: url });
    expect(lines).toContain('ok       master key: none yet; the first start of a host creates it');
    expect(code).toBe(0);
    expect(readdirSync(folder)).not.toContain('master.key');
  });
});

describe('the rails', () => {
  const module = fileURLToPath(new URL('../testing/play-rail.mjs', import.meta.url));
  const rails = (...entries: readonly object[]): Environment => {
    const file = join(folder, 'connections.json');
    const common = { type: 'module', module, name: 'acme-bank', environment: 'PRODUCTION' };
    writeFileSync(file, JSON.stringify({ rails: entries.map((entry) => ({ ...common, ...entry })) }));
    return { CORRIDOR_CONNECTIONS_FILE: file, ACME_SECRET: 'hush-hush' };
  };

  test('that answer are reported as reachable', async () => {
    const { code, lines } = await examined(rails({ secret: { env: 'ACME_SECRET' } }));
    expect(lines).toContain('ok       rail acme-bank: reachable');
    expect(lines.join()).not.toContain('hush');
    expect(code).toBe(0);
  });

  test('are only the bundled ones if the file has a KYC provider alone', async () => {
    const file = join(folder, 'connections.json');
    const provider = join(folder, 'provider.mjs');
    writeFileSync(
      provider,
      `export default (_, { name, environment }) => ({ name, environment, claims: [], tasks: [], callback: null,
        provider: { name, review: async () => ({ state: 'manual-review' }), reviewOwner: async () => null },
        check: async () => ({ isReachable: true, lastExchangeAt: null, backlog: {}, problems: [] }) });`,
    );
    const entry = { type: 'module', module: provider, name: 'acme-id', environment: 'PRODUCTION' };
    writeFileSync(file, JSON.stringify({ rails: [], kyc: [entry] }));
    const { lines } = await examined({ CORRIDOR_CONNECTIONS_FILE: file });
    expect(lines).toEqual(
      expect.arrayContaining(['ok       rails: only the bundled ones', 'ok       kyc acme-id: reachable']),
    );
  });

  test.each([
    [
      'unreachable',
      { condition: { isReachable: false } },
      'unreachable: look at its entry in CORRIDOR_CONNECTIONS_FILE',
    ],
    ['failing', { condition: 'throws' }, 'the check failed: the bank hung up'],
    [
      'with a problem',
      { condition: { problems: ['a file is missing'] } },
      'a file is missing: run `corridor connections check',
    ],
    ['that contradict their entry', { verify: 'iban' }, 'correct the connections file; a host does not start with it'],
    [
      'that hold something else than the ledger',
      { holdings: [{ rail: 'acme-bank', currency: 'EUR', amount: 5, untold: 0, asOf: 'now' }] },
      'are unexplained: run `corridor reconcile --rail acme-bank`',
    ],
    ['with a wrong entry', { module: 'none.mjs' }, 'correct the connections file'],
  ])('%s are a problem', async (_what, entry, expected) => {
    expect(await onlyProblem(rails(entry))).toContain(expected);
  });

  test('are examined although one of them is wrong', async () => {
    const { lines } = await examined(rails({ verify: 'iban' }, { name: 'zeta' }));
    expect(lines).toContain('ok       rail zeta: reachable');
  });
});

describe('the webhook endpoints', () => {
  async function served(status = 200): Promise<{ readonly url: string; readonly requests: string[] }> {
    const requests: string[] = [];
    const server = createServer((request, response) => {
      requests.push(request.url!);
      response.writeHead(status).end();
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks?secret=hush-hush`, requests };
  }

  const setEndpoint = (url: string): void => alter(`update platforms set webhook_endpoint = '${url}'`);

  test('that answer get no request', async () => {
    const { url, requests } = await served();
    setEndpoint(url);
    const { code, lines } = await examined();
    expect(lines).toContain('ok       webhooks: 1 endpoints answer, 0 platforms have none');
    expect(code).toBe(0);
    expect(requests).toEqual([]);
  });

  test('that do not answer are a problem, without the path, which can contain a secret', async () => {
    setEndpoint('http://127.0.0.1:1/hooks?secret=hush-hush');
    const problem = await onlyProblem();
    expect(problem).toMatch(/webhooks of Platform:\S+ SANDBOX: http:\/\/127\.0\.0\.1:1 does not accept connections/);
    expect(problem).not.toContain('hush');
  });

  test('whose name is unknown are a problem', async () => {
    setEndpoint('https://no-such-name.invalid/hooks');
    expect(await onlyProblem()).toContain('https://no-such-name.invalid does not accept connections (');
  });

  test('without TLS behind an address with https are a problem', async () => {
    const { url } = await served();
    setEndpoint(url.replace('http:', 'https:'));
    expect(await onlyProblem()).toContain('does not accept connections');
  });

  test('that hosts refuse are a problem', async () => {
    setEndpoint('http://127.0.0.1:1/hooks');
    expect(await onlyProblem({ CORRIDOR_WEBHOOK_ALLOW_PRIVATE: 'false' })).toContain(
      'hosts refuse the endpoint, because the address is not public',
    );
  });

  test('that refuse events are a problem', async () => {
    const { url } = await served();
    setEndpoint(url);
    await queue({ attempts: 3, lastError: 'the endpoint answered 500' }, Date.now() + 60_000);
    expect(await onlyProblem()).toMatch(/1 of the newest \d+ events are not delivered \(the endpoint answered 500\)/);
  });
});

const base = (tenant: TenantKey, id: string) => ({
  id,
  tenant,
  version: 1,
  createdAt: instant(Date.now()),
  updatedAt: instant(Date.now()),
});

/** Adds an event that waits for its delivery. */
const queue = (more: object, nextAttemptAt: number): Promise<void> =>
  withTenant(async (units, tenant) => {
    const event = {
      ...{ type: 'TEST', resource: 'play', snapshot: {}, available: null, held: null, status: 'QUEUED' },
      ...{ queuedAt: instant(Date.now()), attempts: 0, nextAttemptAt: instant(nextAttemptAt), clockOffset: 0 },
      ...{ leaseUntil: instant(0), deliveredAt: null, lastError: null, tries: null, trace: null },
      ...{ salt: null, erasedDigest: null },
      ...base(tenant, 'Webhook:019bc186-de00-7010-a5b4-6ff5095ccf1f'),
      ...more,
    };
    const added = await units.run(tenant, async (tx) => ok(tx.add(EVENTS, event as never)));
    expect(added.ok).toBe(true);
  });

describe('the work', () => {
  test('that is overdue is a problem', async () => {
    await queue({}, Date.now() - 120_000);
    const { problems } = await examined();
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(
      /events: the next one has been due for 12\d seconds: start a host with CORRIDOR_WORKERS/,
    );
    await withTenant(async (units, tenant) => {
      const job = {
        ...{ kind: 'kyc.review', subject: 'play', dueAt: instant(Date.now() - 600_000), clockOffset: 0 },
        ...{ leaseUntil: instant(0), attempts: 0, dedupe: null, lastError: null, trace: null },
        ...base(tenant, 'Job:019bc186-de00-7010-a5b4-6ff5095ccf1f'),
      };
      await units.run(tenant, async (tx) => ok(tx.add(JOBS, job as never)));
    });
    expect((await examined()).problems[0]).toMatch(/jobs: the next one has been due for 60\d seconds/);
  });

  test('that waits for an operator is a problem', async () => {
    await withTenant(async (units, tenant) => {
      const exception = {
        ...{ kind: 'REFUND_FAILED', status: 'OPEN', subject: 'play', reference: '', rail: null, currency: 'USD' },
        ...{ amount: 1000n, reason: 'play', resolution: null, resolvedBy: null, approvedBy: null, resolvedAt: null },
        ...{
          note: null,
          entryId: null,
          leg: null,
          direction: null,
          moved: null,
          recovered: null,
          isUntold: false,
          ...base(tenant, 'Exception:019bc186-de00-7010-a5b4-6ff5095ccf1f'),
        },
      };
      await units.run(tenant, async (tx) => ok(tx.add(EXCEPTIONS, exception as never)));
    });
    expect(await onlyProblem()).toContain(
      'exceptions: 1 REFUND_FAILED in SANDBOX are open, 10.00 USD: resolve them; `corridor exceptions list`',
    );
  });
});
