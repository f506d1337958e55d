import { isBuiltin } from 'node:module';
import ts from 'typescript';

type Ranges = Readonly<Record<string, string>>;

export interface Manifest {
  readonly name?: string;
  readonly scripts?: Ranges;
  readonly dependencies?: Ranges;
  readonly optionalDependencies?: Ranges;
  readonly peerDependencies?: Ranges;
  readonly devDependencies?: Ranges;
}

/** A folder with a package.json; the root of the repository is the empty folder. */
export interface Scope {
  readonly folder: string;
  readonly manifest: Manifest;
}

export interface Source {
  readonly path: string;
  readonly text: string;
}

interface Import {
  readonly path: string;
  readonly name: string;
}

const ROOT = '';
const IS_TEST = /\.test\.ts$|^packages\/[^/]+\/src\/testing\//;
const IS_SHIPPED = /^(?:packages\/[^/]+\/(?:src|bin)|examples)\//;

const isShipped = (path: string): boolean => IS_SHIPPED.test(path) && !IS_TEST.test(path);

/** Tests run on the sources of all packages of the repository, which are not installed. */
const isOwn = (name: string): boolean => name.startsWith('@corridor/');

/** Tools that the root declares load it to parse sources. */
const PARSER = 'typescript';

/** The packages that run a host declare its driver, and tests and set-up use the same one. */
const DRIVER = 'better-sqlite3';

const isWithin = (path: string, { folder }: Scope): boolean => folder === ROOT || path.startsWith(`${folder}/`);

function nearest(scopes: readonly Scope[], path: string): Scope {
  const [found] = scopes.filter((scope) => isWithin(path, scope)).sort((a, b) => b.folder.length - a.folder.length);
  if (found === undefined) throw new Error(`no package.json is above ${path}`);
  return found;
}

/** The package of a specifier; null for a file, a module of Node, or a virtual module. */
function packageOf(specifier: string): string | null {
  if (!/^[@a-z]/.test(specifier) || isBuiltin(specifier)) return null;
  const parts = specifier.split('/');
  return parts.slice(0, specifier.startsWith('@') ? 2 : 1).join('/');
}

function importsOf({ path, text }: Source): readonly Import[] {
  const { importedFiles } = ts.preProcessFile(text, true, true);
  const names = importedFiles.map(({ fileName }) => packageOf(fileName)).filter((name) => name !== null);
  return [...new Set(names)].map((name) => ({ path, name }));
}

/** What those who install a package install with it, or bring themselves. */
const shipped = ({ dependencies, optionalDependencies, peerDependencies }: Manifest): Ranges => ({
  ...dependencies,
  ...optionalDependencies,
  ...peerDependencies,
});

/**
 * Imports that the nearest package.json does not declare: of shipped code as dependencies or peers, elsewhere in any way.
 * Tests and tools may also use what the root declares for the whole repository.
 */
export function undeclaredImports(scopes: readonly Scope[], sources: readonly Source[]): readonly string[] {
  const root = scopes.find(({ folder }) => folder === ROOT);
  return sources.flatMap(importsOf).flatMap(({ path, name }) => {
    const { folder, manifest } = nearest(scopes, path);
    if (name === manifest.name || name in shipped(manifest)) return [];
    const file = `${folder}/package.json`.replace(/^\//, '');
    if (isShipped(path)) return [`${path} imports ${name}, which ${file} has to declare as a dependency`];
    if (isOwn(name) || name === DRIVER) return [];
    const declared = { ...manifest.devDependencies, ...root?.manifest.devDependencies };
    return name in declared ? [] : [`${path} imports ${name}, which ${file} has to declare`];
  });
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The sources with the name in quotes, or at the start of a quoted path, alone or below `node_modules`. */
function uses(sources: readonly Source[], declared: string): readonly Source[] {
  if (declared === '@types/node') return sources.filter(({ text }) => /['"]node:/.test(text));
  const name = declared.replace(/^@types\//, '');
  const pattern = new RegExp(`(?<=['"\`]|node_modules/)${escaped(name)}(?=['"\`/])`);
  return sources.filter(({ text }) => text.includes(name) && pattern.test(text));
}

/**
 * Declarations in the wrong place: nothing beside them imports the package, quotes its name or runs it in a script; only
 * tests use a dependency; or only one workspace uses what the root declares. What a package of the repository has as a
 * peer is used by those that depend on it, and the set-up uses what the packages declare that it builds.
 */
export function misplacedDeclarations(scopes: readonly Scope[], sources: readonly Source[]): readonly string[] {
  const manifestOf = (name: string): Manifest => scopes.find(({ manifest }) => manifest.name === name)?.manifest ?? {};
  const bySource = new Map(sources.map((source) => [source, nearest(scopes, source.path)]));
  return scopes.flatMap((scope) => (scope.folder === ROOT ? misplacedInRoot(scope) : misplacedIn(scope)));

  function misplacedIn({ folder, manifest }: Scope): readonly string[] {
    const file = `${folder}/package.json`;
    const scripts = Object.values(manifest.scripts ?? {}).map((text) => ({ path: file, text }));
    const users = sources.filter(({ path }) => path.startsWith(`${folder}/`) || path.startsWith('.ci/'));
    const untested = users.filter(({ path }) => !IS_TEST.test(path));
    const dependencies = shipped(manifest);
    const peers = Object.keys(dependencies).flatMap((name) => Object.keys(manifestOf(name).peerDependencies ?? {}));
    const isUsed = (name: string, by: readonly Source[]): boolean =>
      isOwn(name) || peers.includes(name) || uses(by, name).length > 0;
    return Object.keys({ ...manifest.devDependencies, ...dependencies }).flatMap((name) => {
      if (!isUsed(name, [...users, ...scripts])) return [`${file} declares ${name}, which nothing there uses`];
      if (!(name in dependencies) || isUsed(name, untested)) return [];
      return [`${file} declares ${name} as a dependency, but only tests use it`];
    });
  }

  function misplacedInRoot({ manifest }: Scope): readonly string[] {
    const scripts = Object.values(manifest.scripts ?? {}).join('\n');
    return Object.keys(manifest.devDependencies ?? {}).flatMap((name) => {
      const folders = new Set(uses(sources, name).map((source) => bySource.get(source)!.folder));
      if (folders.has(ROOT) || folders.size > 1 || scripts.includes(name) || name === PARSER) return [];
      const [only = 'nothing'] = folders;
      return [`package.json declares ${name}, but only ${only} uses it`];
    });
  }
}
