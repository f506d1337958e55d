import { getEventListeners } from 'node:events';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError, Corridor, type FetchInit, type FetchResponse, RateLimitedError } from './index.js';

const OK = (): Response => Response.json({ data: [], hasMore: false });
const busy = (status: number, headers: Record<string, string> = {}): Response => new Response('', { status, headers });

type Step = () => Response | FetchResponse;

/** A client whose attempts get these responses, and what `fetch` was called with. */
function clientOf(...steps: readonly Step[]) {
  const calls: FetchInit[] = [];
  const corridor = new Corridor({
    baseUrl: 'https://pay.example',
    credential: { accessToken: 'token' },
    fetch: (_url, init) => {
      calls.push(init);
      return Promise.resolve(steps[calls.length - 1]!());
    },
  });
  return { corridor, calls };
}

/** The waits between attempts, in milliseconds; they pass at once. */
let waits: number[] = [];
beforeEach(() => {
  waits = [];
  const { setTimeout } = globalThis;
  vi.stubGlobal('setTimeout', (then: () => void, milliseconds: number) => {
    waits.push(milliseconds);
    return setTimeout(then, 0);
  });
});
afterEach(() => void vi.unstubAllGlobals());

describe('a redirect', () => {
  test.each<[string, FetchResponse, string]>([
    ['301', busy(301, { location: 'https://www.pay.example/secret?token=1' }), ' to https://www.pay.example'],
    ['302 to a path', busy(302, { location: '/login' }), ''],
    ['303', busy(303), ''],
    ['307', busy(307, { location: 'https://pay.example:8443/' }), ' to https://pay.example:8443'],
    ['308', busy(308, { location: 'http://pay.example/' }), ' to http://pay.example'],
    [
      'whose status a browser hides',
      {
        type: 'opaqueredirect',
        status: 0,
        statusText: '',
        headers: new Headers(),
        arrayBuffer: () => Promise.reject(new Error('none')),
      },
      '',
    ],
  ])('%s is refused in words, without another attempt', async (_what, response, target) => {
    const { corridor, calls } = clientOf(() => response);
    const refused = await corridor.getAgentMe().catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(ApiError);
    expect(refused).toMatchObject({
      status: response.status,
      code: '',
      message: `the server redirects${target}; set baseUrl to the address of the API itself`,
    });
    expect(calls).toHaveLength(1);
  });
});

test('a call follows no redirect and uses no cache', async () => {
  const { corridor, calls } = clientOf(OK);
  await corridor.agentListInternalAccounts();
  expect(calls[0]).toMatchObject({ redirect: 'manual', cache: 'no-store' });
});

test('a call does not name a cache where requests have none', async () => {
  vi.resetModules();
  const descriptor = Object.getOwnPropertyDescriptor(Request.prototype, 'cache')!;
  Reflect.deleteProperty(Request.prototype, 'cache');
  try {
    const other = await import('./index.js');
    const calls: FetchInit[] = [];
    const fetch = (_url: string, init: FetchInit) => (calls.push(init), Promise.resolve(OK()));
    await new other.Corridor({ baseUrl: 'https://pay.example', credential: null, fetch }).listQuotes();
    expect(calls).toHaveLength(1);
    expect(calls[0]).not.toHaveProperty('cache');
  } finally {
    Object.defineProperty(Request.prototype, 'cache', descriptor);
  }
});

describe('an attempt is repeated', () => {
  test.each([408, 425, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524, 529])('after %i', async (status) => {
    const { corridor, calls } = clientOf(() => busy(status), OK);
    await corridor.agentListInternalAccounts();
    expect(calls).toHaveLength(2);
  });

  test.each([400, 401, 404, 409, 421, 501, 505, 525, 526, 530])('but not after %i', async (status) => {
    const { corridor, calls } = clientOf(() => busy(status), OK);
    await expect(corridor.agentListInternalAccounts()).rejects.toMatchObject({ status });
    expect(calls).toHaveLength(1);
  });

  const inSeconds = (seconds: number): string => new Date(Date.now() + seconds * 1000).toUTCString();
  const ANOTHER_CLOCK = 'Sun, 06 Nov 1994 08:49:37 GMT';
  test.each<[string, () => Record<string, string>, number]>([
    ['a number', () => ({ 'retry-after': '7' }), 7_000],
    ['a number with a fraction', () => ({ 'retry-after': '0.5' }), 500],
    ['zero', () => ({ 'retry-after': '0' }), 0],
    [
      'a date by the clock of its sender',
      () => ({ 'retry-after': 'Sun, 06 Nov 1994 08:49:46 GMT', date: ANOTHER_CLOCK }),
      9_000,
    ],
    ['a date of RFC 850', () => ({ 'retry-after': 'Sunday, 06-Nov-94 08:49:46 GMT', date: ANOTHER_CLOCK }), 9_000],
    ['a date of asctime', () => ({ 'retry-after': 'Sun Nov  6 08:49:46 1994', date: ANOTHER_CLOCK }), 9_000],
    ['a date that has passed', () => ({ 'retry-after': ANOTHER_CLOCK }), 0],
  ])('after the wait of Retry-After with %s', async (_what, headers, milliseconds) => {
    const { corridor } = clientOf(() => busy(503, headers()), OK);
    await corridor.agentListInternalAccounts();
    expect(waits).toContain(milliseconds);
  });

  test('after a date by our own clock, where the sender names none', async () => {
    const { corridor } = clientOf(() => busy(503, { 'retry-after': inSeconds(20) }), OK);
    await corridor.agentListInternalAccounts();
    expect(waits.some((wait) => wait >= 18_000 && wait <= 20_000)).toBe(true);
  });

  test('at once by the caller if the date is far away, which the error says', async () => {
    const body = { status: 429, code: 'RATE_LIMITED', message: 'too many' };
    const { corridor, calls } = clientOf(() =>
      Response.json(body, { status: 429, headers: { 'retry-after': inSeconds(3600) } }),
    );
    const refused = await corridor.getAgentMe().catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(RateLimitedError);
    expect((refused as ApiError).retryAfter).toBeGreaterThan(3590);
    expect(calls).toHaveLength(1);
  });

  test.each(['soon', '-5', '2026-01-05', '5 minutes', '', '1e3'])(
    'after a usual wait if Retry-After is "%s"',
    async (value) => {
      const { corridor } = clientOf(() => busy(503, { 'retry-after': value }), OK);
      await corridor.agentListInternalAccounts();
      expect(waits.some((wait) => wait >= 250 && wait <= 500)).toBe(true);
    },
  );
});

describe('the signal of a caller', () => {
  test('has no listener after a call that succeeded, failed or was repeated', async () => {
    const { signal } = new AbortController();
    const { corridor } = clientOf(
      OK,
      () => busy(404),
      () => busy(503),
      OK,
    );
    for (let calls = 0; calls < 3; calls += 1) {
      await corridor.agentListInternalAccounts({ signal }).catch(() => undefined);
      expect(getEventListeners(signal, 'abort')).toEqual([]);
    }
  });

  test('may be one of another realm, and stops the call with its reason', async () => {
    const foreign = new EventTarget() as AbortSignal;
    const reason = new Error('the user has left');
    const { corridor } = clientOf(() => {
      Object.assign(foreign, { aborted: true, reason });
      foreign.dispatchEvent(new Event('abort'));
      return OK();
    });
    await expect(corridor.agentListInternalAccounts({ signal: foreign })).rejects.toBe(reason);
  });

  test('that has aborted before stops the call before it is sent', async () => {
    const { corridor, calls } = clientOf(OK);
    const reason = new Error('too late');
    await expect(corridor.getAgentMe({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(calls).toEqual([]);
  });
});

describe('the secret of a platform', () => {
  const make = () => new Corridor({ baseUrl: 'https://pay.example', credential: { clientId: 'a', clientSecret: 'b' } });

  test('is accepted in Cloudflare Workers, also where they have the function of workers in browsers', () => {
    vi.stubGlobal('importScripts', () => undefined);
    expect(make).toThrow('must not be in a browser');
    vi.stubGlobal('WebSocketPair', class {});
    expect(make).not.toThrow();
  });

  test('is refused in a page and in a worker of a page', () => {
    vi.stubGlobal('document', runInNewContext('({})'));
    expect(make).toThrow('must not be in a browser');
  });
});
