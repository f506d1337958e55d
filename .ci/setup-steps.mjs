// The steps of the set-up: which of them a clone needs, and what each does.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  allowedScripts,
  countOf,
  digestOf,
  hasAll,
  hasIntegrity,
  NODE_API_OF_DRIVER,
  npmArguments,
  OLDER_DRIVER,
  setToInstall,
} from './installation.mjs';
import { output, runSteps, SetUpError } from './steps.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path) => JSON.parse(readFileSync(root + path, 'utf8'));
const readIfPresent = (path) => (existsSync(root + path) ? read(path) : null);
const timeOf = (path) => statSync(root + path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** What the last set-up installed. npm removes it with the other contents of `node_modules`. */
const RECORD = 'node_modules/.corridor-set-up.json';
/** npm lists here what it installed. */
const HIDDEN_LOCK = 'node_modules/.package-lock.json';
/** Written when the whole service is bundled. */
const BUNDLED = 'packages/host/dist/service/.complete';

const packages = readdirSync(`${root}packages`).map((name) => `packages/${name}`);
const nodeApi = Number(process.versions.napi);
const lockText = readFileSync(`${root}package-lock.json`, 'utf8');
const digest = digestOf(lockText);

const npm = (...args) => output('npm', args, root);
const runNode = (script, ...args) => output(process.execPath, [root + script, ...args], root);

/** The part of the older driver that is compiled for one major version of Node. */
const NATIVE = `node_modules/${OLDER_DRIVER}/build/Release/better_sqlite3.node`;
const neededDriver = () =>
  nodeApi < NODE_API_OF_DRIVER
    ? `${JSON.parse(lockText).packages[`node_modules/${OLDER_DRIVER}`].version} ${process.arch} ${process.versions.modules}`
    : null;

const record = (change) =>
  writeFileSync(root + RECORD, JSON.stringify({ ...readIfPresent(RECORD), ...change }, null, 2));

/** Whether all packages of the lock file are installed, by the set-up or by hand. */
const isComplete = () =>
  hasAll(JSON.parse(lockText), readIfPresent(HIDDEN_LOCK), (path) => existsSync(`${root}${path}/package.json`));

async function install(set) {
  // A compiled driver survives: compiling takes a minute.
  const before = readIfPresent(RECORD);
  const native = before?.driver && existsSync(root + NATIVE) ? readFileSync(root + NATIVE) : null;
  // An installation that is interrupted leaves no record.
  rmSync(root + RECORD, { force: true });
  if (set === 'service' || !isComplete()) await npm(...npmArguments(set, nodeApi));
  const hidden = read(HIDDEN_LOCK);
  const names = allowedScripts(read('package.json').allowScripts, hidden);
  if (names.length > 0) await npm('rebuild', ...names);
  if (native !== null && existsSync(`${root}node_modules/${OLDER_DRIVER}`)) {
    mkdirSync(dirname(root + NATIVE), { recursive: true });
    writeFileSync(root + NATIVE, native);
  }
  record({ set, lock: digest, driver: native === null ? null : before.driver });
  return `${countOf(hidden)} packages`;
}

/** `npm rebuild` builds no package that is installed under another name, so its install script is run in its folder. */
async function buildDriver() {
  if (!(await isDriverUsable())) await output('npm', ['run', 'install'], `${root}node_modules/${OLDER_DRIVER}`);
  if (!(await isDriverUsable())) {
    throw new SetUpError(
      `Node ${process.version} cannot load the SQLite driver that was built for it: remove node_modules, check that npm's setting nodedir does not name another version, and try again`,
    );
  }
  record({ driver: neededDriver() });
}

const isDriverUsable = () =>
  output(process.execPath, ['-e', `new (require('${OLDER_DRIVER}'))(':memory:')`], root).then(
    () => true,
    () => false,
  );

/** The files of shipped code, and their folders: a file that is moved keeps its time, but its folder does not. */
function sourcesOf(folder) {
  const files = readdirSync(`${root}${folder}/src`, { recursive: true, encoding: 'utf8' });
  const shipped = files.filter((file) => !/\.test\.ts$|(^|[/\\])testing([/\\]|$)/.test(file));
  return ['', ...shipped].map((file) => join(folder, 'src', file));
}

function isBundled() {
  const made = timeOf(BUNDLED);
  const outputs = [REFERENCE.copy, ...packages.map((folder) => `${folder}/dist`)];
  if (!outputs.every((path) => existsSync(root + path))) return false;
  const inputs = ['packages/host/bundle.mjs', RECORD, ...packages.map((folder) => `${folder}/package.json`)];
  return [...inputs, ...packages.flatMap(sourcesOf)].every((file) => timeOf(file) < made);
}

async function bundle() {
  // An interrupted bundle is incomplete.
  rmSync(root + BUNDLED, { force: true });
  await runNode('packages/host/bundle.mjs');
  writeFileSync(root + BUNDLED, '');
}

/**
 * Writes JavaScript for the packages of the repository without a check of types, for module rails that import them. The
 * compiler then has no record of what is in `dist`, and writes all of it the next time.
 */
async function emit() {
  const { transformSync } = await import('rolldown/utils');
  for (const folder of packages) {
    for (const source of sourcesOf(folder).filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))) {
      const target = source.replace(/^(packages[/\\][^/\\]+[/\\])src/, '$1dist').replace(/\.ts$/, '.js');
      if (timeOf(source) < timeOf(target)) continue;
      const { code, errors } = transformSync(source, readFileSync(root + source, 'utf8'), { target: 'es2023' });
      if (errors.length > 0) throw new SetUpError(`${source}: ${errors[0].message}`);
      rmSync(`${root}${folder}/tsconfig.tsbuildinfo`, { force: true });
      mkdirSync(dirname(root + target), { recursive: true });
      replaceFile(target, code);
    }
  }
}

/** A process that ends in the middle leaves the former file. */
function replaceFile(path, content) {
  writeFileSync(`${root}${path}.new`, content);
  renameSync(`${root}${path}.new`, root + path);
}

/** The compiler has a record of what it wrote outside of `dist`, so it does not see that a folder is gone. */
function forgetRemoved() {
  for (const folder of packages)
    if (!existsSync(`${root}${folder}/dist`)) rmSync(`${root}${folder}/tsconfig.tsbuildinfo`, { force: true });
}

/** The script of the reference page, which ships with the package that serves it. */
const REFERENCE = {
  name: '@scalar/api-reference',
  file: 'dist/browser/standalone.js',
  copy: 'packages/adapters-http/dist/vendor/reference-page.js',
};

async function vendor() {
  const installed = `node_modules/${REFERENCE.name}/${REFERENCE.file}`;
  mkdirSync(dirname(root + REFERENCE.copy), { recursive: true });
  if (!existsSync(root + installed)) await fetchReference();
  else if (timeOf(installed) > timeOf(REFERENCE.copy)) replaceFile(REFERENCE.copy, readFileSync(root + installed));
}

/** The package of the reference page needs 300 others, but this script contains them. */
async function fetchReference() {
  const { version, integrity } = JSON.parse(lockText).packages[`node_modules/${REFERENCE.name}`];
  const cache = `${root}node_modules/.cache/corridor`;
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(`${cache}/`);
  try {
    const [{ filename }] = JSON.parse(
      await npm('pack', '--json', '--silent', `--pack-destination=${folder}`, `${REFERENCE.name}@${version}`),
    );
    const tarball = join(folder, filename);
    if (!hasIntegrity(readFileSync(tarball), integrity)) {
      throw new SetUpError(`${REFERENCE.name} ${version} is not the package that package-lock.json names`);
    }
    await output('tar', ['-xzf', tarball, '-C', folder, `package/${REFERENCE.file}`], root);
    replaceFile(REFERENCE.copy, readFileSync(`${folder}/package/${REFERENCE.file}`));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const CHECKS = ['format:check', 'lint', 'deps', 'docs:check', 'api:check'];

async function check() {
  const results = await Promise.allSettled(CHECKS.map((script) => npm('run', '-s', script)));
  const failures = results.flatMap(({ reason }) => (reason === undefined ? [] : [reason.message]));
  if (failures.length > 0) throw new SetUpError(failures.join('\n'));
}

/** Returns the exit code. The arguments are described in setup.mjs. */
export async function setUp(args) {
  const forService = args.includes('--service');
  const had = readIfPresent(RECORD);
  // Packages that were installed by hand are kept.
  const wanted = forService && !(had === null && isComplete()) ? 'service' : 'all';
  const set = setToInstall(wanted, had, digest);
  const hasCompiler = (set ?? had.set) === 'all' && !args.includes('--untyped');
  const isStale = set !== null || !isBundled();
  const driver = neededDriver();

  const steps = [];
  if (set !== null) steps.push(['Installing packages', () => install(set)]);
  if (driver !== null && had?.driver !== driver) {
    steps.push([`Building the SQLite driver for Node ${process.versions.node}`, buildDriver]);
  }
  if (hasCompiler) {
    const projects = forService ? [`${root}packages/host`] : [];
    forgetRemoved();
    steps.push(['Compiling', () => runNode('node_modules/typescript-7/bin/tsc', '-b', ...projects).then(() => {})]);
  }
  if (isStale) {
    steps.push([
      'Bundling the service',
      async () => {
        if (!hasCompiler) await emit();
        await vendor();
        await bundle();
      },
    ]);
  }
  if (args.includes('--check')) {
    steps.push(['Checking format, lint, dependencies, documents and API reports', check]);
  }
  try {
    await runSteps(steps);
    return 0;
  } catch (error) {
    if (!(error instanceof SetUpError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  }
}
