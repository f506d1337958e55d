import type { Stage } from '../scenes/stage.js';
import type { Made } from './play.js';

/** Numbers by what was counted, such as `outgoing payments`, and then by outcome. */
export type Summary = ReadonlyMap<string, ReadonlyMap<string, number>>;

const KINDS: Readonly<Record<string, string>> = {
  OUTGOING: 'outgoing payments',
  INCOMING: 'incoming payments',
  CARD: 'card transactions',
};

/** What the history has led to, as the service tells it. */
export async function summaryOf({ corridor }: Stage, made: Made, since: string): Promise<Summary> {
  const counts = new Map<string, Map<string, number>>();
  const count = (what: string, outcome: string): void => {
    const outcomes = counts.get(what) ?? new Map<string, number>();
    counts.set(what, outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1));
  };
  const ids = new Set([...made.customers.values()].map(({ id }) => id));
  for (const { id, isBusiness } of made.customers.values()) {
    const { kycStatus } = await corridor.getCustomerById({ path: { customerId: id } });
    count(isBusiness ? 'businesses' : 'people', kycStatus);
  }
  for await (const transaction of corridor.each('listTransactions', { query: { startDate: since, limit: 100 } })) {
    if (ids.has(transaction.customerId)) count(KINDS[transaction.type] ?? transaction.type, transaction.status);
  }
  for (const quoteId of made.unexecuted) {
    const { status } = await corridor.getQuoteById({ path: { quoteId } });
    count('quotes that were not executed', status);
  }
  for (const { id } of made.cards.values()) count('cards', (await corridor.getCardById({ path: { id } })).state);
  for (const { agent } of made.agents.values()) {
    const query = { agentId: agent.id, limit: 100 };
    for await (const { status } of corridor.each('listAgentApprovals', { query })) count('payments of agents', status);
  }
  const exceptions = { type: 'EXCEPTION.OPENED', createdAfter: since, limit: 100 } as const;
  for await (const { id } of corridor.each('listWebhookEvents', { query: exceptions }))
    if (id) count('exceptions', 'OPENED');
  return counts;
}

/** One line for each kind, with its outcomes from the most frequent one down. */
export function summaryLines(summary: Summary): readonly string[] {
  const width = Math.max(0, ...[...summary.keys()].map((what) => what.length));
  return [...summary].map(([what, outcomes]) => {
    const sorted = [...outcomes].sort(([, a], [, b]) => b - a);
    return `  ${what.padEnd(width)}  ${sorted.map(([outcome, count]) => `${count} ${outcome}`).join(', ')}`;
  });
}
