import { makeReference } from '../accounts/index.js';
import {
  base64url,
  type Context,
  type Digest,
  err,
  type Id,
  type Instant,
  invalidFields,
  ok,
  plusSeconds,
  type Query,
  type Random,
  type Reads,
  type Result,
  type TenantKey,
  type UnitOfWork,
  update,
  type UseCase,
} from '../kernel/index.js';
import { needPermission } from '../platforms/index.js';
import { type Agent, AGENTS, holdAgent } from './agent.js';
import { movesMoney } from './loosening.js';
import type { AgentPolicy } from './policy.js';

const DEVICE_CODE_SECONDS = 15 * 60;
const TOKEN_BYTES = 32;

/** A code that connects agent software. It is stored only as a digest. */
export interface DeviceCode {
  readonly code: string;
  readonly agentId: Id<'Agent'>;
  readonly expiresAt: Instant;
  readonly isRedeemed: boolean;
}

/** The access token is shown only in this answer. */
export interface Redeemed {
  readonly agentId: Id<'Agent'>;
  readonly agentName: string;
  readonly accessToken: string;
  readonly policy: AgentPolicy;
}

/** A code that an agent has, and a context of the service in its tenant, in which it is redeemed. */
export interface FoundCode {
  readonly ctx: Context;
  readonly agentId: Id<'Agent'>;
  readonly codeDigest: string;
  /** The ids of the records that the code is about. */
  readonly about: readonly string[];
}

export interface DeviceCodePorts {
  readonly units: UnitOfWork;
  readonly random: Random;
  readonly digest: Digest;
  readonly contextOf: (tenant: TenantKey) => Promise<Context>;
}

/** Creates a code, and the fields that replace the previous code of an agent. */
export function freshCode({ random, digest }: Pick<DeviceCodePorts, 'random' | 'digest'>, ctx: Context) {
  const code = makeReference(random);
  const expiresAt = plusSeconds(ctx.now, DEVICE_CODE_SECONDS);
  return {
    code,
    kept: { codeDigest: digestOf(digest, code), codeExpiresAt: expiresAt, isCodeRedeemed: false },
  } as const;
}

export const deviceCode = (agent: Agent, code: string): DeviceCode => ({
  code,
  agentId: agent.id,
  expiresAt: agent.codeExpiresAt,
  isRedeemed: agent.isCodeRedeemed,
});

/** People type codes from a screen, so case does not matter. */
const digestOf = (digest: Digest, code: string): string => digest.sha256(code.toUpperCase());

/**
 * Creates a new code, which invalidates the previous one. Connected software stays connected until the new code is
 * redeemed. 404 REFERENCE_NOT_FOUND; 403 FORBIDDEN for a token without TRANSACT if the agent can move money, because
 * the redeemer of the code acts as the agent.
 */
export const regenerateCode =
  (ports: DeviceCodePorts): UseCase<{ readonly id: string }, DeviceCode> =>
  async (tx, ctx, { id }) => {
    const found = await holdAgent(tx, ctx, id);
    if (!found.ok) return found;
    const permitted = movesMoney(found.value.policy) ? needPermission(ctx, 'TRANSACT') : ok();
    if (!permitted.ok) return permitted;
    const { code, kept } = freshCode(ports, ctx);
    return ok(deviceCode(update(tx, ctx, AGENTS, found.value, kept), code));
  };

/** The status of a code. 404 REFERENCE_NOT_FOUND for an unknown or replaced one. */
export const codeStatus =
  ({ digest }: Pick<DeviceCodePorts, 'digest'>): Query<{ readonly code: string }, DeviceCode> =>
  async (reads, ctx, { code }) => {
    const agent = await byCode(reads, digest, code);
    return agent === null || agent.tenant !== ctx.tenant ? unknownCode() : ok(deviceCode(agent, code));
  };

/** Finds the agent of a code in every tenant. 404 REFERENCE_NOT_FOUND for an unknown or replaced code. */
export const findCode =
  ({ units, digest, contextOf }: Pick<DeviceCodePorts, 'units' | 'digest' | 'contextOf'>) =>
  async (code: string): Promise<Result<FoundCode>> => {
    const agent = await units.read(null, (reads) => byCode(reads, digest, code));
    if (agent === null) return unknownCode();
    const about = [agent.id, agent.customerId];
    return ok({ ctx: await contextOf(agent.tenant), agentId: agent.id, codeDigest: agent.codeDigest, about });
  };

/**
 * Exchanges a code for an access token, once. A previous access token becomes invalid. The context is the one of the
 * code. 404 REFERENCE_NOT_FOUND for a code that was replaced meanwhile; 400 INVALID_INPUT for a redeemed or expired one.
 */
export const redeem =
  ({
    random,
    digest,
  }: Pick<DeviceCodePorts, 'random' | 'digest'>): UseCase<Omit<FoundCode, 'ctx' | 'about'>, Redeemed> =>
  async (tx, ctx, { agentId, codeDigest }) => {
    const held = await holdAgent(tx, ctx, agentId);
    const agent = held.ok ? held.value : null;
    if (agent === null || agent.codeDigest !== codeDigest) return unknownCode();
    if (agent.isCodeRedeemed)
      return invalidFields([
        { field: 'code', message: 'was already redeemed; ask the platform for a new device code' },
      ]);
    if (agent.codeExpiresAt <= ctx.now)
      return invalidFields([{ field: 'code', message: 'has expired; ask the platform for a new device code' }]);
    const accessToken = `agent_${base64url(random.bytes(TOKEN_BYTES))}`;
    const tokenDigest = digest.sha256(accessToken);
    const { id, name, policy } = update(tx, ctx, AGENTS, agent, {
      tokenDigest,
      isConnected: true,
      isCodeRedeemed: true,
    });
    return ok({ agentId: id, agentName: name, accessToken, policy });
  };

/**
 * Finds and redeems a code without any other credential, and without an idempotency key: a repeated call is 400
 * INVALID_INPUT, as for an expired code; 404 REFERENCE_NOT_FOUND for an unknown or replaced one.
 */
export const redeemCode =
  (ports: DeviceCodePorts) =>
  async (code: string): Promise<Result<Redeemed>> => {
    const found = await findCode(ports)(code);
    if (!found.ok) return found;
    const { ctx } = found.value;
    return ports.units.run(ctx.tenant, (tx) => redeem(ports)(tx, ctx, found.value));
  };

const byCode = (reads: Reads, digest: Digest, code: string): Promise<Agent | null> =>
  reads.find(AGENTS, 'code', [digestOf(digest, code)]);

const unknownCode = (): Result<never> =>
  err('REFERENCE_NOT_FOUND', 'no such device code, or a newer code has replaced it');
