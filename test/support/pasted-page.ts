import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'vitest';

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));
/** The ports that the pages name. */
const PORTS = /\b[348]09[0-9]\b/g;

/** The port of a server that listens on any free one. */
export async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** A port that was free a moment ago. */
async function freePort(): Promise<string> {
  const server = createServer();
  const port = await listening(server);
  await new Promise((resolve) => server.close(resolve));
  return String(port);
}

/** All lines of a page that a reader pastes, with free ports. */
async function pastedLines(page: string): Promise<string> {
  const text = readFileSync(`${REPOSITORY}/docs/${page}`, 'utf8');
  const blocks = [...text.matchAll(/^```bash\n(.*?)^```$/gms)].map(([, block]) => block!);
  expect(blocks.length).toBeGreaterThan(5);
  let lines = blocks.join('\n');
  for (const port of new Set(lines.match(PORTS))) lines = lines.replaceAll(port, await freePort());
  return lines;
}

/** Pastes the lines of a page of `docs` into a shell, and returns what it prints. */
export async function paste(page: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
  // What still runs at the end, for instance after a failure, ends with the shell.
  const script = `trap 'kill $(jobs -p) 2> /dev/null || true; wait; rm -rf $HERE' EXIT\n${await pastedLines(page)}\nwait`;
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], {
    cwd: REPOSITORY,
    env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', ...env },
  });
  return stdout;
}
