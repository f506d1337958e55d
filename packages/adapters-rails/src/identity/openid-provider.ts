import type { IdentityProvider, ProviderAnswer, ProviderPerson } from '@corridor/core/ports';
import { optionalPackage } from '@corridor/core/internal';
import type * as OpenId from 'openid-client';

export interface OpenIdOptions {
  /** Exactly as the provider names itself in its metadata and its tokens. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The page of the console to which the provider sends the browser back. */
  readonly redirectUri: string;
  readonly scopes: string;
  /** The claim of the ID token, or of the answer about the person, that has the groups. */
  readonly groupsClaim: string;
  /** Further parameters of the address to which the browser goes, such as `prompt`. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** The provider is asked for one of these levels of authentication (`acr`), and the ID token must name one of them. */
  readonly acrValues?: readonly string[] | null;
  /** The person must have signed in at the provider at most so long ago (`auth_time` of the ID token). */
  readonly maxAgeSeconds?: number | null;
  /** Gets each reason why the provider cannot be used, without tokens. */
  readonly report?: (reason: string) => void;
  /** Seconds for each request; by default 5. */
  readonly timeoutSeconds?: number;
}

const TIMEOUT_SECONDS = 5;
/** By so much may the clocks of host and provider differ. */
const SKEW_SECONDS = 60;
/** The metadata of the provider is read again from time to time: addresses change seldom. */
const METADATA_MS = 3_600_000;
const TOO_MANY = 429;

type Library = typeof OpenId;

/**
 * An identity provider that speaks OpenID Connect, by `openid-client`: the authorization code flow with PKCE, state and
 * nonce. The issuer is compared exactly, in the metadata, in the answer and in the ID token, whose signature is checked
 * with the keys of the provider.
 */
export function createOpenIdProvider(options: OpenIdOptions): IdentityProvider {
  const { issuer, redirectUri, scopes, acrValues = null, maxAgeSeconds = null, report = () => undefined } = options;
  let known: { readonly config: OpenId.Configuration; readonly readAt: number } | null = null;

  async function configuration(openId: Library): Promise<OpenId.Configuration> {
    if (known !== null && Date.now() - known.readAt < METADATA_MS) return known.config;
    const config = await discovered(openId, options);
    known = { config, readAt: Date.now() };
    return config;
  }

  /** The answer of `work`, or what its failure means. Reasons have neither tokens nor codes. */
  async function answered(
    work: (openId: Library, config: OpenId.Configuration) => Promise<ProviderAnswer>,
  ): Promise<ProviderAnswer> {
    const openId = await library();
    try {
      return await work(openId, await configuration(openId));
    } catch (cause) {
      const answer = { kind: isAway(openId, cause) ? 'away' : 'refused', reason: reasonOf(cause) } as const;
      report(
        `the identity provider ${issuer} ${answer.kind === 'away' ? 'does not answer' : 'refuses'}: ${answer.reason}`,
      );
      return answer;
    }
  }

  return {
    issuer,

    async begin({ state, nonce, verifier }) {
      const openId = await library();
      try {
        const config = await configuration(openId);
        const challenge = await openId.calculatePKCECodeChallenge(verifier);
        const address = openId.buildAuthorizationUrl(config, {
          ...options.parameters,
          ...{ redirect_uri: redirectUri, scope: scopes, response_type: 'code', state, nonce },
          ...{ code_challenge: challenge, code_challenge_method: 'S256' },
          ...(acrValues !== null && { acr_values: acrValues.join(' ') }),
          ...(maxAgeSeconds !== null && { max_age: String(maxAgeSeconds) }),
        });
        return address.href;
      } catch (cause) {
        report(`the identity provider ${issuer} cannot be used: ${reasonOf(cause)}`);
        return null;
      }
    },

    finish: (query, { state, nonce, verifier }) =>
      answered(async (openId, config) => {
        const address = new URL(redirectUri);
        address.search = query;
        const checks = {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        };
        const tokens = await openId.authorizationCodeGrant(config, address, checks);
        const claims = tokens.claims();
        if (claims === undefined) return { kind: 'refused', reason: 'the answer has no ID token' };
        const missing = missingStrength(claims, { acrValues, maxAgeSeconds });
        if (missing !== null) {
          report(`the identity provider ${issuer} has signed a person in too weakly: ${missing}`);
          return { kind: 'weak', reason: missing };
        }
        return personOf(openId, config, tokens, claims.sub, options.groupsClaim);
      }),

    confirm: (refreshToken, subject) =>
      answered(async (openId, config) => {
        const tokens = await openId.refreshTokenGrant(config, refreshToken);
        const named = tokens.claims()?.sub ?? subject;
        if (named !== subject) return { kind: 'refused', reason: 'the answer is about another person' };
        try {
          return await personOf(openId, config, tokens, subject, options.groupsClaim);
        } catch (cause) {
          if (!isAway(openId, cause)) throw cause;
          return { kind: 'away', reason: reasonOf(cause), refreshToken: tokens.refresh_token ?? null };
        }
      }),
  };
}

const library = (): Promise<Library> => optionalPackage('openid-client@6.9.0', () => import('openid-client'));

async function discovered(
  openId: Library,
  { issuer, clientId, clientSecret, timeoutSeconds = TIMEOUT_SECONDS }: OpenIdOptions,
): Promise<OpenId.Configuration> {
  // Providers take the secret in one of two places; the header is the usual one.
  const authentication: OpenId.ClientAuth = (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const by = methods.includes('client_secret_basic') ? openId.ClientSecretBasic : openId.ClientSecretPost;
    return by(clientSecret)(server, client, body, headers);
  };
  const metadata = { [openId.clockTolerance]: SKEW_SECONDS };
  const config = await openId.discovery(new URL(issuer), clientId, metadata, authentication, {
    timeout: timeoutSeconds,
    execute: [
      // The signature of ID tokens is checked although they come from the provider itself.
      openId.enableNonRepudiationChecks,
      ...(isNear(issuer) ? [openId.allowInsecureRequests] : []),
    ],
  });
  const named = config.serverMetadata().issuer;
  if (named !== issuer) throw new Error(`the provider names itself ${named}, and not ${issuer}`);
  return config;
}

/** What the sign-in at the provider lacks; null for nothing. A provider may ignore what it was asked for. */
function missingStrength(
  { acr, auth_time: signedInAt }: Claims,
  { acrValues, maxAgeSeconds }: { readonly acrValues: readonly string[] | null; readonly maxAgeSeconds: number | null },
): string | null {
  if (acrValues !== null && !acrValues.some((value) => value === acr))
    return 'acr is none of those that were asked for';
  if (maxAgeSeconds === null) return null;
  if (typeof signedInAt !== 'number') return 'auth_time is missing';
  return signedInAt + maxAgeSeconds + SKEW_SECONDS < Date.now() / 1000 ? 'auth_time is too long ago' : null;
}

/** Only a provider on this computer is used without TLS. */
const isNear = (issuer: string): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(new URL(issuer).hostname);

/** The person, with the groups as the provider has them now: an ID token may have those of the sign-in. */
async function personOf(
  openId: Library,
  config: OpenId.Configuration,
  tokens: OpenId.TokenEndpointResponse & OpenId.TokenEndpointResponseHelpers,
  subject: string,
  groupsClaim: string,
): Promise<ProviderAnswer> {
  const inToken: Claims = tokens.claims() ?? {};
  const hasInfo = config.serverMetadata().userinfo_endpoint !== undefined;
  const info: Claims = hasInfo ? await openId.fetchUserInfo(config, tokens.access_token, subject) : {};
  const claims = { ...inToken, ...info };
  const person: ProviderPerson = {
    subject,
    name: [claims['name'], claims['preferred_username'], subject].find(isText)!,
    groups: groupsIn(claims[groupsClaim]),
    refreshToken: tokens.refresh_token ?? null,
  };
  return { kind: 'person', person };
}

type Claims = Readonly<Record<string, unknown>>;

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

const groupsIn = (claim: unknown): readonly string[] =>
  Array.isArray(claim) ? claim.filter(isText) : [claim].filter(isText);

/** Whether the provider did not answer, rather than answered no. */
function isAway(openId: Library, cause: unknown): boolean {
  if (cause instanceof openId.ResponseBodyError) return isBusy(cause.status);
  if (cause instanceof openId.AuthorizationResponseError) return cause.error === 'temporarily_unavailable';
  const within = cause instanceof Error ? cause.cause : null;
  if (within instanceof Response) return isBusy(within.status);
  // A failed connection is a TypeError of fetch; its end after a time is a DOMException.
  const code = (cause as { readonly code?: unknown }).code;
  return code === 'OAUTH_TIMEOUT' || isConnection(cause) || isConnection(within);
}

const isBusy = (status: number): boolean => status >= 500 || status === TOO_MANY;

const isConnection = (cause: unknown): boolean =>
  (cause instanceof TypeError && cause.message === 'fetch failed') ||
  (cause instanceof DOMException && ['TimeoutError', 'AbortError'].includes(cause.name));

/** The message of an error and its code. What the library adds has tokens. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return 'unknown error';
  const { code, error } = cause as { readonly code?: unknown; readonly error?: unknown };
  const names = [code, error].filter((one): one is string => typeof one === 'string');
  return [cause.message, ...names].join(', ');
}
