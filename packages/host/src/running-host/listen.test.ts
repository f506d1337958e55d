import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { listenTo as listenCommand } from './listen-command.js';
import { listen } from './listen.js';
import { createProcessContext } from '../kernel/process-context.js';

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

test('prints events in colour with links to the console of production, and lets no text control the terminal', async () => {
  const event = { id: 'Webhook:1', type: 'OUTGOING_PAYMENT.FAILED', resource: 'Transaction:\u001b[2J' };
  const answers: Readonly<Record<string, object>> = {
    '/2025-10-13/config': { id: 'Platform:1' },
    '/2025-10-13/webhooks/feed': { data: [], nextCursor: 'a', hasMore: false },
    '/2025-10-13/webhooks/feed?limit=100&after=a': { data: [event], nextCursor: 'b', hasMore: true },
  };
  const baseUrl = await serve((request, response) => {
    const refused = request.url!.endsWith('/sandbox/clock') ? 403 : 401;
    const answer = answers[request.url!];
    response
      .writeHead(answer === undefined ? refused : 200)
      .end(JSON.stringify(answer ?? { code: 'X', message: '\u009b31m' }));
  });
  const printed = async (environment: Readonly<Record<string, string>>): Promise<string> => {
    let lines = '';
    const configuration = {
      remote: { baseUrl: `${baseUrl}/2025-10-13`, clientId: 'id', clientSecret: 'secret' },
      console: { listener: null, url: 'https://ops.example' },
    };
    const print = (line: string): void => void (lines += `${line}\n`);
    const processContext = { ...createProcessContext(), print, log: { write: () => undefined }, environment };
    await expect(listenCommand(configuration, {}, processContext)).rejects.toThrow(
      `${baseUrl}/2025-10-13/webhooks/feed answered 401: X \\u009b31m`,
    );
    return lines;
  };
  const link = 'https://ops.example/console/t/Platform:1/PRODUCTION/payments/Transaction:\\u001b[2J';
  expect(await printed({})).toContain(`\nOUTGOING_PAYMENT.FAILED Webhook:1 Transaction:\\u001b[2J ${link}\n`);
  expect(await printed({ FORCE_COLOR: '1' })).toContain('\n\u001b[31mOUTGOING_PAYMENT.FAILED\u001b[39m Webhook:1 ');
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
