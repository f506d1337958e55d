import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { playCore } from '../../../core/src/testing/play-core.js';
import { createConsole } from '../console/index.js';
import type { App } from '../kit/options.js';
import { createConsoleApp } from './console-app.js';
import { createApp } from './create-app.js';

const { core } = await playCore();
const ports = {
  core,
  log: { info: () => undefined, error: () => undefined },
  metrics: {
    observeRequest: () => undefined,
    connectionBroken: () => undefined,
    render: async () => ({ contentType: 'text/plain', body: '' }),
  },
};
const console = createConsole({ base: '/console', url: 'http://console.example' });

async function serve(app: App): Promise<string> {
  const server = createServer(app.callback());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe.each([
  ['an app', createApp({ ...ports, options: { ready: async () => true }, console })],
  ['an app of the console alone', createConsoleApp({ ...ports, options: {}, console })],
])('%s', (_name, app) => {
  test('serves the console that it is given', async () => {
    const url = await serve(app);
    const page = await fetch(`${url}/console/sign-in`);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('Corridor console');
  });

  test('leaves paths outside of the console to its other routes', async () => {
    const url = await serve(app);
    expect((await fetch(`${url}/consoles`)).status).toBe(404);
  });
});

test('an app without a console has no page of it', async () => {
  const url = await serve(createApp({ ...ports, options: { ready: async () => true } }));
  expect((await fetch(`${url}/console/sign-in`)).status).toBe(404);
});
