import { once } from 'node:events';
import { createServer, type IncomingMessage, ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { MAX_ITEMS, parseJson, readBody } from './body.js';

const request = (chunks: Iterable<Buffer> | AsyncIterable<Buffer>, headers: Record<string, string>): IncomingMessage =>
  Object.assign(Readable.from(chunks, { objectMode: false }), { headers }) as unknown as IncomingMessage;
const response = (): ServerResponse => new ServerResponse({ method: 'POST' } as IncomingMessage);
const chunked = { 'transfer-encoding': 'chunked' };

describe('reading a body', () => {
  test('joins the chunks of a body', async () => {
    const body = await readBody(request([Buffer.from('ab'), Buffer.from('cd')], chunked), response(), 4);
    expect(body.ok && body.value.toString()).toBe('abcd');
  });

  test('returns an empty body for a request without length and encoding', async () => {
    const body = await readBody(request([Buffer.from('ab')], {}), response(), 4);
    expect(body.ok && body.value.length).toBe(0);
  });

  test('refuses an announced length above the limit before it reads a byte', async () => {
    const source = request([Buffer.from('ab')], { 'content-length': '5' });
    expect(await readBody(source, response(), 4)).toMatchObject({
      ok: false,
      error: { code: 'INVALID_REQUEST_FORMAT' },
    });
    expect(source.readableDidRead).toBe(false);
  });

  test('stops reading an endless body at the limit', async () => {
    let sent = 0;
    async function* endless(): AsyncGenerator<Buffer> {
      for (;;) {
        await setImmediate();
        sent += 1000;
        yield Buffer.alloc(1000, 'a');
      }
    }
    const source = request(endless(), chunked);
    const body = await readBody(source, response(), 100_000);
    source.destroy();
    expect(body).toMatchObject({ ok: false, error: { code: 'INVALID_REQUEST_FORMAT' } });
    expect(sent).toBeLessThan(300_000);
  });

  test('holds a body that arrives byte by byte in one buffer', async () => {
    const bytes = Array.from({ length: 1_000 }, (_, at) => Buffer.from([at % 256]));
    const body = await readBody(request(bytes, chunked), response(), 1_000);
    expect(body.ok && body.value).toEqual(Buffer.concat(bytes));
    // The buffer grows by doubling, up to the limit.
    expect(body.ok && body.value.buffer.byteLength).toBeLessThanOrEqual(8 * 1_024);
  });

  test('gives a body up that is dropped, and closes its connection', async () => {
    const place = new AbortController();
    const answer = response();
    const body = readBody(request([], { 'content-length': '9' }), answer, 9, { dropped: place.signal });
    place.abort();
    expect(await body).toMatchObject({ ok: false, error: { code: 'SERVICE_UNAVAILABLE' } });
    expect(answer.getHeader('connection')).toBe('close');
  });

  test('returns INVALID_REQUEST_FORMAT for an incomplete body', async () => {
    const source = request([], chunked);
    const body = readBody(source, response(), 4);
    source.destroy();
    expect(await body).toMatchObject({ ok: false, error: { code: 'INVALID_REQUEST_FORMAT' } });
  });

  test('responds to a body that stalls and closes its connection', async () => {
    const server = createServer((incoming, outgoing) => {
      void readBody(incoming, outgoing, 100, { withinMs: 50 }).then((body) =>
        outgoing.end(body.ok ? 'read' : body.error.code),
      );
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.write('POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 9\r\n\r\n{"a":');
    let answer = '';
    for await (const chunk of socket) answer += String(chunk);
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\nConnection: close\r\n/);
    expect(answer).toContain('INVALID_REQUEST_FORMAT');
    expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1);
    server.close();
  });
});

describe('a JSON body', () => {
  const json = (text: string | Buffer, type: string | undefined = 'application/json') =>
    parseJson(Buffer.from(text), type, undefined);

  test('is read with and without a charset', () => {
    for (const type of ['application/json', 'application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"']) {
      expect(json('{"a":"é"}', type)).toEqual({ ok: true, value: { a: 'é' } });
    }
  });

  test.each([
    ['malformed', '{"a":', 'application/json'],
    ['with a trailing comma', '{"a":1,}', 'application/json'],
    ['an array', '[]', 'application/json'],
    ['null', 'null', 'application/json'],
    ['a number', '5', 'application/json'],
    ['with a byte-order mark', '\ufeff{}', 'application/json'],
    ['with another content type', '{}', 'text/plain'],
    ['without a content type', '{}', ''],
    ['with the content type of a form', 'a=1', 'application/x-www-form-urlencoded'],
    ['in another charset', '{}', 'application/json; charset=latin1'],
  ])('%s is INVALID_REQUEST_FORMAT', (_name, text, type) => {
    expect(json(text, type)).toMatchObject({ ok: false, error: { code: 'INVALID_REQUEST_FORMAT' } });
  });

  test('that is not UTF-8 is INVALID_REQUEST_FORMAT', () => {
    const bytes = Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xff]), Buffer.from('"}')]);
    expect(json(bytes)).toMatchObject({ ok: false, error: { code: 'INVALID_REQUEST_FORMAT' } });
  });

  test('that is compressed is INVALID_REQUEST_FORMAT', () => {
    expect(parseJson(Buffer.from('{}'), 'application/json', 'gzip')).toMatchObject({ ok: false });
  });

  test.each(['{"a":{"b":["x","\\u0000"]}}', '{"a":{"b":["x","\\ud800"]}}', '{"a":{"b":["x","\\uDfffy"]}}'])(
    'with text that cannot be stored is refused with the field: %s',
    (text) => {
      expect(json(text)).toMatchObject({
        ok: false,
        error: { code: 'INVALID_INPUT', details: { errors: [{ field: 'a.b.1' }] } },
      });
    },
  );

  test.each(['{"a":"\\ud83d\\ude00"}', '{"a":"\\\\u0000"}', '{"a":"😀"}'])(
    'keeps text that can be stored: %s',
    (text) => {
      expect(json(text)).toMatchObject({ ok: true });
    },
  );

  test('with an array that is too long is refused with that field alone', () => {
    const text = JSON.stringify({ a: Array.from({ length: MAX_ITEMS + 1 }, () => '\u0000') });
    expect(json(text)).toMatchObject({ ok: false, error: { details: { errors: [{ field: 'a' }] } } });
  });

  test('nested a hundred thousand levels deep is read', () => {
    const depth = 100_000;
    expect(json(`{"a":${'['.repeat(depth)}"\\u0000"${']'.repeat(depth)}}`)).toMatchObject({ ok: true });
  });

  test('with __proto__ changes no prototype', () => {
    const body = json('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}');
    expect(body.ok).toBe(true);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});
