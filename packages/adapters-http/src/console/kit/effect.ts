import type { Fact, Preview, TenantKey, WaitingRequest, Wording } from '@corridor/core';
import { html, type Html } from '../../pages/html.js';
import { ageText, code, type Content, definitions, link, money, notice, table } from './components.js';
import type { Visit } from './visit.js';

/** What an action would do, or did: its sentence, its fields, and the journal entry that it books. */
export const effectOf = (
  visit: Pick<Visit, 'pathOf'>,
  tenant: TenantKey,
  { sentence, concerns, facts, state }: Wording,
  { moves, books }: Pick<Preview, 'moves' | 'books'>,
): Html => {
  const shown = (fact: Fact): Content => {
    const path = fact.id === undefined ? null : visit.pathOf({ tenant, id: fact.id });
    const text = path === null ? fact.text : link(path, fact.text);
    if (fact.now === undefined) return text;
    return fact.now === fact.text
      ? html`${text} <span class="hint">As it is now</span>`
      : html`<span class="hint">Now: ${fact.now}</span> ${text}`;
  };
  return html`<p class="decision">${sentence}.</p>
    ${definitions([
      [concerns.label, shown(concerns)],
      ...(moves.length === 0 ? [] : [['Moves', moved(moves)] as const]),
      ...facts.map((fact) => [fact.label, shown(fact)] as const),
      ...state.map((fact) => [`${fact.label} now`, shown(fact)] as const),
    ])}
    ${books !== undefined && entryOf(books)}`;
};

/** The requests about the same record that wait for a second operator already. */
export async function othersPart(
  { base, core, now }: Pick<Visit, 'base' | 'core' | 'now'>,
  others: readonly WaitingRequest[],
): Promise<Html> {
  const notices: Html[] = [];
  for (const other of others) {
    const wording = await core.operators.actions.wordingOf(other);
    const path = `${base}/approvals/${other.requestId}`;
    notices.push(
      notice(
        html`${other.requestedBy.name} has asked for this ${ageText(other.requestedAt, now)}, and it waits for a second
        operator: ${link(path, wording?.sentence ?? other.action)}.`,
      ),
    );
  }
  return html`${notices}`;
}

/** The journal entry that an action books. */
const entryOf = (books: NonNullable<Preview['books']>): Html =>
  html`<h3>The journal entry</h3>
    ${table({
      caption: 'The lines of the journal entry',
      columns: [
        { title: 'Ledger account', text: ({ account }) => account, show: ({ account }) => code(account) },
        {
          title: 'Takes from',
          isNumber: true,
          text: () => '',
          show: ({ amount, currency }) => (amount < 0n ? money(-amount, currency) : '–'),
        },
        {
          title: 'Adds to',
          isNumber: true,
          text: () => '',
          show: ({ amount, currency }) => (amount < 0n ? '–' : money(amount, currency)),
        },
      ],
      rows: books,
      empty: 'Nothing is booked.',
    })}`;

const moved = (moves: Preview['moves']): Html =>
  html`${moves.map(({ currency, amount }, index) => html`${index > 0 && ', '}${money(amount, currency)}`)}`;
