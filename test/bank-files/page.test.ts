import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, expect, it } from 'vitest';

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));
/** The ports that the pages name. */
const PORTS = /\b[348]09[0-9]\b/g;
const RUN_MS = 180_000;

const opened: Server[] = [];
afterEach(() => {
  for (const server of opened.splice(0)) server.close();
});

async function listening(server: Server): Promise<number> {
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
  const text = readFileSync(`${REPOSITORY}/docs/rails/${page}`, 'utf8');
  const blocks = [...text.matchAll(/^```bash\n(.*?)^```$/gms)].map(([, block]) => block!);
  expect(blocks.length).toBeGreaterThan(5);
  let lines = blocks.join('\n');
  for (const port of new Set(lines.match(PORTS))) lines = lines.replaceAll(port, await freePort());
  return lines;
}

/** Pastes the lines of a page into a shell, and returns what it prints. */
async function paste(page: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
  // What still runs at the end, for instance after a failure, ends with the shell.
  const script = `trap 'kill $(jobs -p) 2> /dev/null || true; wait; rm -rf $HERE' EXIT\n${await pastedLines(page)}\nwait`;
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], {
    cwd: REPOSITORY,
    env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', ...env },
  });
  return stdout;
}

/** Serves today's document of the European Central Bank. */
async function ecb(): Promise<string> {
  const day = new Date().toISOString().slice(0, 10);
  const document = `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
<gesmes:subject>Reference rates</gesmes:subject><gesmes:Sender><gesmes:name>European Central Bank</gesmes:name></gesmes:Sender>
<Cube><Cube time='${day}'><Cube currency='USD' rate='1.1000'/></Cube></Cube></gesmes:Envelope>`;
  const server = createServer((_, response) => response.setHeader('content-type', 'text/xml').end(document));
  opened.push(server);
  return `http://127.0.0.1:${await listening(server)}/eurofxref-daily.xml`;
}

it(
  'the lines of the page about bank files, pasted into a shell, receive money and pay it out',
  async () => {
    const printed = await paste('bank-files.md');
    expect(printed).toContain('"status":"COMPLETED"');
    expect(printed).toMatch(/^OUTGOING_PAYMENT\.COMPLETED Transaction:/m);
    expect(printed).toContain('<InstdAmt Ccy="EUR">100.00</InstdAmt>');
  },
  RUN_MS,
);

it(
  'the lines of the page about two rails, pasted into a shell, pay euros from dollars',
  async () => {
    const printed = await paste('usd-to-eur.md', {
      CORRIDOR_ECB_URL: await ecb(),
      CORRIDOR_ECB_ALLOW_PRIVATE: 'true',
    });
    expect(printed).toContain('"status":"COMPLETED"');
    expect(printed).toContain('<InstdAmt Ccy="EUR">');
    expect(printed).toMatch(/ PRODUCTION USD clearing:express-bank -50000$/m);
  },
  RUN_MS,
);
