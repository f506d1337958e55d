import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { startServer } from '../testing/server.js';

const received: string[] = [];
const server = await startServer({}, {}, (core) => ({
  ...core,
  rails: {
    ...core.rails,
    callbackBytes: (name) => (name === 'acme-bank' ? 64 * 1024 : null),
    callback: async (name) => {
      received.push(name);
      return { status: 200, message: null };
    },
  },
}));

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  vi.useRealTimers();
});

/** A connection that sends the head of a request and a part of its body; resolves with what it received. */
async function endless(path: string, part = 'x'.repeat(60_000), host = '127.0.0.1') {
  const socket = connect(server.port, '127.0.0.1');
  sockets.push(socket);
  let text = '';
  socket.on('data', (chunk) => (text += String(chunk))).on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(`POST ${path} HTTP/1.1\r\nHost: ${host}\r\nTransfer-Encoding: chunked\r\n`);
  socket.write(`Content-Type: application/x-www-form-urlencoded\r\n\r\n`);
  socket.write(`${part.length.toString(16)}\r\n${part}\r\n`);
  return { socket, answer: () => text };
}

const open = (path: string, count: number, part?: string) =>
  Promise.all(Array.from({ length: count }, () => endless(path, part)));

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** The bytes of buffers that are in use. */
function bufferBytes(): number {
  collectGarbage();
  return process.memoryUsage().arrayBuffers;
}

describe('bodies that never end', () => {
  test('hold at most 64 places of their address, and keep no honest callback out', async () => {
    const before = bufferBytes();
    const many = await open('/rails/acme-bank/callbacks/x', 400);
    await vi.waitFor(() => expect(many.filter(({ answer }) => answer() !== '')).toHaveLength(400 - 64), 20_000);
    for (const { answer } of many.filter((one) => one.answer() !== '')) {
      expect(answer()).toMatch(/^HTTP\/1\.1 503 /);
      expect(answer()).toMatch(/\r\nRetry-After: 1\r\n/i);
      expect(answer()).toMatch(/\r\nConnection: close\r\n/i);
    }
    // 400 bodies of 60 kB were sent; the places hold 64 of them.
    expect(bufferBytes() - before).toBeLessThan(16 * 1024 * 1024);
    const reply = await server.call('POST', '/rails/acme-bank/callbacks/x', '{}', { authorization: '' });
    expect(reply.status).toBe(200);
    expect(received).toEqual(['acme-bank']);
  });

  test('of an unknown rail are answered before they are read', async () => {
    const [one] = await open('/rails/beta/callbacks/x', 1);
    await vi.waitFor(() => expect(one!.answer()).toMatch(/^HTTP\/1\.1 404 /));
  });

  test.each([
    ['/rails/beta/callbacks/x', 404],
    ['/2025-10-13/quotes', 401],
    ['/nowhere', 404],
    ['/.well-known/lnurlpubkey', 405],
    ['/uma/payreq/$ada', 404],
    ['/uma/utxos/1', 404],
  ])('lose their connection ten seconds after the answer of %s', async (path, status) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const one = await endless(path);
    await vi.waitFor(() => expect(one.answer()).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `)));
    expect(one.socket.closed).toBe(false);
    await vi.advanceTimersByTimeAsync(9_000);
    expect(one.socket.closed).toBe(false);
    await vi.advanceTimersByTimeAsync(1_000);
    await vi.waitFor(() => expect(one.socket.closed).toBe(true));
  });

  test('do not close a connection whose body ends', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const one = await endless('/nowhere');
    await vi.waitFor(() => expect(one.answer()).toMatch(/^HTTP\/1\.1 404 /));
    one.socket.write('0\r\n\r\n');
    vi.useRealTimers();
    await delay(50);
    one.socket.write('GET /livez HTTP/1.1\r\nHost: here\r\n\r\n');
    await vi.waitFor(() => expect(one.answer().match(/HTTP\/1\.1/g)).toHaveLength(2));
  });
});
