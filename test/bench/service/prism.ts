import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '../../../packages/adapters-storage/src/testing/free-port.js';
import { installedTool } from '../../support/installed-tool.js';
import type { Scope } from '../scratch.js';
import { CLI } from './host.js';

export const PRISM_VERSION = '5.14.2';
const PRISM = { package: '@stoplight/prism-cli', version: PRISM_VERSION, program: 'dist/index.js' };
const START_MS = 60_000;
const POLL_MS = 100;
const DOCUMENT_BYTES = 1 << 26;

const run = promisify(execFile);

/** A mock of the API, driven by its OpenAPI document. */
export type Prism = { readonly port: number } | { readonly leftOut: string };

/** Starts the mock on the OpenAPI document of this version, without logs, as the host is. */
export async function startPrism(scope: Scope): Promise<Prism> {
  const found = await installedTool(PRISM);
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
