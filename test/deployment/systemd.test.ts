import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { STOP_WITHIN_MS } from '../../packages/host/src/serving/lifetime.js';
import { readConfiguration } from '../../packages/host/src/settings/configuration.js';
import { SETTINGS } from '../../packages/host/src/settings/settings.js';
import { installed } from '../ops/programs.js';
import { ROOT } from './kustomize.js';

const unit = readFileSync(join(ROOT, 'ops/systemd/corridor.service'), 'utf8');
const guide = readFileSync(join(ROOT, 'docs/operate/deploy.md'), 'utf8');

/** The values of a directive, in the order of its lines. */
const valuesOf = (directive: string): readonly string[] =>
  Array.from(unit.matchAll(new RegExp(`^${directive}=(.*)$`, 'gm')), ([, value = '']) => value);

const folder = mkdtempSync(join(tmpdir(), 'corridor-systemd-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The variables of the service, with the folders that systemd makes. */
const environment = Object.fromEntries(
  valuesOf('Environment')
    .map((value) =>
      value
        .replace(/^'(.*)'$/, '$1')
        .replaceAll('%S', '/var/lib')
        .replaceAll('%d', folder),
    )
    .map((value) => [value.slice(0, value.indexOf('=')), value.slice(value.indexOf('=') + 1)]),
);

test('the unit has settings that exist and that the host accepts, with the secrets in credentials', () => {
  const names = Object.keys(environment).filter((name) => name.startsWith('CORRIDOR_'));
  expect(names.filter((name) => !Object.hasOwn(SETTINGS, name))).toEqual([]);
  writeFileSync(join(folder, 'corridor.json'), '{"CORRIDOR_DATABASE_URL": "postgres://corridor:secret@db/corridor"}');
  const { dataDirectory, masterKeyCommand, masterKey } = readConfiguration(environment);
  const credentials = valuesOf('LoadCredential').map((value) => value.split(':') as [string, string]);
  expect(environment['CORRIDOR_CONFIG_FILE']).toBe(join(folder, credentials[0]![0]));
  expect([masterKeyCommand, masterKey]).toEqual([['/bin/cat', join(folder, credentials[1]![0])], null]);
  for (const [, source] of credentials) expect(guide).toContain(source);
  expect(dataDirectory).toBe(`/var/lib/${valuesOf('StateDirectory')[0]}`);
});

test('the unit gives the host the time to stop, and starts it again whenever it ends', () => {
  expect(Number(valuesOf('TimeoutStopSec')[0]) * 1000).toBeGreaterThan(STOP_WITHIN_MS + 1_000);
  expect(valuesOf('Restart')).toEqual(['always']);
  // SIGHUP ends a host of one process, which is the default.
  expect(valuesOf('ExecReload')).toEqual([]);
  expect(SETTINGS.CORRIDOR_PROCESSES.default).toBe('1');
});

const ANALYZE = installed('SYSTEMD_ANALYZE', 'systemd-analyze');
const hint = ANALYZE === null ? ' (skipped: systemd-analyze is not installed)' : '';
if (ANALYZE === null)
  console.warn('The unit in ops/systemd is not checked by systemd-analyze, which is not installed.');

/** The highest exposure level that `systemd-analyze security` may find, in tenths: 0 is the best, 100 the worst. */
const MOST_EXPOSED = '15';

test.skipIf(ANALYZE === null)(`systemd accepts the unit, and rates it as hardened${hint}`, () => {
  const file = join(folder, 'corridor.service');
  const program = valuesOf('ExecStart')[0]!.split(' ')[0]!;
  expect(guide).toContain('/opt/corridor');
  writeFileSync(file, unit.replace(program, '/bin/true'));
  const analyze = (...args: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(ANALYZE!, [...args, file], { encoding: 'utf8' });
    return { status, stderr, stdout };
  };
  expect(analyze('verify')).toEqual({ status: 0, stderr: '', stdout: '' });
  const rated = analyze('security', '--offline=true', '--no-pager', `--threshold=${MOST_EXPOSED}`);
  expect(rated.status, rated.stdout + rated.stderr).toBe(0);
});
