import type { Used, UsedLimit } from '@corridor/core';
import { hasMaxima } from '@corridor/core/internal';
import type { PaymentLimit } from '@corridor/core/records';
import { html, type Html } from '../../pages/html.js';
import { type Column, type Content, money, table } from '../kit/components.js';
import { actionButton, fieldsOfAction, mayRequest } from '../kit/form-page.js';
import type { TenantVisit } from '../kit/visit.js';

/** What the limits of a kind are called, as the action declares it. */
export function kindText(visit: TenantVisit, kind: PaymentLimit['kind']): string {
  const field = fieldsOfAction(visit, 'limits.set')['kind'];
  return (field?.kind === 'choice' ? field.choices.find(([choice]) => choice === kind)?.[1] : undefined) ?? kind;
}

/** Below the page that shows limits. */
export const limitPath = (path: string, { kind, currency }: Pick<PaymentLimit, 'kind' | 'currency'>): string =>
  `${path}/limits/${kind}/${currency}`;

interface Shown {
  readonly limit: PaymentLimit;
  readonly used?: UsedLimit;
}

const amountOf = (most: bigint | null, used: bigint | undefined, currency: string): Html =>
  html`${used !== undefined && html`${money(used, currency)} of `}${most === null ? 'no limit' : money(most, currency)}`;
const countOf = (most: number | null, used: bigint | undefined): string =>
  `${used === undefined ? '' : `${used} of `}${most === null ? 'no limit' : String(most)}`;

const periodColumns = (
  period: string,
  amount: 'dailyAmount' | 'monthlyAmount',
  count: 'dailyCount' | 'monthlyCount',
  usedOf: (used: UsedLimit) => Used,
): readonly Column<Shown>[] => {
  const used = (row: Shown): Used | undefined => (row.used === undefined ? undefined : usedOf(row.used));
  return [
    {
      title: `Amount in a ${period}`,
      isNumber: true,
      text: ({ limit }) => String(limit[amount] ?? ''),
      show: (row) => amountOf(row.limit[amount], used(row)?.amount, row.limit.currency),
    },
    {
      title: `Payments in a ${period}`,
      isNumber: true,
      text: (row) => countOf(row.limit[count], used(row)?.count),
    },
  ];
};

const limitTable = (
  visit: TenantVisit,
  rows: readonly Shown[],
  { path, empty, owner }: { readonly path: string; readonly empty: Content; readonly owner: boolean },
): Html =>
  table<Shown>({
    caption: 'Limits',
    empty,
    rows,
    ...(mayRequest(visit, 'limits.set') && { href: ({ limit }) => limitPath(path, limit) }),
    columns: [
      { title: 'Payments', narrow: 'title', text: ({ limit }) => kindText(visit, limit.kind) },
      { title: 'Currency', narrow: 'status', text: ({ limit }) => limit.currency },
      ...periodColumns('day', 'dailyAmount', 'dailyCount', ({ today }) => today),
      ...periodColumns('month', 'monthlyAmount', 'monthlyCount', ({ thisMonth }) => thisMonth),
      ...(owner
        ? [{ title: 'Set for', text: ({ used }: Shown) => (used?.isOwn === true ? 'This customer' : 'Each customer') }]
        : []),
    ],
  });

const addButton = (visit: TenantVisit, path: string): Html =>
  html`<p>${actionButton(visit, 'limits.set', `${path}/limits/add`, 'Add a limit')}</p>`;

/** The limits that apply to a customer, with what is used of them. `path`: of the customer. */
export async function limitsOfCustomer(visit: TenantVisit, customerId: string, path: string): Promise<Html> {
  const { tenant, context } = visit.place;
  const limits = await visit.core.operators.reads.limits(tenant, customerId, context.now);
  const rows = limits.map((used) => ({ limit: used.limit, used }));
  const empty = 'Nothing limits what the customer starts in a day and a month.';
  return html`${limitTable(visit, rows, { path, empty, owner: true })}
    <p class="hint">Days and months are in UTC. What was started while no limit was set is not counted.</p>
    ${addButton(visit, path)}`;
}

/** The limits that a platform has for each of its customers. `path`: of the platform. */
export const limitsOfPlatform = (visit: TenantVisit, limits: readonly PaymentLimit[] | null, path: string): Html => {
  const rows = (limits ?? []).filter(hasMaxima).map((limit) => ({ limit }));
  const empty = 'Nothing limits what its customers start in a day and a month.';
  return html`${limitTable(visit, rows, { path, empty, owner: false })}
    <p class="hint">For each customer alone, in UTC. What a customer has used is on the page of the customer.</p>
    ${addButton(visit, path)}`;
};
