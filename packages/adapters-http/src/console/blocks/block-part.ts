import { toIso } from '@corridor/core';
import type { Block, Platform } from '@corridor/core/records';
import { html, type Html } from '../../pages/html.js';
import { actions, notice, section, status, table, timeWithAge } from '../kit/components.js';
import { actionButton } from '../kit/form-page.js';
import type { ActionName, TenantVisit } from '../kit/visit.js';

/** What operators can stop. */
export interface Blockable {
  readonly id: string;
  readonly blockedAs: Platform['blockedAs'];
}

const TOLD_AS = {
  TOLD: 'The platform knows of the block.',
  SILENT: 'The platform does not know of the block: tell neither it nor its customers.',
} as const;

const historyTable = ({ place: { context } }: TenantVisit, blocks: readonly Block[]): Html =>
  table({
    caption: 'Blocks, newest first',
    empty: 'Operators have never blocked it.',
    rows: blocks,
    columns: [
      { title: 'Reason', text: ({ reason }) => reason },
      {
        title: 'State',
        text: (block) => block.status,
        show: (block) => status(block.status, block.status === 'BLOCKED' ? 'bad' : 'plain'),
      },
      {
        title: 'Since',
        text: ({ createdAt }) => toIso(createdAt),
        show: ({ createdAt }) => timeWithAge(createdAt, context.now),
      },
      { title: 'Case', text: ({ caseReference }) => caseReference },
      { title: 'Notes', text: ({ notes }) => notes ?? '' },
      { title: 'Told to the platform', text: ({ tellPlatform }) => (tellPlatform ? 'Yes' : 'No') },
      { title: 'Blocked by', text: ({ blockedBy }) => blockedBy },
      {
        title: 'Ended at',
        text: ({ endedAt }) => (endedAt === null ? '' : toIso(endedAt)),
        show: ({ endedAt }) => (endedAt === null ? '–' : timeWithAge(endedAt, context.now)),
      },
      { title: 'Reason of the end', text: ({ endReason }) => endReason ?? '' },
      { title: 'Case of the end', text: ({ endReference }) => endReference ?? '' },
      { title: 'Ended by', text: ({ endedBy }) => endedBy ?? '' },
      { title: 'Approved by', text: ({ endApprovedBy }) => endApprovedBy ?? '' },
    ],
  });

/** The block of a record with its history, and the link to the form that changes it. `path` is that of the record. */
export async function blockPart(
  visit: TenantVisit,
  { id, blockedAs }: Blockable,
  kind: 'customers' | 'external-accounts' | 'platforms',
  path: string,
): Promise<Html> {
  const { core, place } = visit;
  const blocks = await core.operators.reads.blocksOf(place.tenant, id);
  const change = blockedAs === null ? 'block' : 'unblock';
  const action: ActionName = `${kind}.${change}`;
  return section(
    'block',
    'Block',
    html`${blockedAs !== null && notice(html`${status('BLOCKED', 'bad')} ${TOLD_AS[blockedAs]}`, 'bad')}
    ${actions(actionButton(visit, action, `${path}/${change}`, change === 'block' ? 'Block…' : 'Unblock…'))}
    ${historyTable(visit, blocks)}`,
  );
}
