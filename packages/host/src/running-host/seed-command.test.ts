import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { runCommand } from '../commands/command-line.js';

const HOSTILE = '\u001B[2J\u001B]0;title\u0007';

test('text of the host cannot control the terminal', async () => {
  const answers: Readonly<Record<string, object>> = {
    '/sandbox/clock': { now: `2026-01-05T00:00:00Z${HOSTILE}`, aheadSeconds: 0 },
    '/config': { supportedCurrencies: [{ currencyCode: 'USD' }] },
  };
  const host = createServer((request, response) => {
    const body = answers[request.url!.replace(/^\/\d{4}-\d{2}-\d{2}/, '')];
    const refused = { code: 'FORBIDDEN', message: HOSTILE };
    response.writeHead(body === undefined ? 403 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body ?? refused));
  }).listen(0, '127.0.0.1');
  await once(host, 'listening');
  let printed = '';
  const write = (text: string) => void (printed += text);
  const args = ['seed', '--base-url', `http://127.0.0.1:${(host.address() as AddressInfo).port}`];
  const code = await runCommand(
    [...args, '--client-id', 'id', '--client-secret', 'secret'],
    {},
    {
      out: { write },
      err: { write },
    },
  );
  host.close();
  expect(code).toBe(1);
  expect(printed).toContain('from 2026-01-05T00:00:00Z\\u001b[2J');
  expect(printed).toContain('FORBIDDEN: \\u001b[2J');
  expect(printed).not.toMatch(/[^\P{Cc}\n]/u);
});
