import { setMaxListeners } from 'node:events';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { ApiError } from '@corridor/client';
import { afterEach, describe, expect, test } from 'vitest';
import { type HttpOptions, type HttpServer, serveHttp } from './http-sessions.js';
import { loadSdk } from './sdk.js';
import type { Session } from './session.js';

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};
const LIST = { jsonrpc: '2.0', id: 2, method: 'tools/list' };

let server: HttpServer | null = null;
afterEach(async () => {
  await server?.close();
  server = null;
});

const sessionFor = (actor: string): Session => ({
  actor,
  tools: [],
  call: () => Promise.resolve({ content: [{ type: 'text', text: actor }], structuredContent: {} }),
  idle: () => Promise.resolve(),
});

async function start(options: Partial<HttpOptions> = {}): Promise<HttpServer> {
  server = await serveHttp({
    sdk: await loadSdk(),
    host: '127.0.0.1',
    port: 0,
    allowedHosts: [],
    open: (token) => Promise.resolve(sessionFor(token)),
    ...options,
  });
  return server;
}

interface Reply {
  readonly status: number;
  readonly text: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** Sends a request with exactly these headers, as `fetch` does not allow. */
function send(
  given: {
    token?: string;
    session?: string;
    method?: string;
    body?: unknown;
    headers?: Record<string, string>;
    path?: string;
    signal?: AbortSignal | undefined;
  } = {},
): Promise<Reply> {
  const { token = 'one', session, method = 'POST', body = INITIALIZE, headers = {}, path = '/mcp', signal } = given;
  return new Promise((resolve, reject) => {
    const sent = request(
      new URL(path, server!.url),
      {
        method,
        signal,
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...(token !== '' && { authorization: `Bearer ${token}` }),
          ...(session !== undefined && { 'mcp-session-id': session }),
          ...headers,
        },
      },
      (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.on('end', () => resolve({ status: response.statusCode!, text, headers: response.headers }));
      },
    );
    sent.on('error', reject);
    sent.end(method === 'POST' ? (typeof body === 'string' ? body : JSON.stringify(body)) : undefined);
  });
}

const open = async (token: string): Promise<string> => {
  const { status, headers } = await send({ token });
  expect(status).toBe(200);
  return headers['mcp-session-id'] as string;
};
const call = (token: string, session: string, signal?: AbortSignal) =>
  send({ token, session, signal, body: { jsonrpc: '2.0', id: 3, method: 'tools/call', params: { name: 'x' } } });

describe('the port', () => {
  test('accepts its own names as Host, and no others', async () => {
    const { url } = await start({ allowedHosts: ['agents.example', 'proxy.example:8443'] });
    const { port } = new URL(url);
    for (const host of [
      `127.0.0.1:${port}`,
      `localhost:${port}`,
      `[::1]:${port}`,
      'Agents.Example',
      'proxy.example:8443',
    ]) {
      expect([host, (await send({ headers: { host } })).status]).toEqual([host, 200]);
    }
    for (const host of [
      'evil.example',
      `evil.example:${port}`,
      '127.0.0.1.evil.example',
      'proxy.example:1',
      '127.0.0.1:1',
    ]) {
      expect([host, (await send({ headers: { host } })).status]).toEqual([host, 403]);
    }
  });

  test('accepts pages of its own origin, and no others', async () => {
    const { url } = await start();
    expect((await send({ headers: { origin: new URL(url).origin } })).status).toBe(200);
    for (const origin of ['https://evil.example', 'null', 'file://', 'http://127.0.0.1:1', '']) {
      expect([origin, (await send({ headers: { origin } })).status]).toEqual([origin, 403]);
    }
  });

  test.each<[string, Parameters<typeof send>[0], number]>([
    ['no access token', { token: '' }, 401],
    ['another kind of credential', { token: '', headers: { authorization: 'Basic b25lOg==' } }, 401],
    ['another path', { path: '/' }, 404],
    ['GET', { method: 'GET' }, 405],
    ['PUT', { method: 'PUT' }, 405],
    ['a request before initialize', { body: LIST }, 400],
    ['a batch with initialize', { body: [INITIALIZE] }, 400],
    ['text that is not JSON', { body: '{' }, 400],
    ['an unknown session', { session: 'unknown', body: LIST }, 404],
    ['too large a request', { body: JSON.stringify({ ...INITIALIZE, params: 'x'.repeat(300_000) }) }, 413],
  ])('refuses %s', async (_what, given, status) => {
    await start();
    const reply = await send(given);
    expect(reply.status).toBe(status);
    expect(JSON.parse(reply.text)).toMatchObject({ jsonrpc: '2.0', error: { code: -32_000 } });
  });

  test.each([
    [401, 401],
    [403, 403],
    [500, 502],
    [0, 502],
  ])('passes on that the service answers %i to the access token', async (status, expected) => {
    await start({
      open: () =>
        Promise.reject(
          status === 0 ? new Error('secret-text') : new ApiError({ status, code: 'X', message: 'secret-text' }),
        ),
    });
    const reply = await send();
    expect(reply.status).toBe(expected);
    expect(reply.text).not.toContain('secret-text');
  });
});

describe('a session', () => {
  test('belongs to the access token that opened it', async () => {
    await start();
    const [one, two] = [await open('one'), await open('two')];
    expect((await call('one', one)).text).toContain('"text":"one"');
    expect((await call('two', two)).text).toContain('"text":"two"');
    const foreign = await call('two', one);
    const unknown = await call('two', 'nothing');
    expect([foreign.status, foreign.text]).toEqual([404, unknown.text]);
    expect((await send({ token: 'two', session: one, method: 'DELETE' })).status).toBe(404);
    expect((await call('one', one)).status).toBe(200);
    expect((await send({ token: 'one', session: one, method: 'DELETE' })).status).toBe(200);
    expect((await call('one', one)).status).toBe(404);
  });

  test('ends when it is not used', async () => {
    await start({ idleMs: 100 });
    const one = await open('one');
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect((await call('one', one)).status).toBe(404);
  });

  test('makes room for a new one of the same agent, and never for those of others', async () => {
    await start({ maxSessions: 3, maxSessionsOfAgent: 2 });
    const [first, second, other] = [await open('one'), await open('one'), await open('two')];
    const third = await open('one');
    expect((await call('one', first)).status).toBe(404);
    for (const [token, session] of [
      ['one', second],
      ['one', third],
      ['two', other],
    ] as const) {
      expect((await call(token, session)).status).toBe(200);
    }
    const refused = await send({ token: 'three' });
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '60']);
  });

  test('that opens counts, so that many at once stay within the bound', async () => {
    let count = 0;
    await start({
      maxSessions: 5,
      maxSessionsOfAgent: 2,
      open: async (token) => {
        count += 1;
        await new Promise((resolve) => setTimeout(resolve, 50));
        return sessionFor(token);
      },
    });
    const own = await Promise.all(Array.from({ length: 20 }, () => send({ token: 'same' })));
    const opened = own.map(({ headers }) => headers['mcp-session-id'] as string | undefined);
    const ended = await Promise.all(
      opened
        .filter((session) => session !== undefined)
        .map((session) => send({ token: 'same', session, method: 'DELETE' })),
    );
    expect(ended.filter(({ status }) => status === 200)).toHaveLength(2);
    count = 0;
    const statuses = await Promise.all(Array.from({ length: 20 }, (_, index) => send({ token: `t${index}` })));
    expect(statuses.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(count).toBe(5);
  });

  test('never gives one call the answer of another that has its id', async () => {
    const begun: ((text: string) => void)[] = [];
    await start({
      open: (token) =>
        Promise.resolve({
          ...sessionFor(token),
          call: () =>
            new Promise((resolve) =>
              begun.push((text) => resolve({ content: [{ type: 'text', text }], structuredContent: {} })),
            ),
        }),
    });
    const session = await open('one');
    const first = call('one', session);
    await expect.poll(() => begun.length).toBe(1);
    const second = await call('one', session);
    expect([second.status, begun.length]).toEqual([400, 1]);
    const CALL = { jsonrpc: '2.0', id: 4, method: 'tools/call', params: { name: 'x' } };
    expect((await send({ session, body: [CALL, CALL] })).status).toBe(400);
    expect((await send({ session, body: { ...LIST, id: '3' } })).status).toBe(200);
    begun[0]!('first');
    expect((await first).text).toContain('first');
    expect((await send({ session, body: { ...LIST, id: 3 } })).status).toBe(200);
  });

  test('whose client cancels a call and leaves can end like any other', async () => {
    let called: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => (called = resolve));
    await start({
      idleMs: 100,
      open: (token) =>
        Promise.resolve({
          ...sessionFor(token),
          call: () => {
            called();
            return new Promise(() => undefined);
          },
        }),
    });
    const session = await open('one');
    const leaving = new AbortController();
    const left = call('one', session, leaving.signal).catch(() => 'left');
    await begun;
    const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 3 } };
    expect((await send({ session, body: cancelled })).status).toBe(202);
    leaving.abort();
    expect(await left).toBe('left');
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect((await send({ session, body: LIST })).status).toBe(404);
  });

  test('answers a running call before the server ends', async () => {
    let release: () => void = () => undefined;
    const running = new Promise<void>((resolve) => (release = resolve));
    let called: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => (called = resolve));
    await start({
      open: (token) =>
        Promise.resolve({
          ...sessionFor(token),
          call: async () => {
            called();
            await running;
            return { content: [{ type: 'text', text: 'done' }], structuredContent: {} };
          },
        }),
    });
    const one = await open('one');
    const answer = call('one', one);
    await begun;
    const closed = server!.close();
    release();
    expect((await answer).text).toContain('done');
    await closed;
    server = null;
  });
});

test('strangers, whose tokens the service does not accept, take no place from agents', async () => {
  await start({
    maxSessions: 4,
    open: async (token) => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      if (token === 'one') return sessionFor(token);
      throw new ApiError({ status: 401, code: 'UNAUTHORIZED', message: 'no' });
    },
  });
  const strangers = Array.from({ length: 60 }, (_, n) => send({ token: `stranger-${n}` }));
  expect((await send()).status).toBe(200);
  expect(new Set((await Promise.all(strangers)).map(({ status }) => status))).toEqual(new Set([401]));
});

test('an agent that was accepted before opens sessions while strangers wait in all places', async () => {
  let answerStrangers = (): void => undefined;
  const answered = new Promise<void>((resolve) => (answerStrangers = resolve));
  await start({
    open: async (token) => {
      if (token === 'one') return sessionFor(token);
      await answered;
      throw new ApiError({ status: 401, code: 'UNAUTHORIZED', message: 'no' });
    },
  });
  expect((await send()).status).toBe(200);
  const strangers = Array.from({ length: 400 }, (_, n) => send({ token: `stranger-${n}` }).catch(() => null));
  expect((await Promise.race(strangers))?.status).toBe(503);
  expect((await send()).status).toBe(200);
  answerStrangers();
  const statuses = (await Promise.all(strangers)).map((reply) => reply?.status);
  expect(new Set(statuses)).toEqual(new Set([401, 503]));
});

test('a connection that sends many requests before an answer takes few places', async () => {
  await start({ open: () => new Promise(() => undefined) });
  const { hostname, port, host } = new URL(server!.url);
  const socket = connect(Number(port), hostname);
  const requests = Array.from(
    { length: 50 },
    (_, n) => `POST /mcp HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer stranger-${n}\r\nContent-Length: 0\r\n\r\n`,
  );
  socket.write(requests.join(''));
  const leaving = new AbortController();
  setMaxListeners(0, leaving.signal);
  const asks = (token: string) =>
    send({ token, signal: leaving.signal }).then(
      ({ status }) => status,
      () => null,
    );
  const strangers = Array.from({ length: 379 }, (_, n) => asks(`other-${n}`));
  await new Promise((resolve) => setTimeout(resolve, 500));
  const waiting = new Promise((resolve) => setTimeout(resolve, 300, 'waiting'));
  expect(await Promise.race([asks('last'), waiting])).toBe('waiting');
  leaving.abort();
  socket.destroy();
  await Promise.all(strangers);
});

describe('a request whose body does not come', () => {
  /** What the server answers to the head of a request, and whether it closes the connection within this time. */
  const headOnly = (headers: Readonly<Record<string, string>>, ms = 4_000) =>
    new Promise<{ readonly answer: string; readonly isClosed: boolean }>((resolve) => {
      const { hostname, port, host } = new URL(server!.url);
      const socket = connect(Number(port), hostname);
      let answer = '';
      const finish = (isClosed: boolean) => {
        clearTimeout(timer);
        socket.destroy();
        resolve({ answer, isClosed });
      };
      const timer = setTimeout(() => finish(false), ms);
      socket.on('data', (chunk) => (answer += chunk.toString()));
      socket.on('error', () => undefined);
      socket.on('close', () => finish(true));
      const all = { host, 'content-type': 'application/json', 'content-length': '1000', ...headers };
      const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
      socket.write(`POST /mcp HTTP/1.1\r\n${lines.join('')}\r\n{`);
    });
  const refusing = () =>
    start({
      open: (token) =>
        token === 'one'
          ? Promise.resolve(sessionFor(token))
          : Promise.reject(new ApiError({ status: 401, code: 'UNAUTHORIZED', message: 'no' })),
    });

  test.each<[string, Record<string, string>, number]>([
    ['without a token', {}, 401],
    ['with another kind of credential', { authorization: 'Basic b25lOg==' }, 401],
    ['with a token that the service does not accept', { authorization: 'Bearer stranger' }, 401],
    ['of an unknown session', { authorization: 'Bearer stranger', 'mcp-session-id': 'unknown' }, 404],
    ['from a page of another site', { authorization: 'Bearer one', origin: 'https://evil.example' }, 403],
  ])('%s is answered at once, and its connection closed', async (_what, headers, status) => {
    await refusing();
    const { answer, isClosed } = await headOnly(headers);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(isClosed).toBe(true);
  });

  test('is waited for if the service accepts its token', async () => {
    await refusing();
    expect(await headOnly({ authorization: 'Bearer one' }, 1_500)).toEqual({ answer: '', isClosed: false });
  });

  test('leaves the port to agents, however many strangers send one', async () => {
    await refusing();
    const strangers = Array.from({ length: 512 }, (_, n) => headOnly({ authorization: `Bearer stranger-${n}` }, 8_000));
    expect((await Promise.all(strangers)).filter(({ isClosed }) => !isClosed)).toEqual([]);
    expect((await send()).status).toBe(200);
  });

  test('is refused after the time in which a body has to arrive', async () => {
    await start({ bodyMs: 200 });
    const { answer, isClosed } = await headOnly({ authorization: 'Bearer one' });
    expect([answer.split('\r\n')[0], isClosed]).toEqual(['HTTP/1.1 408 Request Timeout', true]);
  });
});

describe('an honest agent', () => {
  const sockets = new Set<Socket>();
  let isOver = false;
  afterEach(() => {
    isOver = true;
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  });

  /** Keeps this many connections open that send this and nothing more; each that is closed is opened again. */
  function hold(count: number, sends: string): void {
    isOver = false;
    const { hostname, port, host } = new URL(server!.url);
    const again = () => {
      if (isOver) return;
      const socket = connect(Number(port), hostname);
      sockets.add(socket);
      socket.on('error', () => undefined).on('data', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        setTimeout(again, 1_000);
      });
      if (sends !== '') socket.write(sends.replace('HOST', host));
    };
    for (let n = 0; n < count; n += 1) again();
  }

  const HALF = 'POST /mcp HTTP/1.1\r\nHost: HOST\r\nX: ';
  const SLOW = `POST /mcp HTTP/1.1\r\nHost: HOST\r\nAuthorization: Bearer two\r\nContent-Length: 1000\r\n\r\n{`;
  test.each([
    ['send nothing', ''],
    ['send half of a head', HALF],
    ['send a slow body with the token of another agent', SLOW],
    ['send a slow body with its own token', SLOW.replace('two', 'one')],
  ])(
    'is answered while 700 connections %s',
    async (_what, sends) => {
      await start();
      hold(700, sends);
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      for (let n = 0; n < 5; n += 1) {
        expect((await send({ headers: { connection: 'close' } })).status).toBe(200);
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    },
    60_000,
  );

  test('is answered beside calls of another one that never end', async () => {
    await start({
      open: (token) =>
        Promise.resolve({
          ...sessionFor(token),
          ...(token === 'two' && { call: () => new Promise<never>(() => undefined) }),
        }),
    });
    const leaving = new AbortController();
    setMaxListeners(0, leaving.signal);
    const other = await open('two');
    const refused: number[] = [];
    const calls = Array.from({ length: 30 }, (_, id) => {
      const body = { jsonrpc: '2.0', id: 100 + id, method: 'tools/call', params: { name: 'x' } };
      return send({ token: 'two', session: other, body, signal: leaving.signal })
        .then(({ status }) => refused.push(status))
        .catch(() => null);
    });
    await expect.poll(() => refused).toEqual(Array.from({ length: 6 }, () => 503));
    expect((await call('one', await open('one'))).status).toBe(200);
    leaving.abort();
    await Promise.all(calls);
  });
});
