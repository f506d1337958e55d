import { expect, test } from 'vitest';
import { listen, METRICS_SETTINGS } from '../serving/http-server.js';
import { metricsListener } from './metrics-listener.js';

test('serves only metrics on the separate port', async () => {
  const server = await listen('127.0.0.1', 0, METRICS_SETTINGS);
  const reported: unknown[] = [];
  let body: string | null = 'requests_total 1\n';
  server.serve(
    metricsListener(
      {
        render: async () => {
          if (body === null) throw new Error('broken');
          return { contentType: 'text/plain', body };
        },
      },
      (cause) => reported.push(cause),
    ),
  );
  const at = (path: string, method = 'GET') => fetch(`http://127.0.0.1:${server.port}${path}`, { method });
  expect(await (await at('/metrics?x=1')).text()).toBe(body);
  expect((await at('/metrics', 'POST')).status).toBe(405);
  expect((await at('/healthz')).status).toBe(404);
  body = null;
  expect([(await at('/metrics')).status, reported.length]).toEqual([500, 1]);
  await expect(listen('127.0.0.1', server.port, METRICS_SETTINGS)).rejects.toThrow(/^CORRIDOR_METRICS_PORT: /);
  await server.close({ drainMs: 0, withinMs: 500 });
});
