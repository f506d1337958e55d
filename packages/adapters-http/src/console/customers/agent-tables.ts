import { type AgentActionView, type AgentView, toIso } from '@corridor/core';
import { html, type Html } from '../../pages/html.js';
import { type Column, idText, money, status, table, timeWithAge } from '../kit/components.js';
import { decimalText } from '../kit/money.js';
import { readIn, type TenantVisit } from '../kit/visit.js';
import { wordsOf } from '../kit/words.js';
import { read } from './customer.js';

/** So many agents and actions are shown of a customer. */
const SHOWN = 20;

/** The state of an agent. */
export const agentState = ({ agent }: AgentView): Html =>
  agent.isPaused
    ? status('PAUSED', 'bad')
    : agent.isConnected
      ? status('CONNECTED', 'good')
      : status('NOT_CONNECTED', 'busy');

/** How an agent pays, as a sentence. */
export const executionText = (mode: string): string =>
  mode === 'APPROVAL_REQUIRED' ? 'Each payment needs an approval' : 'Pays without an approval, within its limits';

const sumOf = ({ transfer, quote }: AgentActionView): readonly [bigint | null, string] => {
  if (transfer !== null) return [transfer.amount, transfer.currency];
  return quote === null ? [null, ''] : [quote.totalSendingAmount, quote.sendingCurrency];
};

function amountText(row: AgentActionView): string {
  const [amount, currency] = sumOf(row);
  return amount === null ? '' : decimalText(amount, currency);
}

export const actionPath =
  ({ place }: TenantVisit) =>
  ({ transactionId }: AgentActionView): string | null =>
    transactionId === null ? null : `${place.base}/payments/${transactionId}`;

export const actionColumns = ({ place }: TenantVisit): readonly Column<AgentActionView>[] => [
  { title: 'Action', narrow: 'title', text: ({ type }) => type, show: ({ type }) => wordsOf(type) },
  {
    title: 'Status',
    narrow: 'status',
    text: (row) => row.status,
    show: (row) => status(row.status, row.status === 'PENDING_APPROVAL' ? 'busy' : undefined),
  },
  {
    title: 'Amount',
    narrow: 'amount',
    isNumber: true,
    text: amountText,
    show: (row) => money(...sumOf(row)),
  },
  { title: 'Currency', fileOnly: true, text: (row) => sumOf(row)[1] },
  {
    title: 'Payment',
    text: ({ transaction }) => transaction?.status ?? '',
    show: ({ transaction }) => (transaction === null ? '–' : status(transaction.status)),
  },
  { title: 'Payment id', fileOnly: true, text: ({ transactionId }) => transactionId ?? '' },
  { title: 'Reason', text: ({ rejectionReason }) => rejectionReason ?? '' },
  {
    title: 'Requested at',
    narrow: 'note',
    text: ({ createdAt }) => toIso(createdAt),
    show: ({ createdAt }) => timeWithAge(createdAt, place.context.now),
  },
];

/** What agents did or asked for. */
export const actionTable = (visit: TenantVisit, rows: readonly AgentActionView[]): Html =>
  table({
    caption: 'Actions of agents',
    empty: 'There are no actions yet. An action appears here when an agent pays or asks for a payment.',
    rows,
    href: actionPath(visit),
    columns: actionColumns(visit),
  });

/** The agents of a customer, and what they did last. */
export async function agentTable(visit: TenantVisit, customerId: string): Promise<Html> {
  const { agents } = visit.core;
  const { base, context } = visit.place;
  const { data, hasMore } = await read(readIn(visit, agents.list, { customerId, limit: SHOWN }));
  const list = table({
    caption: 'Agents',
    empty: 'No agent acts for the customer. The API of the platform creates agents.',
    rows: data,
    href: ({ agent }) => `${base}/agents/${agent.id}`,
    columns: [
      { title: 'Name', narrow: 'title', text: ({ agent }) => agent.name },
      { title: 'Status', narrow: 'status', text: () => '', show: agentState },
      { title: 'Payments', text: ({ agent }) => executionText(agent.policy.defaultExecutionMode) },
      {
        title: 'Created at',
        narrow: 'note',
        text: ({ agent }) => toIso(agent.createdAt),
        show: ({ agent }) => timeWithAge(agent.createdAt, context.now),
      },
      { title: 'Id', text: ({ agent }) => agent.id, show: ({ agent }) => idText(agent.id) },
    ],
  });
  if (data.length === 0) return list;
  const recent = await read(readIn(visit, agents.actions, { customerId, limit: SHOWN }));
  return html`${list} ${hasMore && html`<p class="hint">The first ${SHOWN} agents are shown.</p>`}
    <h3>Newest actions</h3>
    ${actionTable(visit, recent.data)}`;
}
