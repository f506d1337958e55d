import { toIso } from '@corridor/core';
import type { Customer, LegalHold } from '@corridor/core/records';
import { html, type Html } from '../../pages/html.js';
import { actions, type Content, link, section, status, table, timeWithAge } from '../kit/components.js';
import { actionButton, mayRequest } from '../kit/form-page.js';
import type { TenantVisit } from '../kit/visit.js';
import { pathOfCustomer } from './customer.js';

/** When, why and by whom a hold was released; the link to release it. */
function releaseOf(visit: TenantVisit, hold: LegalHold): Content {
  const { releasedAt, releaseReason, releaseReference, releasedBy, releaseApprovedBy } = hold;
  if (releasedAt === null)
    return mayRequest(visit, 'customers.release-hold')
      ? link(`${visit.place.base}/legal-holds/${hold.id}/release`, 'Release…')
      : '–';
  return html`<div>${timeWithAge(releasedAt, visit.now)}</div>
    <div>${releaseReason} (${releaseReference})</div>
    <div>by ${releasedBy}${releaseApprovedBy !== null && html`, approved by ${releaseApprovedBy}`}</div>`;
}

const holdTable = (visit: TenantVisit, holds: readonly LegalHold[]): Html =>
  table({
    caption: 'Legal holds, newest first',
    empty: 'The customer has never had a legal hold.',
    rows: holds,
    columns: [
      { title: 'Reason', text: ({ reason }) => reason },
      {
        title: 'State',
        text: (hold) => hold.status,
        show: (hold) => status(hold.status, hold.status === 'HELD' ? 'bad' : 'plain'),
      },
      {
        title: 'Since',
        text: ({ createdAt }) => toIso(createdAt),
        show: ({ createdAt }) => timeWithAge(createdAt, visit.now),
      },
      { title: 'Case', text: ({ caseReference }) => caseReference },
      { title: 'Held by', text: ({ heldBy }) => heldBy },
      { title: 'Release', text: ({ releaseReason }) => releaseReason ?? '', show: (hold) => releaseOf(visit, hold) },
    ],
  });

/** What keeps the data of a customer. */
export async function retentionPart(visit: TenantVisit, customer: Customer): Promise<Html> {
  const { core, place } = visit;
  const holds = await core.operators.reads.legalHoldsOf(place.tenant, customer.id);
  return section(
    'holds',
    'Legal holds',
    html`${actions(actionButton(visit, 'customers.hold', `${pathOfCustomer(visit, customer.id)}/hold`, 'Place a legal hold…'))}
    ${holdTable(visit, holds)}`,
  );
}
