import { ConnectionError, retryAfterOf } from './api-error.js';

export interface RetryOptions {
  /** Attempts after the first one. */
  readonly retries: number;
  /** Milliseconds that one attempt may take. */
  readonly timeout: number;
  readonly fetch: (request: Request) => Promise<Response>;
  /** Waits for some milliseconds, or until the signal aborts. */
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

const KEY = 'idempotency-key';
/** Longer waits are left to the caller, who knows them from `retryAfter`. */
const LONGEST_WAIT = 30_000;
const FIRST_WAIT = 500;

/**
 * Whether the same request can succeed later. A 500 can be sent again because a write carries its idempotency key; 502
 * and 504 come from proxies.
 */
function isTransient(response: Response): boolean {
  if ([429, 500, 502, 503, 504].includes(response.status)) return true;
  return response.status === 409 && retryAfterOf(response.headers) !== null;
}

/** Half of each wait is random, so that clients that failed together do not come back together. */
const backoff = (attempt: number): number => FIRST_WAIT * 2 ** attempt * (0.5 + Math.random() / 2);

/**
 * A `fetch` that sends a request again after lost connections and transient errors. A write with a credential gets an
 * idempotency key, the same for all attempts, so it has one effect. A write without a credential has no such
 * protection and is sent once.
 */
export function retryingFetch({
  retries,
  timeout,
  fetch,
  pause,
}: RetryOptions): (request: Request) => Promise<Response> {
  return async (request) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const hasCredential = request.headers.has('authorization');
    if (!isRead && hasCredential && !request.headers.has(KEY)) request.headers.set(KEY, crypto.randomUUID());
    const attempts = isRead || hasCredential ? retries + 1 : 1;

    for (let attempt = 0; ; attempt += 1) {
      const isLast = attempt + 1 >= attempts;
      const late = AbortSignal.timeout(timeout);
      let wait = backoff(attempt);
      try {
        const response = await fetch(
          new Request(isLast ? request : request.clone(), { signal: AbortSignal.any([request.signal, late]) }),
        );
        if (isLast || !isTransient(response)) return response;
        const told = retryAfterOf(response.headers);
        if (told !== null && told * 1000 > LONGEST_WAIT) return response;
        if (told !== null) wait = told * 1000;
        await response.body?.cancel();
      } catch (cause) {
        if (request.signal.aborted) throw cause;
        if (isLast) {
          const why = late.aborted ? `no response within ${timeout} ms` : 'the connection failed';
          throw new ConnectionError(`${request.method} ${request.url}: ${why}`, request.headers.get(KEY), cause);
        }
      }
      await pause(wait, request.signal);
    }
  };
}
