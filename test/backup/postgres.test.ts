import { execFile } from 'node:child_process';
import { appendFileSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { PLATFORMS } from '@corridor/core/records';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createPostgresStorage } from '../../packages/adapters-storage/src/postgres/index.js';
import { eventually } from '../support/eventually.js';
import { makeFirstPayment } from '../support/first-payment.js';
import { holderOf, mint, mintBody, operationWhen, registered, stablecoinPlatform } from '../support/issuer.js';
import { createDeployment, type Deployment, type Host } from '../support/host.js';
import { installedPostgres, type InstalledPostgres, postgresPrograms } from '../support/postgres-programs.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const BIN = postgresPrograms();
const hint = BIN === null ? ' (skipped: install Postgres, `apt-get install postgresql`, or set POSTGRES_BIN)' : '';
if (BIN === null)
  console.warn('The commands of docs/operate/backup.md for Postgres are not tested: it is not installed.');

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const chapter = readFileSync(`${ROOT}docs/operate/backup.md`, 'utf8');

/** The first block of code in the chapter that contains this text, without its indentation. */
function blockWith(text: string): string {
  const blocks = [...chapter.matchAll(/^( *)```[a-z]+\n([\s\S]*?)^\1```$/gm)].map(([, , block]) => block!);
  const found = blocks.find((block) => block.includes(text));
  if (found === undefined) throw new Error(`docs/operate/backup.md has no block with ${text}`);
  return found.replaceAll(/^ +/gm, '').replaceAll('\\\n', '');
}

/** More than a read makes until the standby ends it. */
const MOST_READS = 1_000_000;
const [ADMIN_PASSWORD, PASSWORD] = ['admin', 'a long random password'];

describe.skipIf(BIN === null)(`Postgres as the guide copies it${hint}`, () => {
  let servers: InstalledPostgres;
  let port: number;
  let standbyPort: number;
  let deployment: Deployment;
  let host: Host;

  const at = (name: string): string => join(servers.folder, name);
  const urlOf = (user: string, password: string, of: number, database: string): string =>
    `postgres://${user}:${password}@127.0.0.1:${of}/${database}`;

  const asAdmin = <T extends object>(of: number, ...statements: readonly string[]): Promise<readonly T[]> =>
    asAdminOf('postgres', of, ...statements);

  async function asAdminOf<T extends object>(
    database: string,
    of: number,
    ...statements: readonly string[]
  ): Promise<readonly T[]> {
    const admin = new pg.Client({ connectionString: urlOf('postgres', ADMIN_PASSWORD, of, database) });
    await admin.connect();
    try {
      let rows: readonly T[] = [];
      for (const statement of statements) ({ rows } = await admin.query<T>(statement));
      return rows;
    } finally {
      await admin.end();
    }
  }

  /** Runs commands of the guide with the addresses and folders of this test. */
  function runLines(lines: string): Promise<string> {
    const text = lines
      .replace('host=db-1', `host=127.0.0.1 port=${port}`)
      .replace('/var/lib/postgresql/17/main', at('standby'))
      .replaceAll('/backup/', `${servers.folder}/backup-`);
    const env = { PATH: `${BIN}:${process.env['PATH']}`, CORRIDOR_DATABASE_URL: deployment.address };
    return servers.run({ ...env, PGPASSFILE: at('pgpass') }, 'sh', '-e', '-c', text);
  }

  /** Runs a script of the repository with the connection to the primary. */
  const runScript = (script: string, env: Readonly<Record<string, string>>, ...args: readonly string[]) =>
    servers.run(
      {
        PATH: `${BIN}:${process.env['PATH']}`,
        PGHOST: '127.0.0.1',
        PGPORT: String(port),
        DATABASE_PASSWORD_FILE: at('database-password'),
        ...env,
      },
      'sh',
      '-c',
      // The repository need not be readable for the user of the servers.
      `${readFileSync(`${ROOT}${script}`, 'utf8')}`,
      script,
      ...args,
    );

  const standbyUrl = (database = 'corridor'): string => urlOf('corridor', 'corridor', standbyPort, database);
  const onStandby = (...args: readonly string[]) =>
    deployment.commandWith({ CORRIDOR_DATABASE_URL: standbyUrl() }, ...args);

  /** Waits until the standby has repeated what the primary has written until now. */
  async function caughtUp(): Promise<void> {
    const [{ lsn }] = (await asAdmin<{ lsn: string }>(port, 'select pg_current_wal_lsn()::text as lsn')) as [
      { lsn: string },
    ];
    await eventually('the standby has caught up', async () => {
      const text = `select pg_last_wal_replay_lsn() >= '${lsn}'::pg_lsn as is_there`;
      const [row] = await asAdmin<{ is_there: boolean }>(standbyPort, text);
      return row!.is_there;
    });
  }

  beforeAll(async () => {
    if (BIN === null) return;
    servers = installedPostgres(BIN);
    writeFileSync(at('password'), ADMIN_PASSWORD, { mode: 0o644 });
    const auth = ['--username=postgres', `--pwfile=${at('password')}`, '--auth=scram-sha-256', '--no-sync'];
    await servers.run({}, 'initdb', '--pgdata', at('primary'), '--encoding=UTF8', '--locale=C', ...auth);
    port = await servers.start(at('primary'), [
      ...['fsync=off', 'autovacuum=off', 'log_statement=all', 'log_min_duration_statement=0'],
    ]);
    writeFileSync(at('database-password'), 'corridor', { mode: 0o644 });
    await runScript('ops/postgres/create-hosts-user.sh', { PGPASSWORD: ADMIN_PASSWORD });
    await asAdmin(port, 'create database unmigrated owner corridor');
    await asAdmin(port, ...blockWith('create role corridor_replication').trim().split(';\n'));
    const rule = blockWith('hostssl replication').replace('hostssl', 'host').replace('10.0.0.12', '127.0.0.1');
    appendFileSync(join(at('primary'), 'pg_hba.conf'), rule);
    await asAdmin(port, 'select pg_reload_conf()');
    await servers.run({}, 'sh', '-c', `umask 077; echo '127.0.0.1:*:*:corridor_replication:${PASSWORD}' > pgpass`);

    deployment = await createDeployment('postgres', {}, urlOf('corridor', 'corridor', port, 'corridor'));
    host = await deployment.start();
    await pay();

    await runLines(blockWith('--create-slot --slot'));
    standbyPort = await servers.start(at('standby'));
    await asAdmin(standbyPort, 'alter system set hot_standby_feedback = on', 'select pg_reload_conf()');
    await caughtUp();
  });
  afterAll(async () => {
    if (BIN === null) return;
    await host.stop();
    await deployment.remove();
    await servers.remove();
  });

  const pay = (): Promise<void> =>
    makeFirstPayment(async <T>(path: string, body?: object) => {
      const { body: answer } = await (body === undefined ? host.api.get<T>(path) : host.api.post<T>(path, body));
      return answer;
    });

  test('a standby follows the primary by its slot', async () => {
    const [slot] = await asAdmin<{ active: boolean }>(
      port,
      "select active from pg_replication_slots where slot_name = 'corridor_standby'",
    );
    expect(slot).toEqual({ active: true });
    const [role] = await asAdmin<object>(
      port,
      "select rolsuper, rolcreaterole, rolcreatedb, rolreplication from pg_roles where rolname = 'corridor_replication'",
    );
    expect(role).toEqual({ rolsuper: false, rolcreaterole: false, rolcreatedb: false, rolreplication: true });
  });

  test('a standby prints the trial balance of the primary', async () => {
    await pay();
    await caughtUp();
    const [primary, standby] = [await deployment.command('positions'), await onStandby('positions')];
    expect(standby).toMatchObject({ exitCode: 0, stderr: '' });
    expect(standby.stdout).toMatch(/^total SANDBOX /m);
    expect(standby.stdout).toBe(primary.stdout);
  });

  test('a standby is audited while the primary pays', async () => {
    const paying = pay();
    const audited = await onStandby('audit');
    await paying;
    expect(audited).toMatchObject({ exitCode: 0, stderr: '' });
    expect(audited.stdout).toMatch(/^clean: checked [1-9]/m);
    expect(audited.stdout).toMatch(/^head: [0-9a-f]{64}$/m);
    expect(audited.stdout).not.toContain('not checked');
  });

  test('a standby is audited with its stablecoins, whose issuer is asked', async () => {
    const api = await stablecoinPlatform(deployment, host.api);
    const holder = await holderOf(api, 100_000);
    const { body } = await mint(api, await registered(api), mintBody(40_000, holder.usd, holder.usdb));
    await operationWhen(api, body.id, 'COMPLETED');
    await caughtUp();
    const audited = await onStandby('audit');
    expect(audited).toMatchObject({ exitCode: 0, stderr: '' });
    expect(audited.stdout).toMatch(/^clean: checked [1-9]/m);
  });

  test('a dump is restored and audited by the drill, with a user of the hosts that is not a superuser', async () => {
    const head = /^head: (.*)$/m.exec((await deployment.command('audit')).stdout)![1]!;
    await runLines(blockWith('pg_dump --format'));
    expect(await servers.run({}, 'pg_verifybackup', '--quiet', at('backup-base'))).toBe('');

    await asAdmin(port, 'create database scratch owner corridor');
    const env = {
      PATH: `${BIN}:${process.env['PATH']}`,
      HEAD: head,
      CORRIDOR: `node ${ROOT}packages/host/bin/corridor.js`,
      CORRIDOR_DATA_DIR: deployment.dataDirectory,
      CORRIDOR_DATABASE_URL: urlOf('corridor', 'corridor', port, 'scratch'),
    };
    const drill = blockWith('pg_restore --no-owner')
      .split('\n')
      .find((line) => line.includes('pg_restore'))!
      .replace(' /backup/', ` ${servers.folder}/backup-`);
    const { stdout } = await promisify(execFile)('sh', ['-c', drill], { cwd: ROOT, env });
    expect(stdout).toMatch(/^clean: checked [1-9]/m);
    expect(stdout).toContain('the backup is whole');
  });

  test('the user of the hosts is not a superuser, and its database lets no other user in', async () => {
    const [role] = await asAdmin<object>(
      port,
      "select rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls from pg_roles where rolname = 'corridor'",
    );
    expect(Object.values(role!)).toEqual([false, false, false, false, false]);
    await asAdmin(port, "create role other login password 'other'");
    const other = new pg.Client({ connectionString: urlOf('other', 'other', port, 'corridor') });
    await expect(other.connect()).rejects.toThrow('permission denied for database "corridor"');
  });

  test('the user of the hosts is not created without a password', async () => {
    const create = (file: string) =>
      runScript('ops/postgres/create-hosts-user.sh', { PGPASSWORD: ADMIN_PASSWORD, DATABASE_PASSWORD_FILE: file });
    const empty = at('empty-password');
    writeFileSync(empty, '\n', { mode: 0o644 });
    await expect(create('')).rejects.toThrow('must name the file with the password of the user of the hosts');
    await expect(create(at('no-password'))).rejects.toThrow('no-password: No such file');
    await expect(create(empty)).rejects.toMatchObject({
      code: 1,
      stderr: `DATABASE_PASSWORD_FILE: ${empty} is empty; write the password of the user of the hosts into it\n`,
    });
  });

  test('a second run for the user of the hosts replaces the password, which no log of the server has', async () => {
    const signIn = async (password: string): Promise<void> => {
      const client = new pg.Client({ connectionString: urlOf('corridor', password, port, 'corridor') });
      try {
        await client.connect();
      } finally {
        await client.end();
      }
    };
    const create = async (password: string): Promise<void> => {
      writeFileSync(at('next-password'), `${password}\n`, { mode: 0o644 });
      const env = { PGPASSWORD: ADMIN_PASSWORD, DATABASE_PASSWORD_FILE: at('next-password') };
      await runScript('ops/postgres/create-hosts-user.sh', env);
    };
    const next = "it's-the-next-secret";
    await create(next);
    try {
      await signIn(next);
      await expect(signIn('corridor')).rejects.toThrow('password authentication failed');
      const log = readFileSync(`${at('primary')}.log`, 'utf8');
      expect(log).toContain('rolname');
      expect(log).not.toContain('next-secret');
    } finally {
      await create('corridor');
    }
    await signIn('corridor');
  });

  test('the backup job removes its part when it is stopped, and the part of a job that was killed', async () => {
    await servers.run({}, 'mkdir', at('stopped'));
    const part = (name: string) => join(at('stopped'), `corridor-${name}.dump.part`);
    await servers.run({}, 'touch', '-d', '2 days ago', part('20200101T000000Z'));
    await servers.run({}, 'touch', part('20990101T000000Z'));
    const holder = new pg.Client({ connectionString: urlOf('corridor', 'corridor', port, 'corridor') });
    await holder.connect();
    // The dump waits for this lock.
    await holder.query('begin; lock table platforms in access exclusive mode');
    const script = readFileSync(`${ROOT}ops/backup/dump-postgres.sh`, 'utf8');
    writeFileSync(at('dump.sh'), script, { mode: 0o755 });
    const env = {
      ...{ PATH: `${BIN}:${process.env['PATH']}`, PGHOST: '127.0.0.1', PGPORT: String(port) },
      ...{ PGUSER: 'corridor', PGDATABASE: 'corridor', DATABASE_PASSWORD_FILE: at('database-password') },
    };
    try {
      // `timeout` sends SIGTERM to the script alone, as a container runtime does, and exits with 143 by --preserve-status.
      const stopped = servers.run(
        env,
        'timeout',
        '--foreground',
        '--preserve-status',
        '3',
        at('dump.sh'),
        at('stopped'),
      );
      await eventually('the dump has begun', () => readdirSync(at('stopped')).length > 1);
      await expect(stopped).rejects.toMatchObject({ code: 143 });
    } finally {
      await holder.end();
    }
    expect(readdirSync(at('stopped'))).toEqual(['corridor-20990101T000000Z.dump.part']);
  });

  test('the backup job writes a whole dump, deletes old ones, and leaves nothing if it fails', async () => {
    await servers.run({}, 'mkdir', at('dumps'));
    const old = join(at('dumps'), 'corridor-20200101T000000Z.dump');
    await servers.run({}, 'touch', '-d', '2020-01-01', old, join(at('dumps'), 'other.dump'));
    const job = (env: Readonly<Record<string, string>> = {}) =>
      runScript('ops/backup/dump-postgres.sh', { PGUSER: 'corridor', PGDATABASE: 'corridor', ...env }, at('dumps'));
    await expect(job({ PGDATABASE: 'none' })).rejects.toThrow('does not exist');
    await expect(job({ BACKUP_KEEP_DAYS: '2w' })).rejects.toThrow('BACKUP_KEEP_DAYS: must be a number of days');
    expect(readdirSync(at('dumps')).sort()).toEqual(['corridor-20200101T000000Z.dump', 'other.dump']);
    expect(await job()).toMatch(/^dumped to .*\/corridor-\d{8}T\d{6}Z\.dump\n$/);
    const [dump = '', ...others] = readdirSync(at('dumps')).sort();
    expect(others).toEqual(['other.dump']);
    expect(statSync(join(at('dumps'), dump)).mode & 0o777).toBe(0o600);
    expect(await servers.run({}, 'pg_restore', '--list', join(at('dumps'), dump))).toContain(
      'TABLE DATA public postings',
    );
  });

  test('the doctor reports that a standby accepts no writes', async () => {
    const { exitCode, stdout } = await onStandby('doctor');
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/^problem {2}database: it does not accept writes: /m);
    expect(stdout).toMatch(/^1 problem$/m);
  });

  test('a command does not migrate a standby, and says where to migrate', async () => {
    const refused = await deployment.commandWith({ CORRIDOR_DATABASE_URL: standbyUrl('unmigrated') }, 'positions');
    expect(refused).toEqual({
      exitCode: 1,
      stdout: '',
      stderr:
        'corridor: CORRIDOR_DATABASE_URL: the schema lacks migrations, and this server accepts no writes, as a standby: ' +
        'run `corridor migrate` on the primary, and wait until the standby has repeated it\n',
    });
  });

  test('a read says why the standby has ended it, if the primary has removed rows that it needs', async () => {
    await asAdmin(
      standbyPort,
      'alter system set hot_standby_feedback = off',
      "alter system set max_standby_streaming_delay = '0'",
      'select pg_reload_conf()',
    );
    const storage = createPostgresStorage({ url: standbyUrl(), poolSize: 4 });
    const list = { order: 'asc', limit: 1, counted: false } as const;
    let reads = 0;
    const longRead = storage.units.read(null, async ({ list: read }) => {
      for (; reads < MOST_READS; reads += 1) await read(PLATFORMS, list);
    });
    const refused = expect(longRead).rejects.toThrow(
      /conflict with recovery: the primary has removed rows that the read needs; try again, or set hot_standby_feedback = on/,
    );
    await eventually('the read has begun', () => reads > 0);
    await eventually('the primary has removed rows', async () => {
      const conflicts =
        "select confl_snapshot::int as ended from pg_stat_database_conflicts where datname = 'corridor'";
      await asAdminOf('corridor', port, 'update platforms set name = name', 'vacuum platforms');
      const [row] = await asAdmin<{ ended: number }>(standbyPort, conflicts);
      return row!.ended > 0;
    });
    await refused;
    expect((await storage.units.read(null, ({ list: read }) => read(PLATFORMS, list))).rows).toHaveLength(1);
    await storage.close();
  });
});
