import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { OutboundRequest } from '@corridor/core/ports';
import { startReceiver, type Receiver, type ReceiverOptions } from '../testing/receiver.js';
import { RECEIVER_CERTIFICATE } from '../testing/receiver-certificate.js';
import type { Resolve } from './address-guard.js';
import { createOutboundHttp, type OutboundHttpOptions } from './outbound-http.js';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
});

async function receiver(options?: ReceiverOptions): Promise<Receiver> {
  const started = await startReceiver(options);
  open.push(started);
  return started;
}

function client(options: Partial<OutboundHttpOptions> = {}) {
  const http = createOutboundHttp({ allowPrivate: true, ...options });
  open.push(http);
  return http;
}

const post = (url: string, more: Partial<OutboundRequest> = {}): OutboundRequest => ({
  url,
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: '{"a":"ü"}',
  httpsOnly: false,
  ...more,
});

/** A resolver that returns these answers in turn, and the last one from then on. */
function resolver(...answers: readonly (readonly string[])[]) {
  const asked: string[] = [];
  const resolve: Resolve = (hostname, _options, callback) => {
    const answer = answers[Math.min(asked.length, answers.length - 1)]!;
    asked.push(hostname);
    void setImmediate().then(() =>
      callback(
        null,
        answer.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      ),
    );
  };
  return { resolve, asked };
}

const REFUSED = { kind: 'unreachable', reason: 'the address is not public; use a public one' };

describe('a request', () => {
  it('is sent unchanged; the result has status, headers and body', async () => {
    const server = await receiver();
    server.answer = (response) => response.writeHead(201, { 'X-Seen': ['a', 'b'] }).end('grüezi');
    const outcome = await client().send(post(`${server.url}/hooks?x=1`));
    expect(outcome).toMatchObject({ kind: 'answered', status: 201, body: 'grüezi', truncated: false });
    expect(outcome.kind === 'answered' && outcome.headers['x-seen']).toBe('a, b');
    expect(server.received).toMatchObject([
      { method: 'POST', path: '/hooks?x=1', body: '{"a":"ü"}', headers: { 'content-type': 'application/json' } },
    ]);
  });

  it('keeps connections alive, at most as many as configured', async () => {
    const server = await receiver();
    const http = client({ connections: 3 });
    for (let round = 0; round < 5; round++) {
      const outcomes = await Promise.all(Array.from({ length: 10 }, () => http.send(post(server.url))));
      expect(outcomes.every((outcome) => outcome.kind === 'answered')).toBe(true);
    }
    expect(server.received).toHaveLength(50);
    expect(server.connections.made).toBeLessThanOrEqual(3);
  });

  it('does not follow a redirect', async () => {
    const [server, other] = [await receiver(), await receiver()];
    server.answer = (response) => response.writeHead(307, { location: other.url }).end();
    expect(await client().send(post(server.url))).toMatchObject({ kind: 'answered', status: 307 });
    expect(other.connections.made).toBe(0);
  });

  it('is not sent to an invalid URL, nor by http if https is required', async () => {
    const server = await receiver();
    const http = client();
    expect(await http.send(post('receiver.example/hooks'))).toMatchObject({ kind: 'unreachable' });
    expect(await http.send(post(server.url, { httpsOnly: true }))).toMatchObject({ reason: 'the URL is not https' });
    expect(server.connections.made).toBe(0);
  });

  it('fails and leaves no connection open after the client was closed', async () => {
    const server = await receiver();
    const http = client();
    await http.send(post(server.url));
    await http.close();
    expect(await http.send(post(server.url))).toMatchObject({ kind: 'unreachable' });
    await vi.waitFor(() => expect(server.connections.open).toBe(0));
    expect(server.connections.made).toBe(1);
  });
});

describe('a server that', () => {
  it('is down is unreachable', async () => {
    const server = await receiver();
    await server.close();
    expect(await client().send(post(server.url))).toMatchObject({ reason: 'the host refused the connection' });
  });

  it('does not respond gets a time-out, and the connection is closed', async () => {
    const server = await receiver();
    const dropped = vi.fn();
    server.answer = (response) => response.on('close', dropped);
    const outcome = await client({ timeoutMs: 200 }).send(post(server.url));
    expect(outcome).toEqual({ kind: 'unreachable', reason: 'no complete response within 200 ms' });
    await vi.waitFor(() => expect(dropped).toHaveBeenCalledOnce());
    expect(server.received).toHaveLength(1);
  });

  it('sends its response byte by byte gets a time-out, and the connection is closed', async () => {
    const server = await receiver();
    const dropped = vi.fn();
    server.answer = (response) => {
      response.writeHead(200);
      const drops = setInterval(() => response.write('.'), 20);
      response.on('close', () => {
        clearInterval(drops);
        dropped();
      });
    };
    const outcome = await client({ timeoutMs: 200 }).send(post(server.url));
    expect(outcome).toMatchObject({ kind: 'unreachable' });
    await vi.waitFor(() => expect(dropped).toHaveBeenCalledOnce());
  });

  it('resets the connection is unreachable, before and during its response', async () => {
    const server = await receiver();
    const http = client();
    server.answer = (response) => response.socket?.resetAndDestroy();
    expect(await http.send(post(server.url))).toMatchObject({ kind: 'unreachable' });
    server.answer = (response) => {
      response.writeHead(200, { 'content-length': 100 });
      response.write('half', () => response.socket?.destroy());
    };
    expect(await http.send(post(server.url))).toMatchObject({ kind: 'unreachable' });
    server.answer = (response) => response.end('well');
    expect(await http.send(post(server.url))).toMatchObject({ kind: 'answered', body: 'well' });
  });

  it('sends an endless body is cut off, and its status counts', async () => {
    const server = await receiver();
    const dropped = vi.fn();
    server.answer = (response) => {
      response.on('close', dropped);
      response.writeHead(200);
      const more = (): void => {
        while (response.writable && response.write(Buffer.alloc(16_384, 'x')));
      };
      response.on('drain', more);
      more();
    };
    const outcome = await client({ bodyLimit: 1_000 }).send(post(server.url));
    expect(outcome).toMatchObject({ kind: 'answered', status: 200, truncated: true, body: 'x'.repeat(1_000) });
    await vi.waitFor(() => expect(dropped).toHaveBeenCalledOnce());
  });

  it('does not speak HTTP, or sends endless headers, is unreachable', async () => {
    const server = await receiver();
    const http = client();
    server.answer = (response) => response.socket?.end('220 mail.example ESMTP\r\n');
    expect(await http.send(post(server.url))).toMatchObject({ kind: 'unreachable' });
    server.answer = (response) => response.socket?.end(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`);
    expect(await http.send(post(server.url))).toMatchObject({ kind: 'unreachable' });
  });

  it('has a name that never resolves gets a time-out', async () => {
    const http = client({ timeoutMs: 200, resolve: () => undefined });
    expect(await http.send(post('http://silent.test/'))).toMatchObject({
      reason: 'no complete response within 200 ms',
    });
    await http.close();
  });
});

describe('addresses', () => {
  it('refuses a name that resolves to a private address, also together with a public one', async () => {
    const server = await receiver();
    for (const answer of [
      ['127.0.0.1'],
      ['8.8.8.8', '127.0.0.1'],
      ['::1'],
      ['::ffff:127.0.0.1'],
      ['169.254.169.254'],
    ]) {
      const http = client({ allowPrivate: false, ...resolver(answer) });
      expect(await http.send(post(`http://receiver.test:${server.port}/`)), String(answer)).toEqual(REFUSED);
    }
    expect(server.connections.made).toBe(0);
  });

  it('refuses an address in the URL in every notation', async () => {
    const server = await receiver();
    const http = client({ allowPrivate: false });
    for (const host of [
      '127.0.0.1',
      '127.1',
      '2130706433',
      '0x7f000001',
      '0177.0.0.1',
      '[::ffff:127.0.0.1]',
      'localhost',
    ]) {
      expect(await http.send(post(`http://${host}:${server.port}/`)), host).toEqual(REFUSED);
    }
    expect(server.connections.made).toBe(0);
  });

  it('connects to the address that was checked, even if the name resolves to another one afterwards', async () => {
    const first = await receiver({ host: '127.0.0.2' });
    const second = await receiver({ host: '127.0.0.1', port: first.port });
    const { resolve, asked } = resolver(['127.0.0.2'], ['127.0.0.1']);
    const http = client({ resolve });
    for (let i = 0; i < 3; i++) {
      await http.send(post(`http://rebinding.test:${first.port}/`));
      await setImmediate();
    }
    expect([first.received.length, second.connections.made, asked]).toEqual([3, 0, ['rebinding.test']]);
    expect(first.received[0]?.headers.host).toBe(`rebinding.test:${first.port}`);
  });

  it('checks a name again whenever it resolves it again', async () => {
    const server = await receiver();
    const { resolve, asked } = resolver(['93.184.215.14'], ['127.0.0.1']);
    const http = client({ allowPrivate: false, timeoutMs: 300, resolve });
    const url = `http://rebinding.test:${server.port}/`;
    expect(await http.send(post(url))).toMatchObject({ kind: 'unreachable' });
    await vi.waitFor(async () => expect(await http.send(post(url))).toEqual(REFUSED), { timeout: 5_000 });
    expect(asked.length).toBeGreaterThanOrEqual(2);
    expect(server.connections.made).toBe(0);
  });

  it('resolves a name once for many concurrent connections', async () => {
    const server = await receiver();
    const { resolve, asked } = resolver(['127.0.0.1']);
    const http = client({ resolve });
    const url = `http://receiver.test:${server.port}/`;
    await Promise.all(Array.from({ length: 8 }, () => http.send(post(url))));
    expect(server.received).toHaveLength(8);
    expect(asked).toEqual(['receiver.test']);
  });

  it('checks the TLS certificate against the name in the URL', async () => {
    const server = await receiver({ tls: true });
    const { resolve } = resolver(['127.0.0.1']);
    const http = client({ resolve, authorities: RECEIVER_CERTIFICATE });
    const to = (host: string) => http.send(post(`https://${host}:${server.port}/`, { httpsOnly: true }));
    expect(await to('receiver.test')).toMatchObject({ kind: 'answered', status: 200 });
    expect(await to('other.test')).toMatchObject({ reason: 'the request failed (ERR_TLS_CERT_ALTNAME_INVALID)' });
    const strict = client({ resolve });
    expect(await strict.send(post(`https://receiver.test:${server.port}/`))).toMatchObject({ kind: 'unreachable' });
    expect(server.received).toHaveLength(1);
  });
});
