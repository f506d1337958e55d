import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));
const PAGE = `${REPOSITORY}/docs/rails/bank-files.md`;
/** The ports of the page: of the host, and of the receiver of webhooks. */
const PORTS = ['8090', '3090'];
const RUN_MS = 180_000;

/** A port that was free a moment ago. */
const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });

/** All lines of the page that a reader pastes, with free ports. */
async function pastedLines(): Promise<string> {
  const blocks = [...readFileSync(PAGE, 'utf8').matchAll(/^```bash\n(.*?)^```$/gms)].map(([, block]) => block!);
  expect(blocks.length).toBeGreaterThan(8);
  let lines = blocks.join('\n');
  for (const port of PORTS) lines = lines.replaceAll(port, String(await freePort()));
  return lines;
}

it(
  'the lines of the page about bank files, pasted into a shell, receive money and pay it out',
  async () => {
    // What still runs at the end, for instance after a failure, ends with the shell.
    const script = `trap 'kill $(jobs -p) 2> /dev/null || true; rm -rf $HERE' EXIT\n${await pastedLines()}\nwait`;
    const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], {
      cwd: REPOSITORY,
      env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '' },
    });
    expect(stdout).toContain('"status":"COMPLETED"');
    expect(stdout).toMatch(/^OUTGOING_PAYMENT\.COMPLETED Transaction:/m);
    expect(stdout).toContain('<InstdAmt Ccy="EUR">100.00</InstdAmt>');
  },
  RUN_MS,
);
