import { saying } from '../../operators/index.js';
import { type AgentChange, AGENTS, type AgentView } from '../../agents/index.js';
import { type Context, idField, type Tx, type UseCase } from '../../kernel/index.js';
import { partOf } from './records.js';
import { simple } from './simple-action.js';

const AGENT = { id: idField('Agent', { label: 'Agent', option: { meaning: 'The agent, as Agent:…' } }) };

/** Agents are not confined to a tenant (see AGENTS), so the tenant is compared here. */
const agent =
  (shown: readonly ('isPaused' | 'version')[]) =>
  async (tx: Tx, id: string, { tenant }: Context): Promise<object | null> => {
    const found = await tx.get(AGENTS, id);
    return found?.tenant === tenant ? partOf(found, shown) : null;
  };

/** The actions that stop software which acts for a customer, and let it go on. */
export const agentActions = (agents: { readonly update: UseCase<AgentChange, AgentView> }) => ({
  'agents.pause': simple({
    title: 'Pause an agent',
    weight: 'danger',
    words: saying(
      'Pause the agent',
      async ({ input, name }) => `Pause ${await name(input.id)}: it may do nothing until it is resumed`,
    ),
    role: 'OPERATOR',
    effects: [],
    input: AGENT,
    subject: ({ id }) => id,
    shows: agent(['isPaused']),
    run: (tx, ctx, { id }) => agents.update(tx, ctx, { id, isPaused: true }),
  }),
  'agents.resume': simple({
    title: 'Resume an agent',
    words: saying(
      'Resume the agent',
      async ({ input, name }) => `Resume ${await name(input.id)}: it may act for its customer again`,
    ),
    role: 'OPERATOR',
    effects: ['WEAKENS_CONTROL'],
    input: AGENT,
    subject: ({ id }) => id,
    // The version keeps an older request from ending a later pause.
    shows: agent(['isPaused', 'version']),
    run: (tx, ctx, { id }) => agents.update(tx, ctx, { id, isPaused: false }),
  }),
});
