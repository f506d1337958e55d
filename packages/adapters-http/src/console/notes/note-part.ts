import type { TenantKey } from '@corridor/core';
import { html, type Html } from '../../pages/html.js';
import { actions, definitions, section, timeWithAge } from '../kit/components.js';
import { actionButton } from '../kit/form-page.js';
import type { Visit } from '../kit/visit.js';

/** What operators have noted about a record, and who looks after it. `path` is that of the page of the record. */
export async function notePart(
  visit: Visit,
  { tenant, id }: { readonly tenant: TenantKey; readonly id: string },
  path: string,
): Promise<Html> {
  const { reads } = visit.core.operators;
  const assignee = await reads.assignee(tenant, id);
  const notes = await reads.notes(tenant, id, visit.role);
  return section(
    'notes',
    'Notes',
    html`${definitions([['Looked after by', assignee === null ? 'No operator' : assignee.name]])}
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
