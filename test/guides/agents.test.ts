import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { BOOTSTRAP } from '../support/host.js';
import { paste } from '../support/pasted-page.js';
import { useHost } from '../support/use-host.js';

const RUN_MS = 180_000;
const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));

const used = useHost('sqlite');

it(
  'the lines of the guide about agents, pasted into a shell, pay within the limit and are stopped above it',
  async () => {
    const printed = await paste('guides/agents.md');
    expect(printed).toMatch(/^-rw------- .*bookkeeper\.json$/m);
    expect(printed).not.toMatch(/accessToken/);
    const outcomes = [...printed.matchAll(/^send_transfer: (.*)$/gm)].map(([, text]) => text);
    expect(outcomes).toEqual([
      expect.stringContaining('the payment of 30.00 USD has started'),
      expect.stringContaining('This call repeats an earlier one: nothing happened now'),
      expect.stringContaining('FORBIDDEN (TRANSACTION_LIMIT_EXCEEDED)'),
      expect.stringContaining('the payment of 45.00 USD waits for the approval of the platform'),
      expect.stringContaining('the payment of 30.00 USD has started'),
      expect.stringContaining('the payment of 40.00 USD has started'),
      expect.stringContaining('FORBIDDEN (DAILY_LIMIT_EXCEEDED)'),
    ]);
    expect(printed).toMatch(/^list_waiting_approvals: payments that wait for approval \(1\):$/m);
    expect(printed).toMatch(/^"name":"corridor"$/m);
  },
  RUN_MS,
);

it(
  'the example of an agent buys until its limit stops it, and buys nothing again in a second run',
  async () => {
    const readme = readFileSync(`${REPOSITORY}examples/buying-agent/README.md`, 'utf8');
    const [, lines = ''] = /^```sh\n(.*?)^```$/ms.exec(readme) ?? [];
    const [, promised = ''] = /^```text\n(.*?)^```$/ms.exec(readme) ?? [];
    expect(lines.split('\n').length).toBeGreaterThan(4);
    const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', lines], {
      cwd: REPOSITORY,
      env: {
        PATH: process.env['PATH'],
        HOME: process.env['HOME'],
        CORRIDOR_BASE_URL: used.host.baseUrl,
        CORRIDOR_CLIENT_ID: BOOTSTRAP.clientId,
        CORRIDOR_CLIENT_SECRET: BOOTSTRAP.clientSecret,
      },
    });
    const [first = '', second = ''] = stdout.split(/^(?=You are the agent)/m).slice(1);
    expect(first).toContain(promised);
    expect(first).toMatch(/ 60\.00 USD waits for the approval of the platform; no money has moved/);
    expect(first).not.toMatch(/4400112233|4400445566/);
    expect(second.match(/was made before/g)).toHaveLength(4);
    expect(second).toContain('order-6, a keyboard: refused: DAILY_LIMIT_EXCEEDED');
    expect(second).not.toMatch(/bought for/);
    expect(second).toContain('spent today: 95.00 USD');
  },
  RUN_MS,
);
