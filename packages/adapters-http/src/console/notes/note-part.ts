import type { TenantKey } from '@corridor/core';
import { html, type Html } from '../../pages/html.js';
import { actions, definitions, section, timeWithAge } from '../kit/components.js';
import { actionButton } from '../kit/form-page.js';
import type { Visit } from '../kit/visit.js';

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
  const notes = await reads.notes(tenant, id, visit.role);
  return section(
    'notes',
    'Notes',
    html`${definitions([['Looked after by', assigneeText(await reads.assignee(tenant, id))]])}
    ${
      notes.length > 0 &&
      html`<ul class="notes">
        ${notes.map(
          ({ text, author, createdAt }) =>
            html`<li>
              <p class="note">${text}</p>
              <p class="hint">${author}, ${timeWithAge(createdAt, visit.now)}</p>
            </li>`,
        )}
      </ul>`
    }
    ${actions(
      actionButton(visit, 'notes.add', `${path}/note`, 'Add a note…'),
      actionButton(visit, 'assignments.set', `${path}/assign`, 'Assign…'),
    )}`,
  );
}
