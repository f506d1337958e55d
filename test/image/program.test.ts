import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { freePort } from '../../packages/adapters-storage/src/testing/free-port.js';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createTestDatabase } from '../../packages/adapters-storage/src/testing/postgres.js';
import { eventually } from '../support/eventually.js';
import { makeFirstPayment } from '../support/first-payment.js';
import { createIgnored, stagesOf, textsOf } from './dockerfile.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 600_000 });

const root = fileURLToPath(new URL('../..', import.meta.url));
const MAX_BYTES = 150e6;
const isRoot = process.getuid?.() === 0;
const isLinux = process.platform === 'linux';
/** Who runs the program in the tests; the image has a user of its own. */
const USER = 'nobody';

if (!isLinux) console.warn('skipped: the program of the image is built and started on Linux only');
else if (!isRoot) console.warn('skipped: only root can start the program of the image as another user');

const scratch = mkdtempSync(join(tmpdir(), 'corridor-image-'));
const program = join(scratch, 'opt/corridor');
const data = join(scratch, 'var/lib/corridor');
const running = new Set<ChildProcess>();

/** Runs the RUN lines of a stage of the Dockerfile, with the folders of the image inside the temporary folder. */
function runLines(stage: number, cwd: string): void {
  const lines = textsOf(stagesOf(join(root, 'Dockerfile'))[stage]!, 'RUN');
  expect(lines.length).toBeGreaterThan(0);
  for (const line of lines) {
    const [script = '', ...args] = line
      .replaceAll('/opt/corridor', program)
      .replaceAll('/var/lib/corridor', data)
      .replace(/ node$/, ` ${isRoot ? USER : process.getuid!()}`)
      .split(' ');
    execFileSync(join(script.startsWith('/') ? '' : cwd, script), args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  }
}

/** The folder in which Docker would build: the files of the repository that `.dockerignore` does not leave out. */
function copyContext(): string {
  const folder = join(scratch, 'build');
  const isIgnored = createIgnored(join(root, '.dockerignore'));
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root })
    .toString()
    .split('\0')
    .filter((file) => file !== '' && !isIgnored(file) && existsSync(join(root, file)));
  for (const file of files) {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    cpSync(join(root, file), join(folder, file), { preserveTimestamps: true });
  }
  // Instead of downloading them again, the build gets links to the files of the packages that are installed here.
  for (const at of ['.', 'test', ...readdirSync(join(root, 'packages')).map((name) => `packages/${name}`)]) {
    const modules = join(root, at, 'node_modules');
    if (existsSync(modules)) execFileSync('cp', ['-a', '--link', modules, join(folder, at)]);
  }
  return folder;
}

const filesOf = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => lstatSync(join(folder, file)).isFile())
    .sort();

/** The command that runs a program as the other user with nothing of this environment but these variables. */
function asUser(command: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const path = `${join(program, 'bin')}:${dirname(process.execPath)}:/usr/bin:/bin`;
  const variables = Object.entries({ PATH: path, HOME: '/', ...env }).map(([name, value]) => `${name}=${value}`);
  const user = isRoot ? ['setpriv', '--reuid', USER, '--regid', 'nogroup', '--clear-groups'] : [];
  return [...user, 'env', '-i', ...variables, ...command];
}

function runAsUser(command: readonly string[], env?: Readonly<Record<string, string>>) {
  const [file = '', ...args] = asUser(command, env);
  return execFileSync(file, args, { cwd: '/', stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8' });
}

async function serve(env: Readonly<Record<string, string>>) {
  const [file = '', ...args] = asUser(['corridor', 'serve'], env);
  const child = spawn(file, args, { cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  const lineOf = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(out)?.[1];
  await eventually(
    'the host serves',
    () => {
      if (child.exitCode !== null) throw new Error(err);
      return lineOf('webhook secret');
    },
    { withinMs: 60_000 },
  );
  const authorization = `Basic ${Buffer.from(`${lineOf('client id')}:${lineOf('client secret')}`).toString('base64')}`;
  async function call<T>(path: string, body?: object): Promise<T> {
    const answer = await fetch(`${lineOf('base url')}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    expect(answer.status, `${path} ${err}`).toBeLessThan(300);
    return (await answer.json()) as T;
  }
  return { child, call, origin: new URL(lineOf('base url')!).origin, log: () => err };
}

beforeAll(() => {
  if (!isLinux) return;
  runLines(0, copyContext());
  // The image is read-only in compose.yaml.
  execFileSync('chmod', ['-R', 'a-w', program]);
  chmodSync(scratch, 0o755);
  runLines(1, '/');
});
afterEach(() => {
  for (const child of running) child.kill('SIGKILL');
  running.clear();
});
afterAll(() => {
  if (existsSync(program)) execFileSync('chmod', ['-R', 'u+w', program]);
  rmSync(scratch, { recursive: true, force: true });
});

describe.runIf(isLinux)('the program that the scripts of the image make in an empty folder', () => {
  test('takes at most 150 MB', () => {
    const bytes = filesOf(program).reduce((sum, file) => sum + lstatSync(join(program, file)).size, 0);
    console.info(`the program of the image takes ${(bytes / 1e6).toFixed(1)} MB`);
    expect(bytes).toBeLessThanOrEqual(MAX_BYTES);
    expect(bytes).toBeGreaterThan(20e6);
  });

  test('contains no sources, no source maps, no secrets and no tests, and the licence of every package', () => {
    const files = filesOf(program);
    expect(files.filter((file) => /\.(ts|map|pem|key|test\.js)$/.test(file))).toEqual([]);
    expect(files.filter((file) => /(^|\/)(secrets|\.env|\.npmrc|\.git)(\/|$)/.test(file))).toEqual([]);
    expect(files).toContain('LICENSE');
    const libvips = files.filter((file) => file.includes('sharp-libvips-linux'));
    expect(libvips.length).toBeGreaterThan(0);
  });

  test('can load every package that the service loads on first use', () => {
    const service = join(program, 'node_modules/@corridor/host/dist/service');
    const named = new Set<string>();
    for (const file of readdirSync(service)) {
      const text = readFileSync(join(service, file), 'utf8');
      for (const [, name] of text.matchAll(/\b(?:require|import)(?:\$\d+)?\("([^".\n][^"\n]*)"\)/g)) named.add(name!);
    }
    for (const name of ['better-sqlite3', 'pg', 'sharp', 'viem', 'ssh2-sftp-client']) expect(named).toContain(name);
    // Version 13 of the SQLite driver ends an older Node, which loads version 12 instead.
    if (Number(process.versions['napi']) < 10) {
      named.delete('better-sqlite3');
      named.add('better-sqlite3-12');
    }
    const text = `const base = require('node:module').createRequire(${JSON.stringify(join(service, 'cli.cjs'))});
      const { pathToFileURL } = require('node:url');
      (async () => { for (const name of ${JSON.stringify([...named])}) {
        await import(require('node:module').isBuiltin(name) ? name : pathToFileURL(base.resolve(name)).href);
      } })();`;
    runAsUser(['node', '--eval', text]);
  });

  test('has the optional package of the Model Context Protocol', () => {
    const env = {
      CORRIDOR_BASE_URL: 'http://127.0.0.1:9',
      CORRIDOR_CLIENT_ID: 'image',
      CORRIDOR_CLIENT_SECRET: 'secret',
      CORRIDOR_DATA_DIR: data,
    };
    // Without the package, the command ends before it calls the service.
    expect(() => runAsUser(['corridor', 'mcp'], env)).toThrow(
      /corridor: GET http:\/\/127\.0\.0\.1:9: the connection failed/,
    );
  });

  test.runIf(isRoot)('cannot be changed by the user that runs it', () => {
    expect(() => runAsUser(['touch', join(program, 'bin/corridor')])).toThrow(/Permission denied/);
    expect(() => runAsUser(['touch', join(program, 'more')])).toThrow(/Permission denied/);
    expect(runAsUser(['id', '-un']).trim()).toBe(USER);
  });

  test('serves a payment on SQLite, is healthy, and stops at SIGTERM within 10 seconds', async () => {
    const before = filesOf(program);
    const port = String(await freePort());
    const env = { CORRIDOR_PORT: port, CORRIDOR_DATA_DIR: data, CORRIDOR_HOST: '127.0.0.1' };
    expect(() => runAsUser(['node', join(program, 'health.mjs')], env)).toThrow(
      /the host is not ready: .*: ECONNREFUSED\n$/,
    );
    const { child, call, origin, log } = await serve(env);
    runAsUser(['node', join(program, 'health.mjs')], env);
    expect((await fetch(`${origin}/readyz`)).status).toBe(200);
    expect((await fetch(`${origin}/docs/reference.js`)).status).toBe(200);
    expect(await (await fetch(`${origin}/guides/operate/`)).text()).toContain('Run Corridor');

    await makeFirstPayment(call);
    expect(runAsUser(['corridor', 'doctor'], env)).toMatch(/\nno problems\n$/);

    const began = performance.now();
    child.kill('SIGTERM');
    const [code] = (await once(child, 'exit')) as [number | null];
    expect(performance.now() - began).toBeLessThan(10_000);
    expect(code).toBe(0);
    expect(log()).not.toMatch(/"level":"(error|fatal)"/);
    expect(filesOf(program)).toEqual(before);
    expect(runAsUser(['corridor', 'audit'], env)).toMatch(/^clean: /m);
    expect(lstatSync(data).mode & 0o777).toBe(0o700);
  });

  test('migrates Postgres', async () => {
    const env = {
      CORRIDOR_DATABASE_URL: await createTestDatabase({ migrated: false }),
      CORRIDOR_DATA_DIR: join(data, 'postgres'),
    };
    expect(runAsUser(['corridor', 'migrate'], env)).toBe('the schema is up to date\n');
  });
});
