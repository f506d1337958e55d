import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const DRIVERS = ['better-sqlite3', 'pg'];
const IMPORT = /^(?:import|export)\s(?!type\s)[^;]*?from '([^']+)'|^import '([^']+)'|import\('([^']+)'\)/gm;

/** All modules outside the package that a file of the package loads, directly or indirectly. */
function loads(file: string, seen = new Set<string>()): ReadonlySet<string> {
  const found = new Set<string>();
  if (seen.has(file)) return found;
  seen.add(file);
  for (const match of readFileSync(file, 'utf8').matchAll(IMPORT)) {
    const specifier = (match[1] ?? match[2] ?? match[3])!;
    if (!specifier.startsWith('.')) found.add(specifier);
    else for (const inner of loads(join(dirname(file), specifier.replace(/\.js$/, '.ts')), seen)) found.add(inner);
  }
  return found;
}

const entry = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

test.each(['./index.ts', './blobs/index.ts', './memory/index.ts', './sqlite/index.ts', './postgres/index.ts'])(
  '%s loads no driver before its first use',
  (path) => {
    expect(existsSync(entry(path))).toBe(true);
    const loaded = loads(entry(path));
    expect(DRIVERS.filter((driver) => loaded.has(driver))).toEqual([]);
  },
);

test('memory also loads no query builder', () => {
  expect(loads(entry('./memory/index.ts'))).not.toContain('kysely');
});
