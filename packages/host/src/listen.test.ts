import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { listen } from './listen.js';

const open = new Set<ReturnType<typeof createServer>>();
afterEach(() => {
  for (const server of open) server.closeAllConnections();
  for (const server of open) server.close();
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  open.add(server);
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const PAGE = 100;
const page = (from: number) => ({
  data: Array.from({ length: PAGE }, (_, n) => ({ id: `Webhook:${from + n}`, type: 'TEST', resource: `r${from + n}` })),
  nextCursor: String(from + PAGE),
  hasMore: true,
});

const listenTo = (baseUrl: string): Promise<number> =>
  listen(
    { baseUrl, clientId: 'id', clientSecret: 'secret', forwardTo: 'http://127.0.0.1:9/', since: '0' },
    () => undefined,
    () => undefined,
  );

test('ends with the error if its token is refused, even with events read ahead', async () => {
  const baseUrl = await serve((request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://host');
    if (pathname === '/webhooks/feed')
      return void response.end(JSON.stringify(page(Number(searchParams.get('after')))));
    const read = { code: 'UNAUTHORIZED', message: 'the token was deleted' };
    // Answers after the listener has read all events ahead.
    setTimeout(() => response.writeHead(401).end(JSON.stringify(read)), 1_000);
  });
  await expect(listenTo(baseUrl)).rejects.toThrow('answered 401: UNAUTHORIZED the token was deleted');
});

test('names an address that answers but is not Corridor', async () => {
  const baseUrl = await serve((_request, response) => void response.end('<html>'));
  await expect(listenTo(baseUrl)).rejects.toThrow(`${baseUrl}/webhooks/feed answered 200: not an answer of Corridor`);
});

test.each(['Wed, 21 Oct 2026 07:28:00 GMT', '-1', 'soon'])(
  'does not retry in a tight loop if Retry-After is %s',
  async (when) => {
    let asked = 0;
    const baseUrl = await serve((_request, response) => {
      asked += 1;
      if (asked === 1) response.writeHead(429, { 'retry-after': when }).end('{}');
      else response.writeHead(401).end('{}');
    });
    const begun = performance.now();
    await expect(listenTo(baseUrl)).rejects.toThrow('answered 401');
    expect(performance.now() - begun).toBeGreaterThan(400);
  },
);
