import { type Id, ok, type ShownMatch } from '@corridor/core';
import { html } from '../../pages/html.js';
import { definitions } from '../kit/components.js';
import { asksFor } from '../kit/declared-fields.js';
import { tenantForm } from '../kit/form-page.js';
import type { Route } from '../kit/route.js';
import { isConfirmed, isOpen, matchText, type OfScreening, params, pathOf, screeningOf, subjectOf } from './shown.js';

/** What the forms show: what waits, and the matches to choose from, which are open unless the form is about others. */
async function prepared(visit: OfScreening, text: string, isAbout: (shown: ShownMatch) => boolean = isOpen) {
  const found = await screeningOf(visit);
  if (!found.ok) return found;
  const { screening, question, matches } = found.value;
  const open = matches.filter(isAbout);
  const choices = open.map(({ match }) => [match.id, matchText(match, question)] as const);
  const named = visit.query.get('match');
  const chosen = open.find(({ match }) => match.id === named)?.match ?? (open.length === 1 ? open[0]!.match : null);
  return ok({
    content: {
      crumbs: [{ path: pathOf(visit), text: 'Hit' }],
      about: html`<p>${text}</p>
        ${definitions([
          ['Concerns', await subjectOf(visit, screening.subject)],
          ...(chosen === null ? [] : [['Match', matchText(chosen, question)] as const]),
        ])}`,
      ...(chosen !== null && {
        query: `?match=${encodeURIComponent(chosen.id)}`,
        hidden: { match: chosen.id as string },
      }),
    },
    choices: chosen === null ? choices : null,
  });
}

type P = { readonly id: Id<'Screening'> };

const clear = tenantForm<'screening.clear', P>({
  path: '/screening/{id}/clear',
  title: 'Clear the hit',
  section: 'Screening',
  params,
  action: 'screening.clear',
  confirm: true,
  submit: 'Clear the hit',
  done: 'The hit is cleared.',
  async prepare(visit) {
    const found = await prepared(
      visit,
      'Clear a match if the party is not the entry of the list. What waits for no other match goes on in the same moment. The clearance ends by itself when the entry, or what identifies the party, changes.',
    );
    if (!found.ok) return found;
    const { content, choices } = found.value;
    if (choices === null) return ok({ ...content, asks: asksFor('reason') });
    return ok({
      ...content,
      asks: asksFor({ name: 'match', hint: 'Without a choice: each of them', choices }, 'reason'),
    });
  },
  fixes: ({ params: { id } }) => ({ id }),
  leadsTo: pathOf,
});

const confirm = tenantForm<'screening.confirm', P>({
  path: '/screening/{id}/confirm',
  title: 'Confirm the hit',
  section: 'Screening',
  params,
  action: 'screening.confirm',
  confirm: true,
  submit: 'Confirm the hit',
  done: 'The hit is confirmed.',
  async prepare(visit) {
    const found = await prepared(
      visit,
      'Confirm a match if the party is the entry of the list. The customer, or the external account, is blocked at once, and the platform does not learn of it. What waits stays stopped.',
    );
    if (!found.ok) return found;
    const { content, choices } = found.value;
    if (choices === null) return ok({ ...content, asks: asksFor('reason', 'caseReference') });
    return ok({ ...content, asks: asksFor({ name: 'match', choices, required: true }, 'reason', 'caseReference') });
  },
  fixes: ({ params: { id } }) => ({ id }),
  leadsTo: pathOf,
});

const withdraw = tenantForm<'screening.withdraw', P>({
  path: '/screening/{id}/withdraw',
  title: 'Withdraw the confirmation',
  section: 'Screening',
  params,
  action: 'screening.withdraw',
  confirm: true,
  submit: 'Withdraw the confirmation',
  done: 'The confirmation is withdrawn.',
  async prepare(visit) {
    const found = await prepared(
      visit,
      'Withdraw a confirmation if the party is not the entry of the list. The match counts as cleared from then on. A block of the customer or the external account stays until operators end it on its page, and held money waits for the decision about its exception.',
      isConfirmed,
    );
    if (!found.ok) return found;
    const { content, choices } = found.value;
    if (choices === null) return ok({ ...content, asks: asksFor('reason') });
    return ok({ ...content, asks: asksFor({ name: 'match', choices, required: true }, 'reason') });
  },
  fixes: ({ params: { id } }) => ({ id }),
  leadsTo: pathOf,
});

export const decisionForms: readonly Route[] = [clear, confirm, withdraw];
