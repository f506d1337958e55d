import { type Dispatcher, getGlobalDispatcher, request } from 'undici';
import { createJudge, dereferenced, type Judge, type OpenApiDocument } from './document.js';
import type { ErrorBody } from './wire.js';

export interface Answer<T> {
  readonly status: number;
  readonly body: T;
  /** The raw body. */
  readonly text: string;
  readonly headers: Headers;
}

export interface Credential {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** The credential of an agent. */
export interface AgentCredential {
  readonly accessToken: string;
}

/** An answer of 500 or above, which only fault tests expect. */
export class ServerError extends Error {
  override readonly name = 'ServerError';
  readonly status: number;

  constructor(request: string, status: number, text: string) {
    super(`${request}: ${status} ${text}`);
    this.status = status;
  }
}

/** The connection broke or was refused: it is unknown whether the request was served. */
export class LostAnswer extends Error {
  override readonly name = 'LostAnswer';
}

interface Options {
  readonly idempotencyKey?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/** Calls a host. Every answer is checked against the OpenAPI document; an undeclared answer is an error. */
export interface Api {
  get<T>(path: string, query?: Query): Promise<Answer<T>>;
  post<T>(path: string, body?: object, options?: Options): Promise<Answer<T>>;
  patch<T>(path: string, body: object, options?: Options): Promise<Answer<T>>;
  delete<T>(path: string, options?: Options): Promise<Answer<T>>;
  /** Sends a request unchanged, with only the credential added. */
  send<T>(
    method: string,
    path: string,
    init?: { headers?: Record<string, string>; body?: string | FormData | Uint8Array },
  ): Promise<Answer<T>>;
  /** A client of the same host with another credential; null for none. */
  as(credential: Credential | AgentCredential | null): Api;
  document(): Promise<OpenApiDocument>;
}

const authorizationOf = (who: Credential | AgentCredential): string =>
  'accessToken' in who
    ? `Bearer ${who.accessToken}`
    : `Basic ${Buffer.from(`${who.clientId}:${who.clientSecret}`).toString('base64')}`;

async function documentOf(baseUrl: string): Promise<OpenApiDocument> {
  const { body } = await request(new URL('/openapi.json', baseUrl));
  return dereferenced((await body.json()) as OpenApiDocument);
}

let judge: Judge | null = null;

/** Uses the document of the first host: all hosts of the tests serve the same. */
const judgeBy = async (baseUrl: string): Promise<Judge> => (judge ??= createJudge(await documentOf(baseUrl)));

/** `baseUrl` includes the version. It is called for each request, because a restarted host has another port. */
export function createApi(baseUrl: () => string, credential: Credential | null): Api {
  const callerOf = (who: Credential | AgentCredential | null): Api => {
    async function send<T>(
      method: string,
      path: string,
      init: { headers?: Record<string, string>; body?: string | FormData | Uint8Array } = {},
    ): Promise<Answer<T>> {
      const verdict = await judgeBy(baseUrl());
      const url = new URL(baseUrl() + path);
      const authorization = who === null ? {} : { authorization: authorizationOf(who) };
      const received = await exchange({
        origin: url.origin,
        path: url.pathname + url.search,
        method: method as Dispatcher.HttpMethod,
        headers: { ...authorization, ...init.headers },
        body: (init.body ?? null) as Body,
      });
      const { status, text, contentType } = received;
      const body: unknown = contentType.startsWith('application/json') ? JSON.parse(text) : text;
      const fault = verdict(method, decodeURI(url.pathname), { status, contentType, text, body });
      if (fault !== null) throw new Error(`${method} ${path}: ${fault}`);
      if (status >= 500 && status !== 501) throw new ServerError(`${method} ${path}`, status, text);
      return Object.assign(received, { body: body as T });
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
      document: () => documentOf(baseUrl()),
    };
  };
  return callerOf(credential);
}

type Body = Exclude<Dispatcher.DispatchOptions['body'], undefined>;

/** A raw answer, whose headers are parsed on demand because few tests read them. */
class Received {
  constructor(
    readonly status: number,
    readonly text: string,
    private readonly raw: readonly Buffer[],
  ) {}

  get contentType(): string {
    const at = this.raw.findIndex((name, index) => index % 2 === 0 && String(name).toLowerCase() === 'content-type');
    return at === -1 ? '' : String(this.raw[at + 1]);
  }

  get headers(): Headers {
    const headers = new Headers();
    for (let at = 0; at < this.raw.length; at += 2) headers.append(String(this.raw[at]), String(this.raw[at + 1]));
    return headers;
  }
}

/** Costs a fraction of `fetch` with its streams, because tests send tens of thousands of requests. */
async function exchange(options: Dispatcher.DispatchOptions): Promise<Received> {
  try {
    return await new Promise<Received>((resolve, reject) => {
      let status = 0;
      let headers: readonly Buffer[] = [];
      const chunks: Buffer[] = [];
      getGlobalDispatcher().dispatch(options, {
        onConnect: () => undefined,
        onHeaders(statusCode, rawHeaders) {
          [status, headers] = [statusCode, rawHeaders];
          return true;
        },
        onData: (chunk) => chunks.push(chunk) > 0,
        onComplete: () => resolve(new Received(status, Buffer.concat(chunks).toString('utf8'), headers)),
        onError: reject,
      });
    });
  } catch (cause) {
    throw new LostAnswer(`${options.method} ${options.path}: ${String(cause)}`, { cause });
  }
}

function searchOf(query: Query): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return search.size === 0 ? '' : `?${search.toString()}`;
}

/** Returns the body of an answer that must have this status. */
export async function expecting<T>(status: number, answer: Promise<Answer<T>>): Promise<T> {
  const { status: got, body, text } = await answer;
  if (got !== status) throw new Error(`expected ${status}, got ${got}: ${text}`);
  return body;
}

/** Returns the body of an answer that must be this error. */
export async function refused(status: number, code: string, answer: Promise<Answer<unknown>>): Promise<ErrorBody> {
  const body = (await expecting(status, answer)) as ErrorBody;
  if (body.code !== code) throw new Error(`expected ${code}, got ${JSON.stringify(body)}`);
  return body;
}

/** An error without its request id, so that two errors that must not be distinguishable compare as equal. */
export const withoutRequestId = ({ details = {}, ...body }: ErrorBody): object => ({
  ...body,
  details: { ...details, requestId: undefined },
});
