import type { ResolutionChoice, TenantKey } from '@corridor/core';
import { isHouse, splitTenant } from '@corridor/core/internal';
import type { ExceptionRecord } from '@corridor/core/records';
import { html, type Html } from '../../pages/html.js';
import { code, link, money, status } from '../kit/components.js';
import { moneyText } from '../kit/money.js';
import { idOf } from '../kit/route.js';
import { readAs, type Visit } from '../kit/visit.js';
import { KINDS } from './names.js';

export const HOUSE_NAME = 'The service itself';
export const params = { id: idOf('Exception') };

export const addressOf = ({ base }: Visit, { id }: Pick<ExceptionRecord, 'id'>): string => `${base}/exceptions/${id}`;

/** The record that an exception concerns, with a link to its page. */
export function subjectOf(visit: Visit, { tenant, subject, kind }: ExceptionRecord): Html {
  if (kind === 'STATEMENT_DIFFERENCE') return link(`${visit.base}/rails/${encodeURIComponent(subject)}`, subject);
  const path = visit.pathOf({ tenant, id: subject });
  return path === null ? code(subject) : link(path, code(subject));
}

export const titleOf = ({ kind, amount, currency }: ExceptionRecord): string =>
  `${KINDS[kind]}: ${moneyText(amount, currency)}`;

export const contextOf = ({ core, requestId }: Visit, tenant: TenantKey) =>
  core.context(tenant, { kind: 'system' }, requestId);

export async function choicesOf(visit: Visit, { id, tenant }: ExceptionRecord): Promise<readonly ResolutionChoice[]> {
  const { core } = visit;
  const read = await readAs(core, contextOf(visit, tenant), core.treasury.choices, { exceptionId: id });
  return read.ok ? read.value : [];
}

/** What identifies an exception, for its page and for the form that resolves it. */
export async function nameOf(visit: Visit, exception: ExceptionRecord) {
  const { tenant } = exception;
  const { platformId, environment } = splitTenant(tenant);
  const platform = await visit.core.operators.reads.platform(tenant);
  return [
    ['Status', status(exception.status)],
    ['Amount at stake', money(exception.amount, exception.currency)],
    ['Concerns', subjectOf(visit, exception)],
    [
      'Platform',
      isHouse(tenant)
        ? `${HOUSE_NAME}, ${environment}`
        : html`${link(`${visit.base}/t/${tenant}/exceptions`, platform?.name ?? platformId)}, ${environment}`,
    ],
  ] as const;
}
