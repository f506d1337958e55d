import { execFile } from 'node:child_process';
import { freePort } from '../../packages/adapters-storage/src/testing/free-port.js';
import { readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { expecting } from '../support/api.js';
import { printedCredential } from '../support/credentials.js';
import { eventually } from '../support/eventually.js';
import { createDeployment } from '../support/host.js';
import { createCustomer, platformAccountOf } from '../support/scenario.js';
import { databasesOf } from '../support/tiers.js';
import type { Customer, Transaction } from '../support/wire.js';

const README = new URL('../../README.md', import.meta.url);
const BIN = fileURLToPath(new URL('../../node_modules/.bin', import.meta.url));
const NO_BOOTSTRAP = { CORRIDOR_BOOTSTRAP_CLIENT_ID: '', CORRIDOR_BOOTSTRAP_CLIENT_SECRET: '' };

/** The commands of the README's first payment. */
function pastedLines(): string {
  const blocks = readFileSync(README, 'utf8').matchAll(/^```bash\n(.*?)^```$/gms);
  const found = [...blocks].map(([, block = '']) => block).filter((block) => block.includes('curl'));
  expect(found).toHaveLength(1);
  return found[0]!;
}

it.each(databasesOf(import.meta.url))(
  'the commands of the README, pasted on a new host with %s, complete a purchase of bitcoin',
  async (database) => {
    const deployment = await createDeployment(database);
    try {
      const first = await deployment.launch(NO_BOOTSTRAP);
      await eventually('the output of a first start', () => first.stdout().includes('operator create '));
      const lines = first.stdout().trim().split('\n');
      expect(lines.slice(0, 5).map((line) => line.replace(/:.*/, ''))).toEqual([
        'base url',
        'client id',
        'client secret',
        'webhook secret',
        '',
      ]);
      expect(lines[0]).toMatch(/^base url: http:\/\/127\.0\.0\.1:\d+\/2025-10-13$/);
      expect(lines[3]).toMatch(/^webhook secret: whsec_\S+$/);
      const { clientId, clientSecret } = printedCredential({ stdout: first.stdout(), stderr: '' });
      // 256 random bits.
      expect(Buffer.from(clientSecret, 'base64url')).toHaveLength(32);

      const pasted = async (...text: readonly string[]): Promise<string> => {
        const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', text.join('\n')], {
          env: { PATH: `${BIN}:${process.env['PATH'] ?? ''}` },
          cwd: deployment.dataDirectory,
        });
        return stdout;
      };
      const exports = lines.filter((line) => line.startsWith('  export '));
      expect(exports).toHaveLength(2);
      for (const [, address] of first.stdout().matchAll(/^ {2}(http\S+)/gm)) {
        expect((await fetch(address!, { redirect: 'manual' })).status, address).toBeLessThan(400);
      }

      const stdout = await pasted(...exports, pastedLines());
      const payment = JSON.parse(stdout.trim().split('\n').at(-1)!) as Transaction;
      expect(payment).toMatchObject({ status: 'COMPLETED', receivedAmount: { currency: { code: 'BTC' } } });
      expect(payment.settledAt).toBeDefined();

      const api = first.api.as({ clientId, clientSecret });
      for (const currency of ['USD', 'EUR', 'MXN', 'GBP', 'INR', 'BRL', 'BTC', 'USDC']) {
        const account = await platformAccountOf(api, currency);
        expect(account).toMatchObject({ status: 'ACTIVE', balance: { amount: 0 }, totalBalance: { amount: 0 } });
      }
      const seed = /npx (corridor seed) /.exec(first.stdout())![1]!;
      expect(await pasted(...exports, `${seed} --customers 1 --days 1 --seed 1`)).toContain('customer');
      expect(first.stderr()).not.toContain(clientSecret);
      await first.stop();

      // A later start prints no secret, but the command that creates a new token.
      const later = await deployment.launch(NO_BOOTSTRAP);
      expect(later.stdout()).toMatch(/^base url: /);
      await eventually('the hint about token create', () => later.stdout().includes('token create'));
      expect(later.stdout()).not.toMatch(/client secret: |whsec_/);
      await createCustomer(later.api.as({ clientId, clientSecret }));
      const hint = /corridor (token create .*)$/m.exec(later.stdout())![1]!;
      const more = printedCredential(await deployment.command(...hint.split(' ')));
      const { data } = await expecting(
        200,
        later.api.as(more).get<{ data: readonly Customer[] }>('/customers', { limit: 100 }),
      );
      // Ada, the one of the seed, and the one just created.
      expect(data).toHaveLength(3);
      await later.stop();
      await deployment.audit();
    } finally {
      await deployment.remove();
    }
  },
);

it.each(databasesOf(import.meta.url, 'sqlite'))(
  'a host answers health checks without a credential, and protects its master key',
  async () => {
    const deployment = await createDeployment('sqlite');
    try {
      const host = await deployment.launch();
      const open = async (path: string): Promise<readonly [number, string]> => {
        const response = await fetch(new URL(path, host.baseUrl));
        return [response.status, await response.text()];
      };
      expect((await open('/healthz'))[0]).toBe(200);
      expect((await open('/readyz'))[0]).toBe(200);
      const [status, metrics] = await open('/metrics');
      expect(status).toBe(200);
      expect(metrics).toMatch(/^# TYPE \w+ (counter|gauge|histogram)$/m);
      const [root, links] = await open('/');
      expect(root).toBe(200);
      expect(links).toContain('<a href="docs">');
      const [page, html] = await open('/docs');
      expect(page).toBe(200);
      expect(html).toContain('<html');
      expect(html).not.toMatch(/https?:\/\/(cdn|unpkg|fonts)/);
      expect(statSync(`${deployment.dataDirectory}/master.key`).mode & 0o777).toBe(0o600);
      await host.stop();
    } finally {
      await deployment.remove();
    }
  },
);

it.each(databasesOf(import.meta.url, 'sqlite'))(
  'a host serves metrics only on their own port, if one is configured',
  async () => {
    const deployment = await createDeployment('sqlite');
    try {
      const port = await freePort();
      const host = await deployment.launch({ CORRIDOR_METRICS_PORT: String(port) });
      expect((await fetch(new URL('/metrics', host.baseUrl))).status).toBe(404);
      const apart = await fetch(`http://127.0.0.1:${port}/metrics`);
      expect(await apart.text()).toMatch(/^corridor_http_request_seconds/m);
      expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(404);
      await host.stop();
    } finally {
      await deployment.remove();
    }
  },
);

it.each(databasesOf(import.meta.url, 'sqlite'))(
  'the console is served on the port of the API, or only on a port of its own',
  async () => {
    const deployment = await createDeployment('sqlite');
    try {
      const together = await deployment.launch();
      const led = await fetch(new URL('/console/', together.baseUrl), { redirect: 'manual' });
      expect([led.status, led.headers.get('location')]).toEqual([303, '/console/sign-in']);
      await together.stop();
      const port = await freePort();
      const apart = await deployment.launch({ CORRIDOR_CONSOLE_PORT: String(port) });
      expect((await fetch(new URL('/console/', apart.baseUrl), { redirect: 'manual' })).status).toBe(404);
      const own = await fetch(`http://127.0.0.1:${port}/console/`, { redirect: 'manual' });
      expect([own.status, own.headers.get('location')]).toEqual([303, '/console/sign-in']);
      expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(404);
      const page = await fetch(`http://127.0.0.1:${port}/healthz`, { headers: { accept: 'text/html' } });
      expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
      const [, href] = /<a href="([^"]+)"/.exec(await page.text())!;
      expect(new URL(href!, page.url).pathname).toBe('/console');
      await apart.stop();
    } finally {
      await deployment.remove();
    }
  },
);

it.each(databasesOf(import.meta.url, 'sqlite'))(
  'a host writes its log as JSON into a pipe, and as lines for people if it is asked to',
  async () => {
    const deployment = await createDeployment('sqlite');
    try {
      const json = await deployment.launch();
      await json.stop();
      const written = json.stderr().trim().split('\n');
      expect(written.map((line) => (JSON.parse(line) as { message: string }).message)).toContain('host has stopped');
      const text = await deployment.launch({ CORRIDOR_LOG_FORMAT: 'text' });
      await text.stop();
      expect(text.stderr()).toMatch(/^\d\d:\d\d:\d\d\.\d{3}Z INFO  host has stopped$/m);
    } finally {
      await deployment.remove();
    }
  },
);

it.each(databasesOf(import.meta.url, 'sqlite'))('an invalid setting stops the start with its name', async () => {
  const deployment = await createDeployment('sqlite');
  try {
    await expect(deployment.launch({ CORRIDOR_PORT: 'http' })).rejects.toThrow(/CORRIDOR_PORT/);
    await expect(deployment.start({ CORRIDOR_QUOTE_SECONDS: '0' })).rejects.toThrow(/CORRIDOR_QUOTE_SECONDS/);
  } finally {
    await deployment.remove();
  }
});

it.each(databasesOf(import.meta.url, 'sqlite'))('a host that stops answers the requests in progress', async () => {
  const deployment = await createDeployment('sqlite');
  try {
    const host = await deployment.launch();
    await expecting(200, host.api.get('/config'));
    const begun = Array.from({ length: 30 }, (_, index) =>
      host.api.post('/customers', { customerType: 'INDIVIDUAL', fullName: `Ada ${index}`, region: 'US' }).then(
        ({ status }) => status,
        () => null,
      ),
    );
    const stopped = host.stop();
    const answers = await Promise.all(begun);
    await stopped;
    const next = await deployment.start();
    const { data } = await expecting(200, next.api.get<{ data: readonly unknown[] }>('/customers', { limit: 100 }));
    // Every request that took effect was answered. Requests that arrived too late had no effect.
    expect(answers.filter((status) => status === 201)).toHaveLength(data.length);
    expect(new Set(answers).size).toBeLessThanOrEqual(3);
    await next.stop();
    await deployment.audit();
  } finally {
    await deployment.remove();
  }
});
