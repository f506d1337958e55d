import { type Id, type LedgerEntry, ok, type ResolutionChoice } from '@corridor/core';
import type { ExceptionRecord } from '@corridor/core/records';
import { html, type Html } from '../../pages/html.js';
import { code, definitions, link, money, section, table, time } from '../kit/components.js';
import { mayRequest } from '../kit/form-page.js';
import { othersPart } from '../kit/effect.js';
import { housePage, type Route } from '../kit/route.js';
import { houseNotePages } from '../notes/note-pages.js';
import { notePart } from '../notes/note-part.js';
import { readAs, type Visit } from '../kit/visit.js';
import { EFFECTS, RESOLVED_BY } from './names.js';
import { params, addressOf, titleOf, contextOf, choicesOf, nameOf } from './shown.js';

type OfException = Visit<{ readonly id: Id<'Exception'> }>;

const MOST_ENTRIES = 20;

/** The newest entries that the record of the exception caused, and those of its resolution. */
async function entriesOf(
  visit: Visit,
  { id, tenant, subject, kind }: ExceptionRecord,
): Promise<readonly LedgerEntry[]> {
  const { core } = visit;
  const filters = [
    { cause: id },
    kind === 'RECEIVABLE_OVERDUE' ? { account: `receivables:${subject}` } : { cause: subject },
  ];
  const context = contextOf(visit, tenant);
  const pages = [];
  for (const filter of filters)
    pages.push(await readAs(core, context, core.ledger.entries, { ...filter, limit: MOST_ENTRIES }));
  const entries = pages.flatMap((page) => (page.ok ? page.value.data : []));
  return [...new Map(entries.map((entry) => [entry.id, entry])).values()].sort((a, b) => b.createdAt - a.createdAt);
}

async function factsOf(visit: Visit, exception: ExceptionRecord): Promise<Html> {
  const { rail, reference } = exception;
  return definitions([
    ...(await nameOf(visit, exception)),
    ['Rail', rail === null || visit.isLimited ? rail : link(`${visit.base}/rails/${encodeURIComponent(rail)}`, rail)],
    ['Reference', reference === '' ? null : code(reference)],
    ['Direction', exception.direction],
    ['Opened at', time(exception.createdAt)],
    ['Id', code(exception.id)],
  ]);
}

const resolvedPart = (visit: Visit, exception: ExceptionRecord): Html =>
  section(
    'resolution',
    'How it was resolved',
    definitions([
      ['Resolution', exception.resolution === null ? null : RESOLVED_BY[exception.resolution]],
      ['Resolved by', exception.resolvedBy],
      ['Approved by', exception.approvedBy],
      ['Resolved at', time(exception.resolvedAt)],
      ['Note', exception.note],
      ['Journal entry', exception.entryId === null ? 'Nothing was booked' : entryLink(visit, exception)],
    ]),
  );

function entryLink(visit: Visit, { tenant, entryId }: ExceptionRecord): Html {
  const path = visit.pathOf({ tenant, id: entryId! });
  return path === null ? code(entryId) : link(path, code(entryId));
}

const sideText = (side: ResolutionChoice['from'], needsAccount: boolean): Html =>
  side === null
    ? html`–`
    : side.account === null
      ? html`${needsAccount ? 'the account that you name' : side.side}`
      : code(side.account);

function choicesPart(visit: Visit, exception: ExceptionRecord, choices: readonly ResolutionChoice[]): Html {
  const mayResolve = mayRequest(visit, 'exceptions.resolve');
  const form = `${addressOf(visit, exception)}/resolve`;
  return section(
    'choices',
    'What you can decide',
    table<ResolutionChoice>({
      caption: 'Resolutions that this exception allows',
      rows: choices,
      empty: 'No resolution is possible.',
      columns: [
        {
          title: 'Resolution',
          text: ({ resolution }) => resolution,
          show: ({ resolution, refused, asks }) =>
            html`${mayResolve && refused === null ? link(`${form}?resolution=${resolution}`, `${RESOLVED_BY[resolution]}…`) : RESOLVED_BY[resolution]}
              <div class="hint">
                ${refused === null ? EFFECTS[resolution] : `Not possible now: ${refused.message}`}
                ${asks !== null && html`${asks.rail} is asked first whether it sent the money as ${code(asks.reference)}.`}
              </div>`,
        },
        { title: 'Takes from', text: () => '', show: ({ from, needsAccount }) => sideText(from, needsAccount) },
        { title: 'Adds to', text: () => '', show: ({ to, needsAccount }) => sideText(to, needsAccount) },
        {
          title: 'Amount',
          isNumber: true,
          text: () => '',
          show: ({ does, amount }) => (does === 'entry' ? money(amount, exception.currency) : html`no entry`),
        },
      ],
    }),
  );
}

interface Line {
  readonly entry: LedgerEntry;
  readonly account: string;
  readonly amount: bigint;
  readonly currency: string;
}

function entriesPart(visit: Visit, { tenant }: ExceptionRecord, entries: readonly LedgerEntry[]): Html {
  const lines = entries.flatMap((entry) =>
    entry.postings.map(({ account, amount, currency }): Line => ({ entry, account, amount, currency })),
  );
  const entryCell = ({ id, kind }: LedgerEntry): Html => {
    const path = visit.pathOf({ tenant, id });
    return path === null ? code(kind) : link(path, code(kind));
  };
  return section(
    'ledger',
    'What the ledger has',
    table<Line>({
      caption: 'Lines of the ledger, newest first',
      rows: lines,
      empty: 'The record that this exception concerns has caused no journal entry.',
      columns: [
        { title: 'Entry', text: ({ entry }) => entry.kind, show: ({ entry }) => entryCell(entry) },
        { title: 'Booked at', text: () => '', show: ({ entry }) => time(entry.createdAt) },
        { title: 'Ledger account', text: ({ account }) => account, show: ({ account }) => code(account) },
        {
          title: 'Amount',
          isNumber: true,
          text: () => '',
          show: ({ amount, currency }) => money(amount, currency),
        },
      ],
    }),
  );
}

export const exceptionPage = housePage({
  servesLimited: true,
  path: '/exceptions/{id}',
  title: 'Exception',
  section: 'Exceptions',
  params,
  shows: 'Exception',
  async show(visit: OfException) {
    const found = await visit.core.exceptions.get(visit.params.id);
    if (!found.ok) return found;
    const exception = found.value;
    const isOpen = exception.status === 'OPEN';
    const waiting = isOpen ? await visit.core.operators.actions.waitingAbout(exception.tenant, exception.id) : [];
    const body = html`${await othersPart(visit, waiting)}
      <p class="lead">${exception.reason}</p>
      ${await factsOf(visit, exception)}
      ${isOpen ? choicesPart(visit, exception, await choicesOf(visit, exception)) : resolvedPart(visit, exception)}
      ${await notePart(visit, exception, addressOf(visit, exception))}
      ${entriesPart(visit, exception, await entriesOf(visit, exception))}`;
    return ok({ title: titleOf(exception), body });
  },
});

export const exceptionNotePages: readonly Route[] = houseNotePages({
  path: '/exceptions/{id}',
  params,
  section: 'Exceptions',
  pathOf: ({ base, params: { id } }) => `${base}/exceptions/${id}`,
  async shown(visit) {
    const found = await visit.core.exceptions.get(visit.params.id);
    if (!found.ok) return found;
    const exception = found.value;
    return ok({
      tenant: exception.tenant,
      about: definitions(await nameOf(visit, exception)),
      crumbs: [{ path: addressOf(visit, exception), text: titleOf(exception) }],
    });
  },
});
