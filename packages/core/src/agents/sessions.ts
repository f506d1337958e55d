import type { Actor, Context, Digest, Reads, TenantKey, UnitOfWork } from '../kernel/index.js';
import { type Agent, AGENTS } from './agent.js';

/** An authenticated agent and its tenant. */
export interface AgentSession {
  readonly tenant: TenantKey;
  readonly agent: Agent;
  readonly actor: Actor;
}

const MAX_TOKEN = 512;

/**
 * The holder of an access token; null if it is unknown. Nothing is cached: once a token is replaced or its agent
 * deleted, every host refuses the next request.
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
    // Loads the settings of the tenant, so that the context of the call has the time of the tenant.
    await ports.units.read(tenant, (reads) => ports.settings(reads, { tenant }));
    return { tenant, agent, actor: { kind: 'agent', agentId, customerId } };
  };
