import { afterEach, describe, expect, expectTypeOf, test, vi } from 'vitest';
import {
  ApiError,
  ConnectionError,
  Corridor,
  InvalidInputError,
  type ItemOf,
  type Quote,
  QuoteNotFoundError,
  RateLimitedError,
  type StablecoinOperation,
} from './index.js';

interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: string;
}

type Step = Response | Error | ((request: Request) => Promise<Response>);

const json = (status: number, body: unknown, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });

const failure = (status: number, code: string, headers: Record<string, string> = {}): Response =>
  json(status, { status, code, message: 'what happened', details: { requestId: 'r-1' } }, headers);

/** A client whose requests get these responses, one after the other. */
function clientOf(steps: readonly Step[], options: Partial<ConstructorParameters<typeof Corridor>[0]> = {}) {
  const sent: Sent[] = [];
  const corridor = new Corridor({
    baseUrl: 'https://pay.example',
    credential: { clientId: 'client', clientSecret: 'secret' },
    fetch: async (address, init) => {
      const request = new Request(address, init);
      const { method, url, headers } = request;
      const step = steps[sent.length];
      sent.push({ method, url, headers, body: await request.clone().text() });
      if (step === undefined) throw new Error('no further request was expected');
      if (step instanceof Error) throw step;
      return typeof step === 'function' ? step(request) : step;
    },
    ...options,
  });
  return { corridor, sent };
}

afterEach(() => void vi.unstubAllGlobals());

/** Lets the waits between attempts pass at once. */
function withoutWaiting(): void {
  const { setTimeout } = globalThis;
  vi.stubGlobal('setTimeout', (then: () => void) => setTimeout(then, 0));
}

describe('a call', () => {
  test('sends credential, body and parameters, and returns the body of the response', async () => {
    const { corridor, sent } = clientOf([json(200, { id: 'Quote:1' }), json(200, { data: [], hasMore: false })]);
    expect(await corridor.executeQuote({ path: { quoteId: 'Quote:1' }, body: {} })).toEqual({ id: 'Quote:1' });
    await corridor.listQuotes({ query: { limit: 5, status: 'PENDING' } });
    expect(sent.map(({ method, url }) => [method, url])).toEqual([
      ['POST', 'https://pay.example/2025-10-13/quotes/Quote%3A1/execute'],
      ['GET', 'https://pay.example/2025-10-13/quotes?limit=5&status=PENDING'],
    ]);
    expect(sent[0]!.headers.get('authorization')).toBe(`Basic ${btoa('client:secret')}`);
    expect(sent[0]!.headers.get('idempotency-key')).toMatch(/^[\da-f-]{36}$/);
    expect(sent[1]!.headers.has('idempotency-key')).toBe(false);
  });

  test('of an agent carries its access token, and of no credential none', async () => {
    const agent = clientOf([json(200, {})], { credential: { accessToken: 'token' } });
    await agent.corridor.getAgentMe();
    expect(agent.sent[0]!.headers.get('authorization')).toBe('Bearer token');
    const other = clientOf([json(200, {})], { credential: null });
    await other.corridor.getAgentDeviceCodeStatus({ path: { code: '7HQ4K9XMCRVW' } });
    expect(other.sent[0]!.headers.has('authorization')).toBe(false);
  });

  test('keeps a path of the address, and ignores a version at its end', async () => {
    const { corridor, sent } = clientOf([json(200, {})], { baseUrl: 'https://pay.example/eu/2025-10-13/' });
    await corridor.getPlatformConfig();
    expect(sent[0]!.url).toBe('https://pay.example/eu/2025-10-13/config');
  });

  test.each([
    ...['pay.example', '', 'ftp://pay.example', 'https://pay.example?eu', 'https://pay.example/#eu'],
    ...['https://client:secret@pay.example', 'https://client@pay.example'],
  ])('refuses the address %j, without repeating it', (baseUrl) => {
    expect(() => clientOf([], { baseUrl })).toThrow(/^baseUrl must be (?!.*secret)/);
  });

  test.each(['', '.', '..', undefined])('is not sent to another operation by the id %j', async (quoteId) => {
    const { corridor, sent } = clientOf([json(200, {})]);
    const call = corridor.executeQuote({ path: { quoteId: quoteId as string }, body: {} });
    await expect(call).rejects.toThrow(new TypeError('path.quoteId must be an id'));
    expect(sent).toEqual([]);
  });

  test.each([
    undefined,
    {},
    { clientId: 'client' },
    { clientId: 'client', clientSecret: '' },
    { accessToken: undefined },
  ])('refuses the credential %j', (credential) => {
    const given = { credential } as unknown as Parameters<typeof clientOf>[1];
    expect(() => clientOf([], given)).toThrow(/^credential must have/);
  });

  test('refuses the secret of a platform in a browser, and accepts an agent there', () => {
    vi.stubGlobal('document', {});
    expect(() => clientOf([])).toThrow(/must not be in a browser/);
    expect(() => clientOf([], { credential: { accessToken: 'token' } })).not.toThrow();
  });
});

describe('an error', () => {
  test('has the class of its code, and what the response says', async () => {
    const { corridor } = clientOf([failure(404, 'QUOTE_NOT_FOUND', { 'x-request-id': 'r-1' })]);
    const error = await corridor.getQuoteById({ path: { quoteId: 'Quote:1' } }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(QuoteNotFoundError);
    expect(error).toMatchObject({ status: 404, code: 'QUOTE_NOT_FOUND', requestId: 'r-1', retryAfter: null });
  });

  test('names every invalid field', async () => {
    const body = {
      status: 400,
      code: 'INVALID_INPUT',
      message: 'Invalid input',
      details: { errors: [{ field: 'a' }] },
    };
    const { corridor } = clientOf([json(400, body)]);
    const error = await corridor.createToken({ body: {} as never }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(InvalidInputError);
    expect((error as ApiError).invalidFields).toEqual([{ field: 'a' }]);
  });

  test('of an unknown code, and of a proxy, is an ApiError', async () => {
    const later = clientOf([failure(418, 'LATER')]);
    const unknown = await later.corridor.getPlatformConfig().catch((thrown: unknown) => thrown);
    expect(unknown).toBeInstanceOf(ApiError);
    expect(unknown).toMatchObject({ status: 418, code: 'LATER' });
    const proxy = clientOf([new Response('<html>', { status: 413 })]);
    await expect(proxy.corridor.getPlatformConfig()).rejects.toMatchObject({ status: 413, code: '' });
  });

  test.each([
    ['a page of another server', '<html>', 'text/html; charset=utf-8'],
    ['a body that is not JSON', '{"id":"Quote:1"', 'application/json'],
  ])('is thrown for %s with the status 200', async (_what, body, type) => {
    const { corridor } = clientOf([new Response(body, { headers: { 'content-type': type } })]);
    const error = await corridor.getPlatformConfig().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      status: 200,
      code: '',
      message: expect.stringContaining('not one of the API') as string,
    });
  });
});

test('a response without a body may have a type of content', async () => {
  const headers = { 'content-type': 'application/json' };
  const { corridor } = clientOf([new Response(null, { status: 204, headers })]);
  await expect(corridor.deleteTokenById({ path: { tokenId: 'ApiToken:1' } })).resolves.toEqual({});
});

describe('a repeated attempt', () => {
  test('follows lost connections and transient errors, with the same key and body', async () => {
    withoutWaiting();
    const { corridor, sent } = clientOf([
      new TypeError('fetch failed'),
      failure(503, 'SERVICE_UNAVAILABLE', { 'retry-after': '1' }),
      new Response('bad gateway', { status: 502 }),
      json(201, { id: 'Quote:1' }),
    ]);
    await corridor.createQuote({ body: { lockedCurrencyAmount: 100 } as never });
    expect(sent).toHaveLength(4);
    expect(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
    expect(new Set(sent.map(({ body }) => body)).size).toBe(1);
  });

  test('does not follow an error that a repetition cannot change', async () => {
    const { corridor, sent } = clientOf([failure(409, 'CONFLICT')]);
    await expect(corridor.createQuote({ body: {} as never })).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(sent).toHaveLength(1);
  });

  test('does not wait longer than 30 seconds', async () => {
    const { corridor, sent } = clientOf([failure(429, 'RATE_LIMITED', { 'retry-after': '3600' })]);
    const error = await corridor.getPlatformConfig().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(RateLimitedError);
    expect(error).toMatchObject({ retryAfter: 3600 });
    expect(sent).toHaveLength(1);
  });

  test('ends after the configured number, with the key of the request', async () => {
    withoutWaiting();
    const { corridor, sent } = clientOf([new Error('1'), new Error('2')], { retries: 1 });
    const error = await corridor.cancelQuote({ path: { quoteId: 'Quote:1' } }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ConnectionError);
    expect((error as ConnectionError).idempotencyKey).toBe(sent[0]!.headers.get('idempotency-key'));
    expect(sent).toHaveLength(2);
  });

  test('is described without the path, which can contain a secret', async () => {
    const { corridor } = clientOf([new Error('1')], { credential: null, retries: 0 });
    const error = await corridor
      .redeemAgentDeviceCode({ path: { code: '7HQ4K9XMCRVW' } })
      .catch((thrown: unknown) => thrown);
    expect((error as Error).message).toBe('POST https://pay.example: the connection failed');
  });

  test('is not made if the number of retries is not a number', async () => {
    const { corridor, sent } = clientOf([failure(503, 'SERVICE_UNAVAILABLE')], { retries: Number.NaN });
    await expect(corridor.listQuotes()).rejects.toThrow(ApiError);
    expect(sent).toHaveLength(1);
  });

  test('follows a write without a credential with the same key', async () => {
    withoutWaiting();
    const answer = json(200, { agentId: 'Agent:1' });
    const { corridor, sent } = clientOf([new Error('1'), answer], { credential: null });
    expect(await corridor.redeemAgentDeviceCode({ path: { code: '7HQ4K9XMCRVW' } })).toEqual({ agentId: 'Agent:1' });
    expect(sent[0]!.headers.get('idempotency-key')).not.toBeNull();
    expect(sent[0]!.headers.get('idempotency-key')).toBe(sent[1]!.headers.get('idempotency-key'));
  });

  test('follows an attempt that takes too long', async () => {
    const never = (request: Request): Promise<Response> =>
      new Promise((_, reject) =>
        request.signal.addEventListener('abort', () => reject(request.signal.reason as Error)),
      );
    const { corridor, sent } = clientOf([never, json(200, {})], { timeout: 20 });
    await corridor.getPlatformConfig();
    expect(sent).toHaveLength(2);
  });

  test('follows a response whose body breaks off', async () => {
    withoutWaiting();
    const broken = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"id":'));
        controller.error(new TypeError('terminated'));
      },
    });
    const { corridor, sent } = clientOf([new Response(broken, { status: 200 }), json(200, { id: 'Quote:1' })]);
    expect(await corridor.cancelQuote({ path: { quoteId: 'Quote:1' } })).toEqual({ id: 'Quote:1' });
    expect(sent[0]!.headers.get('idempotency-key')).toBe(sent[1]!.headers.get('idempotency-key'));
  });

  test('follows a response whose body does not end in time', async () => {
    const endless = (): Promise<Response> => Promise.resolve(new Response(new ReadableStream()));
    const { corridor, sent } = clientOf([endless, json(200, {})], { timeout: 20 });
    await corridor.getPlatformConfig();
    expect(sent).toHaveLength(2);
  });

  test('sends the same form again', async () => {
    withoutWaiting();
    const { corridor, sent } = clientOf([new Error('1'), json(202, { jobId: 'Job:1', status: 'PENDING' })]);
    const file = new File(['a,b\n1,2\n'], 'customers.csv', { type: 'text/csv' });
    await corridor.uploadCustomersCsv({ body: { file } });
    expect(sent[0]!.body).toContain('filename="customers.csv"');
    expect(sent[1]!.body).toBe(sent[0]!.body);
    expect(sent[1]!.headers.get('content-type')).toBe(sent[0]!.headers.get('content-type'));
  });

  test('is not made if the caller has aborted before', async () => {
    const { corridor, sent } = clientOf([json(200, {})]);
    const reason = new Error('the page was closed');
    await expect(corridor.getPlatformConfig({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(sent).toHaveLength(0);
  });

  test('is not awaited after the caller has aborted, even if fetch ignores the signal', async () => {
    const controller = new AbortController();
    const reason = new Error('the page was closed');
    const never = (): Promise<Response> => {
      setTimeout(() => controller.abort(reason), 0);
      return new Promise(() => undefined);
    };
    const { corridor, sent } = clientOf([never]);
    await expect(corridor.getPlatformConfig({ signal: controller.signal })).rejects.toBe(reason);
    expect(sent).toHaveLength(1);
  });

  test('ends when the caller aborts', async () => {
    const { corridor, sent } = clientOf([new Error('1')]);
    const signal = AbortSignal.timeout(20);
    await expect(corridor.getPlatformConfig({ signal })).rejects.toMatchObject({ name: 'TimeoutError' });
    expect(sent).toHaveLength(1);
  });
});

describe('a response', () => {
  test('of text is returned as text, and one without a body resolves', async () => {
    const pem = '-----BEGIN PUBLIC KEY-----';
    const text = new Response(pem, { headers: { 'content-type': 'text/plain; charset=utf-8' } });
    const { corridor } = clientOf([text, new Response(null, { status: 204 })]);
    expect(await corridor.getWebhookPublicKey()).toBe(pem);
    await expect(corridor.deleteTokenById({ path: { tokenId: 'Token:1' } })).resolves.not.toThrow();
  });
});

test('each reads a list of one record, which its path names', async () => {
  const { corridor, sent } = clientOf([json(200, { data: [{ id: '1', status: 'COMPLETED' }], hasMore: false })]);
  for await (const { status } of corridor.each('listStablecoinOperations', {
    path: { stablecoinId: 'Stablecoin:1' },
  })) {
    expectTypeOf(status).toEqualTypeOf<StablecoinOperation['status']>();
  }
  expect(sent.map(({ url }) => new URL(url).pathname)).toEqual(['/2025-10-13/stablecoins/Stablecoin%3A1/operations']);
});

test('each reads a list page by page, with the filters of the first', async () => {
  const { corridor, sent } = clientOf([
    json(200, { data: [{ id: '1' }, { id: '2' }], hasMore: true, nextCursor: 'b' }),
    json(200, { data: [], hasMore: true, nextCursor: 'c' }),
    json(200, { data: [{ id: '3' }], hasMore: false }),
  ]);
  const ids: string[] = [];
  for await (const { id } of corridor.each('listCustomers', { query: { limit: 2 } })) ids.push(id);
  expectTypeOf<ItemOf<'listQuotes'>>().toEqualTypeOf<Quote>();
  expect(ids).toEqual(['1', '2', '3']);
  expect(sent.map(({ url }) => new URL(url).search)).toEqual(['?limit=2', '?limit=2&cursor=b', '?limit=2&cursor=c']);
});
