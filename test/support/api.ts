import { type Judge, judgeBy, type OpenApiDocument } from './document.js';
import type { ErrorBody } from './wire.js';

export interface Answer<T> {
  readonly status: number;
  readonly body: T;
  /** The bytes of the body as they came. */
  readonly text: string;
  readonly headers: Headers;
}

export interface Credential {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** What an agent shows. */
export interface AgentCredential {
  readonly accessToken: string;
}

/** An answer of 500 and above, which only a test of faults expects. */
export class ServerError extends Error {
  override readonly name = 'ServerError';
  readonly status: number;

  constructor(request: string, status: number, text: string) {
    super(`${request}: ${status} ${text}`);
    this.status = status;
  }
}

interface Options {
  readonly idempotencyKey?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/** Calls a host. Every answer is held against the document of that host; one that it does not declare is an error. */
export interface Api {
  get<T>(path: string, query?: Query): Promise<Answer<T>>;
  post<T>(path: string, body?: object, options?: Options): Promise<Answer<T>>;
  patch<T>(path: string, body: object, options?: Options): Promise<Answer<T>>;
  delete<T>(path: string, options?: Options): Promise<Answer<T>>;
  /** A request as it is, without anything added but the credential. */
  send<T>(
    method: string,
    path: string,
    init?: { headers?: Record<string, string>; body?: string | FormData },
  ): Promise<Answer<T>>;
  /** The same host under another credential; null: without one. */
  as(credential: Credential | AgentCredential | null): Api;
  document(): Promise<OpenApiDocument>;
}

const authorizationOf = (who: Credential | AgentCredential): string =>
  'accessToken' in who
    ? `Bearer ${who.accessToken}`
    : `Basic ${Buffer.from(`${who.clientId}:${who.clientSecret}`).toString('base64')}`;

/** `baseUrl` with the version; asked for at each call, because a host that is started again has another port. */
export function createApi(baseUrl: () => string, credential: Credential | null): Api {
  let judge: Promise<readonly [OpenApiDocument, Judge]> | null = null;
  const declared = () =>
    (judge ??= fetch(new URL('/openapi.json', baseUrl()))
      .then((response) => response.json() as Promise<OpenApiDocument>)
      .then((document) => [document, judgeBy(document)] as const));

  const callerOf = (who: Credential | AgentCredential | null): Api => {
    async function send<T>(
      method: string,
      path: string,
      init: { headers?: Record<string, string>; body?: string | FormData } = {},
    ): Promise<Answer<T>> {
      const [, verdict] = await declared();
      const url = new URL(baseUrl() + path);
      const authorization = who === null ? {} : { authorization: authorizationOf(who) };
      const response = await fetch(url, { ...init, method, headers: { ...authorization, ...init.headers } });
      const text = await response.text();
      const contentType = response.headers.get('content-type') ?? '';
      const fault = verdict(method, decodeURI(url.pathname), response.status, contentType, text);
      if (fault !== null) throw new Error(`${method} ${path}: ${fault}`);
      if (response.status >= 500 && response.status !== 501) {
        throw new ServerError(`${method} ${path}`, response.status, text);
      }
      const body = (contentType.startsWith('application/json') ? JSON.parse(text) : text) as T;
      return { status: response.status, body, text, headers: response.headers };
    }

    const withBody =
      (method: string) =>
      <T>(path: string, body?: object, { idempotencyKey, headers }: Options = {}): Promise<Answer<T>> =>
        send<T>(method, path, {
          headers: {
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
            ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
            ...headers,
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });

    return {
      get: (path, query = {}) => send('GET', path + searchOf(query)),
      post: withBody('POST'),
      patch: withBody('PATCH'),
      delete: <T>(path: string, options?: Options) => withBody('DELETE')<T>(path, undefined, options),
      send,
      as: callerOf,
      document: async () => (await declared())[0],
    };
  };
  return callerOf(credential);
}

function searchOf(query: Query): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return search.size === 0 ? '' : `?${search.toString()}`;
}

/** The body of an answer that must have this status. */
export async function expecting<T>(status: number, answer: Promise<Answer<T>>): Promise<T> {
  const { status: got, body, text } = await answer;
  if (got !== status) throw new Error(`expected ${status}, got ${got}: ${text}`);
  return body;
}

/** The body of an answer that must be this refusal. */
export async function refused(status: number, code: string, answer: Promise<Answer<unknown>>): Promise<ErrorBody> {
  const body = (await expecting(status, answer)) as ErrorBody;
  if (body.code !== code) throw new Error(`expected ${code}, got ${JSON.stringify(body)}`);
  return body;
}

/** What a refusal says apart from the id of the request: two that tell nothing apart are equal in it. */
export const withoutRequestId = ({ details = {}, ...body }: ErrorBody): object => ({
  ...body,
  details: { ...details, requestId: undefined },
});
