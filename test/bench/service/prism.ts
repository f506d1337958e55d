import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '../../support/free-port.js';
import type { Scope } from '../scratch.js';
import { CLI } from './host.js';

export const PRISM_VERSION = '5.14.2';
const PACKAGE = `@stoplight/prism-cli@${PRISM_VERSION}`;
const INSTALL_MS = 180_000;
const START_MS = 60_000;
const POLL_MS = 100;
const DOCUMENT_BYTES = 1 << 26;

const run = promisify(execFile);

/** A mock of the API, driven by its OpenAPI document. */
export type Prism = { readonly port: number } | { readonly leftOut: string };

/** Installs the mock into a folder of its own, which later runs use again. Returns why this failed, or its program. */
async function installed(): Promise<{ readonly program: string } | { readonly leftOut: string }> {
  const cache = process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache');
  const folder = join(cache, 'corridor-bench', `prism-${PRISM_VERSION}`);
  const program = join(folder, 'node_modules/@stoplight/prism-cli/dist/index.js');
  if (existsSync(program)) return { program };
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--no-save', '--fetch-retries=1'];
  try {
    await run('npm', ['install', ...flags, '--prefix', folder, PACKAGE], { cwd: folder, timeout: INSTALL_MS });
  } catch (error) {
    const [reason] = /npm error .*/.exec(error instanceof Error ? error.message : '') ?? ['npm install failed'];
    return { leftOut: `left out: ${PACKAGE} cannot be installed: ${reason}` };
  }
  return { program };
}

/** Starts the mock on the OpenAPI document of this version, without logs, as the host is. */
export async function startPrism(scope: Scope): Promise<Prism> {
  const found = await installed();
  if ('leftOut' in found) return found;
  const document = join(await scope.folder(), 'openapi.json');
  const { stdout } = await run(process.execPath, [CLI, 'openapi'], { maxBuffer: DOCUMENT_BYTES });
  await writeFile(document, stdout);
  const port = await freePort();
  const flags = ['--host', '127.0.0.1', '--port', String(port), '--verboseLevel', 'silent'];
  const child = spawn(process.execPath, [found.program, 'mock', ...flags, document], {
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exit = once(child, 'exit');
  scope.use({
    async stop() {
      if (child.exitCode === null) child.kill('SIGTERM');
      await exit;
    },
  });
  const until = Date.now() + START_MS;
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error(`Prism exited with code ${child.exitCode}`);
    if (Date.now() > until) throw new Error(`Prism did not answer within ${START_MS / 1000} seconds`);
    await setTimeout(POLL_MS);
  }
  return { port };
}

/** Any answer will do: the mock refuses a path that the document does not have. */
async function answers(port: number): Promise<boolean> {
  try {
    await (await fetch(`http://127.0.0.1:${port}/`)).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}
