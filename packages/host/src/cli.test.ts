import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createTestDatabase } from '../../adapters-storage/src/testing/postgres.js';
import { Database as Sqlite } from '../../adapters-storage/src/testing/sqlite.js';
import { runCommand } from './commands/command-line.js';
import { readConfiguration } from './settings/configuration.js';
import { startHost, withCore } from './serving/host.js';
import { createProcessContext } from './kernel/process-context.js';
import { operatorFile } from './testing/operator-file.js';

// Some tests start processes, and other test files do so at the same time.
vi.setConfig({ testTimeout: 120_000 });

const CLI = fileURLToPath(new URL('../bin/corridor.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'corridor-cli-'));
const MASTER_KEY = '5c'.repeat(32);
const BOOTSTRAP = {
  CORRIDOR_BOOTSTRAP_CLIENT_ID: 'automation',
  CORRIDOR_BOOTSTRAP_CLIENT_SECRET: 'automation-secret',
};

type Environment = Readonly<Record<string, string>>;
const running = new Set<ChildProcess>();
const SETTINGS = { CORRIDOR_PORT: '0', CORRIDOR_DATA_DIR: folder };

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

function launch(args: readonly string[], environment: Environment): ChildProcess {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('CORRIDOR_'));
  const env = { ...Object.fromEntries(inherited), ...SETTINGS, ...environment };
  const child = spawn(process.execPath, [CLI, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

async function ended(child: ChildProcess): Promise<Ended> {
  let out = '';
  let err = '';
  child.stdout!.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr!.on('data', (chunk: Buffer) => (err += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, out, err };
}

type Run = (args: readonly string[], environment?: Environment) => Promise<Ended>;

/** Runs the command in its own process, as operators do. */
const launched: Run = (args, environment = {}) => ended(launch(args, environment));

/** Runs the command in this process. */
const corridor: Run = async (args, environment = {}) => {
  let out = '';
  let err = '';
  const code = await runCommand(
    args,
    { ...SETTINGS, ...environment },
    { out: { write: (text: string) => (out += text) }, err: { write: (text: string) => (err += text) } },
  );
  return { code, out, err };
};

interface Reached {
  readonly baseUrl: string;
  get(path: string, credential?: readonly [string, string]): Promise<Response>;
}

/** Requests to a host; a path that starts with a slash is relative to the host's root. */
const reached = (baseUrl: string): Reached => ({
  baseUrl,
  get: (path, credential) =>
    fetch(path.startsWith('/') ? `${new URL(baseUrl).origin}${path}` : `${baseUrl}/${path}`, {
      headers:
        credential === undefined
          ? {}
          : { authorization: `Basic ${Buffer.from(credential.join(':')).toString('base64')}` },
    }),
});

interface Served extends Reached {
  readonly lines: ReadonlyMap<string, string>;
  stop(signal?: NodeJS.Signals): Promise<Ended & { readonly milliseconds: number }>;
}

/** Starts a host in its own process and waits for the lines that it prints. */
async function serve(environment: Environment = {}): Promise<Served> {
  const child = launch(['serve'], environment);
  const end = ended(child);
  let out = '';
  const last = /^(new token: .*|  npx corridor operator create .*)\n/m;
  await new Promise<void>((resolve, reject) => {
    child.stdout!.on('data', (chunk: Buffer) => {
      out += chunk.toString();
      if (last.test(out)) resolve();
    });
    void end.then(({ code, err }) => reject(new Error(`ended with ${code}: ${err}`)));
  });
  const lines = new Map(
    out
      .trim()
      .split('\n')
      .filter((line) => /^[a-z ]+: /.test(line))
      .map((line) => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)]),
  );
  return {
    ...reached(lines.get('base url')!),
    lines,
    async stop(signal = 'SIGTERM') {
      const began = performance.now();
      child.kill(signal);
      return { ...(await end), milliseconds: performance.now() - began };
    },
  };
}

/** Starts a host in this process. */
async function start(environment: Environment = {}) {
  const host = await startHost(readConfiguration({ ...SETTINGS, CORRIDOR_LOG_LEVEL: 'warn', ...environment }));
  return { ...reached(host.baseUrl), isFirst: host.start.kind === 'first', stop: host.stop };
}

const printed = ({ out }: Ended, name: string): string => new RegExp(`^${name}: (.*)$`, 'm').exec(out)![1]!;
const bootstrap = [BOOTSTRAP.CORRIDOR_BOOTSTRAP_CLIENT_ID, BOOTSTRAP.CORRIDOR_BOOTSTRAP_CLIENT_SECRET] as const;

beforeAll(() => {
  if (!existsSync(fileURLToPath(new URL('../dist/service/cli.cjs', import.meta.url))))
    throw new Error('run `npm run build` first');
});

afterEach(() => {
  for (const child of running) child.kill('SIGKILL');
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a host on SQLite', () => {
  let first: readonly [string, string];

  test('prints a valid credential on its first start, and stops within 10 seconds', async () => {
    const host = await serve();
    expect([...host.lines.keys()]).toEqual(['base url', 'client id', 'client secret', 'webhook secret']);
    expect(host.lines.get('base url')).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/2025-10-13$/);
    expect(host.lines.get('webhook secret')).toMatch(/^whsec_/);
    first = [host.lines.get('client id')!, host.lines.get('client secret')!];

    expect((await host.get('/healthz')).status).toBe(200);
    expect((await host.get('/readyz')).status).toBe(200);
    expect((await host.get('/metrics')).status).toBe(200);
    expect((await host.get('config')).status).toBe(401);
    expect((await host.get('config', first)).status).toBe(200);
    const accounts = (await (await host.get('platform/internal-accounts', first)).json()) as {
      readonly data: readonly { readonly balance: { readonly currency: { readonly code: string } } }[];
    };
    const codes = accounts.data.map(({ balance }) => balance.currency.code).sort();
    expect(codes).toEqual(['BRL', 'BTC', 'EUR', 'GBP', 'INR', 'MXN', 'USD', 'USDC']);

    const { code, out, err, milliseconds } = await host.stop();
    expect(code).toBe(0);
    expect(milliseconds).toBeLessThan(10_000);
    expect(out).toMatch(/\n {2}npx corridor operator create [^\n]+\n\n$/);
    expect(err).not.toContain(first[1]);
    for (const line of err.trim().split('\n')) expect(JSON.parse(line)).toHaveProperty('level');
  });

  test('keeps the platform and its credential across a restart, and prints how to create another token', async () => {
    const host = await serve();
    expect([...host.lines.keys()]).toEqual(['base url', 'new token']);
    expect((await host.get('config', first)).status).toBe(200);
    expect(host.lines.get('new token')).toMatch(/^npx corridor token create --platform Platform:[0-9a-f-]{36}$/);

    const args = host.lines.get('new token')!.split(' ').slice(2);
    const made = await corridor([...args, '--permissions', 'VIEW']);
    expect(made.code).toBe(0);
    const token = [printed(made, 'client id'), printed(made, 'client secret')] as const;
    expect((await host.get('config', token)).status).toBe(200);
    expect((await host.get('webhooks/secret', token)).status).toBe(403);
    expect((await host.stop('SIGINT')).code).toBe(0);
  });

  test('adds the bootstrap credential to an existing platform, and accepts it on every start', async () => {
    for (const _start of [1, 2]) {
      const host = await start(BOOTSTRAP);
      expect((await host.get('config', bootstrap)).status).toBe(200);
      expect((await host.get('config', first)).status).toBe(200);
      await host.stop();
    }
    const taken = await launched(['serve'], { ...BOOTSTRAP, CORRIDOR_BOOTSTRAP_CLIENT_SECRET: 'another-secret-of-it' });
    expect(taken).toMatchObject({ code: 1, out: '' });
    expect(taken.err).toContain('CORRIDOR_BOOTSTRAP_CLIENT_ID: ');
    expect(taken.err).not.toContain('another-secret');
  });

  test('refuses to start without the master key of the database', async () => {
    const { code, out, err } = await launched(['serve'], { CORRIDOR_MASTER_KEY: MASTER_KEY });
    expect([code, out]).toEqual([1, '']);
    expect(err.trim().split('\n').at(-1)).toMatch(/^corridor: .*master key/);
    expect(err).not.toContain(MASTER_KEY);
  });

  test('is not ready while it drains, and still answers', async () => {
    const host = await start({ CORRIDOR_DRAIN_SECONDS: '2' });
    expect((await host.get('/readyz')).status).toBe(200);
    const began = performance.now();
    const stopped = host.stop();
    await vi.waitFor(async () => expect((await host.get('/readyz')).status).toBe(503), 1_500);
    expect((await host.get('config', first)).status).toBe(200);
    await stopped;
    expect(performance.now() - began).toBeLessThan(10_000);
  });

  test('serves under the configured base path', async () => {
    const host = await start({ CORRIDOR_BASE_PATH: '/payments' });
    expect(host.baseUrl).toMatch(/\/payments\/2025-10-13$/);
    expect((await host.get('config', first)).status).toBe(200);
    await host.stop();
  });

  test('creates invitation links with the public scheme and base path', async () => {
    const host = await start({ CORRIDOR_BASE_PATH: '/payments', CORRIDOR_PUBLIC_SCHEME: 'https' });
    const send = async <T>(method: string, path: string, body: object): Promise<T> => {
      const authorization = `Basic ${Buffer.from(first.join(':')).toString('base64')}`;
      const headers = { authorization, 'content-type': 'application/json' };
      return (await (
        await fetch(`${host.baseUrl}/${path}`, { method, headers, body: JSON.stringify(body) })
      ).json()) as T;
    };
    await send('PATCH', 'config', { umaDomain: 'pay.example' });
    const ada = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', region: 'US' };
    const { umaAddress } = await send<{ readonly umaAddress: string }>('POST', 'customers', ada);
    const { code, url } = await send<{ readonly code: string; readonly url: string }>('POST', 'invitations', {
      inviterUma: umaAddress,
    });
    expect(url).toBe(`https://localhost:${new URL(host.baseUrl).port}/payments/invite/${code}`);
    for (const path of [new URL(url).pathname, `/invite/${code}`]) expect((await host.get(path)).status).toBe(200);
    await host.stop();
  });
});

describe('two hosts on one empty Postgres database', () => {
  test('create one platform and one credential if they start at the same time', async () => {
    const url = await createTestDatabase({ migrated: false });
    const environment = { ...BOOTSTRAP, CORRIDOR_DATABASE_URL: url, CORRIDOR_MASTER_KEY: MASTER_KEY };
    const hosts = await Promise.all([serve(environment), serve(environment)]);
    const configs = await Promise.all(
      hosts.map(async (host) => (await (await host.get('config', bootstrap)).json()) as { readonly id: string }),
    );
    expect(configs[0]!.id).toMatch(/^Platform:/);
    expect(configs[1]!.id).toBe(configs[0]!.id);
    const starts = hosts.map(({ lines }) => (lines.has('webhook secret') ? 'first' : 'later')).sort();
    expect(starts).toEqual(['first', 'later']);
    const ends = await Promise.all(hosts.map((host) => host.stop()));
    expect(ends.map(({ code }) => code)).toEqual([0, 0]);
    expect((await corridor(['audit'], environment)).code).toBe(0);
  });
});

describe('the command line', () => {
  const fresh = (): Environment => ({ CORRIDOR_DATA_DIR: mkdtempSync(join(folder, 'fresh-')) });

  test('migrates an empty database, and succeeds again on a migrated one', async () => {
    const environment = fresh();
    expect((await corridor(['migrate'], environment)).code).toBe(0);
    expect((await corridor(['migrate'], environment)).code).toBe(0);
    expect(existsSync(join(environment['CORRIDOR_DATA_DIR']!, 'corridor.db'))).toBe(true);
  });

  test('creates a platform in production, and the audit of its books is clean', async () => {
    const environment = fresh();
    const made = await corridor(['platform', 'create', '--name', 'Acme', '--environment', 'PRODUCTION'], environment);
    expect(made.code).toBe(0);
    expect(printed(made, 'environment')).toBe('PRODUCTION');
    expect(printed(made, 'webhook secret')).toMatch(/^whsec_/);
    const audit = await corridor(['audit'], environment);
    expect(audit.code).toBe(0);
    expect(audit.out).toMatch(/^clean: /);
    const host = await start(environment);
    expect(host.isFirst).toBe(false);
    expect((await host.get('config', [printed(made, 'client id'), printed(made, 'client secret')])).status).toBe(200);
    await host.stop();
  });

  test('activates the UMA domain of a platform that would otherwise need a DNS proof in production', async () => {
    const environment = fresh();
    const made = await corridor(['platform', 'create', '--name', 'Acme', '--environment', 'PRODUCTION'], environment);
    const id = printed(made, 'platform');
    const host = await start(environment);
    const authorization = `Basic ${btoa(`${printed(made, 'client id')}:${printed(made, 'client secret')}`)}`;
    const config = async (change?: object) => {
      const headers = { authorization, 'content-type': 'application/json' };
      const method = change === undefined ? 'GET' : 'PATCH';
      const body = change === undefined ? null : JSON.stringify(change);
      const answer = await fetch(`${host.baseUrl}/config`, { method, headers, body });
      return (await answer.json()) as { readonly umaDomain?: string; readonly pendingUmaDomain?: object };
    };
    const pending = await config({ umaDomain: 'pay.invalid' });
    expect(pending.umaDomain).toBeUndefined();
    const txtRecord = { name: '_corridor.pay.invalid', value: id };
    expect(pending.pendingUmaDomain).toEqual({ domain: 'pay.invalid', txtRecord });
    const operators = ['ann', 'bob'].map((name) => join(environment['CORRIDOR_DATA_DIR']!, name));
    await withCore(readConfiguration(environment), createProcessContext(), async ({ units }) => {
      for (const file of operators) await operatorFile(units, file, file.slice(-3), 'ADMIN');
    });
    /** Two operators change the settings of a platform in production. */
    const update = async (domain: string): Promise<void> => {
      const [one, other] = operators.map((file) => ['--operator', file]);
      const settings = ['--platform', id, '--uma-domain', domain];
      const asked = await corridor(['platform', 'update', ...settings, ...one!], environment);
      const [, request = '', digest = ''] = /--id (Request:\S+) --digest (\S+)/.exec(asked.out)!;
      const approval = ['approvals', 'approve', '--id', request, '--digest', digest, ...other!];
      expect(await corridor(approval, environment)).toMatchObject({ code: 0, err: '' });
    };
    await update('Pay.invalid');
    const proven = await config();
    expect(proven).toMatchObject({ umaDomain: 'pay.invalid' });
    expect(proven.pendingUmaDomain).toBeUndefined();
    await update('none');
    expect((await config()).umaDomain).toBeUndefined();
    await host.stop();
  });

  test('prints the OpenAPI document without opening a database', async () => {
    const environment = fresh();
    const { code, out } = await launched(['openapi'], environment);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ openapi: '3.1.0' });
    expect(existsSync(join(environment['CORRIDOR_DATA_DIR']!, 'corridor.db'))).toBe(false);
  });

  test('prints SQL of views that show the rows of the configured SQLite and leave its schema as it is', async () => {
    const environment = fresh();
    const file = join(environment['CORRIDOR_DATA_DIR']!, 'corridor.db');
    const { code, out } = await launched(['schema'], environment);
    expect([code, existsSync(file)]).toEqual([0, false]);
    const made = await corridor(['platform', 'create', '--name', 'Acme'], environment);
    expect((await corridor(['schema', '--sqlite'], environment)).out).toBe(out);
    const db = new Sqlite(file);
    const schema = () => db.prepare('select * from sqlite_master').all();
    const before = schema();
    db.exec(out);
    expect(db.prepare('select name, id from readable_platforms').all()).toEqual([
      { name: 'Acme', id: `${printed(made, 'platform')}/SANDBOX` },
    ]);
    expect(schema()).toEqual(before);
    db.close();
  });

  test('prints SQL of views for Postgres, as it is configured or asked for, without a connection', async () => {
    const environment = { ...fresh(), CORRIDOR_DATABASE_URL: 'postgres://nowhere.invalid/corridor' };
    const { code, out } = await corridor(['schema'], environment);
    expect(code).toBe(0);
    expect(out).toContain('create or replace function corridor_key(');
    expect((await corridor(['schema', '--postgres'], fresh())).out).toBe(out);
    const sqlite = await corridor(['schema', '--sqlite'], environment);
    expect(sqlite.out).toBe((await corridor(['schema'], fresh())).out);

    const client = new pg.Client({ connectionString: await createTestDatabase() });
    await client.connect();
    await client.query(out);
    expect((await client.query('select * from readable_platforms')).rows).toEqual([]);
    await client.end();
  });

  test.each([
    [['schema', '--postgres', '--sqlite'], {}, 'corridor: schema takes --postgres or --sqlite, not both\n', 2],
    [['serve'], { CORRIDOR_PORT: 'http' }, 'corridor: CORRIDOR_PORT: must be an integer from 0 to 65535\n', 1],
    [
      ['audit'],
      { CORRIDOR_CONFIG_FILE: '/nowhere.json' },
      'corridor: CORRIDOR_CONFIG_FILE: /nowhere.json cannot be read\n',
      1,
    ],
    [
      ['token', 'create', '--platform', 'Platform:none'],
      {},
      'corridor: --platform: no platform Platform:none exists\n',
      1,
    ],
    [
      ['token', 'create', '--permissions', 'ALL', '--platform', 'x'],
      {},
      'corridor: --permissions: ALL is not one of VIEW, TRANSACT, MANAGE\n',
      2,
    ],
    [['platform', 'create'], {}, 'corridor: --name is missing\n', 2],
    [
      ['platform', 'create', '--name', 'Acme', '--currencies', 'USD,EUR,ZZZ'],
      {},
      'corridor: --currencies: ZZZ is not a supported currency\n',
      2,
    ],
    [
      ['platform', 'create', '--name', 'Acme', '--require-terms', 'yes'],
      {},
      'corridor: --require-terms: yes is not one of true, false\n',
      2,
    ],
    [
      ['platform', 'update', '--platform', 'Platform:none'],
      {},
      'corridor: one of --require-terms, --regulated, --money-during-review, --uma-domain is required\n',
      2,
    ],
    [
      ['platform', 'create', '--name', 'Acme', '--uma-domain', 'Sandbox.uma.money'],
      {},
      'corridor: --uma-domain: belongs to the service or its simulated institution; choose a domain of your own\n',
      2,
    ],
    [['audit'], { CORRIDOR_PROT: '1' }, 'corridor: CORRIDOR_PROT: unknown setting\n', 1],
  ] as const)('explains %j in one line', async (args, environment, err, code) => {
    expect(await corridor(args, { ...fresh(), ...environment })).toEqual({ code, out: '', err });
  });

  test.each([
    [['serve'], { CORRIDOR_PORT: 'http' }],
    [['platform', 'create'], {}],
    [['audit', '--name', 'x'], {}],
    [['account', 'freeze'], {}],
    [['card', 'log'], {}],
    [['kyc', 'decide'], {}],
    [['sca', 'decide'], {}],
    [['master-key', 'rotate'], { CORRIDOR_MASTER_KEY: MASTER_KEY }],
    [['migrate'], { CORRIDOR_DATABASE_URL: 'postgres://user:canary@127.0.0.1:1/none' }],
  ] as const)('answers %j in this process as in its own', async (args, environment) => {
    expect(await launched(args, { ...fresh(), ...environment })).toEqual(
      await corridor(args, { ...fresh(), ...environment }),
    );
  });

  test.each([
    [[], 'Usage: corridor <command>'],
    [['destroy'], 'corridor: unknown command destroy\ncorridor --help lists all commands\n'],
    [['serve', 'now'], 'corridor: unknown command serve now'],
    [['sed'], 'corridor: unknown command sed; did you mean seed?'],
    [['serve', '--fast'], 'corridor: unknown option --fast\n'],
    [['token', 'create', '--nmae', 'x'], 'corridor: unknown option --nmae; did you mean --name?\n'],
    [['seed', '--customer=5'], 'corridor: unknown option --customer; did you mean --customers?\n'],
    [['serve', '--hlep'], 'corridor: unknown option --hlep; did you mean --help?\n'],
    [['serve', '-x'], 'corridor: unknown option -x\n'],
    [['serve', '--\u001b[2J'], 'corridor: unknown option --\\u001b[2J\n'],
    [['help', 'sed'], 'corridor: unknown command sed; did you mean seed?'],
    [['sed', '--help'], 'corridor: unknown command sed; did you mean seed?'],
    [['serve', '--fast'], 'Usage: corridor serve\n'],
    [['audit', '--name', 'x'], 'Usage: corridor audit [options]\n'],
    [['token', 'create', '--platform'], '  --platform ID         The platform, as Platform:…\n'],
    [['approvals', 'decline', '--x'], '  --digest TEXT         Its digest, as the list prints it\n'],
  ])('answers %j with %j', async (args, expected) => {
    const { code, out, err } = await corridor(args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(expected);
    if (args.length > 0) expect(err.split('\n').length).toBeLessThan(25);
  });

  const anything = expect.any(String) as unknown;

  test('names the data folder and the reason if it cannot be used', async () => {
    const folderOf = (content: string, file: string): Environment => {
      const environment = fresh();
      writeFileSync(join(environment['CORRIDOR_DATA_DIR']!, file), content);
      return environment;
    };
    const file = folderOf('', 'file');
    const inFile = join(file['CORRIDOR_DATA_DIR']!, 'file');
    const foreign = folderOf('this is not a database, but long enough to look like one', 'corridor.db');
    for (const environment of [{ CORRIDOR_DATA_DIR: inFile }, foreign]) {
      const ended = await corridor(['migrate'], environment);
      expect(ended).toEqual({ code: 1, out: '', err: anything });
      expect(ended.err).toMatch(/^corridor: CORRIDOR_DATA_DIR: \/\S+corridor\.db: [^\n]+\n$/);
    }
  });

  test('explains in one sentence why the data folder cannot be created', async () => {
    const environment = fresh();
    const file = join(environment['CORRIDOR_DATA_DIR']!, 'file');
    writeFileSync(file, '');
    const places: [string, string][] = [[join(file, 'data'), '; a part of the path is a file: name a folder']];
    // Node's own `recursive` does not end there.
    if (process.platform === 'linux') places.push(['/proc/corridor/data', '; name a folder in another place']);
    for (const [place, remedy] of places) {
      const ended = await launched(['serve'], { CORRIDOR_PORT: '0', CORRIDOR_DATA_DIR: place });
      expect(ended).toEqual({ code: 1, out: '', err: anything });
      expect(ended.err).toMatch(/^corridor: CORRIDOR_DATA_DIR: [^\n]+\n$/);
      expect(ended.err).toContain(`${place}/corridor.db: `);
      expect(ended.err).toContain(`${remedy}\n`);
    }
  });

  test.each([
    'postgres://user:canary@127.0.0.1:1/none',
    'postgres://user:canary@host.invalid/none',
    'postgres://:x:y/',
  ])('names the database setting and the reason if the database cannot be used: %s', async (url) => {
    const ended = await corridor(['migrate'], { ...fresh(), CORRIDOR_DATABASE_URL: url });
    expect(ended).toEqual({ code: 1, out: '', err: anything });
    expect(ended.err).toMatch(/^corridor: CORRIDOR_DATABASE_URL: [^\n]+\n$/);
    expect(ended.err).not.toContain('canary');
  });

  /** Starts the command in a Node with this Node-API, after `code`. */
  const launchedAfter = (nodeApi: number, code: string) => {
    const api = `Object.defineProperty(process, 'versions', { value: { ...process.versions, napi: '${nodeApi}' } });`;
    return launched(['migrate'], {
      ...fresh(),
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(api + code)}`,
    });
  };

  test.each([
    ["Object.assign(new Error('built for NODE_MODULE_VERSION 1'), { code: 'ERR_DLOPEN_FAILED' })"],
    ["new Error('Could not locate the bindings file. Tried: …')"],
  ])('names the command that builds the SQLite driver of Node 20 if loading it fails: %s', async (error) => {
    const ended = await launchedAfter(9, `process.dlopen = () => { throw ${error}; }`);
    expect(ended).toEqual({
      code: 1,
      out: '',
      err: `corridor: Node ${process.version} cannot load the SQLite driver: run: npm run install --prefix node_modules/better-sqlite3-12\n`,
    });
  });

  test.runIf(Number(process.versions.napi) >= 10)('says why the SQLite driver cannot be loaded', async () => {
    const error = "Object.assign(new Error('version GLIBC_2.99 not found'), { code: 'ERR_DLOPEN_FAILED' })";
    expect(await launchedAfter(10, `process.dlopen = () => { throw ${error}; }`)).toEqual({
      code: 1,
      out: '',
      err: `corridor: Node ${process.version} cannot load the SQLite driver: version GLIBC_2.99 not found\n`,
    });
  });

  test('names the command that installs the SQLite driver of Node 20 if it is missing', async () => {
    const hidden = `const { default: Module } = await import('node:module');
      const resolve = Module._resolveFilename;
      Module._resolveFilename = function (name, ...rest) {
        if (!name.startsWith('better-sqlite3-12')) return resolve.call(this, name, ...rest);
        throw Object.assign(new Error('not installed'), { code: 'MODULE_NOT_FOUND' });
      };`;
    expect(await launchedAfter(9, hidden)).toEqual({
      code: 1,
      out: '',
      err: `corridor: better-sqlite3 13.2.0 needs Node 22.14 or later, and this is Node ${process.versions.node}; run: npm install better-sqlite3-12@npm:better-sqlite3@12.11.1\n`,
    });
  });

  test('prints the version of the package, bundled or not', async () => {
    const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
      readonly version: string;
    };
    const answer = { code: 0, out: `${version}\n`, err: '' };
    expect(await corridor(['--version'])).toEqual(answer);
    expect(await launched(['-v'])).toEqual(answer);
  });

  test('prints the usage for --help', async () => {
    for (const [args, usage] of [
      [['--help'], 'Usage: corridor <command>'],
      [['help'], 'Usage: corridor <command>'],
      [['help', '--help'], 'Usage: corridor <command>'],
      [['token', 'create', '-h'], 'Usage: corridor token create [options]\n\nCreate an API token\n'],
      [['help', 'token', 'create'], 'Usage: corridor token create [options]\n\nCreate an API token\n'],
      [['help', 'token'], 'Usage: corridor token revoke [options]\n'],
      [['token', '--help'], 'Usage: corridor token list [options]\n'],
      [['help', 'connections', 'check', 'bank'], 'Usage: corridor connections check [options]\n'],
    ] as const) {
      expect(await corridor(args)).toEqual({ code: 0, out: expect.stringContaining(usage) as never, err: '' });
    }
  });

  test('exits with a failure if it waits forever', async () => {
    const silent = 'globalThis.fetch = () => new Promise(() => undefined)';
    const given = ['--forward-to', 'http://127.0.0.1:9', '--base-url', 'http://127.0.0.1:9'];
    const credential = ['--client-id', 'id', '--client-secret', 'secret'];
    const { code } = await launched(['listen', ...given, ...credential], {
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(silent)}`,
    });
    expect(code).toBe(1);
  });

  test('takes a value that begins with a dash, and no option as a value', async () => {
    const host = createServer((request, response) => {
      const [, credential = ''] = (request.headers.authorization ?? '').split(' ');
      const message = Buffer.from(credential, 'base64').toString();
      response.writeHead(401).end(JSON.stringify({ code: 'UNAUTHORIZED', message }));
    }).listen(0, '127.0.0.1');
    await once(host, 'listening');
    const baseUrl = `http://127.0.0.1:${(host.address() as AddressInfo).port}/2025-10-13`;
    const listen = ['listen', '--base-url', baseUrl, '--client-id', '-h2'];
    const { err } = await corridor([...listen, '--client-secret', '--secret']);
    expect(err).toContain('UNAUTHORIZED -h2:--secret');
    expect((await corridor([...listen, '--client-secret=-x'])).err).toContain('UNAUTHORIZED -h2:-x');
    host.close();
    const { code, err: ambiguous } = await corridor([...listen, '--client-secret', '--since', 'x']);
    expect([code, ambiguous]).toEqual([2, expect.stringContaining("'--client-secret' argument is ambiguous")]);
  });

  test('prints progress on standard error only', async () => {
    let asked = 0;
    const host = createServer((_request, response) => {
      asked += 1;
      response.writeHead(asked === 1 ? 503 : 401).end('{}');
    }).listen(0, '127.0.0.1');
    await once(host, 'listening');
    const baseUrl = `http://127.0.0.1:${(host.address() as AddressInfo).port}/2025-10-13`;
    const credential = ['--client-id', 'id', '--client-secret', 'secret'];
    const { code, err } = await corridor([
      'listen',
      ...['--forward-to', 'http://127.0.0.1:9', '--base-url', baseUrl],
      ...credential,
    ]);
    host.close();
    expect(code).toBe(1);
    expect(err.split('\n')).toEqual([
      `${baseUrl} does not answer; retrying`,
      expect.stringMatching(/^corridor: .* answered 401/),
      '',
    ]);
  });

  test('reads its settings from a file too', async () => {
    const environment = fresh();
    const file = join(environment['CORRIDOR_DATA_DIR']!, 'settings.json');
    writeFileSync(file, '{ "CORRIDOR_HEADER_PREFIX": "Acme" }');
    const { out } = await corridor(['openapi'], { ...environment, CORRIDOR_CONFIG_FILE: file });
    expect(JSON.parse(out)).toMatchObject({ openapi: '3.1.0' });
  });
});
