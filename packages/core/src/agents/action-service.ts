import {
  type Attempt,
  type Context,
  type Cursors,
  type DomainError,
  err,
  fail,
  type Instant,
  isId,
  ok,
  type Page,
  type PageRequest,
  type Query,
  readPage,
  type Reads,
  type Result,
  transition,
  type UnitOfWork,
  type UseCase,
} from '../kernel/index.js';
import { NO_WITHDRAWAL_FEE, type WithdrawalFee } from '../transfers/index.js';
import { agentQuery } from './acting.js';
import { AGENTS, holdAgent } from './agent.js';
import {
  AGENT_ACTION,
  AGENT_ACTIONS,
  type AgentAction,
  type AgentActionStatus,
  type AgentActionView,
  viewOf,
  viewsOf,
} from './agent-action.js';
import { carryOut, executable, proposalOf, type ProposalPorts, requestOf, spentNow, weigh } from './propose.js';
import { beyond } from './usage.js';

export interface ActionKey {
  readonly agentId: string;
  readonly actionId: string;
}

export const REASON_LENGTH = 1000;

export interface ApprovalFilter extends PageRequest {
  readonly agentId?: string | undefined;
  readonly customerId?: string | undefined;
  readonly startDate?: Instant | undefined;
  readonly endDate?: Instant | undefined;
  readonly sortOrder?: 'asc' | 'desc' | undefined;
}

/** The actions that are waiting for the platform's approval. */
export const listApprovals =
  (cursors: Cursors): Query<ApprovalFilter, Page<AgentActionView>> =>
  async (reads, _ctx, filter) => {
    const where = {
      agentId: filter.agentId as AgentAction['agentId'] | undefined,
      customerId: filter.customerId as AgentAction['customerId'] | undefined,
      status: 'PENDING_APPROVAL' as const,
    };
    const between = [{ column: 'createdAt' as const, from: filter.startDate, to: filter.endDate }];
    const query = { where, between, order: filter.sortOrder ?? 'desc' };
    const page = await readPage(reads, cursors, AGENT_ACTIONS, query, filter);
    return page.ok ? ok({ ...page.value, data: await viewsOf(reads, page.value.data) }) : page;
  };

/** The actions of an agent, or of all agents of a customer, in every state, newest first. */
export const listActions =
  (cursors: Cursors): Query<Pick<ApprovalFilter, 'agentId' | 'customerId'> & PageRequest, Page<AgentActionView>> =>
  async (reads, _ctx, { agentId, customerId, ...request }) => {
    const where = {
      agentId: agentId as AgentAction['agentId'] | undefined,
      customerId: customerId as AgentAction['customerId'] | undefined,
    };
    const page = await readPage(reads, cursors, AGENT_ACTIONS, { where, order: 'desc' }, request);
    return page.ok ? ok({ ...page.value, data: await viewsOf(reads, page.value.data) }) : page;
  };

/** The actions of the acting agent, newest first. */
export const listOwnActions = (
  cursors: Cursors,
): Query<{ readonly status?: AgentActionStatus | undefined } & PageRequest, Page<AgentActionView>> =>
  agentQuery(async (reads, _ctx, agent, filter) => {
    const where = { agentId: agent.id, status: filter.status };
    const page = await readPage(reads, cursors, AGENT_ACTIONS, { where, order: 'desc' }, filter);
    return page.ok ? ok({ ...page.value, data: await viewsOf(reads, page.value.data) }) : page;
  });

/** 404 REFERENCE_NOT_FOUND also for an action of another agent. */
export const getOwnAction: Query<{ readonly id: string }, AgentActionView> = agentQuery(
  async (reads, _ctx, agent, { id }) => {
    const action = await findAction(reads, { agentId: agent.id, actionId: id });
    return action.ok ? ok(await viewOf(reads, action.value)) : action;
  },
);

async function findAction(reads: Reads, { agentId, actionId }: ActionKey): Promise<Result<AgentAction>> {
  const action = isId('AgentAction', actionId) ? await reads.get(AGENT_ACTIONS, actionId) : null;
  return action === null || action.agentId !== agentId ? err('REFERENCE_NOT_FOUND', 'no such action') : ok(action);
}

async function findWaiting(reads: Reads, key: ActionKey): Promise<Result<AgentAction>> {
  const action = await findAction(reads, key);
  if (!action.ok || action.value.status === 'PENDING_APPROVAL') return action;
  return err(
    'CONFLICT',
    `the action is ${action.value.status}; only an action in PENDING_APPROVAL can be approved or rejected`,
  );
}

interface ActionApprovalPorts extends ProposalPorts {
  readonly units: UnitOfWork;
}

/** With the current network fee of a transfer out, because the approval creates the transfer. */
export interface PricedApproval extends ActionKey {
  readonly networkFee: WithdrawalFee;
}

async function askFeeOfAction(
  { units, operations }: ActionApprovalPorts,
  ctx: Context,
  key: ActionKey,
): Promise<WithdrawalFee> {
  const action = await units.read(ctx.tenant, (reads) => findWaiting(reads, key));
  if (!action.ok || action.value.type !== 'TRANSFER_OUT' || action.value.transfer === null) return NO_WITHDRAWAL_FEE;
  const asked = await operations.transferOut.prepare(ctx, requestOf(action.value.transfer));
  return asked.ok ? asked.value.networkFee : { withdrawal: null, fee: asked };
}

/**
 * Approves an action: starts its operation as the agent, within the policy as it is now. The approval satisfies the
 * approval requirements of the policy; limits are checked again. If the operation cannot start (a limit, an expired
 * quote, too small a balance, a deleted agent), the action becomes FAILED with the reason. An error that may pass
 * later, such as a missing rate, is returned, and the action keeps waiting. 404 REFERENCE_NOT_FOUND; 409 CONFLICT if
 * the action was decided before. The action of a paused agent can be approved.
 */
export const approveAction = (ports: ActionApprovalPorts): Attempt<ActionKey, PricedApproval, AgentActionView> => ({
  prepare: async (ctx, key) => ({ ...key, networkFee: await askFeeOfAction(ports, ctx, key) }),
  attempt: async (tx, ctx, { networkFee, ...key }) => {
    const found = await findWaiting(tx, key);
    if (!found.ok) return found;
    const action = found.value;
    // Locked, so that its policy stays in force until the unit commits.
    if ((await tx.get(AGENTS, action.agentId)) === null) return err('CONFLICT', 'the agent was deleted');
    const held = await holdAgent(tx, ctx, action.agentId);
    if (!held.ok) return held;
    const agent = held.value;
    const { quote } = await viewOf(tx, action);
    const possible = quote === null ? ok() : executable(ctx, quote);
    if (!possible.ok) return possible;
    const proposal = proposalOf(action, quote, networkFee);
    const weighed = await weigh(ports, tx, ctx, agent, proposal);
    if (!weighed.ok) return weighed;
    const { verdict, spend } = weighed.value;
    if (verdict.kind === 'refuse') return fail(beyond(verdict.reason));
    const transactionId = await carryOut(ports, tx, ctx, agent, proposal, spend);
    if (!transactionId.ok) return transactionId;
    const approved = transition(tx, ctx, AGENT_ACTION, AGENT_ACTIONS, action, 'approve', {
      transactionId: transactionId.value,
      spent: spentNow(ctx, agent, spend),
    });
    return approved.ok ? ok(await viewOf(tx, approved.value.record)) : approved;
  },
  refused: (error: DomainError) => end('fail', error.message),
});

/** Rejects a waiting action. The errors of `approveAction`. */
export const rejectAction: UseCase<ActionKey & { readonly reason?: string | undefined }, AgentActionView> = (
  tx,
  ctx,
  key,
) => end('reject', key.reason ?? null)(tx, ctx, key);

const end =
  (event: 'fail' | 'reject', rejectionReason: string | null): UseCase<ActionKey, AgentActionView> =>
  async (tx, ctx, key) => {
    const found = await findWaiting(tx, key);
    if (!found.ok) return found;
    const ended = transition(tx, ctx, AGENT_ACTION, AGENT_ACTIONS, found.value, event, { rejectionReason });
    return ended.ok ? ok(await viewOf(tx, ended.value.record)) : ended;
  };
