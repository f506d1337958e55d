import { type AgentActionView, type AgentView, type Id, ok, toIso } from '@corridor/core';
import { html, type Html } from '../../pages/html.js';
import { actions, code, definitions, money, section, status, table, time } from '../kit/components.js';
import { actionButton, tenantForm } from '../kit/form-page.js';
import { tenantList } from '../kit/list-page.js';
import { decimalText } from '../kit/money.js';
import { recordLink } from '../kit/record-link.js';
import { idOf, type Route, tenantPage } from '../kit/route.js';
import { readIn, type TenantVisit } from '../kit/visit.js';

type OfAgent = TenantVisit<{ readonly id: Id<'Agent'> }>;

const params = { id: idOf('Agent') };
const RECENT = 20;

const sumOf = ({ transfer, quote }: AgentActionView): readonly [bigint | null, string] => {
  if (transfer !== null) return [transfer.amount, transfer.currency];
  return quote === null ? [null, ''] : [quote.totalSendingAmount, quote.sendingCurrency];
};

function amountText(row: AgentActionView): string {
  const [amount, currency] = sumOf(row);
  return amount === null ? '' : decimalText(amount, currency);
}

const actionColumns = (visit: TenantVisit) =>
  [
    { title: 'Action', text: ({ type }: AgentActionView) => type },
    {
      title: 'Status',
      text: (row: AgentActionView) => row.status,
      show: (row: AgentActionView) => status(row.status),
    },
    {
      title: 'Amount',
      isNumber: true,
      text: (row: AgentActionView) => amountText(row),
      show: (row: AgentActionView) => money(...sumOf(row)),
    },
    { title: 'Currency', text: (row: AgentActionView) => sumOf(row)[1] },
    {
      title: 'Payment',
      text: ({ transactionId }: AgentActionView) => transactionId ?? '',
      show: ({ transactionId }: AgentActionView) => recordLink(visit, transactionId),
    },
    { title: 'Reason', text: ({ rejectionReason }: AgentActionView) => rejectionReason ?? '' },
    {
      title: 'Requested at',
      text: ({ createdAt }: AgentActionView) => toIso(createdAt),
      show: ({ createdAt }: AgentActionView) => time(createdAt),
    },
  ] as const;

/** What agents did or asked for. */
export const actionTable = (visit: TenantVisit, rows: readonly AgentActionView[]): Html =>
  table({ caption: 'Actions of agents', empty: 'There are no actions yet.', rows, columns: actionColumns(visit) });

function policyOf(visit: TenantVisit, { agent: { policy }, usage, day, month }: AgentView): Html {
  const { spendingLimits: limits, approvalThresholds: threshold, accountRestrictions: restrictions } = policy;
  const amount = (value: bigint | null): Html | string => (value === null ? 'No limit' : money(value, limits.currency));
  return html`${definitions([
    ['May', policy.permissions.join(', ') || 'Nothing'],
    ['Payments', policy.defaultExecutionMode],
    ['Limit of a payment', amount(limits.perTransactionLimit)],
    ['Limit of a day', html`${amount(limits.dailyLimit)}; used on ${day}: ${money(usage.dailySpend, limits.currency)}`],
    ['Payments of a day', `${limits.dailyTransactionLimit ?? 'No limit'}; made on ${day}: ${usage.dailyCount}`],
    [
      'Limit of a month',
      html`${amount(limits.monthlyLimit)}; used in ${month}: ${money(usage.monthlySpend, limits.currency)}`,
    ],
    [
      'Asks for an approval above',
      threshold.amount === null ? 'No threshold' : money(threshold.amount, threshold.currency ?? limits.currency),
    ],
    [
      'Accounts',
      restrictions.allowedAccountIds === null
        ? 'All of the customer'
        : html`${restrictions.allowedAccountIds.map((id) => html`<div>${recordLink(visit, id)}</div>`)}`,
    ],
  ])}
  ${
    restrictions.accountRules.length > 0 &&
    table({
      caption: 'Rules of accounts',
      empty: '',
      rows: restrictions.accountRules,
      columns: [
        { title: 'Account', text: ({ accountId }) => accountId, show: ({ accountId }) => recordLink(visit, accountId) },
        { title: 'Payments', text: ({ executionMode }) => executionMode ?? 'As usual' },
        {
          title: 'Limit of a payment',
          isNumber: true,
          text: ({ perTransactionLimit }) => String(perTransactionLimit ?? ''),
          show: ({ perTransactionLimit }) => (perTransactionLimit === null ? 'As usual' : amount(perTransactionLimit)),
        },
      ],
    })
  }`;
}

const page = tenantPage({
  path: '/agents/{id}',
  title: 'Agent',
  section: 'Customers',
  params,
  shows: 'Agent',
  async show(visit: OfAgent) {
    const found = await readIn(visit, visit.core.agents.get, { id: visit.params.id });
    if (!found.ok) return found;
    const { agent } = found.value;
    const recent = await readIn(visit, visit.core.agents.actions, { agentId: agent.id, limit: RECENT });
    if (!recent.ok) return recent;
    const base = `${visit.place.base}/agents/${agent.id}`;
    const [change, text] = agent.isPaused ? (['resume', 'Resume…'] as const) : (['pause', 'Pause…'] as const);
    const body = html`${definitions([
      ['Status', agent.isPaused ? status('PAUSED', 'bad') : status('ACTIVE')],
      ['Connected', agent.isConnected ? 'Yes' : 'No: its code was not redeemed yet'],
      ['Customer', recordLink(visit, agent.customerId)],
      ['Created at', time(agent.createdAt)],
      ['Id', code(agent.id)],
    ])}
    ${actions(actionButton(visit, `agents.${change}`, `${base}/${change}`, text))}
    ${section('policy', 'Policy', policyOf(visit, found.value))}
    ${section(
      'actions',
      'Recent actions',
      html`${actionTable(visit, recent.value.data)}
      ${recent.value.hasMore && html`<p><a href="${base}/actions">All actions</a></p>`}`,
    )}`;
    return ok({ title: agent.name, body });
  },
});

const actionList = tenantList<AgentActionView, { readonly id: Id<'Agent'> }>({
  path: '/agents/{id}/actions',
  title: 'Actions of an agent',
  section: 'Customers',
  params,
  rows: 'actions',
  empty: 'The agent has done nothing yet.',
  columns: actionColumns,
  async read(visit, _filter, request) {
    const found = await readIn(visit, visit.core.agents.get, { id: visit.params.id });
    if (!found.ok) return found;
    return readIn(visit, visit.core.agents.actions, { agentId: visit.params.id, ...request });
  },
});

const change = (
  name: 'pause' | 'resume',
  { title, text, done }: { readonly title: string; readonly text: string; readonly done: string },
): Route =>
  tenantForm({
    path: `/agents/{id}/${name}`,
    title,
    section: 'Customers',
    params,
    action: `agents.${name}`,
    confirm: true,
    submit: title,
    done,
    async prepare(visit: OfAgent) {
      const found = await readIn(visit, visit.core.agents.get, { id: visit.params.id });
      if (!found.ok) return found;
      const { agent } = found.value;
      const about = html`<p>${text}</p>
        ${definitions([
          ['Agent', recordLink(visit, agent.id)],
          ['Customer', recordLink(visit, agent.customerId)],
        ])}`;
      return ok({ title: `${title} ${agent.name}`, about });
    },
    fixes: ({ params: { id } }) => ({ id }),
    leadsTo: ({ place, params: { id } }) => `${place.base}/agents/${id}`,
  });

export const agentPages: readonly Route[] = [
  page,
  ...actionList,
  change('pause', {
    title: 'Pause the agent',
    text: 'A paused agent reads and pays nothing, from now on. Payments that have started go on.',
    done: 'The agent is paused.',
  }),
  change('resume', {
    title: 'Resume the agent',
    text: 'The agent may act again, within its policy. Make sure that the platform or the customer wants this.',
    done: 'The agent may act again.',
  }),
];
