import type { Fact, Preview, TenantKey, WaitingRequest, Wording } from '@corridor/core';
import { accountClass } from '@corridor/core/internal';
import { html, type Html } from '../../pages/html.js';
import { ageText } from './times.js';
import { type Content, definitions, link, linkIf, money, notice, table } from './components.js';
import { classOf } from './ledger-accounts.js';
import type { Visit } from './visit.js';

/** Names of what a record was when the action was planned: of a waiting action it still is, of a past one it was. */
const AS_IT_IS = { of: 'now', same: 'As it is now', before: 'Now' } as const;
const AS_IT_WAS = { of: 'then', same: 'As it was then', before: 'Then' } as const;

/** What an action would do, or did: its sentence and its fields. */
export const effectOf = (
  visit: Pick<Visit, 'pathOf'>,
  tenant: TenantKey,
  { sentence, concerns, facts, state, amountLabel }: Wording,
  { moves, isPast = false }: Pick<Preview, 'moves'> & { readonly isPast?: boolean },
): Html => {
  const names = isPast ? AS_IT_WAS : AS_IT_IS;
  const shown = (fact: Fact): Content => {
    const path = fact.id === undefined ? null : visit.pathOf({ tenant, id: fact.id });
    const text = path === null ? fact.text : link(path, fact.text);
    if (fact.now === undefined) return text;
    return fact.now === fact.text
      ? html`${text} <span class="hint">${names.same}</span>`
      : html`<span class="hint">${names.before}: ${fact.now} →</span> ${text}`;
  };
  return html`<p class="decision">${sentence}.</p>
    ${definitions([
      [concerns.label, shown(concerns)],
      ...(moves.length === 0 ? [] : [[amountLabel ?? 'Moves', moved(moves)] as const]),
      ...facts.map((fact) => [fact.label, shown(fact)] as const),
      ...state.map((fact) => [`${fact.label} ${names.of}`, shown(fact)] as const),
    ])}`;
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

/** The journal entry that an action books; nothing if it books none. It follows the decision, because its lines are long. */
export async function journalEntryOf(
  { core, pathOf }: Pick<Visit, 'core' | 'pathOf'>,
  tenant: TenantKey,
  { books }: Pick<Preview, 'books'>,
): Promise<Html> {
  if (books === undefined) return html``;
  const holders = books.flatMap(({ account }) => holderOf(account) ?? []);
  const names = await core.operators.reads.recordNames(holders.map((id) => ({ tenant, id })));
  const accountText = (account: string): Html => {
    const holder = holderOf(account);
    const name = html`${classOf(accountClass(account)).name}`;
    return holder === null
      ? name
      : html`${name}: ${linkIf(pathOf({ tenant, id: holder }), names.get(holder) ?? holder)}`;
  };
  return html`<h3>The journal entry</h3>
    ${table({
      caption: 'The lines of the journal entry',
      columns: [
        { title: 'Ledger account', text: ({ account }) => account, show: ({ account }) => accountText(account) },
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
}

/** The id of the record that a ledger account belongs to; null for an account of the platform or the service. */
const holderOf = (account: string): string | null => {
  const kind = accountClass(account);
  return classOf(kind).owner === 'holder' && account.startsWith(`${kind}:`) ? account.slice(kind.length + 1) : null;
};

const moved = (moves: Preview['moves']): Html =>
  html`${moves.map(({ currency, amount }, index) => html`${index > 0 && ', '}${money(amount, currency)}`)}`;
