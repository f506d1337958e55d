// Brings a clone up to date: installs missing packages, compiles, and bundles the service. With --check it then checks
// format, lint, dependencies, documents and API reports. With --service it compiles only what a host needs. It prints to
// standard error, because commands such as `npm run openapi` print a document to standard output.
import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
/** npm writes this file when every package is installed and every install script has run. */
const installed = `${root}node_modules/.package-lock.json`;
/** Written when the whole service is bundled. */
const bundled = `${root}packages/host/dist/service/.complete`;

/** Ends the set-up with a message of one line, or without a message if a command has printed why it failed. */
class SetUpError extends Error {}

const say = (line) => void process.stderr.write(`${line}\n`);

function exitCodeOf(command, args, stdio) {
  return new Promise((resolve, reject) => {
    spawn(command, args, { cwd: root, stdio }).on('error', reject).on('close', resolve);
  });
}

async function run(command, ...args) {
  const exitCode = await exitCodeOf(command, args, ['ignore', process.stderr, 'inherit']);
  if (exitCode !== 0) throw new SetUpError();
}

/** Prints progress and errors even if `npm run --silent` started this script. */
const npm = (...args) => run('npm', '--loglevel=notice', ...args);

const runNode = (script, ...args) => run(process.execPath, root + script, ...args);

const timeOf = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** The native part of the SQLite driver works only with the major version of Node that it was built for. */
const isDriverUsable = async () =>
  (await exitCodeOf(process.execPath, ['-e', "new (require('better-sqlite3'))(':memory:')"], 'ignore')) === 0;

/**
 * Compiled with the headers of Node 24.19 or later, better-sqlite3 12 calls this hook when a statement is garbage
 * collected. If that happens between two turns of the event loop, Node aborts the process.
 */
function isDriverSafe() {
  const driver = `${root}node_modules/better-sqlite3/build/Release/better_sqlite3.node`;
  return !existsSync(driver) || !readFileSync(driver).includes('RemoveEnvironmentCleanupHook');
}

async function install() {
  if (!existsSync(installed) || timeOf(installed) < timeOf(`${root}package-lock.json`)) {
    say('Installing packages… (a minute more if the SQLite driver has to be compiled)');
    await npm('ci');
  }
  if (!(await isDriverUsable()) || !isDriverSafe()) {
    say(`Building the SQLite driver for Node ${process.version}… (a minute if it has to be compiled)`);
    await npm('rebuild', 'better-sqlite3');
  }
  if (!(await isDriverUsable())) {
    throw new SetUpError(
      `Node ${process.version} cannot load the SQLite driver that was built for it: remove node_modules, check that npm's setting nodedir does not name another version, and try again`,
    );
  }
  if (!isDriverSafe()) {
    throw new SetUpError(
      `Node ${process.version} aborts with the SQLite driver that was compiled for it: use Node 20, 22, or 24 up to 24.18, remove node_modules, and try again`,
    );
  }
}

async function bundle() {
  const compiled = readdirSync(`${root}packages`).flatMap((name) =>
    ['package.json', 'tsconfig.tsbuildinfo'].map((file) => `${root}packages/${name}/${file}`),
  );
  const sources = [installed, `${root}packages/host/bundle.mjs`, ...compiled];
  if (sources.every((file) => timeOf(file) < timeOf(bundled))) return;
  say('Bundling the service…');
  await runNode('packages/host/bundle.mjs');
  writeFileSync(bundled, '');
}

/** The script of the reference page, which ships with the package that serves it. */
function vendor() {
  const script = `${root}node_modules/@scalar/api-reference/dist/browser/standalone.js`;
  const copy = `${root}packages/adapters-http/dist/vendor/reference-page.js`;
  if (timeOf(script) < timeOf(copy)) return;
  mkdirSync(dirname(copy), { recursive: true });
  copyFileSync(script, copy);
}

async function build() {
  await install();
  say('Compiling…');
  const projects = process.argv.includes('--service') ? [`${root}packages/host`] : [];
  await runNode('node_modules/typescript-7/bin/tsc', '-b', ...projects);
  vendor();
  await bundle();
}

async function check() {
  say('Checking format, lint, dependencies, documents and API reports…');
  const scripts = ['format:check', 'lint', 'deps', 'docs:check', 'api:check'];
  await Promise.all(scripts.map((script) => run('npm', 'run', '-s', script)));
}

try {
  await build();
  if (process.argv.includes('--check')) await check();
} catch (error) {
  if (!(error instanceof SetUpError)) throw error;
  if (error.message !== '') say(error.message);
  process.exitCode = 1;
}
