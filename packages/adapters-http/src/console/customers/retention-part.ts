import { hostTime } from '../kit/clocks.js';
import { countText } from '../kit/words.js';
import { toIso } from '@corridor/core';
import type { Customer, Erasure, LegalHold } from '@corridor/core/records';
import { html, type Html } from '../../pages/html.js';
import { actions, type Content, link, notice, section, status, table } from '../kit/components.js';
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
  return html`<div>${hostTime(visit, releasedAt)}</div>
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
        show: ({ createdAt }) => hostTime(visit, createdAt),
      },
      { title: 'Case', text: ({ caseReference }) => caseReference },
      { title: 'Held by', text: ({ heldBy }) => heldBy },
      { title: 'Release', text: ({ releaseReason }) => releaseReason ?? '', show: (hold) => releaseOf(visit, hold) },
    ],
  });

/** `documents` is `document`, and `screening_matches` is `screening_match`. */
const singularOf = (table: string): string =>
  table
    .replace(/ies$/, 'y')
    .replace(/(?<=ch|sh|ss|x)es$/, '')
    .replace(/(?<!s)s$/, '');

const countsText = ({ counts }: Erasure): string =>
  Object.entries(counts)
    .map(([table, count]) => countText(count, singularOf(table), table).replaceAll('_', ' '))
    .join(', ');

const erasureTable = (visit: TenantVisit, erasures: readonly Erasure[]): Html =>
  table({
    caption: 'Erasures, newest first',
    empty: 'The data of the customer were never erased.',
    rows: erasures,
    columns: [
      { title: 'State', text: (of) => of.status, show: (of) => status(of.status) },
      {
        title: 'Since',
        text: ({ createdAt }) => toIso(createdAt),
        show: ({ createdAt }) => hostTime(visit, createdAt),
      },
      {
        title: 'Erased on',
        text: ({ completedAt }) => (completedAt === null ? '' : toIso(completedAt)),
        show: ({ completedAt }) => (completedAt === null ? '–' : hostTime(visit, completedAt)),
      },
      { title: 'By', text: ({ requestedBy, approvedBy }) => `${requestedBy} and ${approvedBy}` },
      { title: 'Case', text: ({ caseReference }) => caseReference },
      { title: 'Records', text: countsText },
    ],
  });

/** What keeps the data of a customer, and whether they were erased. */
export async function retentionPart(visit: TenantVisit, customer: Customer): Promise<Html> {
  const { core, place } = visit;
  const holds = await core.operators.reads.legalHoldsOf(place.tenant, customer.id);
  const path = pathOfCustomer(visit, customer.id);
  const erasures = await core.operators.reads.erasuresOf(place.tenant, customer.id);
  const [newest] = erasures;
  const waits = newest === undefined ? [] : await core.operators.reads.erasureWaits(place.tenant, newest);
  return html`${
    newest?.status === 'ERASED' &&
    newest.completedAt !== null &&
    notice(
      html`The personal data were erased on ${hostTime(visit, newest.completedAt)} by ${newest.requestedBy} and
      ${newest.approvedBy}. The payments are kept with their ids, amounts and times.`,
      'plain',
    )
  }
  ${waits.length > 0 && notice(html`The erasing waits: ${waits.map(({ message }) => message).join('; ')}.`, 'plain')}
  ${holdSection(visit, holds, path)}
  ${section(
    'erasures',
    'Erasing',
    html`${actions(actionButton(visit, 'customers.erase', `${path}/erase`, 'Erase the personal data…'))}
    ${erasureTable(visit, erasures)}`,
  )}`;
}

const holdSection = (visit: TenantVisit, holds: readonly LegalHold[], path: string): Html =>
  section(
    'holds',
    'Legal holds',
    html`${actions(actionButton(visit, 'customers.hold', `${path}/hold`, 'Place a legal hold…'))}
    ${holdTable(visit, holds)}`,
  );
