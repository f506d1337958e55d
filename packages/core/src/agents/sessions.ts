import type { Actor, Context, Digest, Reads, TenantKey, UnitOfWork } from '../kernel/index.js';
import { type Agent, AGENTS } from './agent.js';

/** An agent that asks, and for which platform. */
export interface AgentSession {
  readonly tenant: TenantKey;
  readonly agent: Agent;
  readonly actor: Actor;
}

const MAX_TOKEN = 512;

/**
 * Who holds this access token; null for an unknown one. Nothing is kept of what was read: a token that was replaced, or
 * whose agent was deleted, is refused with the next request on every host.
 */
export const authenticateAgent =
  (ports: {
    readonly units: UnitOfWork;
    readonly digest: Digest;
    readonly settings: (reads: Reads, ctx: Pick<Context, 'tenant'>) => Promise<unknown>;
  }) =>
  async (accessToken: string): Promise<AgentSession | null> => {
    if (accessToken.length > MAX_TOKEN) return null;
    const digest = ports.digest.sha256(accessToken);
    const agent = await ports.units.read(null, (reads) => reads.find(AGENTS, 'token', [digest]));
    if (agent === null) return null;
    const { id: agentId, tenant, customerId } = agent;
    // So that the context of the call has the tenant's time.
    await ports.units.read(tenant, (reads) => ports.settings(reads, { tenant }));
    return { tenant, agent, actor: { kind: 'agent', agentId, customerId } };
  };
