import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import {
  type Manifest,
  misplacedDeclarations,
  type Scope,
  type Source,
  undeclaredImports,
} from './declared-packages.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Installed, built and generated files, and the code that other rules must report. */
const SKIPPED =
  /(?:^|\/)(?:node_modules|dist|planted|\.git|\.stryker|\.vitepress\/cache)$|^(?:data|coverage|packages\/adapters-http\/site)$/;
const IS_SOURCE = /\.(?:[cm]?ts|[cm]?js)$/;

const filesIn = (folder: string): readonly string[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return SKIPPED.test(path) ? [] : filesIn(path);
    return entry.isFile() ? [path] : [];
  });

const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** The workspaces, and the root. */
function scopes(): readonly Scope[] {
  const folders = ['packages', 'examples'].flatMap((of) => readdirSync(join(root, of)).map((name) => join(of, name)));
  return ['', 'test', ...folders]
    .filter((folder) => existsSync(join(root, folder, 'package.json')))
    .map((folder) => ({ folder, manifest: JSON.parse(read(join(folder, 'package.json'))) as Manifest }));
}

describe('in this repository', () => {
  const sources = filesIn('')
    .filter((path) => IS_SOURCE.test(path))
    .map((path): Source => ({ path, text: read(path) }));

  test('every import is declared by the nearest package.json, in the way in which it is used', () => {
    expect(sources.length).toBeGreaterThan(1_000);
    expect(undeclaredImports(scopes(), sources)).toEqual([]);
  });

  test('every declared package is used where it is declared', () => {
    expect(misplacedDeclarations(scopes(), sources)).toEqual([]);
  });
});

describe('a repository', () => {
  const manifest = (parts: Manifest): Scope => ({
    folder: 'packages/host',
    manifest: { name: '@corridor/host', ...parts },
  });
  const root = (parts: Manifest): Scope => ({ folder: '', manifest: parts });
  const source = (path: string, ...imported: readonly string[]): Source => ({
    path,
    text: imported.map((name) => `import '${name}';`).join('\n'),
  });
  const shipped = (...imported: readonly string[]) => source('packages/host/src/serving/host.ts', ...imported);
  const tested = (...imported: readonly string[]) => source('packages/host/src/serving/host.test.ts', ...imported);

  describe('that imports an undeclared package is reported:', () => {
    test.each(['dependencies', 'optionalDependencies', 'peerDependencies'] as const)(
      'shipped code imports only %s',
      (kind) => {
        const imports = shipped('pino/file', 'node:fs', 'fs', './local.js', '@corridor/host');
        expect(undeclaredImports([root({}), manifest({ [kind]: { pino: '1.0.0' } })], [imports])).toEqual([]);
        const wrong = [root({ devDependencies: { pino: '1.0.0' } }), manifest({ devDependencies: { pino: '1.0.0' } })];
        expect(undeclaredImports(wrong, [imports])).toEqual([
          'packages/host/src/serving/host.ts imports pino, which packages/host/package.json has to declare as a dependency',
        ]);
      },
    );

    test('tests import what their package or the root declares', () => {
      const scopes = [
        root({ devDependencies: { vitest: '1.0.0' } }),
        manifest({ devDependencies: { '@a/b': '1.0.0' } }),
      ];
      const imports = tested('vitest', '@a/b/deep.js', '@corridor/client', '@a/c', 'pg');
      expect(undeclaredImports(scopes, [imports])).toEqual([
        'packages/host/src/serving/host.test.ts imports @a/c, which packages/host/package.json has to declare',
        'packages/host/src/serving/host.test.ts imports pg, which packages/host/package.json has to declare',
      ]);
    });

    test('imports are found in each form, but not in comments and texts', () => {
      const text = [
        "import type { A } from 'types';",
        "export * from 'exported';",
        "const lazy = () => import('lazy');",
        "// import 'commented';",
        'const quoted = "import \'quoted\'";',
      ].join('\n');
      const found = undeclaredImports([root({})], [{ path: 'test/one.ts', text }]);
      expect(found.map((fault) => fault.split(' ')[2])).toEqual(['types,', 'exported,', 'lazy,']);
    });
  });

  describe('that declares a package in the wrong place is reported:', () => {
    const misplaced = (parts: Manifest, ...sources: readonly Source[]) =>
      misplacedDeclarations([root({}), manifest(parts)], sources);

    test('nothing there uses it', () => {
      const parts = { dependencies: { pino: '1.0.0' }, devDependencies: { '@types/pino': '1.0.0' } };
      expect(misplaced(parts, shipped('pino'))).toEqual([]);
      expect(misplaced(parts, shipped('pinot'), source('test/one.ts', 'pino'))).toEqual([
        'packages/host/package.json declares @types/pino, which nothing there uses',
        'packages/host/package.json declares pino, which nothing there uses',
      ]);
    });

    test('only tests use a dependency', () => {
      const fault = 'packages/host/package.json declares pg as a dependency, but only tests use it';
      expect(misplaced({ dependencies: { pg: '1.0.0' } }, tested('pg'))).toEqual([fault]);
      expect(misplaced({ devDependencies: { pg: '1.0.0' } }, tested('pg'))).toEqual([]);
      const storage = { name: '@corridor/adapters-storage', peerDependencies: { pg: '^1.0.0' } };
      const own = manifest({ dependencies: { pg: '1.0.0', '@corridor/adapters-storage': '0.1.0' } });
      const scopes = [root({}), own, { folder: 'packages/adapters-storage', manifest: storage }];
      const uses = [tested('pg'), source('packages/adapters-storage/src/postgres.ts', 'pg')];
      expect(misplacedDeclarations(scopes, uses)).toEqual([]);
    });

    test('only one workspace uses what the root declares', () => {
      const scopes = [
        root({ scripts: { lint: 'eslint .' }, devDependencies: { eslint: '1', publint: '1' } }),
        manifest({}),
      ];
      expect(misplacedDeclarations(scopes, [tested('publint')])).toEqual([
        'package.json declares publint, but only packages/host uses it',
      ]);
      expect(misplacedDeclarations(scopes, [tested('publint'), source('.ci/check.mjs', 'publint')])).toEqual([]);
    });
  });
});
