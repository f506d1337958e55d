import { ApiError, ConnectionError, type ErrorBody, retryAfterOf } from './api-error.js';
import { createClient, createConfig } from './generated/client/index.js';
import { ERROR_CLASSES } from './generated/errors.gen.js';
import { Operations } from './generated/sdk.gen.js';
import { type Fetch, retryingFetch } from './retrying-fetch.js';

/** The API token of a platform. */
export interface PlatformCredential {
  readonly clientId: string;
  /** Never in a browser: every visitor could read it and move the platform's money. */
  readonly clientSecret: string;
}

/** The access token of an agent. */
export interface AgentCredential {
  readonly accessToken: string;
}

export interface Options {
  /** The address of the host, such as `https://pay.example`; a version at its end (`/2025-10-13`) is ignored. */
  readonly baseUrl: string;
  /** Null for operations that need no credential. */
  readonly credential: PlatformCredential | AgentCredential | null;
  /** Attempts after the first one if a connection is lost or an error is transient; default 3. */
  readonly retries?: number;
  /** Milliseconds that one attempt may take; default 30,000. */
  readonly timeout?: number;
  /** Default: the global `fetch`. */
  readonly fetch?: Fetch;
}

function isBrowser(): boolean {
  const { document, importScripts, WebSocketPair } = globalThis as {
    readonly [name in 'document' | 'importScripts' | 'WebSocketPair']?: unknown;
  };
  // Cloudflare Workers run on servers, but some versions have the function of workers in browsers.
  if (typeof WebSocketPair === 'function') return false;
  return typeof document === 'object' || typeof importScripts === 'function';
}

function rootOf(baseUrl: string): string {
  // The address may contain a secret, so the error does not repeat it.
  if (!URL.canParse(baseUrl) || !/^https?:$/.test(new URL(baseUrl).protocol) || /[@?#]/.test(baseUrl)) {
    throw new TypeError(
      'baseUrl must be an http or https address without credentials, query and fragment, such as https://pay.example',
    );
  }
  return baseUrl.replace(/\/+$/, '').replace(/\/\d{4}-\d{2}-\d{2}$/, '');
}

/** Programs without types can pass variables of the environment that are not set. */
function checkCredential(credential: Options['credential']): void {
  if (credential === null) return;
  const given: Partial<PlatformCredential & AgentCredential> | undefined = credential;
  const { clientId, clientSecret, accessToken } = given ?? {};
  const isGiven = (text: unknown): boolean => typeof text === 'string' && text !== '';
  if (isGiven(accessToken) || (isGiven(clientId) && isGiven(clientSecret))) return;
  throw new TypeError('credential must have clientId and clientSecret, or accessToken, as texts; or be null');
}

type Send = (options: { readonly signal?: AbortSignal | null }) => unknown;

/**
 * Sends with a signal of its own, which follows that of the caller until the call has ended. A signal that serves many
 * calls would otherwise keep a listener of each, and one of another realm is not accepted by `Request`.
 */
const followingSignal =
  (send: Send): Send =>
  async (options) => {
    const { signal } = options;
    if (signal === undefined || signal === null) return send(options);
    const own = new AbortController();
    const stop = (): void => own.abort(signal.reason);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
    try {
      return await send({ ...options, signal: own.signal });
    } finally {
      signal.removeEventListener('abort', stop);
    }
  };

/** Rejects with the signal's reason as soon as it aborts. */
const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });

const isErrorBody = (body: unknown): body is ErrorBody =>
  typeof body === 'object' &&
  body !== null &&
  typeof (body as ErrorBody).code === 'string' &&
  typeof (body as ErrorBody).message === 'string';

/** The error for a response that another server has made, such as a proxy. */
const foreign = ({ status, headers }: Response): ApiError => {
  const message = `the response with status ${status} is not one of the API`;
  return new ApiError({ status, code: '', message }, headers.get('x-request-id'), retryAfterOf(headers));
};

/** Refuses ids that are missing, or that would change the address into that of another operation. */
function requireIds<T>(request: T, { path = {} }: { readonly path?: Readonly<Record<string, unknown>> }): T {
  for (const [name, id] of Object.entries(path)) {
    if (typeof id !== 'string' || /^\.{0,2}$/.test(id)) throw new TypeError(`path.${name} must be an id`);
  }
  return request;
}

/**
 * Refuses what no operation returns: a page, because the address is wrong or a proxy asks for a login, and a body that
 * is not JSON.
 */
async function refuseForeign(response: Response): Promise<Response> {
  const type = response.headers.get('content-type') ?? '';
  if (response.ok && /^text\/html\b/i.test(type)) throw foreign(response);
  // Some proxies add the type of content to a 204, which has no body.
  if (!response.ok || response.body === null || !/^application\/json\b/i.test(type)) return response;
  const text = await response.text();
  if (text !== '' && !isJson(text)) throw foreign(response);
  const { status, statusText, headers } = response;
  return new Response(text, { status, statusText, headers });
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function errorOf(error: unknown, response: Response | undefined): unknown {
  if (response === undefined) return error;
  if (!isErrorBody(error)) return foreign(response);
  const requestId = response.headers.get('x-request-id');
  const retryAfter = retryAfterOf(response.headers);
  const Known = Object.hasOwn(ERROR_CLASSES, error.code)
    ? ERROR_CLASSES[error.code as keyof typeof ERROR_CLASSES]
    : ApiError;
  return new Known({ ...error, status: response.status }, requestId, retryAfter);
}

/** One page of a list. */
interface Page {
  readonly data: readonly unknown[];
  readonly hasMore: boolean;
  readonly nextCursor?: string;
}

/** An operation that returns a list with a cursor. */
type List = (options?: { query?: { cursor?: string } }) => Promise<Page>;

/** The names of all operations. */
export type Operation = Exclude<keyof Operations, '__registry'>;

/** What an operation returns. */
export type ResultOf<K extends Operation> = Exclude<Awaited<ReturnType<Operations[K]>>, undefined>;

/** The names of the operations that return lists. */
export type ListOperation = {
  [K in Operation]: ResultOf<K> extends Page
    ? NonNullable<Parameters<Operations[K]>[0]> extends { query?: { cursor?: string } }
      ? K
      : never
    : never;
}[Operation];

/** The records of a list. */
export type ItemOf<K extends ListOperation> = ResultOf<K> extends { readonly data: readonly (infer T)[] } ? T : never;

/**
 * A client of the API. Every operation is a method with the name of its `operationId`; it returns the body of the
 * response, and throws an {@link ApiError} for an error response and a {@link ConnectionError} if no response arrives.
 *
 * Writes carry an idempotency key, and requests are sent again after lost connections and transient errors. To choose
 * the key, pass `headers: { 'Idempotency-Key': key }`.
 *
 * Throws a TypeError if the address or the credential is not one, or if it is given the secret of a platform in a browser.
 *
 * @example
 * ```ts
 * import { Corridor } from '@corridor/client';
 *
 * const corridor = new Corridor({
 *   baseUrl: 'https://pay.example',
 *   credential: { clientId: 'id', clientSecret: 'secret' },
 *   fetch: async () => Response.json({ id: 'Customer:1' }), // a test answers itself; leave it out to call the host
 * });
 * const customer = await corridor.createCustomer({ body: { customerType: 'INDIVIDUAL', fullName: 'Ada Example' } });
 * customer.id; // 'Customer:1'
 * ```
 */
export class Corridor extends Operations {
  constructor({ baseUrl, credential, retries = 3, timeout = 30_000, fetch = globalThis.fetch }: Options) {
    checkCredential(credential);
    const secret = credential === null ? null : 'accessToken' in credential ? credential.accessToken : credential;
    if (secret !== null && typeof secret === 'object' && isBrowser()) {
      throw new TypeError('a client secret must not be in a browser: call your own server, which calls Corridor');
    }
    const client = createClient(
      createConfig({
        baseUrl: rootOf(baseUrl),
        ...(secret !== null && {
          auth: ({ scheme }) =>
            typeof secret === 'string'
              ? scheme === 'bearer'
                ? secret
                : undefined
              : scheme === 'basic'
                ? `${secret.clientId}:${secret.clientSecret}`
                : undefined,
        }),
        fetch: retryingFetch({
          retries,
          timeout,
          // Browsers call `fetch` on `window` only.
          fetch: (url, init) => fetch(url, init),
          pause,
        }) as typeof globalThis.fetch,
        throwOnError: true,
      }),
    );
    client.interceptors.request.use(requireIds);
    client.interceptors.response.use(refuseForeign);
    client.interceptors.error.use((error, response) => errorOf(error, response));
    for (const method of ['delete', 'get', 'patch', 'post', 'put'] as const) {
      client[method] = followingSignal(client[method] as Send) as never;
    }
    super({ client });
  }

  /**
   * The records of a list, page by page. Pages are read as they are needed.
   *
   * @example
   * ```ts
   * import { Corridor } from '@corridor/client';
   *
   * const pages = [{ data: [{ id: 'Customer:2' }], hasMore: true, nextCursor: 'c' }, { data: [{ id: 'Customer:1' }] }];
   * const fetch = async () => Response.json(pages.shift());
   * const corridor = new Corridor({ baseUrl: 'https://pay.example', credential: null, fetch });
   * const ids: string[] = [];
   * for await (const { id } of corridor.each('listCustomers', { query: { limit: 1 } })) ids.push(id);
   * ids; // ['Customer:2', 'Customer:1']
   * ```
   */
  async *each<K extends ListOperation>(
    operation: K,
    ...[options = {}]: Parameters<Operations[K]>
  ): AsyncGenerator<ItemOf<K>> {
    const list = (this as unknown as Record<K, List>)[operation];
    const given = options as { readonly query?: { readonly cursor?: string } };
    let cursor = given.query?.cursor;
    for (;;) {
      const query = { ...given.query, ...(cursor !== undefined && { cursor }) };
      const page = await list.call(this, { ...given, query });
      yield* page.data as ItemOf<K>[];
      if (!page.hasMore || page.nextCursor === undefined) return;
      cursor = page.nextCursor;
    }
  }
}

export { ApiError, ConnectionError };
