import { toIso } from '@corridor/core';
import type { Block, Platform } from '@corridor/core/records';
import { html, type Html } from '../../pages/html.js';
import { actions, type Content, idText, link, notice, section, status, table, timeWithAge } from '../kit/components.js';
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

const OPERATOR = /^(.*) \((Operator:[0-9a-f-]+)\)$/s;

/** An operator, whom a block names with the id in brackets. */
const operatorText = (text: string): Html => {
  const [, name, id] = OPERATOR.exec(text) ?? [];
  return name === undefined || id === undefined ? html`${text}` : html`${name} ${idText(id)}`;
};

/** When, why and by whom a block was ended. */
const endOf = ({ endedAt, endReason, endReference, endedBy, endApprovedBy }: Block, now: TenantVisit['now']): Content =>
  endedAt === null
    ? '–'
    : html`<div>${timeWithAge(endedAt, now)}</div>
        <div>${endReason} (${endReference})</div>
        <div>
          ${endedBy !== null && html`by ${operatorText(endedBy)}`}
          ${endApprovedBy !== null && html`, approved by ${operatorText(endApprovedBy)}`}
        </div>`;

const historyTable = ({ place: { context } }: TenantVisit, blocks: readonly Block[]): Html =>
  table({
    caption: 'Blocks, newest first',
    empty: 'There has been no block.',
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
      { title: 'Blocked by', text: ({ blockedBy }) => blockedBy, show: ({ blockedBy }) => operatorText(blockedBy) },
      { title: 'End', text: ({ endReason }) => endReason ?? '', show: (block) => endOf(block, context.now) },
    ],
  });

/** Whether operators stop a record, or have stopped it: what a block held waits for decisions also after its end. */
export const wasBlocked = async ({ core, place }: TenantVisit, { id, blockedAs }: Blockable): Promise<boolean> =>
  blockedAs !== null || (await core.operators.reads.blocksOf(place.tenant, id)).length > 0;

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
  const unblocking = (await core.operators.actions.waitingAbout(place.tenant, id)).find(
    (request) => request.action === `${kind}.unblock`,
  );
  const button = actionButton(visit, action, `${path}/${change}`, change === 'block' ? 'Block…' : 'Unblock…');
  const next =
    unblocking === undefined
      ? actions(button)
      : html`<p>
          The end of the block waits for the approval of a second operator, as ${unblocking.requestedBy.name} has
          requested: ${link(`${visit.base}/approvals/${unblocking.requestId}`, 'the request')}.
        </p>`;
  return section(
    'block',
    'Block',
    html`${blockedAs !== null && notice(html`${status('BLOCKED', 'bad')} ${TOLD_AS[blockedAs]}`, 'bad')} ${next}
    ${historyTable(visit, blocks)}`,
  );
}
