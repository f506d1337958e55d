import { type Core, instant } from '@corridor/core';
import { type RailCallback, type RailCallbackAnswer, Unavailable } from '@corridor/core/ports';
import { request } from 'undici';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Reply, startServer } from '../testing/server.js';

type Answered = () => RailCallbackAnswer | null;

const received: (readonly [string, RailCallback])[] = [];
let answer: Answered = () => null;
const LIMIT = 64 * 1024;

const heard: Pick<Core['rails'], 'callbackBytes' | 'callback'> = {
  callbackBytes: (name, path) => (name === 'beta' || path === 'unknown' ? null : LIMIT),
  callback: async (name, callback) => {
    received.push([name, callback]);
    return answer();
  },
};
const server = await startServer({}, {}, (core) => ({
  ...core,
  rails: { ...core.rails, ...heard },
  kyc: { ...core.kyc, ...heard },
  screening: { ...core.screening, ...heard },
  cardProcessors: { ...core.cardProcessors, ...heard },
}));

beforeEach(() => {
  received.length = 0;
  answer = () => ({ status: 200, message: null });
});

const CANARY = 'canary-of-a-secret';
const post = (path: string, body: string | Buffer = '', headers = {}): Promise<Reply> =>
  server.call('POST', path, body as string, { authorization: '', ...headers });

describe('a callback of a rail', () => {
  test('reaches the connection with its path, its headers and the bytes of its body', async () => {
    const bytes = Buffer.from([0x7b, 0xff, 0x00, 0x0a]);
    const { statusCode } = await request(`${server.url}/rails/acme-bank/callbacks/a/b%2Fc?page=1`, {
      method: 'POST',
      headers: { 'Webhook-Id': 'msg_1', 'X-Twice': ['a', 'b'], 'content-type': 'application/xml' },
      body: bytes,
    });
    expect(statusCode).toBe(200);
    const [[name, callback]] = received as [(typeof received)[0]];
    expect([name, callback.path]).toEqual(['acme-bank', 'a/b%2Fc']);
    expect(callback.headers).toMatchObject({
      'webhook-id': 'msg_1',
      'x-twice': 'a, b',
      'content-type': 'application/xml',
    });
    expect(Buffer.from(callback.body)).toEqual(bytes);
  });

  test.each(['/rails/acme-bank/callbacks', '/rails/acme-bank/callbacks/'])(
    'can have an empty path: %s',
    async (path) => {
      await post(path);
      expect(received).toMatchObject([['acme-bank', { path: '' }]]);
      expect(received[0]![1].body).toHaveLength(0);
    },
  );

  test.each<[RailCallbackAnswer, string, string | null]>([
    [{ status: 204, message: null }, '', null],
    [{ status: 202, message: 'taken' }, '{"message":"taken"}', null],
    [{ status: 401, message: 'the signature is wrong' }, '{"message":"the signature is wrong"}', null],
    [{ status: 409, message: null }, '', null],
    [{ status: 503, message: null }, '', '1'],
  ])('gets the answer of the connection: %j', async (answered, text, retryAfter) => {
    answer = () => answered;
    const reply = await post('/rails/acme-bank/callbacks/x', '{}');
    expect([reply.status, reply.text]).toEqual([answered.status, text]);
    expect(reply.headers.get('retry-after')).toBe(retryAfter);
  });

  test('is 404 if no connection of the name takes callbacks at the path', async () => {
    for (const path of ['/rails/beta/callbacks/x', '/rails/acme-bank/callbacks/unknown']) {
      expect(await post(path)).toMatchObject({ status: 404, json: { code: 'REFERENCE_NOT_FOUND' } });
    }
    expect(received).toEqual([]);
  });

  test.each([
    '/rails',
    '/rails/acme-bank',
    '/rails/acme-bank/callback',
    '/rails/Acme/callbacks/x',
    '/rails/a/b/callbacks',
  ])('does not have the path %s', async (path) => {
    expect(await post(path)).toMatchObject({ status: 404, json: { code: 'REFERENCE_NOT_FOUND' } });
    expect(received).toEqual([]);
  });

  test.each([
    ['kyc', 'kycCallback', 'KYC provider'],
    ['screening', 'screeningCallback', 'screening provider'],
    ['cards', 'cardCallback', 'card processor'],
  ])('of the section %s reaches its connection under a prefix of its own', async (section, routeId, called) => {
    expect((await post(`/${section}/acme-id/callbacks/events`, '{}')).status).toBe(200);
    expect(received).toMatchObject([['acme-id', { path: 'events' }]]);
    expect(server.observed.at(-1)).toEqual([routeId, 200]);
    expect(server.log.at(-1)!.fields).toMatchObject({ path: `/${section}/acme-id/callbacks/…` });
    expect(await post(`/${section}/beta/callbacks/events`)).toMatchObject({
      status: 404,
      json: { message: `no ${called} beta takes callbacks at this path` },
    });
    expect((await server.call('GET', `/${section}/acme-id/callbacks/events`)).status).toBe(405);
  });

  test('leaves the cards of platforms, which the API has without a base path, to the API', async () => {
    for (const path of ['/cards/acme-cards', '/cards/acme-cards/reveal', '/cards/acme-cards/callback'])
      expect((await post(path, '{}')).status).not.toBe(200);
    expect(received).toEqual([]);
    await post(`/cards/Acme/callbacks/${CANARY}`);
    expect(JSON.stringify(server.log)).not.toContain(CANARY);
  });

  test('gets what it decides by as it was signed, and nothing else', async () => {
    const body = '{ "outcome": "APPROVED" }';
    answer = () => ({ status: 200, message: null, signed: { body, headers: { 'webhook-signature': 'v1,c2ln' } } });
    const reply = await post('/cards/acme-cards/callbacks/events', '{}');
    expect([reply.status, reply.text]).toEqual([200, body]);
    expect(reply.headers.get('webhook-signature')).toBe('v1,c2ln');
    expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  test.each(['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS'])('is 405 with %s', async (method) => {
    const reply = await server.call(method, '/rails/acme-bank/callbacks/x');
    expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'POST']);
    expect(received).toEqual([]);
  });

  test('is refused above the limit of the connection before the connection sees it', async () => {
    expect((await post('/rails/acme-bank/callbacks/x', 'x'.repeat(LIMIT))).status).toBe(200);
    expect(await post('/rails/acme-bank/callbacks/x', 'x'.repeat(LIMIT + 1))).toMatchObject({
      status: 400,
      json: { code: 'INVALID_REQUEST_FORMAT' },
    });
    expect(received).toHaveLength(1);
  });

  test('is refused for a while after sixty wrong signatures from its address, and right ones do not count', async () => {
    for (let sent = 0; sent < 70; sent += 1)
      expect((await post('/rails/busy-bank/callbacks/x', '{}')).status).toBe(200);
    answer = () => ({ status: 401, message: 'the signature is wrong' });
    const statuses: number[] = [];
    for (let sent = 0; sent < 70; sent += 1) statuses.push((await post('/rails/busy-bank/callbacks/x', '{}')).status);
    expect(statuses.filter((status) => status === 401).length).toBeGreaterThanOrEqual(60);
    const heard = received.length;
    const refused = await post('/rails/busy-bank/callbacks/x', '{}');
    expect(refused).toMatchObject({ status: 429, json: { code: 'RATE_LIMITED' } });
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(received).toHaveLength(heard);
    answer = () => ({ status: 200, message: null });
    expect((await post('/rails/acme-bank/callbacks/x', '{}')).status).toBe(200);
  });

  test('is 500 if the connection throws, and 503 without the database', async () => {
    answer = () => {
      throw new TypeError('x is undefined');
    };
    expect(await post('/rails/acme-bank/callbacks/x')).toMatchObject({ status: 500, json: { code: 'INTERNAL_ERROR' } });
    answer = () => {
      throw new Unavailable('no database');
    };
    const reply = await post('/rails/acme-bank/callbacks/x');
    expect(reply).toMatchObject({ status: 503, json: { code: 'SERVICE_UNAVAILABLE' } });
    expect(reply.headers.get('retry-after')).toBe('1');
  });

  test('is counted, and logged without its path, its headers and its body', async () => {
    await post(`/rails/acme-bank/callbacks/${CANARY}`, CANARY, { 'webhook-signature': CANARY });
    await post(`/rails/acme-bank/callbacks/${CANARY}?key=${CANARY}`, 'x'.repeat(2 * 1024 * 1024));
    expect(server.observed.slice(-2)).toEqual([
      ['railCallback', 200],
      ['railCallback', 400],
    ]);
    expect(server.log.at(-1)!.fields).toMatchObject({
      operationId: 'railCallback',
      path: '/rails/acme-bank/callbacks/…',
    });
    await post(`/rails/Acme/callbacks/${CANARY}`);
    expect(JSON.stringify(server.log)).not.toContain(CANARY);
  });
});

describe('/readyz?verbose', () => {
  const rails = async () => [
    {
      name: 'acme-bank',
      environment: 'PRODUCTION' as const,
      isReachable: false,
      lastExchangeAt: instant(Date.UTC(2026, 0, 5)),
      backlog: { 'payments waiting': 3 },
      problems: ['the bank closed the connection'],
    },
  ];

  test('shows the connections with the number of their problems, and stays 200 if a bank is down', async () => {
    const { call } = await startServer({ rails });
    expect(await call('GET', '/readyz?verbose')).toMatchObject({
      status: 200,
      json: {
        status: 'ok',
        rails: [
          {
            name: 'acme-bank',
            environment: 'PRODUCTION',
            isReachable: false,
            lastExchangeAt: '2026-01-05T00:00:00.000Z',
            backlog: { 'payments waiting': 3 },
            problems: 1,
          },
        ],
      },
    });
    expect((await call('GET', '/readyz')).json).toEqual({ status: 'ok' });
  });

  test('shows none if the host has none, or serves its metrics elsewhere', async () => {
    expect((await server.call('GET', '/readyz?verbose')).json).toEqual({ status: 'ok', rails: [] });
    const elsewhere = await startServer({ rails, metricsElsewhere: true });
    expect((await elsewhere.call('GET', '/readyz?verbose')).json).toEqual({ status: 'ok' });
  });
});
