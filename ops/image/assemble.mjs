// Writes the program into an empty folder: the bundled service, and of its packages what runs in this Node. Run it in a
// built clone: `node ops/image/assemble.mjs FOLDER`. It fails if the folder has files, or if a package is missing.
import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
} from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = realpathSync(fileURLToPath(new URL('../..', import.meta.url)));
const HOST = 'packages/host';
const SERVICE = `${HOST}/dist/service`;

const [given] = process.argv.slice(2);
if (given === undefined) throw new Error('usage: node ops/image/assemble.mjs FOLDER');
const target = resolve(given);
if (existsSync(target) && readdirSync(target).length > 0) throw new Error(`${target} is not empty`);
if (!existsSync(join(root, SERVICE, '.complete'))) throw new Error('the service is not bundled: run `npm run build`');

const manifestOf = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

/** Types, sources, tests, source maps and documents, which no program reads. Licences and notices stay. */
const UNREAD = /(\.d\.[cm]?ts|\.[cm]?tsx?|\.test\.[cm]?js|\.map|\.md|\.markdown|\.flow)$/i;
const LICENCE = /^(licen[cs]e|notice|copying)/i;
/** Folders of packages that are for their developers. */
const DEVELOPMENT = new Set(['.github', 'benchmark', 'benchmarks', 'docs', 'example', 'examples', 'test', 'tests']);

function copyFile(from, to) {
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(from, to);
  chmodSync(to, lstatSync(from).mode & 0o111 ? 0o755 : 0o644);
}

/** Copies the files below `folder` that `isNeeded` accepts by their path in it, without packages inside. */
function copyFiles(folder, to, isNeeded) {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const path = relative(folder, join(entry.parentPath, entry.name));
    const parts = path.split(sep);
    if (!entry.isFile() || parts.includes('node_modules')) continue;
    if ((LICENCE.test(entry.name) || !UNREAD.test(entry.name)) && isNeeded(parts)) {
      copyFile(join(folder, path), join(to, path));
    }
  }
}

/** The packages that the bundle loads, because it does not contain them. The bundler writes their names in quotes. */
function packagesOfBundle() {
  const names = new Set();
  for (const file of readdirSync(join(root, SERVICE)).filter((name) => name.endsWith('.cjs'))) {
    const text = readFileSync(join(root, SERVICE, file), 'utf8');
    for (const [, specifier] of text.matchAll(/\b(?:require|import)(?:\$\d+)?\("([^"\n]+)"\)/g)) {
      const isOwn = specifier.startsWith('.') || specifier.startsWith('node:') || builtinModules.includes(specifier);
      if (!isOwn) names.add(specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/'));
    }
  }
  return [...names].sort();
}

/** Where Node finds a package that is loaded from `folder`; null if it is not installed. */
function find(name, folder) {
  for (let at = folder; ; at = dirname(at)) {
    const found = join(at, 'node_modules', name);
    if (existsSync(join(found, 'package.json'))) return found;
    if (at === root) return null;
  }
}

/** The packages with these names and all that they need, by their folders. */
function closure(names) {
  const found = new Set();
  function add(name, from, isOptional) {
    const folder = find(name, from);
    if (folder === null) {
      if (isOptional) return;
      throw new Error(`${name} is not installed, but ${relative(root, from)} needs it`);
    }
    if (found.has(folder)) return;
    found.add(folder);
    const { dependencies = {}, optionalDependencies = {} } = manifestOf(folder);
    for (const one of Object.keys({ ...dependencies, ...optionalDependencies })) {
      // npm installs the packages of other systems nowhere, and TypeScript's declarations are not loaded.
      if (!one.startsWith('@types/')) add(one, folder, one in optionalDependencies);
    }
  }
  for (const name of names) add(name, join(root, HOST), false);
  return [...found].sort();
}

/** What a package needs to run. One with a native part keeps the compiled part for this system, not its sources. */
function runtimeFiles(folder) {
  if (!existsSync(join(folder, 'binding.gyp'))) return ([first]) => !DEVELOPMENT.has(first);
  const isMusl = process.platform === 'linux' && !process.report.getReport().header.glibcVersionRuntime;
  // Folders of one package contain files for both C libraries; another package has a file for each.
  const folderOfSystem = `${process.platform}-${process.arch}`;
  const fileOfSystem = `${process.platform}${isMusl ? 'musl' : ''}-${process.arch}.node`;
  return ([first, ...rest]) => {
    if (first === 'build') return rest[0] === 'Release' && rest.length === 2 && rest[1].endsWith('.node');
    if (first === 'prebuilds') return rest[0] === folderOfSystem || rest[0] === fileOfSystem;
    return !['deps', 'src'].includes(first) && !DEVELOPMENT.has(first);
  };
}

const installed = (name) => join(target, 'node_modules', name);

// The bundle finds this file next to itself, as in a published package.
copyFiles(join(root, SERVICE), join(installed('@corridor/host'), 'dist/service'), ([name]) => name.endsWith('.cjs'));
copyFiles(join(root, HOST, 'directories'), join(installed('@corridor/host'), 'directories'), () => true);
for (const file of ['bin/corridor.js', 'bin/supported-node.js', 'package.json']) {
  copyFile(join(root, HOST, file), join(installed('@corridor/host'), file));
}
// The script of the reference page and the documentation, which the host reads from this package.
const SITE = 'packages/adapters-http/site';
if (!existsSync(join(root, SITE, 'index.html'))) throw new Error('the site is not built: run `npm run site`');
copyFiles(join(root, SITE), join(installed('@corridor/adapters-http'), 'site'), () => true);
for (const file of ['package.json', 'dist/vendor/reference-page.js']) {
  copyFile(join(root, 'packages/adapters-http', file), join(installed('@corridor/adapters-http'), file));
}
/** A Node that cannot load better-sqlite3 13 loads 12, which the set-up has built for it. */
const older = Number(process.versions.napi) < 10 ? ['better-sqlite3-12'] : [];
const packages = closure([...packagesOfBundle(), ...older]);
for (const folder of packages) {
  copyFiles(folder, join(target, relative(root, folder)), runtimeFiles(folder));
}
for (const file of ['corridor', 'make-data-folder']) copyFile(join(root, 'ops/image', file), join(target, 'bin', file));
copyFile(join(root, 'ops/image/health.mjs'), join(target, 'health.mjs'));
copyFile(join(root, 'LICENSE'), join(target, 'LICENSE'));
console.log(`the service and ${packages.length} packages are in ${target}`);
