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

/** Software that acts for one customer under a policy (contract: Agent). */
export interface Agent extends BaseRecord {
  readonly id: Id<'Agent'>;
  readonly name: string;
  readonly customerId: Id<'Customer'>;
  readonly isPaused: boolean;
  /** A device code of it has been redeemed: there is software that holds its access token. */
  readonly isConnected: boolean;
  readonly policy: AgentPolicy;
  /** SHA-256 of the access token, which was shown once; null before the first redemption. */
  readonly tokenDigest: string | null;
  /** SHA-256 of the one device code that counts. */
  readonly codeDigest: string;
  readonly codeExpiresAt: Instant;
  readonly isCodeRedeemed: boolean;
  /**
   * 0 while the agent may act, −1 while it is paused. Whatever an agent writes raises it by nothing in the same unit, which
   * a negative one does not let pass: so nothing is written for an agent once its pause or deletion has been answered.
   */
  readonly gate: bigint;
  /** Always 0: raised by nothing, to have the row before it is read. */
  readonly latch: bigint;
}

/** Found by its token and its code before the tenant is known, so not confined to it: reads name the tenant themselves. */
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
  filters: ['tenant', 'customerId', 'isPaused', 'isConnected'],
  immutable: ['customerId'],
});

export const OPEN_GATE = 0n;
export const SHUT_GATE = -1n;

const NO_AGENT: DomainError = domainError('REFERENCE_NOT_FOUND', 'no such agent');

/** One agent of the caller's platform. 404 REFERENCE_NOT_FOUND. */
export async function findAgent(reads: Reads, ctx: Pick<Context, 'tenant'>, id: string): Promise<Result<Agent>> {
  const agent = isId('Agent', id) ? await reads.get(AGENTS, id) : null;
  return agent === null || agent.tenant !== ctx.tenant ? fail(NO_AGENT) : ok(agent);
}

/**
 * The same for whoever changes it. An agent at full speed changes its row's version all the time: whoever read first
 * would find another one at every try. This waits its turn, and reads then.
 */
export async function holdAgent(tx: Tx, ctx: Pick<Context, 'tenant'>, id: string): Promise<Result<Agent>> {
  if (!isId('Agent', id)) return fail(NO_AGENT);
  tx.increase(AGENTS, { id, by: { latch: 0n } }, NO_AGENT);
  return findAgent(tx, ctx, id);
}

export const AGENT_PAUSED: DomainError = domainError('FORBIDDEN', 'the agent is paused', { reason: 'AGENT_PAUSED' });

/** Ends the unit where the agent has been paused or deleted since it was read. */
export function passGate(tx: Tx, agent: Agent): void {
  tx.increase(AGENTS, { id: agent.id, by: { gate: 0n } }, AGENT_PAUSED);
}
