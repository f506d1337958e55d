// Installs what a fresh clone lacks and builds the service; with --check also holds the code against its rules.
import { spawn } from 'node:child_process';
import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const installed = `${root}node_modules/.package-lock.json`;
const locked = `${root}package-lock.json`;
/** There while packages are installed whose install scripts have not been run to the end. */
const unfinished = `${root}node_modules/.unfinished`;

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

async function build(...afterwards) {
  await run(process.execPath, [`${root}node_modules/typescript-7/bin/tsc`, '-b']);
  await together(run(process.execPath, [`${root}packages/host/bundle.mjs`]), ...afterwards.map(script));
}

/** What reads the sources alone goes on beside the compiler. */
async function buildAndCheck() {
  await together(build('docs:check'), ...['format:check', 'lint', 'deps'].map(script));
}

const prepare = process.argv.includes('--check') ? buildAndCheck : build;

const isInstalled =
  existsSync(installed) && statSync(installed).mtimeMs >= statSync(locked).mtimeMs && !existsSync(unfinished);

async function setUp() {
  if (isInstalled) return prepare();
  await run('npm', ['ci', '--ignore-scripts']);
  writeFileSync(unfinished, '');
  // Where no prebuilt database driver is to be had it is compiled, meanwhile, and at the level of SQLite's own builds.
  const level = { CFLAGS: '-O2', CXXFLAGS: '-O2' };
  const complete = async () => {
    await run('npm', ['rebuild'], level);
    rmSync(unfinished);
  };
  await together(complete(), prepare());
}

try {
  await setUp();
} catch (error) {
  if (!(error instanceof Failure)) throw error;
  process.exitCode = error.status;
}
