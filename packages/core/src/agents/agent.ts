import {
  BASE_COLUMNS,
  type BaseRecord,
  type Context,
  type DomainError,
  domainError,
  fail,
  type Id,
  type Instant,
  isId,
  ok,
  type Reads,
  recordKind,
  type Result,
  type Tx,
} from '../kernel/index.js';
import type { AgentPolicy } from './policy.js';

/** An agent: software that acts for one customer under a policy. */
export interface Agent extends BaseRecord {
  readonly id: Id<'Agent'>;
  readonly name: string;
  readonly customerId: Id<'Customer'>;
  readonly isPaused: boolean;
  /** True once a device code was redeemed: then some software holds the access token. */
  readonly isConnected: boolean;
  readonly policy: AgentPolicy;
  /** SHA-256 of the access token, which was shown once; null before the first redemption. */
  readonly tokenDigest: string | null;
  /** SHA-256 of the one valid device code. */
  readonly codeDigest: string;
  readonly codeExpiresAt: Instant;
  readonly isCodeRedeemed: boolean;
  /**
   * 0 while the agent may act, −1 while it is paused. Every write of an agent adds 0 to this guarded column; −1 makes
   * the guard fail, so pausing or deleting the agent blocks all later writes
   * (docs/decisions/0020-agent-pause-is-a-guarded-row.md).
   */
  readonly gate: bigint;
  /** Always 0. Adding 0 locks the row before it is read. */
  readonly latch: bigint;
}

/**
 * The record kind is not confined to a tenant, because an agent is found by its token or code before the tenant is
 * known. Other reads name the tenant themselves.
 */
export const AGENTS = recordKind<Agent>()({
  name: 'agents',
  scope: 'host',
  columns: {
    ...BASE_COLUMNS,
    name: 'text',
    customerId: 'text',
    isPaused: 'flag',
    isConnected: 'flag',
    policy: 'json',
    tokenDigest: 'text?',
    codeDigest: 'text',
    codeExpiresAt: 'instant',
    isCodeRedeemed: 'flag',
    gate: 'amount',
    latch: 'amount',
  },
  states: [],
  unique: [
    { name: 'token', columns: ['tokenDigest'], global: true },
    { name: 'code', columns: ['codeDigest'], global: true },
  ],
  filters: ['customerId', 'tenant', 'isConnected', 'isPaused'],
  immutable: ['customerId'],
});

export const OPEN_GATE = 0n;
export const SHUT_GATE = -1n;

const NO_AGENT: DomainError = domainError('REFERENCE_NOT_FOUND', 'no such agent');

/** An agent of the tenant. 404 REFERENCE_NOT_FOUND. */
export async function findAgent(reads: Reads, ctx: Pick<Context, 'tenant'>, id: string): Promise<Result<Agent>> {
  const agent = isId('Agent', id) ? await reads.get(AGENTS, id) : null;
  return agent === null || agent.tenant !== ctx.tenant ? fail(NO_AGENT) : ok(agent);
}

/**
 * An agent of the tenant, locked for a change. 404 REFERENCE_NOT_FOUND. A busy agent changes the version of its row
 * constantly, so a unit of work that reads the row before it locks it could lose every race. This function locks the
 * row first and then reads it.
 */
export async function holdAgent(tx: Tx, ctx: Pick<Context, 'tenant'>, id: string): Promise<Result<Agent>> {
  if (!isId('Agent', id)) return fail(NO_AGENT);
  tx.increase(AGENTS, { id, by: { latch: 0n } }, NO_AGENT);
  return findAgent(tx, ctx, id);
}

export const AGENT_PAUSED: DomainError = domainError(
  'FORBIDDEN',
  'the agent is paused; its platform must resume it first',
  {
    reason: 'AGENT_PAUSED',
  },
);

const GATE_SHUT: DomainError = domainError(
  'FORBIDDEN',
  'the agent was paused or deleted meanwhile; its platform must resume a paused agent first',
  AGENT_PAUSED.details,
);

/** Fails the unit if the agent was paused or deleted since it was read. */
export function passGate(tx: Tx, agent: Agent): void {
  tx.increase(AGENTS, { id: agent.id, by: { gate: 0n } }, GATE_SHUT);
}
