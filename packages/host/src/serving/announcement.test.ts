import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { announcement } from './announcement.js';
import { readConfiguration } from '../settings/configuration.js';

const start = {
  kind: 'first',
  credentials: { clientId: `o'id`, clientSecret: '-$(exit 1) `x`', webhookSecret: 'whsec_x' },
} as const;
const HOST = { baseUrl: 'http://127.0.0.1:8080/2025-10-13', consolePort: null, start };

test('the printed exports carry each value through a shell unchanged', () => {
  const exports = announcement(readConfiguration({}), HOST).filter((line) => line.startsWith('  export '));
  expect(exports).toHaveLength(2);
  const names = ['AUTH', 'BASE', 'CORRIDOR_BASE_URL', 'CORRIDOR_CLIENT_ID', 'CORRIDOR_CLIENT_SECRET'];
  const printed = names.map((name) => `printf '%s\\n' "$${name}"`).join('\n');
  const { clientId, clientSecret } = start.credentials;
  expect(
    execFileSync('sh', ['-c', [...exports, printed].join('\n')], { encoding: 'utf8' })
      .trim()
      .split('\n'),
  ).toEqual([`${clientId}:${clientSecret}`, HOST.baseUrl, HOST.baseUrl, clientId, clientSecret]);
});

test.each([
  [{}, null, 'http://localhost:8080/console '],
  [{ CORRIDOR_CONSOLE_PORT: '8082' }, 8082, 'http://localhost:8082/console '],
  [{ CORRIDOR_CONSOLE_URL: 'https://ops.example' }, null, 'https://ops.example/console '],
  [{ CORRIDOR_BASE_PATH: '/payments' }, null, 'http://localhost:8080/payments/console '],
])('with the settings %j the console is where its links lead', (settings, consolePort, address) => {
  const lines = announcement(readConfiguration(settings), { ...HOST, consolePort });
  expect(lines).toContainEqual(expect.stringContaining(`  ${address}`));
  expect(lines).toContainEqual(expect.stringContaining('  http://127.0.0.1:8080/docs '));
});
