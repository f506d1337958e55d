import {
  type Actor,
  Bug,
  type Clock,
  type Context,
  type Digest,
  type Instant,
  isId,
  type Reads,
  type TenantKey,
  type UnitOfWork,
} from '../kernel/index.js';
import { type ApiToken, type Platform, PLATFORMS, TOKENS } from './platform.js';
import { createRecent } from './recent.js';

/** An authenticated caller and its platform. */
export interface Session {
  readonly tenant: TenantKey;
  readonly platform: Platform;
  readonly token: ApiToken;
  readonly actor: Actor;
}

interface Credential {
  readonly token: ApiToken;
  readonly platform: Platform;
}

export interface SessionPorts {
  readonly units: UnitOfWork;
  readonly clock: Clock;
  readonly digest: Digest;
}

export interface Sessions {
  /**
   * Authenticates a credential; null for an unknown username and for a wrong secret, so that the answer does not reveal
   * which usernames exist.
   */
  authenticate(username: string, secret: string): Promise<Session | null>;
  /** The settings of the caller's platform, at most one second old. A change on this host is visible at once. */
  settings(reads: Reads, ctx: Pick<Context, 'tenant'>): Promise<Platform>;
  /** Whether `settings` answers from the cache. */
  isFresh(tenant: TenantKey): boolean;
  /** Milliseconds by which the tenant's clock is ahead, from the settings that this host read last. */
  clockOffset(tenant: TenantKey): number;
  platformChanged(platform: Platform): void;
  tokenDeleted(token: ApiToken): void;
}

const MAX_CREDENTIAL = 512;
/** Compared for an unknown username, so that it takes as long as a wrong secret. No secret has this digest. */
const NO_DIGEST = '0'.repeat(64);

/** Caches tokens and settings for one second: docs/decisions/0021-credentials-are-cached-for-one-second.md. */
export function createSessions(
  { units, clock, digest }: SessionPorts,
  shown: (platform: Platform) => Platform,
): Sessions {
  const tokens = createRecent<ApiToken>(clock);
  const platforms = createRecent<Platform>(clock);

  const offsets = new Map<TenantKey, number>();

  /** Called with a fresh read only. Caching a cached value again would keep a busy platform's settings forever. */
  function keep(platform: Platform, askedAt: Instant): void {
    platforms.put(platform.id, platform, askedAt);
    // A test clock only moves forward, and reads can finish out of order: the greater offset is the newer one.
    offsets.set(platform.id, Math.max(platform.clockOffset, offsets.get(platform.id) ?? 0));
  }

  function kept(username: string): Credential | null {
    const token = tokens.get(username);
    const platform = token === null ? null : platforms.get(token.tenant);
    return token === null || platform === null ? null : { token, platform };
  }

  async function load(username: string): Promise<Credential | null> {
    const [token, platform] = await units.read(null, async (reads) => {
      const found = isId('Token', username)
        ? await reads.get(TOKENS, username)
        : await reads.find(TOKENS, 'clientId', [username]);
      return [found, found === null ? null : await reads.get(PLATFORMS, found.tenant)] as const;
    });
    return token === null || platform === null ? null : { token, platform: shown(platform) };
  }

  return {
    async authenticate(username, secret) {
      if (username.length > MAX_CREDENTIAL || secret.length > MAX_CREDENTIAL) return null;
      const askedAt = clock.now();
      const known = kept(username);
      const credential = known ?? (await load(username));
      // Cached before the secret is compared, so that guessing secrets causes no additional reads.
      if (known === null && credential !== null) {
        tokens.put(username, credential.token, askedAt);
        keep(credential.platform, askedAt);
      }
      const matches = equalInConstantTime(digest.sha256(secret), credential?.token.secretDigest ?? NO_DIGEST);
      if (credential === null || !matches) return null;
      const { token, platform } = credential;
      const actor: Actor = { kind: 'token', tokenId: token.id, permissions: token.permissions };
      return { tenant: platform.id, platform, token, actor };
    },

    async settings(reads, ctx) {
      const known = platforms.get(ctx.tenant);
      if (known !== null) return known;
      const askedAt = clock.now();
      const stored = await reads.get(PLATFORMS, ctx.tenant);
      if (stored === null) throw new Bug(`no platform ${ctx.tenant}`);
      const platform = shown(stored);
      keep(platform, askedAt);
      return platform;
    },

    isFresh: (tenant) => platforms.get(tenant) !== null,

    clockOffset: (tenant) => offsets.get(tenant) ?? 0,

    platformChanged: (platform) => platforms.forget(platform.id),

    tokenDeleted: (token) => {
      tokens.forget(token.id);
      tokens.forget(token.clientId);
    },
  };
}

/** Compares two digests of the same length. Its duration does not depend on the position of the first difference. */
function equalInConstantTime(a: string, b: string): boolean {
  let difference = a.length ^ b.length;
  for (let i = 0; i < a.length; i += 1) difference |= a.charCodeAt(i) ^ b.charCodeAt(i % b.length);
  return difference === 0;
}
