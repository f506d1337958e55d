import { Agent, get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { type HttpServer, listen } from './http-server.js';

describe('the server', () => {
  let server: HttpServer;
  const agent = new Agent({ keepAlive: true });

  const ask = (): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      get({ host: '127.0.0.1', port: server.port, agent }, (response) => resolve(response.resume())).on(
        'error',
        reject,
      );
    });

  afterEach(async () => {
    agent.destroy();
    await server.close({ drainMs: 0, withinMs: 0 });
  });

  test('answers 503 with Retry-After until it serves', async () => {
    server = await listen('127.0.0.1', 0);
    const early = await ask();
    expect(early.statusCode).toBe(503);
    expect(early.headers['retry-after']).toBe('1');
    server.serve((_request, response) => response.end('here'));
    expect((await ask()).statusCode).toBe(200);
  });

  test('names the setting if the port is in use', async () => {
    server = await listen('127.0.0.1', 0);
    await expect(listen('127.0.0.1', server.port)).rejects.toThrow(
      /^CORRIDOR_PORT: port \d+ is in use on 127\.0\.0\.1; choose another port$/,
    );
  });

  test('finishes a running request when it closes, and accepts no others', async () => {
    server = await listen('127.0.0.1', 0);
    let answer = (): void => undefined;
    const arrived = new Promise<void>((resolve) =>
      server.serve((_request, response) => {
        answer = () => void response.end('done');
        resolve();
      }),
    );
    const inFlight = ask();
    await arrived;
    let closed = false;
    const closing = server.close({ drainMs: 0, withinMs: 5_000 }).then(() => (closed = true));
    await expect(ask()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    expect(closed).toBe(false);
    answer();
    expect((await inFlight).statusCode).toBe(200);
    const began = performance.now();
    await closing;
    expect(performance.now() - began).toBeLessThan(2_000);
  });

  test('serves while it drains, on connections that it closes, and accepts none afterwards', async () => {
    server = await listen('127.0.0.1', 0);
    server.serve((_request, response) => response.end('here'));
    expect((await ask()).headers.connection).toBe('keep-alive');
    const closing = server.close({ drainMs: 300, withinMs: 5_000 });
    for (let round = 0; round < 3; round += 1) {
      const answer = await ask();
      expect([answer.statusCode, answer.headers.connection]).toEqual([200, 'close']);
    }
    await closing;
    await expect(ask()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  test('answers 400 to bytes that are not HTTP, and counts them by error code', async () => {
    server = await listen('127.0.0.1', 0);
    const broken: string[] = [];
    server.serve(
      (_request, response) => response.end('here'),
      (code) => broken.push(code),
    );
    const socket = connect(server.port, '127.0.0.1');
    let answer = '';
    socket.setEncoding('utf8').on('data', (text: string) => (answer += text));
    socket.write('not HTTP\r\n\r\n');
    await new Promise<void>((resolve) => socket.on('close', () => resolve()));
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(broken).toEqual(['HPE_INVALID_METHOD']);
    expect((await ask()).statusCode).toBe(200);
  });

  test('aborts a request that outlasts the time to close', async () => {
    server = await listen('127.0.0.1', 0);
    const arrived = new Promise<void>((resolve) => server.serve(() => resolve()));
    const hanging = ask();
    const broken = expect(hanging).rejects.toMatchObject({ code: 'ECONNRESET' });
    await arrived;
    await server.close({ drainMs: 0, withinMs: 50 });
    await broken;
  });
});
