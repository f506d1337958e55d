import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/*
 * Makes V8's code cache of the bundled service: what V8 has compiled when the service has run once, on a database of its
 * own, to the end of a first payment.
 */
const WITHIN_MS = 60_000;
const dataDirectory = mkdtempSync(join(tmpdir(), 'corridor-code-cache-'));
const [clientId, clientSecret] = ['code-cache', randomBytes(16).toString('hex')];
const here = (file) => join(import.meta.dirname, file);
const service = spawn(process.execPath, ['--require', here('write-code-cache.cjs'), here('bin/corridor.js'), 'serve'], {
  env: {
    PATH: process.env['PATH'],
    CORRIDOR_PORT: '0',
    CORRIDOR_DATA_DIR: dataDirectory,
    CORRIDOR_LOG_LEVEL: 'error',
    CORRIDOR_BOOTSTRAP_CLIENT_ID: clientId,
    CORRIDOR_BOOTSTRAP_CLIENT_SECRET: clientSecret,
  },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const ended = once(service, 'exit');
const overdue = setTimeout(() => service.kill('SIGKILL'), WITHIN_MS);

async function baseUrl() {
  let printed = '';
  for await (const text of service.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    printed += text;
    const url = /^base url: (\S+)$/m.exec(printed)?.[1];
    if (url !== undefined) return url;
  }
  throw new Error('the service ended before it served');
}

async function pay(base) {
  const headers = {
    authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
    'content-type': 'application/json',
  };
  async function answer(path, request) {
    const response = await fetch(base + path, { headers, ...request });
    if (!response.ok) throw new Error(`${path} was answered ${response.status} ${await response.text()}`);
    return response.json();
  }
  const get = (path) => answer(path, {});
  const post = (path, body) => answer(path, { method: 'POST', body: JSON.stringify(body) });

  const customer = await post('/customers', { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', region: 'US' });
  const wallet = await post('/customers/external-accounts', {
    customerId: customer.id,
    currency: 'BTC',
    accountInfo: {
      accountType: 'LAYER2_WALLET',
      address: 'spark1pgssyuuuhnrrdjswal5c3s3rafw9w3y5dd4cjy3duxlf7hjzkp0rqx6dj6mrhu',
    },
  });
  const quote = await post('/quotes', {
    source: { sourceType: 'REALTIME_FUNDING', customerId: customer.id, currency: 'USD' },
    destination: { destinationType: 'ACCOUNT', accountId: wallet.id },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: 10_000,
  });
  const { id } = await post('/sandbox/send', { quoteId: quote.id, currencyCode: 'USD' });
  while ((await get(`/transactions/${id}`)).status !== 'COMPLETED') await pause(50);
}

try {
  await pay(await baseUrl());
} finally {
  service.kill('SIGTERM');
  await ended;
  clearTimeout(overdue);
  rmSync(dataDirectory, { recursive: true, force: true });
}
const [status] = await ended;
if (status !== 0) throw new Error(`the service ended with ${status}`);
