// Installs what a fresh clone lacks and builds the service; with --check also holds the code against its rules.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const installed = `${root}node_modules/.package-lock.json`;
const locked = `${root}package-lock.json`;
/** There while packages are installed whose install scripts have not been run to the end. */
const unfinished = `${root}node_modules/.unfinished`;

const host = `${root}packages/host/`;
/** Says by what the service was bundled, and as of when: there once it is bundled whole. */
const bundled = `${host}dist/service/bundled-by`;
const bundler = `Node ${process.version} ${process.arch}`;
/** What the bundle is made of, as the compiler and npm leave it, and what makes it. */
const bundledFrom = [
  installed,
  ...readdirSync(`${root}packages`).flatMap((name) =>
    ['package.json', 'tsconfig.tsbuildinfo'].map((file) => `${root}packages/${name}/${file}`),
  ),
  ...['bundle.mjs', 'code-cache.mjs', 'write-code-cache.cjs', 'bin/load.cjs'].map((file) => host + file),
];

/** A command that did not succeed, and has said why. */
class Failure {
  constructor(status) {
    this.status = status;
  }
}

/** What is printed is kept off the standard output, which may be somebody's document. */
function run(command, args, env = {}) {
  return new Promise((resolve, reject) => {
    const stdio = ['ignore', process.stderr, 'inherit'];
    const child = spawn(command, args, { cwd: root, stdio, env: { ...process.env, ...env } });
    child.on('error', reject);
    child.on('close', (status) => (status === 0 ? resolve() : reject(new Failure(status ?? 1))));
  });
}

/** All come to their end, so that nothing goes on behind a failure; then the first that failed counts. */
async function together(...work) {
  for (const ended of await Promise.allSettled(work)) if (ended.status === 'rejected') throw ended.reason;
}

const script = (name) => run('npm', ['run', '-s', name]);

const node = (path, ...args) => run(process.execPath, [root + path, ...args]);

function isBundled() {
  if (!existsSync(bundled) || readFileSync(bundled, 'utf8') !== bundler) return false;
  const { mtimeMs } = statSync(bundled);
  const isOlder = (file) => (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Infinity) < mtimeMs;
  return bundledFrom.every(isOlder);
}

/** `runnable`: settles when what the service needs to run is installed. */
async function bundle(runnable) {
  if (isBundled()) return;
  const begun = new Date();
  await node('packages/host/bundle.mjs');
  await runnable;
  await node('packages/host/code-cache.mjs');
  writeFileSync(bundled, bundler);
  utimesSync(bundled, begun, begun);
}

async function build(runnable, ...afterwards) {
  await node('node_modules/typescript-7/bin/tsc', '-b');
  await together(bundle(runnable), ...afterwards.map(script));
}

/** What reads the sources alone goes on beside the compiler. */
async function buildAndCheck(runnable) {
  await together(build(runnable, 'docs:check'), ...['format:check', 'lint', 'deps'].map(script));
}

const prepare = process.argv.includes('--check') ? buildAndCheck : build;

const isInstalled =
  existsSync(installed) && statSync(installed).mtimeMs >= statSync(locked).mtimeMs && !existsSync(unfinished);

async function setUp() {
  if (isInstalled) return prepare(Promise.resolve());
  await run('npm', ['ci', '--ignore-scripts']);
  writeFileSync(unfinished, '');
  // Where no prebuilt database driver is to be had it is compiled, meanwhile, and at the level of SQLite's own builds.
  const level = { CFLAGS: '-O2', CXXFLAGS: '-O2' };
  const complete = async () => {
    await run('npm', ['rebuild'], level);
    rmSync(unfinished);
  };
  const completed = complete();
  await together(completed, prepare(completed));
}

try {
  await setUp();
} catch (error) {
  if (!(error instanceof Failure)) throw error;
  process.exitCode = error.status;
}
