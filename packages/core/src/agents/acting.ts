import { EXTERNAL_ACCOUNTS, INTERNAL_ACCOUNTS } from '../accounts/index.js';
import {
  Bug,
  type Context,
  err,
  fail,
  isId,
  ok,
  type Query,
  type Reads,
  type Result,
  type Tx,
  type UseCase,
} from '../kernel/index.js';
import { type Agent, AGENTS, AGENT_PAUSED, passGate } from './agent.js';
import { decide, type AgentPermission } from './policy.js';
import { beyond } from './usage.js';

/** The acting agent, read now. 401 UNAUTHORIZED if it was deleted, 403 FORBIDDEN while it is paused. */
export async function actingNow(reads: Reads, ctx: Context): Promise<Result<Agent>> {
  if (ctx.actor.kind !== 'agent') throw new Bug('the actor of an agent operation must be an agent');
  const agent = await reads.get(AGENTS, ctx.actor.agentId);
  if (agent === null || agent.tenant !== ctx.tenant) return err('UNAUTHORIZED');
  return agent.isPaused ? fail(AGENT_PAUSED) : ok(agent);
}

/** A read by the acting agent. */
export const agentQuery =
  <I, O>(query: (reads: Reads, ctx: Context, agent: Agent, input: I) => Promise<Result<O>>): Query<I, O> =>
  async (reads, ctx, input) => {
    const agent = await actingNow(reads, ctx);
    return agent.ok ? query(reads, ctx, agent.value, input) : agent;
  };

export type AgentUse<I, O> = (tx: Tx, ctx: Context, agent: Agent, input: I) => Promise<Result<O>>;

/**
 * A write by the acting agent. It passes the gate of the agent in the same unit of work, so it fails after a pause or
 * deletion, and keeps to the policy as it is when the unit commits.
 */
export const agentUse =
  <I, O>(use: AgentUse<I, O>): UseCase<I, O> =>
  async (tx, ctx, input) => {
    const found = await actingNow(tx, ctx);
    if (!found.ok) return found;
    passGate(tx, found.value);
    // The gate locks the agent, so that the policy that is read after it stays in force until the unit commits.
    const agent = await actingNow(tx, ctx);
    if (!agent.ok) return agent;
    return use(tx, ctx, agent.value, input);
  };

/**
 * Checks an operation that moves no money: 403 FORBIDDEN unless the policy grants the permission and allows these
 * accounts.
 */
export function allowed(agent: Agent, permission: AgentPermission, accounts: readonly string[] = []): Result<void> {
  const nothing = { dailySpend: 0n, dailyCount: 0n, monthlySpend: 0n };
  const verdict = decide(agent.policy, { permission, accounts, money: null }, nothing);
  return verdict.kind === 'refuse' ? { ok: false, error: beyond(verdict.reason) } : ok();
}

/** 404 REFERENCE_NOT_FOUND unless all of these accounts belong to the customer of the agent. */
export async function ownAccounts(reads: Reads, agent: Agent, accountIds: readonly string[]): Promise<Result<void>> {
  for (const id of accountIds) {
    const account = isId('InternalAccount', id)
      ? await reads.get(INTERNAL_ACCOUNTS, id)
      : isId('ExternalAccount', id)
        ? await reads.get(EXTERNAL_ACCOUNTS, id)
        : null;
    if (account === null || account.customerId !== agent.customerId) {
      return err('REFERENCE_NOT_FOUND', 'the customer of this agent has no such account');
    }
  }
  return ok();
}
