import { AGENT_ACTIONS, AGENT_USAGES, type AgentAction, type AgentUsage, usageId } from '../agents/index.js';
import type { EventType } from '../events/index.js';
import { type Check, unless } from '../ledger/index.js';
import { amountText } from '../money/index.js';
import { type Transaction, TRANSACTIONS } from '../transactions/index.js';
import {
  type ActedBooks,
  type AgentSpend,
  byId,
  differences,
  type Inspected,
  type PaidBooks,
  type Pass,
  walk,
} from './books.js';
import { UndoableMap } from './undoable.js';

interface Acted {
  readonly action: AgentAction;
  readonly events: readonly EventType[];
  readonly transaction: Transaction | null;
}

const isToldWhenAsked: Check<Acted> = ({ action: { id, wasAsked }, events }) =>
  differences(`events of ${id}`, wasAsked ? ['AGENT_ACTION.PENDING_APPROVAL'] : [], events);

/**
 * An APPROVED action has a transaction of its agent and has used the limits of the agent. Every other action has no
 * transaction and has used no limit.
 */
const hasBegunOrNot: Check<Acted> = ({ action, transaction }) => {
  const { id, status, agentId, transactionId, spent } = action;
  const begun = status === 'APPROVED';
  if (begun !== (transactionId !== null) || begun !== (spent !== null))
    return [`${id} is ${status}, but its transaction or its spending does not match`];
  return unless(
    transaction === null || transaction.agentId === agentId,
    () => `${id} belongs to ${agentId}, its transaction to ${transaction?.agentId ?? 'no agent'}`,
  );
};

const AGENT_ACTION_PASS: Pass<AgentAction, Acted, ActedBooks> = {
  kind: AGENT_ACTIONS,
  subjects: async ({ reads, events, agentSpend }, page) => {
    for (const { agentId, spent } of page) {
      if (spent === null) continue;
      for (const period of [spent.day, spent.day.slice(0, 'YYYY-MM'.length)]) {
        const id = usageId(agentId, period, spent.currency);
        const { amount, count } = agentSpend.get(id) ?? NOTHING;
        agentSpend.set(id, { amount: amount + spent.amount, count: count + 1n });
      }
    }
    const transactions = await byId(
      reads,
      TRANSACTIONS,
      page.map(({ transactionId }) => transactionId),
    );
    return page.map((action) => ({
      action,
      events: events.take(action.id),
      transaction: transactions.get(action.transactionId ?? '') ?? null,
    }));
  },
  checks: [isToldWhenAsked, hasBegunOrNot],
};

/** Inspects the actions of agents and sums up their use of limits. */
export async function inspectActions(books: PaidBooks): Promise<Inspected<ActedBooks>> {
  return walk({ ...books, agentSpend: new UndoableMap<string, AgentSpend>() }, AGENT_ACTION_PASS);
}

const NOTHING: AgentSpend = { amount: 0n, count: 0n };

interface Used {
  readonly usage: AgentUsage;
  readonly spend: AgentSpend;
}

const isTakenByActions: Check<Used> = ({ usage, spend }) => {
  const [amount, count] = [usage.cap - usage.remaining, usage.countCap - usage.countRemaining];
  return unless(
    amount === spend.amount && count === spend.count,
    () =>
      `${usage.id} has ${amountText(amount, usage.currency)} used in ${count} actions, its actions sum to ${amountText(spend.amount, usage.currency)} in ${spend.count}`,
  );
};

export const AGENT_USAGE_PASS: Pass<AgentUsage, Used, ActedBooks> = {
  kind: AGENT_USAGES,
  subjects: async ({ agentSpend }, page) =>
    page.map((usage) => {
      const spend = agentSpend.get(usage.id) ?? NOTHING;
      agentSpend.delete(usage.id);
      return { usage, spend };
    }),
  checks: [isTakenByActions],
};
