import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { databasesIn, TIERS, type Tiers } from '../support/tiers.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

interface TestFile {
  readonly path: string;
  /** Whether each of its suites runs on the databases of the tier. */
  readonly followsTier: boolean;
}

/** Test files that a table puts into no tier or into two, and entries of the table that have no test file. */
function faultsOf(tiers: Tiers, files: readonly TestFile[]): readonly string[] {
  const misplaced = files.flatMap(({ path, followsTier }) => {
    const runs = Object.keys(tiers).flatMap((name) => {
      const databases = databasesIn(tiers, name, path);
      return databases === null ? [] : [{ name, databases }];
    });
    const databases = runs.flatMap((run) => run.databases);
    const names = runs.map(({ name }) => name).join(' and ');
    if (runs.length === 0) return [`${path} has no tier`];
    if (new Set(databases).size < databases.length) return [`${path} runs twice: in ${names}`];
    if (databases.length < 2) return [`${path} runs on ${databases.join()} only`];
    if (runs.length > 1 !== followsTier) {
      return [
        `${path} ${followsTier ? 'calls databasesOf, but is only in' : 'does not call databasesOf, but is in'} ${names}`,
      ];
    }
    return [];
  });
  const places = Object.values(tiers).flatMap((tier) => Object.keys(tier));
  const empty = places.filter((place) => !files.some(({ path }) => path === place || path.startsWith(`${place}/`)));
  return [...misplaced, ...empty.map((place) => `${place} has no test file`)];
}

/** The paths of the test files below a folder, from the root. */
const testFilesBelow = (folder: string): readonly string[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return ['node_modules', 'dist'].includes(entry.name) ? [] : testFilesBelow(path);
    return path.endsWith('.test.ts') ? [path] : [];
  });

const followsTier = (source: string): boolean => {
  const suites = source.match(/^(describe|it|test)[.(].*$/gm) ?? [];
  return suites.length > 0 && suites.every((line) => line.includes('.each(databasesOf(import.meta.url'));
};

describe('the tiers of tests', () => {
  it('run each test file once on each database', () => {
    const files = ['packages', 'test'].flatMap(testFilesBelow).map((path) => ({
      path,
      followsTier: followsTier(readFileSync(join(root, path), 'utf8')),
    }));
    expect(files.length).toBeGreaterThan(500);
    expect(faultsOf(TIERS, files)).toEqual([]);
  });

  const FILES = [
    { path: 'packages/core/src/a.test.ts', followsTier: false },
    { path: 'test/flows/b.test.ts', followsTier: true },
    { path: 'test/e2e/c.test.ts', followsTier: false },
    { path: 'test/e2e/d.test.ts', followsTier: false },
  ];
  const TABLE: Tiers = {
    test: { packages: 'all', 'test/flows': ['sqlite'], 'test/e2e/c.test.ts': 'all' },
    hosts: { 'test/flows': ['postgres'], 'test/e2e': 'all' },
  };

  it('may share a folder by databases, and may take a file out of a folder', () => {
    expect(faultsOf(TABLE, FILES)).toEqual([]);
  });

  it.each<readonly [string, Tiers, readonly TestFile[]]>([
    ['a file in no tier', TABLE, [...FILES, { path: 'test/new/e.test.ts', followsTier: false }]],
    ['a folder in two tiers', { ...TABLE, hosts: { ...TABLE['hosts'], packages: 'all' } }, FILES],
    ['a database in two tiers', { ...TABLE, hosts: { ...TABLE['hosts'], 'test/flows': 'all' } }, FILES],
    ['a database in no tier', { ...TABLE, hosts: { 'test/e2e': 'all' } }, FILES],
    [
      'a file of a shared folder that ignores the tier',
      TABLE,
      [...FILES, { path: 'test/flows/e.test.ts', followsTier: false }],
    ],
    ['a file that need not ask', TABLE, [...FILES, { path: 'test/e2e/e.test.ts', followsTier: true }]],
    ['a folder without tests', { ...TABLE, delivery: { 'test/gone': 'all' } }, FILES],
  ])('are reported for %s', (_what, tiers, files) => {
    expect(faultsOf(tiers, files)).toHaveLength(1);
  });
});
