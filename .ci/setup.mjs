// Brings a clone up to date: installs what is missing, compiles, and bundles the service. With --check it then holds the
// code against its rules. Everything it prints goes to standard error: standard output may be somebody's document.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Written by npm when everything is installed and every install script has run. */
const installed = `${root}node_modules/.package-lock.json`;
/** Written when the service has been bundled whole. */
const bundled = `${root}packages/host/dist/service/.complete`;

/** What ends the set-up with a message of one line, or without one where a command has printed why it failed. */
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

/** Says what it does and why it fails, also where `npm run --silent` has started this. */
const npm = (...args) => run('npm', '--loglevel=notice', ...args);

const runNode = (script, ...args) => run(process.execPath, root + script, ...args);

const timeOf = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** The driver of SQLite has a native part, which works with the major version of Node that it was built for. */
const isDriverUsable = async () =>
  (await exitCodeOf(process.execPath, ['-e', "new (require('better-sqlite3'))(':memory:')"], 'ignore')) === 0;

/**
 * Compiled with the headers of Node 24.19 or later, better-sqlite3 12 calls this when a statement is collected, and Node
 * aborts the process where that happens between two turns of the event loop.
 */
function isDriverSafe() {
  const driver = `${root}node_modules/better-sqlite3/build/Release/better_sqlite3.node`;
  return !existsSync(driver) || !readFileSync(driver).includes('RemoveEnvironmentCleanupHook');
}

async function install() {
  if (!existsSync(installed) || timeOf(installed) < timeOf(`${root}package-lock.json`)) {
    say('Installing packages… (a minute more where the SQLite driver has to be compiled)');
    await npm('ci');
  }
  if (!(await isDriverUsable()) || !isDriverSafe()) {
    say(`Building the SQLite driver for Node ${process.version}… (a minute where it has to be compiled)`);
    await npm('rebuild', 'better-sqlite3');
  }
  if (!(await isDriverUsable())) {
    throw new SetUpError(
      `Node ${process.version} cannot load the SQLite driver that was built for it: remove node_modules, see that npm's setting nodedir names no other version, and try again`,
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

async function build() {
  await install();
  say('Compiling…');
  await runNode('node_modules/typescript-7/bin/tsc', '-b');
  await bundle();
}

async function check() {
  say('Checking format, lint, dependencies, generated documents and API reports…');
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
