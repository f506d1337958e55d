import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decodeJwt, exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose';

/** A person at the provider. */
export interface Person {
  readonly sub: string;
  readonly name: string;
  groups: readonly string[];
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;
type Claims = Record<string, unknown>;

export const CLIENT_ID = 'corridor';
export const CLIENT_SECRET = 'a secret of the client that only host and provider know';

/** An identity provider of its own kind: `oidc-provider`, with its own books, keys and ways to fail. */
export interface TestProvider {
  readonly issuer: string;
  readonly people: Map<string, Person>;
  /** Who is signed in at the provider. */
  person: string;
  /** `503`: answers so; `hang`: never answers; `cut`: ends connections. */
  mode: 'up' | '503' | 'hang' | 'cut';
  /** Replaces the claims of the next ID tokens; `foreign`: another key signs them. */
  forge: ((claims: Claims) => Claims) | null;
  signsWith: 'own' | 'foreign' | 'none';
  /** The level (`acr`) with which persons sign in, and how many seconds ago. */
  acr: string | undefined;
  signedInAgo: number;
  /** The page of the host to which it leads back. */
  leadsTo(redirectUri: string): void;
  /** The paths of the requests that it received. */
  readonly requests: string[];
  /** Replaces the keys; earlier tokens stay valid by nothing. */
  rotate(): Promise<void>;
  /** Ends the access of a person: every grant is revoked. */
  revoke(): Promise<void>;
  /** Follows the provider from the address of the host back to the host, as a browser does. */
  follow(address: string): Promise<string>;
  close(): Promise<void>;
}

async function newKey(kid: string): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return { ...(await exportJWK(privateKey)), kid, alg: 'RS256', use: 'sig' };
}

export async function startProvider(): Promise<TestProvider> {
  let redirectUri = 'http://localhost/unknown';
  const { default: Provider } = (await import('oidc-provider' as string)) as {
    default: new (issuer: string, configuration: object) => OidcProvider;
  };
  const people = new Map<string, Person>([
    ['ada', { sub: 'ada', name: 'Ada Lovelace', groups: ['admins'] }],
    ['bob', { sub: 'bob', name: 'Bob', groups: ['support'] }],
  ]);
  let handle: Handler = () => undefined;
  const http = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const issuer = `http://localhost:${(http.address() as AddressInfo).port}`;
  let keys = 0;
  let key = await newKey('key-0');
  const foreign = await newKey('key-0');
  let provider = create();

  function create(): OidcProvider {
    const made = new Provider(issuer, {
      clients: [
        {
          client_id: CLIENT_ID,
          client_secret: CLIENT_SECRET,
          redirect_uris: [redirectUri],
          grant_types: ['authorization_code', 'refresh_token'],
        },
      ],
      jwks: { keys: [key] },
      pkce: { required: () => true },
      acrValues: ['silver', 'gold'],
      claims: { openid: ['sub'], profile: ['name'], groups: ['groups'] },
      cookies: { keys: ['a key of cookies'] },
      features: { devInteractions: { enabled: false } },
      issueRefreshToken: async () => true,
      interactions: { url: (_ctx: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
      findAccount: (_ctx: unknown, id: string) => {
        const known = people.get(id);
        return known === undefined
          ? undefined
          : { accountId: id, claims: async () => ({ sub: id, name: known.name, groups: known.groups }) };
      },
      renderError: (ctx: { body: unknown }, out: object) => (ctx.body = out),
    });
    return made;
  }

  const test: TestProvider = {
    issuer,
    people,
    person: 'ada',
    mode: 'up',
    forge: null,
    signsWith: 'own',
    acr: undefined,
    signedInAgo: 0,
    requests: [],
    leadsTo(to) {
      redirectUri = to;
      provider = create();
    },
    async rotate() {
      keys += 1;
      key = await newKey(`key-${keys}`);
      provider = create();
    },
    async revoke() {
      for (const id of grants.splice(0)) await (await provider.Grant.find(id))?.destroy();
      const tokens = provider.RefreshToken;
      for (const id of grantIds.splice(0)) await tokens.revokeByGrantId(id);
    },
    async follow(address) {
      const jar = new Map<string, string>();
      let at = address;
      for (let step = 0; step < 10; step += 1) {
        if (at.startsWith(redirectUri)) return at;
        const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
        const response = await fetch(at, { redirect: 'manual', headers: { cookie } });
        for (const line of response.headers.getSetCookie()) {
          const [pair = ''] = line.split(';');
          jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
        }
        const to = response.headers.get('location');
        if (to === null) throw new Error(`the provider does not lead on: ${response.status} ${await response.text()}`);
        at = new URL(to, at).href;
      }
      throw new Error('the provider leads in circles');
    },
    close: async () => {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
  const grants: string[] = [];
  const grantIds: string[] = [];

  async function interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { prompt, params, grantId: given } = await provider.interactionDetails(request, response);
    if (prompt.name === 'login')
      return provider.interactionFinished(request, response, {
        login: {
          accountId: test.person,
          ...(test.acr !== undefined && { acr: test.acr }),
          ts: Math.floor(Date.now() / 1000) - test.signedInAgo,
        },
      });
    const grant = new provider.Grant({ accountId: test.person, clientId: String(params['client_id']) });
    grant.addOIDCScope(String(params['scope']));
    const grantId = given ?? (await grant.save());
    grants.push(grantId);
    grantIds.push(grantId);
    return provider.interactionFinished(request, response, { consent: { grantId } }, { mergeWithLastSubmission: true });
  }

  /** Answers the token endpoint with an ID token that was changed on its way. */
  async function forged(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { forge, signsWith } = test;
    const end = response.end.bind(response);
    response.end = ((chunk: unknown) => {
      const body = JSON.parse(String(chunk ?? '{}')) as { id_token?: string };
      if (body.id_token === undefined) return end(chunk as string);
      const claims = (forge ?? ((all: Claims) => all))(decodeJwt(body.id_token) as Claims);
      void sign(claims, signsWith === 'foreign' ? foreign : key, signsWith).then((id_token) => {
        const text = JSON.stringify({ ...body, id_token });
        response.setHeader('content-length', Buffer.byteLength(text));
        end(text);
      });
      return response;
    }) as never;
    await provider.callback()(request, response);
  }

  async function sign(claims: Claims, by: JWK, how: TestProvider['signsWith']): Promise<string> {
    if (how === 'none') {
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
      return `${part({ alg: 'none' })}.${part(claims)}.`;
    }
    return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: by.kid! }).sign(await importJWK(by, 'RS256'));
  }

  handle = async (request, response) => {
    test.requests.push(`${request.method} ${request.url}`);
    if (test.mode === 'hang') return;
    if (test.mode === 'cut') return void request.socket.destroy();
    if (test.mode === '503') {
      response.statusCode = 503;
      return void response.end('<h1>Down for a moment</h1>');
    }
    if (request.url?.startsWith('/interaction/')) return interact(request, response);
    if (request.url === '/token' && (test.forge !== null || test.signsWith !== 'own')) return forged(request, response);
    await provider.callback()(request, response);
  };
  return test;
}

interface OidcProvider {
  callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  interactionDetails(
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<{ prompt: { name: string }; params: Claims; grantId?: string }>;
  interactionFinished(
    request: IncomingMessage,
    response: ServerResponse,
    result: object,
    options?: object,
  ): Promise<void>;
  readonly Grant: {
    new (of: object): { addOIDCScope(scope: string): void; save(): Promise<string> };
    find(id: string): Promise<{ destroy(): Promise<void> } | undefined>;
  };
  readonly RefreshToken: { revokeByGrantId(id: string): Promise<void> };
}
