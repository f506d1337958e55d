import { err, ok, type Permission } from '@corridor/core';
import { RailUnavailable, Unavailable } from '@corridor/core/ports';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { operations } from './operations.js';
import { ANSWERS } from '../testing/answers.js';
import { agentCode } from '../testing/records/agents.js';
import { idOf } from '../testing/records/record.js';
import { platform } from '../testing/records/platforms.js';
import { invitation } from '../testing/records/uma.js';
import { REQUESTS } from '../testing/requests.js';
import { BASE, basic, startServer } from '../testing/server.js';
import { AGENT } from '../kit/operation.js';

const server = await startServer({}, ANSWERS);
const answerAsBefore = (name: string) => server.answers.set(name, () => ok(ANSWERS[name]));
const quotePath = `${BASE}/quotes/${idOf('Quote')}`;
const agent = await server.agent();
const of = (operationId: string) => REQUESTS[operationId]!;
/**
 * A valid credential that the path does not accept: an agent's token for platform operations, a platform's token for
 * agent operations.
 */
const otherKind = (path: string): string =>
  path.startsWith('/agents/me') ? basic(server.token.clientId, server.token.secret) : `Bearer ${agent.accessToken}`;

describe('every operation', () => {
  test('has a test request', () => {
    expect(Object.keys(REQUESTS).sort()).toEqual(operations.map(({ operationId }) => operationId).sort());
  });

  test.each(operations.map((operation) => [operation.operationId, operation] as const))(
    '%s returns its declared success status and body',
    async (operationId, operation) => {
      const { method, path, body } = of(operationId);
      const reply = await server.call(method, BASE + path, body ?? undefined);
      expect([reply.status, reply.text]).toEqual([Number(Object.keys(operation.responses)[0]), expect.anything()]);
      expect(reply.headers.get('content-type')).toBe(reply.status === 204 ? null : operation.contentType);
    },
  );

  const withCredential = operations.filter(({ permission }) => permission !== 'none');

  test.each(withCredential.map(({ operationId }) => operationId))('%s requires a credential', async (operationId) => {
    const { method, path, body } = of(operationId);
    for (const authorization of [
      '',
      'Bearer x',
      basic(server.token.clientId, 'wrong'),
      basic('unknown', server.token.secret),
      otherKind(path),
    ]) {
      const reply = await server.call(method, BASE + path, body ?? undefined, { authorization });
      expect(reply).toMatchObject({ status: 401, json: { status: 401, code: 'UNAUTHORIZED' } });
      expect(reply.headers.get('www-authenticate')).toMatch(path.startsWith('/agents/me') ? /^Bearer / : /^Basic /);
    }
  });

  const withPermission = withCredential.filter(({ permission }) => permission !== AGENT);

  test.each(withPermission.map((operation) => [operation.operationId, operation.permission] as const))(
    '%s requires the permission %s',
    async (operationId, permission) => {
      const { method, path, body } = of(operationId);
      const before = server.calls.length;
      const others = (['VIEW', 'TRANSACT', 'MANAGE'] as const).filter((other) => other !== permission);
      const callWith = async (...permissions: readonly Permission[]) => {
        const { clientId, secret } = await server.tokenWith(...permissions);
        return server.call(method, BASE + path, body ?? undefined, { authorization: basic(clientId, secret) });
      };
      const { id: tokenId, clientId, secret } = server.token;
      const session = await server.play.core.platforms.authenticate(clientId, secret);
      // Every permission includes VIEW, so only a token without permissions lacks it.
      if (permission === 'VIEW') {
        const actor = { kind: 'token', tokenId, permissions: [] };
        server.answers.set('platforms.authenticate', () => ({ ...session, actor }));
      }
      const refused = await callWith(...others);
      server.answers.delete('platforms.authenticate');
      const granted = await callWith(permission as Permission);
      expect(refused).toMatchObject({ status: 403, json: { code: 'FORBIDDEN' } });
      expect(granted.status).toBeLessThan(300);
      expect(server.calls.length).toBe(before + 1);
    },
  );
});

describe('an agent', () => {
  const pause = (isPaused: boolean) =>
    server.play.run(server.play.core.agents.update, { id: agent.id, isPaused } as never);

  test.each(operations.filter(({ permission }) => permission === AGENT).map(({ operationId }) => operationId))(
    'can call %s, and gets 403 while it is paused',
    async (operationId) => {
      const { method, path, body } = of(operationId);
      const before = server.calls.length;
      await pause(true);
      const refused = await server.call(method, BASE + path, body ?? undefined);
      await pause(false);
      expect(refused).toMatchObject({ status: 403, json: { code: 'FORBIDDEN', details: { reason: 'AGENT_PAUSED' } } });
      expect((await server.call(method, BASE + path, body ?? undefined)).status).toBeLessThan(300);
      expect(server.calls.length).toBe(before + 1);
      const { id: agentId, customerId } = agent;
      expect(server.calls.at(-1)!.ctx.actor).toEqual({ kind: 'agent', agentId, customerId });
    },
  );

  test('is installed with a code alone, which no log shows', async () => {
    const redeem = (code: string) =>
      server.call('POST', `${BASE}/agents/device-codes/${code}/redeem`, undefined, { authorization: '' });
    server.answers.set('agents.findCode', (code: string) =>
      code === agentCode.code ? ok({ ctx: server.play.context() }) : err('REFERENCE_NOT_FOUND'),
    );
    const redeemed = await redeem('7HQ4K9XMCRVW');
    expect(redeemed).toMatchObject({ status: 200, json: { accessToken: 'agent_token' } });
    for (const unknown of ['AAAAAAAAAAAA', 'x', '%00']) {
      expect(await redeem(unknown)).toMatchObject({ status: 404, json: { code: 'REFERENCE_NOT_FOUND' } });
    }
    expect(JSON.stringify(server.log)).not.toMatch(/7HQ4K9XMCRVW|AAAAAAAAAAAA|agent_token/);
  });
});

describe('a path', () => {
  test.each([
    ['PUT', '/agents/device-codes/7HQ4K9XMCRVW/redeem', 405],
    ['POST', '/agents/device-codes/7HQ4K9XMCRVW/redeemed', 404],
    ['POST', '/invitations/7hq4k9xm2c8nvtw3', 405],
    ['GET', '/receiver/umas/$ada@pay.example', 404],
  ])('%s %s that does not exist is logged without its possible secret', async (method, path, status) => {
    const logged = server.log.length;
    expect((await server.call(method, BASE + path)).status).toBe(status);
    expect(server.log.length).toBeGreaterThan(logged);
    expect(JSON.stringify(server.log)).not.toMatch(/7HQ4K9XMCRVW|7hq4k9xm2c8nvtw3|ada@/);
  });

  test.each([
    '/nothing',
    BASE,
    `${BASE}/`,
    `${BASE}/nothing`,
    `${BASE}/quotes/`,
    `${BASE}/QUOTES`,
    '/2024-01-01/quotes',
  ])('%s that does not exist is 404 REFERENCE_NOT_FOUND, with or without a credential', async (path) => {
    for (const headers of [{}, { authorization: '' }]) {
      const reply = await server.call('GET', path, undefined, headers);
      expect(reply).toMatchObject({ status: 404, json: { code: 'REFERENCE_NOT_FOUND' } });
      expect(reply.json).toMatchObject({ message: expect.stringMatching(/ below \/2025-10-13$/) as string });
    }
  });

  test.each([
    ['PUT', '/quotes', 'POST, GET, HEAD'],
    ['DELETE', '/config', 'GET, PATCH, HEAD'],
    ['POST', `/quotes/${idOf('Quote')}`, 'GET, HEAD'],
    ['DELETE', '/customers/internal-accounts', 'GET, HEAD'],
    ['PATCH', `/customers/external-accounts/${idOf('ExternalAccount')}`, 'GET, DELETE, HEAD'],
    ['OPTIONS', '/transactions', 'GET, HEAD'],
  ])('%s %s is 405 and lists the allowed methods', async (method, path, allow) => {
    const reply = await server.call(method, BASE + path);
    expect(reply).toMatchObject({ status: 405, json: { code: 'METHOD_NOT_ALLOWED' } });
    expect(reply.headers.get('allow')).toBe(allow);
  });

  test.each([
    ['GET', '/quotes/nonsense', 'QUOTE_NOT_FOUND'],
    ['GET', `/quotes/${idOf('Customer')}`, 'QUOTE_NOT_FOUND'],
    ['POST', '/quotes/%00/execute', 'QUOTE_NOT_FOUND'],
    ['GET', '/customers/%E0%A4%A', 'USER_NOT_FOUND'],
    ['DELETE', '/customers/__proto__', 'USER_NOT_FOUND'],
    ['PATCH', '/customers/constructor', 'USER_NOT_FOUND'],
    ['GET', '/transactions/1', 'TRANSACTION_NOT_FOUND'],
    ['GET', '/customers/external-accounts/ExternalAccount:1', 'REFERENCE_NOT_FOUND'],
    ['POST', '/sandbox/internal-accounts/x/fund', 'REFERENCE_NOT_FOUND'],
  ])('%s %s with a malformed id is 404, as for a missing record', async (method, path, code) => {
    const before = server.calls.length;
    const reply = await server.call(method, BASE + path, method === 'GET' || method === 'DELETE' ? undefined : {});
    expect(reply).toMatchObject({ status: 404, json: { code } });
    expect(server.calls.length).toBe(before);
  });

  test('HEAD gets the headers of GET without the body', async () => {
    const reply = await server.call('HEAD', quotePath);
    expect([reply.status, reply.text]).toEqual([200, '']);
  });
});

describe('a request id', () => {
  test('from the client is returned, also in errors, and is logged', async () => {
    const reply = await server.call('GET', `${BASE}/quotes/none`, undefined, { 'x-request-id': 'mine-1' });
    expect(reply.headers.get('x-request-id')).toBe('mine-1');
    expect(reply.json.details.requestId).toBe('mine-1');
    expect(server.log.at(-1)).toMatchObject({
      level: 'info',
      fields: { requestId: 'mine-1', operationId: 'getQuoteById', status: 404, tokenId: server.token.id },
    });
  });

  test('is generated if the client sent none, and is passed to the core', async () => {
    const reply = await server.call('GET', quotePath);
    const requestId = reply.headers.get('x-request-id');
    expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
    expect(server.calls.at(-1)!.ctx.requestId).toBe(requestId);
  });
});

describe('an error', () => {
  test('that is unexpected is 500; the cause is in the log and not in the response', async () => {
    server.answers.set('quotes.get', () => {
      throw new Error('canary of the cause');
    });
    const reply = await server.call('GET', quotePath, undefined, { 'x-request-id': 'bug-1' });
    answerAsBefore('quotes.get');
    expect(reply).toMatchObject({ status: 500, json: { code: 'INTERNAL_ERROR', details: { requestId: 'bug-1' } } });
    expect(reply.text).not.toContain('canary');
    const line = server.log.find(({ level, fields }) => level === 'error' && fields.requestId === 'bug-1');
    expect(String(line?.fields.err)).toContain('canary of the cause');
  });

  test.each([
    ['database', new Unavailable('canary of the cause')],
    ['rail', new RailUnavailable('acme', 'instructions', 'canary of the cause')],
  ])('of an unavailable %s is 503 with Retry-After', async (_, thrown) => {
    server.answers.set('quotes.get', () => {
      throw thrown;
    });
    const reply = await server.call('GET', quotePath);
    answerAsBefore('quotes.get');
    expect(reply).toMatchObject({ status: 503, json: { code: 'SERVICE_UNAVAILABLE' } });
    expect(reply.headers.get('retry-after')).toBe('1');
    expect(reply.text).not.toContain('canary');
  });

  test('of a use case has its status, its details and, if a retry can succeed, Retry-After', async () => {
    server.answers.set('quotes.execute', () =>
      err('CONFLICT', 'another request with this key is in progress', { retryAfter: 1 }),
    );
    const busy = await server.call('POST', `${quotePath}/execute`);
    server.answers.set('quotes.execute', () => err('DAILY_VOLUME_LIMIT_EXCEEDED'));
    const limited = await server.call('POST', `${quotePath}/execute`);
    server.answers.set('quotes.execute', () => err('CONFLICT'));
    const expired = await server.call('POST', `${quotePath}/execute`);
    answerAsBefore('quotes.execute');
    expect([busy.status, busy.headers.get('retry-after')]).toEqual([409, '1']);
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '1']);
    expect([expired.status, expired.headers.get('retry-after')]).toEqual([409, null]);
  });

  test('names all invalid fields of headers, query and body at once', async () => {
    const reply = await server.call('POST', `${BASE}/sandbox/send`, {}, { 'idempotency-key': 'x'.repeat(256) });
    expect(reply.status).toBe(400);
    expect(reply.json.details.errors.map(({ field }) => field)).toEqual(['Idempotency-Key', 'quoteId', 'currencyCode']);
  });
});

describe('a body', () => {
  test.each([
    ['malformed', '{"source":', { 'content-type': 'application/json' }],
    ['of another content type', '{}', { 'content-type': 'text/plain' }],
    ['too large', JSON.stringify({ description: 'x'.repeat(1024 * 1024) }), { 'content-type': 'application/json' }],
  ])('that is %s is INVALID_REQUEST_FORMAT', async (_name, body, headers) => {
    const reply = await server.call('POST', `${BASE}/quotes`, body, headers);
    expect(reply).toMatchObject({ status: 400, json: { code: 'INVALID_REQUEST_FORMAT' } });
  });

  test('without an end is refused at the limit', async () => {
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const headers = {
        authorization: basic(server.token.clientId, server.token.secret),
        'content-type': 'application/json',
        'transfer-encoding': 'chunked',
      };
      const request = httpRequest(
        { port: server.port, method: 'POST', path: `${BASE}/quotes`, headers },
        (response) => {
          clearInterval(sending);
          request.destroy();
          resolve(response.statusCode);
        },
      );
      request.on('error', reject);
      const sending = setInterval(() => request.write('x'.repeat(64 * 1024)), 1);
    });
    expect(status).toBe(400);
  });

  test('that is missing is refused with every required field', async () => {
    const reply = await server.call('POST', `${BASE}/sandbox/send`);
    expect(reply).toMatchObject({ status: 400, json: { code: 'INVALID_INPUT' } });
    expect(reply.json.details.errors.map(({ field }) => field)).toEqual(['quoteId', 'currencyCode']);
  });

  test('may be omitted if all its fields are optional', async () => {
    expect((await server.call('POST', `${quotePath}/execute`)).status).toBe(200);
    expect((await server.call('POST', `${quotePath}/execute`, {})).status).toBe(200);
  });

  test('with unknown fields is accepted without them', async () => {
    const known = of('createQuote').body as Record<string, object>;
    const body = { ...known, surprise: 1, source: { ...known['source'], more: {} } };
    expect((await server.call('POST', `${BASE}/quotes`, body)).status).toBe(201);
    expect(JSON.stringify(server.calls.at(-1)!.input, (_k, v) => (typeof v === 'bigint' ? `${v}` : v))).not.toMatch(
      /surprise|more/,
    );
  });
});

describe('at the root, without a credential', () => {
  const get = (path: string) => server.call('GET', path, undefined, { authorization: '' });

  test('/healthz reports that the process is alive, /readyz whether the host is ready', async () => {
    expect(await get('/healthz')).toMatchObject({ status: 200, json: { status: 'ok' } });
    expect(await get('/readyz')).toMatchObject({ status: 200, json: { status: 'ok' } });
    server.ready = false;
    expect(await get('/readyz')).toMatchObject({ status: 503, json: { code: 'SERVICE_UNAVAILABLE' } });
    server.ready = true;
  });

  test('/metrics serves the metrics, which count each request under its operation', async () => {
    const reply = await get('/metrics');
    expect([reply.text, reply.headers.get('content-type')]).toEqual([
      'requests_total 1\n',
      'text/plain; version=0.0.4',
    ]);
    await server.call('GET', quotePath);
    expect(server.observed.at(-1)).toEqual(['getQuoteById', 200]);
    await server.call('GET', '/elsewhere');
    expect(server.observed.at(-1)).toEqual(['unmatched', 404]);
  });

  test('/openapi.json serves the OpenAPI document', async () => {
    expect((await get('/openapi.json')).json).toMatchObject({ openapi: '3.1.0', info: { version: '2025-10-13' } });
  });

  test('/docs is a page that loads nothing from other hosts', async () => {
    const page = await get('/docs');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(page.text).not.toContain('//');
    const scripts = [...page.text.matchAll(/src="([^"]+)"/g)].map(([, src]) => src!);
    for (const src of scripts) {
      const script = await get(`/${src}`);
      expect([script.status, script.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
      expect(script.text.length).toBeGreaterThan(10);
    }
    expect(scripts).toHaveLength(2);
  });

  test.each(['/docs', '/healthz', '/readyz?verbose', '/openapi.json', '/docs/start.js'])(
    'the address %s with a slash at its end leads to it, also behind a proxy with a path',
    async (address) => {
      const [path, search] = address.split('?');
      const asked = `http://127.0.0.1:${server.port}${path}/${search === undefined ? '' : `?${search}`}`;
      const answer = await fetch(asked, { redirect: 'manual' });
      const location = answer.headers.get('location')!;
      expect([answer.status, location.startsWith('../')]).toEqual([301, true]);
      expect(new URL(location, asked).href).toBe(`http://127.0.0.1:${server.port}${address}`);
      expect((await fetch(asked)).status).toBe(200);
    },
  );

  const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8';
  const visit = (path: string, accept: string, method = 'GET') =>
    fetch(`http://127.0.0.1:${server.port}${path}`, { method, headers: { accept } });

  test.each([
    '/nowhere',
    '/nowhere/in/here',
    '/guides/',
    '/invite',
    '/%3Cscript%3E',
    '//nowhere',
    '/2024-01-01/quotes',
  ])('the unknown path %s answers a browser with a page that leads back', async (path) => {
    const page = await visit(path, BROWSER);
    expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(page.headers.get('vary')).toContain('Accept');
    const text = await page.text();
    expect(text).toContain('<h1>Page not found</h1>');
    expect(text).not.toMatch(/nowhere|script/);
    for (const [, href] of text.matchAll(/<a href="([^"]+)"/g)) {
      const linked = new URL(href!, `http://127.0.0.1:${server.port}${path}`);
      expect([linked.origin, (await fetch(linked)).status]).toEqual([`http://127.0.0.1:${server.port}`, 200]);
    }
  });

  test.each([
    ['/nowhere', '*/*'],
    ['/nowhere', 'application/json'],
    ['/nowhere', 'application/json, text/html'],
    ['/nowhere', 'image/png'],
    [BASE, BROWSER],
    [`${BASE}/`, BROWSER],
    [`${BASE}/nowhere`, BROWSER],
    [`${quotePath}/`, BROWSER],
  ])('the unknown path %s answers a client that accepts %s with the error', async (path, accept) => {
    const answer = await visit(path, accept);
    expect([answer.status, await answer.json()]).toEqual([
      404,
      expect.objectContaining({ code: 'REFERENCE_NOT_FOUND' }),
    ]);
  });

  test('an unknown path answers a form of a browser with the error', async () => {
    expect((await visit('/nowhere', BROWSER, 'POST')).headers.get('content-type')).toMatch(/^application\/json/);
  });

  test('other methods are 405', async () => {
    expect(await server.call('POST', '/healthz')).toMatchObject({ status: 405, json: { code: 'METHOD_NOT_ALLOWED' } });
  });
});

test('a prefix comes before the version segment', async () => {
  const prefixed = await startServer({ prefix: '/payments' }, ANSWERS);
  expect((await prefixed.call('GET', `/payments${quotePath}`)).status).toBe(200);
  expect((await prefixed.call('GET', quotePath)).status).toBe(404);
  expect((await prefixed.call('GET', '/healthz')).status).toBe(200);
});

test('invitation pages are served below the prefix and at the root', async () => {
  const prefixed = await startServer({ prefix: '/payments' }, ANSWERS);
  prefixed.answers.set('uma.invitations.read', () => ({ invitation, status: 'PENDING', platform }));
  const page = `/invite/${invitation.code}`;
  for (const path of [`/payments${page}`, page, `${page}/`]) {
    expect((await prefixed.call('GET', path)).text).toContain(invitation.inviterUma);
  }
  expect((await prefixed.call('GET', `/other${page}`)).status).toBe(404);
});

test('responses carry Strict-Transport-Security if clients reach the host by https', async () => {
  const header = 'strict-transport-security';
  expect((await server.call('GET', quotePath)).headers.get(header)).toBeNull();
  const secure = await startServer({ isSecure: true }, ANSWERS);
  for (const path of [quotePath, '/healthz', '/nowhere']) {
    expect((await secure.call('GET', path)).headers.get(header)).toBe('max-age=63072000');
  }
});

test('the log does not show the link of an operator that is opened on the port of the API', async () => {
  const reply = await server.call('GET', '/console/enrol/Operator.secret-of-the-link');
  expect(reply.status).toBe(404);
  expect(server.log.at(-1)).toMatchObject({ fields: { path: '/console/…' } });
  expect(JSON.stringify(server.log)).not.toContain('secret-of-the-link');
});

test('the log shows neither invitation codes nor UMA addresses', async () => {
  const secret = ['$ada.lovelace@pay.example', invitation.code];
  for (const path of [
    `${BASE}/receiver/uma/${secret[0]}?customerId=${idOf('Customer')}`,
    `${BASE}/invitations/${secret[1]}`,
    `/invite/${secret[1]}`,
    '/.well-known/lnurlp/$ada.lovelace',
  ]) {
    await server.call('GET', path);
  }
  await server.call('POST', '/uma/payreq/$ada.lovelace', {});
  expect(JSON.stringify(server.log)).not.toMatch(new RegExp(`ada.lovelace|${invitation.code}`));
});

test.each(['*', 'other://host'])('the request target %s is a path that does not exist', async (path) => {
  const status = await new Promise((resolve, reject) => {
    const options = { port: server.port, path, headers: { accept: 'text/html' } };
    httpRequest(options, (response) => resolve(response.resume().statusCode))
      .on('error', reject)
      .end();
  });
  expect(status).toBe(404);
});

test('a broken connection is counted by its error code and is not logged as an error', async () => {
  const errors = () => server.log.filter(({ level }) => level === 'error').length;
  const [before, broken] = [errors(), server.broken.length];
  const socket = connect(server.port, '127.0.0.1');
  const credential = basic(server.token.clientId, server.token.secret);
  socket.write(
    `POST ${BASE}/quotes HTTP/1.1\r\nHost: x\r\nAuthorization: ${credential}\r\n` +
      'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nno chunk\r\n',
  );
  await new Promise<void>((resolve) => socket.on('close', () => resolve()).resume());
  await expect.poll(() => server.broken.length).toBeGreaterThan(broken);
  expect(server.broken.at(-1)).toMatch(/^HPE_|^ECONN/);
  expect(errors()).toBe(before);
});
