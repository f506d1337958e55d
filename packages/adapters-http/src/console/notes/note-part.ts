import { clocksOf, hostTime } from '../kit/clocks.js';
import type { TenantKey } from '@corridor/core';
import { Bug } from '@corridor/core/ports';
import { html, type Html } from '../../pages/html.js';
import { actions, definitions, link, section } from '../kit/components.js';
import { actionButton } from '../kit/form-page.js';
import type { Visit } from '../kit/visit.js';

/** The page of the record shows so many; all of them have a list of their own. */
const NEWEST = 20;

type Assignee = Awaited<ReturnType<Visit['core']['operators']['reads']['assignee']>>;

function assigneeText(assignee: Assignee): string {
  if (assignee === null) return 'No operator';
  return assignee.hasAccess
    ? assignee.name
    : `${assignee.name}, who has no access to it any more: assign it to another operator`;
}

/** What operators have noted about a record, and who looks after it. `path` is that of the page of the record. */
export async function notePart(
  visit: Visit,
  { tenant, id }: { readonly tenant: TenantKey; readonly id: string },
  path: string,
): Promise<Html> {
  const { reads } = visit.core.operators;
  const clockOf = await clocksOf(visit, [tenant]);
  const filter = { tenant, subject: id, role: visit.role, limit: NEWEST };
  const notes = await visit.core.operators.notes.about(filter);
  if (!notes.ok) throw new Bug(`notes cannot be read: ${notes.error.message}`);
  const { data, hasMore } = notes.value;
  return section(
    'notes',
    'Notes',
    html`${definitions([['Looked after by', assigneeText(await reads.assignee(tenant, id))]])}
    ${
      data.length > 0 &&
      html`<ul class="notes">
        ${data.map(
          ({ text, author, createdAt }) =>
            html`<li>
              <p class="note">${text}</p>
              <p class="hint">${author}, ${hostTime(visit, createdAt, clockOf(tenant))}</p>
            </li>`,
        )}
      </ul>`
    }
    ${hasMore && html`<p>${link(`${path}/all-notes`, 'All notes')}</p>`}
    ${actions(
      actionButton(visit, 'notes.add', `${path}/note`, 'Add a note…'),
      actionButton(visit, 'assignments.set', `${path}/assign`, 'Assign…'),
    )}`,
  );
}
