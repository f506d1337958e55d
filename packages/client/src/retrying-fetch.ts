import { ApiError, ConnectionError, retryAfterOf } from './api-error.js';

export interface FetchInit {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body: Uint8Array<ArrayBuffer> | null;
  readonly redirect: 'manual';
  /** Absent where `fetch` has no caches, as in some versions of Cloudflare Workers, which refuse the member. */
  readonly cache?: 'no-store';
  readonly signal: AbortSignal;
}

/** What the client reads of a response. */
export interface FetchResponse {
  /** `opaqueredirect` in browsers, which hide the status of a redirect. */
  readonly type?: string;
  readonly status: number;
  readonly statusText: string;
  readonly headers: { forEach(each: (value: string, name: string) => void): void };
  arrayBuffer(): Promise<ArrayBuffer>;
}

/**
 * The global `fetch`, that of undici, or a function of a test. It is called with an address and plain values, because
 * one library does not accept the `Request` of another.
 */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchResponse>;

export interface RetryOptions {
  /** Attempts after the first one. */
  readonly retries: number;
  /** Milliseconds that one attempt may take. */
  readonly timeout: number;
  readonly fetch: Fetch;
  /** Waits for some milliseconds, or until the signal aborts. */
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

const KEY = 'idempotency-key';
/** Longer waits are left to the caller, who knows them from `retryAfter`. */
const LONGEST_WAIT = 30_000;
const FIRST_WAIT = 500;
/** Statuses whose responses have no body. */
const WITHOUT_BODY = [204, 205, 304];

/**
 * Statuses after which the same request can succeed later. A 500 can be sent again because a write carries its
 * idempotency key; the others come from proxies as well, those above 504 from Cloudflare and other networks in front of
 * a host.
 */
const TRANSIENT = [408, 425, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524, 529];

function isTransient(response: Response): boolean {
  if (TRANSIENT.includes(response.status)) return true;
  return response.status === 409 && retryAfterOf(response.headers) !== null;
}

/** Half of each wait is random, so that clients that failed together do not come back together. */
const backoff = (attempt: number): number =>
  Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** attempt) * (0.5 + Math.random() / 2);

/** Resolves when the whole body has arrived, so that a connection that breaks in its middle is a lost connection. */
async function received(response: FetchResponse): Promise<Response> {
  refuseRedirect(response);
  const body = await response.arrayBuffer();
  const headers = new Headers();
  response.headers.forEach((value, name) => headers.append(name, value));
  const { status, statusText } = response;
  return new Response(WITHOUT_BODY.includes(status) ? null : body, { status, statusText, headers });
}

const REDIRECTS = [301, 302, 303, 307, 308];

/** A redirect is not followed, because it could take the credential to another server. */
function refuseRedirect({ type, status, headers }: FetchResponse): void {
  if (type !== 'opaqueredirect' && !REDIRECTS.includes(status)) return;
  let target = '';
  headers.forEach((value, name) => {
    if (name.toLowerCase() === 'location' && URL.canParse(value)) target = ` to ${new URL(value).origin}`;
  });
  const message = `the server redirects${target}; set baseUrl to the address of the API itself`;
  throw new ApiError({ status, code: '', message });
}

/** Caches of browsers and frameworks must not answer for the host. */
const UNCACHED = 'cache' in Request.prototype ? ({ cache: 'no-store' } as const) : {};

/** Ends as soon as the signal aborts, even if a `fetch` of a test ignores the signal. */
const unlessAborted = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason as Error);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });

/**
 * A `fetch` that sends a request again after lost connections and transient errors. A write gets an idempotency key,
 * the same for all attempts, so it has one effect.
 */
export function retryingFetch({
  retries,
  timeout,
  fetch,
  pause,
}: RetryOptions): (request: Request) => Promise<Response> {
  return async (request) => {
    const { method, url, signal } = request;
    signal.throwIfAborted();
    const isRead = method === 'GET' || method === 'HEAD';
    if (!isRead && !request.headers.has(KEY)) request.headers.set(KEY, crypto.randomUUID());
    const attempts = retries + 1;
    const headers: Record<string, string> = {};
    request.headers.forEach((value, name) => (headers[name] = value));
    const bytes = new Uint8Array(await request.arrayBuffer());
    const body = bytes.length === 0 ? null : bytes;

    for (let attempt = 0; ; attempt += 1) {
      // A number of retries that is NaN means one attempt.
      const isLast = !(attempt + 1 < attempts);
      const late = AbortSignal.timeout(timeout);
      const either = AbortSignal.any([signal, late]);
      let wait = backoff(attempt);
      try {
        const init = {
          method,
          headers: { ...headers },
          body,
          redirect: 'manual',
          ...UNCACHED,
          signal: either,
        } as const;
        const response = await unlessAborted(fetch(url, init).then(received), either);
        if (isLast || !isTransient(response)) return response;
        const retryAfter = retryAfterOf(response.headers);
        if (retryAfter !== null && retryAfter * 1000 > LONGEST_WAIT) return response;
        if (retryAfter !== null) wait = retryAfter * 1000;
      } catch (cause) {
        signal.throwIfAborted();
        if (cause instanceof ApiError) throw cause;
        if (isLast) {
          const why = late.aborted ? `no response within ${timeout} ms` : 'the connection failed';
          // Without the path, which can contain a secret, such as the code of an agent.
          throw new ConnectionError(`${method} ${new URL(url).origin}: ${why}`, request.headers.get(KEY), cause);
        }
      }
      await pause(wait, signal);
    }
  };
}
