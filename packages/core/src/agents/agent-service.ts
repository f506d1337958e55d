import { CUSTOMERS } from '../customers/index.js';
import {
  type Context,
  type Cursors,
  err,
  type FieldError,
  type Id,
  type IdSource,
  type Instant,
  invalidFields,
  isId,
  newRecord,
  ok,
  type Page,
  type PageRequest,
  type Query,
  readAll,
  readPage,
  type Reads,
  type Result,
  type Tx,
  update,
  type UseCase,
} from '../kernel/index.js';
import { needPermission } from '../platforms/index.js';
import { agentQuery } from './acting.js';
import { type Agent, AGENTS, findAgent, holdAgent, OPEN_GATE, SHUT_GATE } from './agent.js';
import { type DeviceCode, deviceCode, type DeviceCodePorts, freshCode } from './device-code.js';
import { isLoosening, type Leash } from './loosening.js';
import type { Usage } from './policy.js';
import { invalidInName, invalidInPolicy, type PolicyInput, withPolicy } from './policy-fields.js';
import { dayOfUsage, monthOfUsage, readUsages } from './usage.js';

/** An agent with its usage today and this month, by the clock of the tenant. */
export interface AgentView {
  readonly agent: Agent;
  readonly usage: Usage;
  /** The day (`YYYY-MM-DD`) and month (`YYYY-MM`) of the usage. */
  readonly day: string;
  readonly month: string;
}

export interface NewAgent {
  readonly name: string;
  readonly customerId: string;
  readonly policy: PolicyInput;
}

/** The device code is shown only in this answer. */
export interface CreatedAgent {
  readonly view: AgentView;
  readonly code: DeviceCode;
}

export interface AgentFilter extends PageRequest {
  readonly customerId?: string | undefined;
  readonly isPaused?: boolean | undefined;
  readonly isConnected?: boolean | undefined;
  readonly createdAfter?: Instant | undefined;
  readonly createdBefore?: Instant | undefined;
  readonly updatedAfter?: Instant | undefined;
  readonly updatedBefore?: Instant | undefined;
}

export interface AgentChange {
  readonly id: string;
  readonly name?: string | undefined;
  readonly isPaused?: boolean | undefined;
}

/**
 * A token without TRANSACT must not move money through an agent, so TRANSACT is needed to let an agent move money
 * (docs/decisions/0019-agents-that-move-money-need-transact.md).
 */
const mayLoosen = (ctx: Context, before: Leash | null, after: Leash): Result<void> =>
  isLoosening(before, after) ? needPermission(ctx, 'TRANSACT') : ok();

async function viewsOf(reads: Reads, ctx: Context, agents: readonly Agent[]): Promise<readonly AgentView[]> {
  const [day, month] = [dayOfUsage(ctx), monthOfUsage(ctx)];
  const usages = await readUsages(reads, ctx, agents);
  return agents.map((agent, index) => ({ agent, usage: usages[index]!, day, month }));
}

async function viewOf(reads: Reads, ctx: Context, agent: Agent): Promise<AgentView> {
  return (await viewsOf(reads, ctx, [agent]))[0]!;
}

/** All field errors of a new agent. */
export const invalidInNewAgent = (_ctx: Context, input: NewAgent): readonly FieldError[] => [
  ...invalidInName(input.name),
  ...(isId('Customer', input.customerId) ? [] : [{ field: 'customerId', message: 'must be the id of a Customer' }]),
  ...(typeof input.policy === 'object' && input.policy !== null
    ? invalidInPolicy(input.policy, 'policy.', true)
    : [{ field: 'policy', message: 'is required' }]),
];

/**
 * Creates an agent and its device code. INVALID_INPUT with all field errors; 404 USER_NOT_FOUND; 403 FORBIDDEN for a
 * token without TRANSACT if the agent can move money.
 */
export const createAgent =
  (ports: DeviceCodePorts & { readonly ids: IdSource }): UseCase<NewAgent, CreatedAgent> =>
  async (tx, ctx, input) => {
    const errors = invalidInNewAgent(ctx, input);
    if (errors.length > 0) return invalidFields(errors);
    const leash = { policy: withPolicy(null, input.policy), isPaused: false };
    const permitted = mayLoosen(ctx, null, leash);
    if (!permitted.ok) return permitted;
    const customer = await tx.get(CUSTOMERS, input.customerId);
    if (customer === null || customer.isDeleted) return err('USER_NOT_FOUND');
    const { code, kept } = freshCode(ports, ctx);
    const agent: Agent = {
      name: input.name,
      customerId: customer.id,
      ...leash,
      isConnected: false,
      tokenDigest: null,
      ...kept,
      gate: OPEN_GATE,
      latch: 0n,
      ...newRecord(ports.ids.next('Agent'), ctx),
    };
    tx.add(AGENTS, agent);
    // The customer is written too, so that a concurrent deletion of the customer is ordered before or after this unit
    // of work.
    update(tx, ctx, CUSTOMERS, customer, {});
    return ok({ view: await viewOf(tx, ctx, agent), code: deviceCode(agent, code) });
  };

/** 404 REFERENCE_NOT_FOUND. */
export const getAgent: Query<{ readonly id: string }, AgentView> = async (reads, ctx, { id }) => {
  const found = await findAgent(reads, ctx, id);
  return found.ok ? ok(await viewOf(reads, ctx, found.value)) : found;
};

/** The acting agent. */
export const getActingAgent: Query<unknown, AgentView> = agentQuery(async (reads, ctx, agent) =>
  ok(await viewOf(reads, ctx, agent)),
);

export const listAgents =
  (cursors: Cursors): Query<AgentFilter, Page<AgentView>> =>
  async (reads, ctx, filter) => {
    const where = {
      tenant: ctx.tenant,
      customerId: filter.customerId as Id<'Customer'> | undefined,
      isPaused: filter.isPaused,
      isConnected: filter.isConnected,
    };
    const between = [
      { column: 'createdAt' as const, from: filter.createdAfter, to: filter.createdBefore },
      { column: 'updatedAt' as const, from: filter.updatedAfter, to: filter.updatedBefore },
    ];
    const page = await readPage(reads, cursors, AGENTS, { where, between, order: 'desc' }, filter);
    return page.ok ? ok({ ...page.value, data: await viewsOf(reads, ctx, page.value.data) }) : page;
  };

export const invalidInAgentChange = (_ctx: Context, { name, isPaused }: AgentChange): readonly FieldError[] => [
  ...(name === undefined ? [] : invalidInName(name)),
  ...(isPaused === undefined || typeof isPaused === 'boolean'
    ? []
    : [{ field: 'isPaused', message: 'must be true or false' }]),
];

/**
 * Renames, pauses or resumes an agent. A pause takes effect at once. INVALID_INPUT; 404 REFERENCE_NOT_FOUND; 403
 * FORBIDDEN for a token without TRANSACT that resumes an agent which can move money.
 */
export const updateAgent: UseCase<AgentChange, AgentView> = async (tx, ctx, change) => {
  const errors = invalidInAgentChange(ctx, change);
  if (errors.length > 0) return invalidFields(errors);
  const found = await holdAgent(tx, ctx, change.id);
  if (!found.ok) return found;
  const { name = found.value.name, isPaused = found.value.isPaused } = change;
  const permitted = mayLoosen(ctx, found.value, { ...found.value, isPaused });
  if (!permitted.ok) return permitted;
  const gate = isPaused ? SHUT_GATE : OPEN_GATE;
  return ok(await viewOf(tx, ctx, update(tx, ctx, AGENTS, found.value, { name, isPaused, gate })));
};

export interface PolicyChange {
  readonly id: string;
  readonly policy: PolicyInput;
}

export const invalidInPolicyChange = (_ctx: Context, { policy }: PolicyChange): readonly FieldError[] =>
  invalidInPolicy(policy, '', false);

/**
 * Changes the given parts of a policy. The change applies to everything that starts or is approved later.
 * INVALID_INPUT; 404 REFERENCE_NOT_FOUND; 403 FORBIDDEN for a token without TRANSACT that loosens a policy under which
 * the agent can move money.
 */
export const updatePolicy: UseCase<PolicyChange, AgentView> = async (tx, ctx, change) => {
  const errors = invalidInPolicyChange(ctx, change);
  if (errors.length > 0) return invalidFields(errors);
  const found = await holdAgent(tx, ctx, change.id);
  if (!found.ok) return found;
  const policy = withPolicy(found.value.policy, change.policy);
  const permitted = mayLoosen(ctx, found.value, { ...found.value, policy });
  if (!permitted.ok) return permitted;
  return ok(await viewOf(tx, ctx, update(tx, ctx, AGENTS, found.value, { policy })));
};

/**
 * Deletes an agent; its token is refused at once. Its waiting actions remain and can be rejected; an approved action
 * becomes FAILED. 404 REFERENCE_NOT_FOUND.
 */
export const deleteAgent: UseCase<{ readonly id: string }, void> = async (tx, ctx, { id }) => {
  const found = await holdAgent(tx, ctx, id);
  if (!found.ok) return found;
  tx.remove(AGENTS, found.value);
  return ok();
};

/**
 * Deletes the agents of a customer, in the unit that deletes the customer. From its commit on, every host refuses their
 * tokens and device codes.
 */
export async function deleteAgentsOf(tx: Tx, ctx: Context, customerId: Id<'Customer'>): Promise<void> {
  for (const { id } of await readAll(tx, AGENTS, { tenant: ctx.tenant, customerId })) {
    const held = await holdAgent(tx, ctx, id);
    if (held.ok) tx.remove(AGENTS, held.value);
  }
}
