import { execFile, execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { digestOf } from '../../.ci/installation.mjs';

vi.setConfig({ testTimeout: 120_000 });

const root = fileURLToPath(new URL('../..', import.meta.url));
const RECORD = 'node_modules/.corridor-set-up.json';
let clone: string;

const node = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  promisify(execFile)(process.execPath, args, {
    cwd: clone,
    env: { PATH: process.env['PATH'] ?? '', CORRIDOR_DATA_DIR: join(clone, 'data'), ...env },
  }).catch((error: { readonly stdout: string; readonly stderr: string }) => error);

/** Links the installed packages, but for those of the repository the folders of this clone, as npm does. */
function linkPackages(): void {
  const modules = join(root, 'node_modules');
  const names = readdirSync(modules).filter((name) => !name.startsWith('.') && name !== '@corridor');
  mkdirSync(join(clone, 'node_modules/@corridor'), { recursive: true });
  for (const name of names) symlinkSync(join(modules, name), join(clone, 'node_modules', name));
  for (const name of readdirSync(join(root, 'packages'))) {
    symlinkSync(join(clone, 'packages', name), join(clone, 'node_modules/@corridor', name));
    const own = join(root, 'packages', name, 'node_modules');
    if (existsSync(own)) symlinkSync(own, join(clone, 'packages', name, 'node_modules'));
  }
}

/** A clone without a build, in which the packages of a host are recorded as installed. */
beforeAll(() => {
  clone = mkdtempSync(join(tmpdir(), 'corridor-light-'));
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root });
  for (const file of files
    .toString()
    .split('\0')
    .filter((one) => /^(\.ci|packages)\/|^[^/]+\.json$/.test(one))) {
    if (!existsSync(join(root, file))) continue;
    mkdirSync(dirname(join(clone, file)), { recursive: true });
    cpSync(join(root, file), join(clone, file));
  }
  linkPackages();
  const { driver } = JSON.parse(readFileSync(join(root, RECORD), 'utf8')) as { readonly driver: string | null };
  const lock = digestOf(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  writeFileSync(join(clone, RECORD), JSON.stringify({ set: 'service', lock, driver }));
});
afterAll(() => rmSync(clone, { recursive: true, force: true }));

test('the set-up for a host builds the service without the compiler, and does nothing if nothing has changed', async () => {
  const first = await node(['.ci/setup.mjs', '--service']);
  expect(first.stdout).toBe('');
  expect(first.stderr).toMatch(/^1\/1 Bundling the service… \d+ s\n$/);
  expect(readdirSync(join(clone, 'packages/core')).filter((name) => name.endsWith('.tsbuildinfo'))).toEqual([]);
  expect(await node(['.ci/setup.mjs', '--service'])).toMatchObject({ stdout: '', stderr: '' });
  expect((await node(['packages/host/bin/corridor.js', 'audit'])).stdout).toMatch(/^clean: /);
});

test('a module rail of such a clone can import the packages', async () => {
  writeFileSync(
    join(clone, 'rail.mjs'),
    `import { createCore } from '@corridor/core';
     import { RailEntryError } from '@corridor/core/ports';
     import { guardRail } from '@corridor/adapters-rails/registry';
     export default () => {
       throw new RailEntryError('url', [typeof createCore, typeof guardRail].join(' and '));
     };`,
  );
  const rails = [{ type: 'module', name: 'acme-bank', environment: 'SANDBOX', module: './rail.mjs' }];
  writeFileSync(join(clone, 'connections.json'), JSON.stringify({ rails }));
  const settings = { CORRIDOR_CONNECTIONS_FILE: join(clone, 'connections.json') };
  const { stderr } = await node(['packages/host/bin/corridor.js', 'connections', 'check'], settings);
  expect(stderr).toBe(
    `corridor: CORRIDOR_CONNECTIONS_FILE: ${join(clone, 'connections.json')} rail acme-bank: url: function and function\n`,
  );
});

test('the service has the script of the reference page', () => {
  const script = readFileSync(join(clone, 'packages/adapters-http/dist/vendor/reference-page.js'));
  expect(script.length).toBeGreaterThan(1e6);
});
