import { type Actor, type Core, err, ok, type Result, type TenantKey } from '@corridor/core';
import { AGENT_PAUSED, fail } from '@corridor/core/internal';
import { basicCredential, bearerToken } from './basic-credential.js';
import { AGENT, type PlatformOperation } from './operation.js';
import type { Limits } from './rate-limit.js';
import type { HttpContext } from './state.js';

/** The authenticated caller: its tenant, and the secret it presented. */
export interface Identified {
  readonly tenant: TenantKey;
  readonly actor: Actor;
  /** Id of the API token or of the agent. */
  readonly id: string;
  readonly secret: string;
  readonly isPaused: boolean;
}

export type Identify = (ctx: HttpContext) => Promise<Result<Identified>>;

/**
 * Authentication by API token and by agent access token. 401 UNAUTHORIZED; 429 RATE_LIMITED after too many wrong
 * secrets.
 */
export function createIdentify(core: Core, limits: Limits): { readonly token: Identify; readonly agent: Identify } {
  async function guarded<S>(ctx: HttpContext, who: string, find: () => Promise<S | null>): Promise<Result<S>> {
    const { address } = ctx.state;
    const allowed = limits.lookUp(who, address);
    const secondsToWait = typeof allowed === 'number' ? allowed : await allowed;
    if (secondsToWait > 0) return tooMany(secondsToWait);
    const session = await find();
    if (session !== null) {
      limits.proven(who);
      return ok(session);
    }
    const wait = await limits.guessed(who, address);
    return wait > 0 ? tooMany(wait) : err('UNAUTHORIZED');
  }
  return {
    async token(ctx) {
      const credential = basicCredential(ctx.req.headers.authorization);
      if (credential === null) return err('UNAUTHORIZED');
      const { username, secret } = credential;
      const session = await guarded(ctx, username, () => core.platforms.authenticate(username, secret));
      if (!session.ok) return session;
      const { tenant, actor, token } = session.value;
      return ok({ tenant, actor, id: token.id, secret, isPaused: false });
    },
    async agent(ctx) {
      const secret = bearerToken(ctx.req.headers.authorization);
      if (secret === null) return err('UNAUTHORIZED');
      const session = await guarded(ctx, secret, () => core.agents.authenticate(secret));
      if (!session.ok) return session;
      const { tenant, actor, agent } = session.value;
      return ok({ tenant, actor, id: agent.id, secret, isPaused: agent.isPaused });
    },
  };
}

/** 403 FORBIDDEN if the token lacks the permission or the agent is paused. */
export function permits(
  core: Core,
  { actor, isPaused }: Identified,
  permission: PlatformOperation['permission'],
): Result<void> {
  if (isPaused) return fail(AGENT_PAUSED);
  return permission === AGENT || core.platforms.hasPermission(actor, permission)
    ? ok()
    : err('FORBIDDEN', `this operation requires the permission ${permission}; use an API token that has it`);
}

export const tooMany = (seconds: number): Result<never> =>
  err('RATE_LIMITED', 'too many requests or wrong credentials; retry after the seconds in Retry-After', {
    retryAfter: Math.ceil(seconds),
  });
