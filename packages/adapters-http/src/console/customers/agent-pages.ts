import { type AgentActionView, type AgentView, type Id, ok } from '@corridor/core';
import { html, type Html } from '../../pages/html.js';
import { exceptionTable } from '../blocks/held.js';
import { actions, code, definitions, idText, link, money, section, table, timeWithAge } from '../kit/components.js';
import { actionButton, tenantForm } from '../kit/form-page.js';
import { tenantList } from '../kit/list-page.js';
import { namedLink, recordLink, recordPath } from '../kit/record-link.js';
import { idOf, type Route, tenantPage } from '../kit/route.js';
import { readIn, type TenantVisit } from '../kit/visit.js';
import { attemptsTable } from '../kit/attempts.js';
import { wordsOf } from '../kit/words.js';
import { accountTitle } from './account-page.js';
import { actionColumns, actionPath, actionTable, agentState, executionText } from './agent-tables.js';
import { pathOfCustomer } from './customer.js';

type OfAgent = TenantVisit<{ readonly id: Id<'Agent'> }>;

const params = { id: idOf('Agent') };
const RECENT = 20;

/** The policy of an agent in sentences, with what is used of its limits. */
function policyOf(visit: TenantVisit, { agent: { policy }, usage, day, month }: AgentView, names: Names): Html {
  const { spendingLimits: limits, approvalThresholds: threshold, accountRestrictions: restrictions } = policy;
  const amount = (value: bigint): Html => money(value, limits.currency);
  const upTo = (value: bigint | null, of: string): Html =>
    value === null ? html`Any amount ${of}` : html`At most ${amount(value)} ${of}`;
  return html`${definitions([
    ['May', policy.permissions.map(wordsOf).join(', ') || 'Nothing'],
    ['Payments', executionText(policy.defaultExecutionMode)],
    ['Each payment', upTo(limits.perTransactionLimit, 'for a payment')],
    ['Each day', html`${upTo(limits.dailyLimit, 'on a day')}; ${amount(usage.dailySpend)} used on ${day}`],
    [
      'Payments of a day',
      `${limits.dailyTransactionLimit === null ? 'Any number' : `At most ${limits.dailyTransactionLimit}`}; ${usage.dailyCount} made on ${day}`,
    ],
    ['Each month', html`${upTo(limits.monthlyLimit, 'in a month')}; ${amount(usage.monthlySpend)} used in ${month}`],
    [
      'Approval by amount',
      threshold.amount === null
        ? 'No amount asks for an approval by itself'
        : html`A payment above ${money(threshold.amount, threshold.currency ?? limits.currency)} needs an approval`,
    ],
    [
      'Accounts',
      restrictions.allowedAccountIds === null
        ? 'All of the customer'
        : html`${restrictions.allowedAccountIds.map((id) => html`<div>${namedLink(visit, id, names.get(id))}</div>`)}`,
    ],
  ])}
  ${
    restrictions.accountRules.length > 0 &&
    table({
      caption: 'Rules of accounts',
      empty: '',
      rows: restrictions.accountRules,
      href: ({ accountId }) => recordPath(visit, accountId),
      columns: [
        {
          title: 'Account',
          text: ({ accountId }) => accountId,
          show: ({ accountId }) => names.get(accountId) ?? idText(accountId),
        },
        {
          title: 'Payments',
          text: ({ executionMode }) => (executionMode === null ? 'As usual' : executionText(executionMode)),
        },
        {
          title: 'Limit of a payment',
          isNumber: true,
          text: ({ perTransactionLimit }) => String(perTransactionLimit ?? ''),
          show: ({ perTransactionLimit }) =>
            perTransactionLimit === null ? 'As usual' : html`At most ${amount(perTransactionLimit)}`,
        },
      ],
    })
  }`;
}

type Names = ReadonlyMap<string, string>;

/** What accounts of the policy are called: their currency. */
async function accountNames(visit: OfAgent, { agent: { policy } }: AgentView): Promise<Names> {
  const { allowedAccountIds, accountRules } = policy.accountRestrictions;
  const ids = [...new Set([...(allowedAccountIds ?? []), ...accountRules.map(({ accountId }) => accountId)])];
  const found = await Promise.all(ids.map((id) => readIn(visit, visit.core.accounts.inspect, { id })));
  return new Map(
    found.flatMap((each) => (each.ok ? [[each.value.account.id, accountTitle(each.value)] as const] : [])),
  );
}

/** The failed attempts of the payments that the agent made last, and the open exceptions about them. */
async function troubleOf(visit: OfAgent, recent: readonly AgentActionView[]): Promise<Html> {
  const { place } = visit;
  const { reads } = visit.core.operators;
  const payments = recent.flatMap(({ transactionId }) => transactionId ?? []);
  const attempts = await Promise.all(
    payments.map(async (payment) =>
      (await reads.failedAttempts(place.tenant, payment)).map((each) => ({ ...each, payment })),
    ),
  );
  const failed = attempts.flat();
  const { customerId } = recent[0] ?? {};
  const open = customerId === undefined ? null : await reads.openExceptionsAbout(place.tenant, customerId);
  const about = open?.exceptions.filter(({ subject }) => (payments as readonly string[]).includes(subject)) ?? [];
  return html`${about.length > 0 && section('exceptions', 'Open exceptions of these payments', await exceptionTable(visit, { ...open!, exceptions: about }))}
  ${
    failed.length > 0 &&
    section(
      'attempts',
      'Failed attempts of these payments',
      attemptsTable(failed, {
        nowOf: () => place.context.now,
        href: ({ payment }) => (payment === undefined ? null : `${place.base}/payments/${payment}`),
      }),
    )
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
    const { data, hasMore } = recent.value;
    const names = await visit.core.operators.reads.partyNames(visit.place.tenant, [agent.customerId]);
    const customer = names.get(agent.customerId);
    const body = html`${definitions([
      ['Status', agentState(found.value)],
      ['Connected', agent.isConnected ? 'Yes' : 'No: its code was not redeemed yet'],
      ['Customer', namedLink(visit, agent.customerId, customer)],
      ['Created at', timeWithAge(agent.createdAt, visit.place.context.now)],
      ['Id', code(agent.id)],
    ])}
    ${actions(actionButton(visit, `agents.${change}`, `${base}/${change}`, text))}
    ${section('policy', 'Policy', policyOf(visit, found.value, await accountNames(visit, found.value)))}
    ${section(
      'actions',
      'Newest actions',
      html`${actionTable(visit, data)} ${hasMore && html`<p>${link(`${base}/actions`, 'All actions')}</p>`}`,
    )}
    ${await troubleOf(visit, data)}`;
    const path = pathOfCustomer(visit, agent.customerId);
    const crumbs = [
      { path, text: customer ?? 'Customer' },
      { path: `${path}/agents`, text: 'Agents' },
    ];
    return ok({ title: agent.name, body, crumbs });
  },
});

const actionList = tenantList<AgentActionView, { readonly id: Id<'Agent'> }>({
  path: '/agents/{id}/actions',
  title: 'Actions of an agent',
  section: 'Customers',
  params,
  rows: 'actions',
  empty: 'The agent has done nothing yet. An action appears here when it pays or asks for a payment.',
  above: ({ place, params: { id } }) => html`<p>${link(`${place.base}/agents/${id}`, 'To the agent')}</p>`,
  href: (row, visit) => actionPath(visit)(row),
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
          ['Agent', namedLink(visit, agent.id, agent.name)],
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
