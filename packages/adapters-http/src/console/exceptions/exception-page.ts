import { type CurrencyCode, type Id, type LedgerEntry, ok, type ResolutionChoice } from '@corridor/core';
import { accountClass, isHeldAtRail, isId, isUnconfirmed } from '@corridor/core/internal';
import type { ExceptionRecord } from '@corridor/core/records';
import { html, type Html } from '../../pages/html.js';
import { attemptsTable } from '../kit/attempts.js';
import {
  code,
  type Content,
  definitions,
  emptyState,
  idText,
  link,
  linkIf,
  money,
  section,
  shortIds,
  table,
  timeWithAge,
} from '../kit/components.js';
import { clockLine, inTimeOf } from '../kit/clocks.js';
import { mayRequest } from '../kit/form-page.js';
import { withNamedRecords } from '../kit/record-link.js';
import { othersPart } from '../kit/effect.js';
import { housePage, type Route } from '../kit/route.js';
import { houseNotePages } from '../notes/note-pages.js';
import { notePart } from '../notes/note-part.js';
import { readAs, type Visit } from '../kit/visit.js';
import { SEEN_AS_CANCELLED, wordsOf, withoutCodes } from '../kit/words.js';
import { accountLink, classOf, sideName } from '../kit/ledger-accounts.js';
import { type BookGroup, bookTable } from '../kit/book-table.js';
import { railLink, statementsPath } from '../kit/rail-path.js';
import { atStake, choiceName, decisionName, effectOf } from './names.js';
import { reasonPart } from './reason.js';
import {
  params,
  addressOf,
  blockNotice,
  referenceText,
  titleOf,
  contextOf,
  choicesOf,
  decidedOf,
  nameOf,
} from './shown.js';

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

/** The failed attempts of the work about the record, such as a refund that a bank does not take. */
async function attemptsPart({ core, now }: Visit, { tenant, subject }: ExceptionRecord): Promise<Html> {
  const failed = await core.operators.reads.failedAttempts(tenant, subject);
  if (failed.length === 0) return html``;
  return section('attempts', 'Failed attempts', attemptsTable(failed, { nowOf: () => now }));
}

async function factsOf(visit: Visit, exception: ExceptionRecord): Promise<Html> {
  const { rail, reference, direction, subject } = exception;
  const isStated = exception.kind !== 'STATEMENT_DIFFERENCE' && rail !== null;
  const statements = isStated ? statementsPath(visit, rail) : null;
  return definitions([
    ...(await nameOf(visit, exception)),
    ['Rail', railLink(visit, rail)],
    ...(statements === null ? [] : [['Statements', link(statements, `Statements of ${rail}`)] as const]),
    ['Reference', reference === '' ? null : referenceText(exception)],
    ...(direction === null ? [] : [['Direction', wordsOf(direction)] as const]),
    [
      'Id of the record',
      subject === rail ? null : linkIf(visit.pathOf({ tenant: exception.tenant, id: subject }), shortIds(subject)),
    ],
    ['Id', code(exception.id)],
  ]);
}

/** A hit is decided on its own page. */
const hitPart = (visit: Visit, { tenant, reference, status }: ExceptionRecord): Html =>
  section(
    'hit',
    'The hit',
    html`<p>
      ${linkIf(visit.pathOf({ tenant, id: reference }), status === 'OPEN' ? 'Look at the hit, and decide about it' : 'Look at the hit')}
    </p>`,
  );

const resolvedPart = (visit: Visit, exception: ExceptionRecord): Html =>
  section(
    'resolution',
    'How it was resolved',
    definitions([
      ['Resolution', exception.resolution === null ? null : decisionName(exception.resolution, exception.kind)],
      ['Resolved by', exception.resolvedBy],
      ['Approved by', exception.approvedBy],
      ['Resolved at', exception.resolvedAt === null ? null : timeWithAge(exception.resolvedAt, visit.now)],
      ['Note', exception.note],
      ['Journal entry', exception.entryId === null ? 'Nothing was booked' : entryLink(visit, exception)],
    ]),
  );

function entryLink(visit: Visit, { tenant, entryId }: ExceptionRecord): Content {
  const path = visit.pathOf({ tenant, id: entryId! });
  return linkIf(path, idText(entryId));
}

const sideText = (side: ResolutionChoice['from'], needsAccount: boolean): Html =>
  side === null
    ? html`–`
    : side.account === null
      ? html`${needsAccount ? 'the account that you name' : sideName(side.side)}`
      : accountLink(null, side.account, classOf(accountClass(side.account)).name);

/** What remains for a payment that its rail may have, if a block, a match or a question forbids its only resolution. */
async function wayOut(visit: Visit, exception: ExceptionRecord, choices: readonly ResolutionChoice[]): Promise<Html> {
  const { kind, tenant, subject, rail } = exception;
  if (kind !== 'PAYMENT_HELD' || !isId('Transaction', subject)) return html``;
  if (choices.some(({ refused }) => refused === null)) return html``;
  const { transactions } = visit.core;
  const cancellable = await readAs(visit.core, contextOf(visit, tenant), transactions.checkCancellable, {
    id: subject,
  });
  const path = visit.pathOf({ tenant, id: subject });
  const cancel = cancellable.ok
    ? html`${path !== null && mayRequest(visit, 'payments.cancel') ? link(`${path}/cancel`, 'Cancel the payment') : 'An operator can cancel the payment'}:
      the rail is asked whether it has it, and if it does not pay, the money goes back to its source.
      ${SEEN_AS_CANCELLED}`
    : html`The payment cannot be cancelled: ${cancellable.error.message}.`;
  const known = isUnconfirmed(exception)
    ? html`The rail ${rail ?? ''} was asked and did not answer, so it may have the payment: operators cannot give the
      money back without the rail.`
    : isHeldAtRail(exception)
      ? html`The rail ${rail ?? ''} has the payment and keeps it: operators cannot give the money back without the rail.`
      : html``;
  return html`<p>
    ${known} ${cancel} Otherwise “${decisionName('RETRIED', kind)}” is possible as soon as what refuses it has ended:
    two operators decide whether a block ends, a match is decided about at its hit, and a question to a screening
    provider ends by its answer. It pays once, because the reference is the same. Or the rail decides: ask the bank or
    provider about the payment. If it reports that it failed, the money goes back to its source and this exception ends
    by itself.
  </p>`;
}

/** What becomes of the amount if no entry of the resolution itself moves it. */
function withoutEntry(
  { does, resolution, asks }: ResolutionChoice,
  { kind, leg }: ExceptionRecord,
  isHeldHere: boolean,
): string {
  if (does === 'again' && kind === 'PAYMENT_HELD') return 'goes on with the payment';
  if (does === 'again' && isHeldHere) return 'held on its account again at once, and then given back';
  if (does === 'again') return `${asks === null ? 'sent back' : 'sent again'}; booked when the rail confirms it`;
  if (does === 'fail') return `${leg === 'FUNDING' ? 'not collected' : 'back to its source'}, as the payment fails`;
  return resolution === 'WRITTEN_OFF' ? 'given up, and booked already' : 'not moved';
}

/** The amount that a resolution is about, and whether it books it. */
const amountOf = (choice: ResolutionChoice, exception: ExceptionRecord, isHeldHere: boolean): Html =>
  html`${money(atStake(choice), exception.currency)}
  ${choice.does !== 'entry' && html`<div class="hint">${withoutEntry(choice, exception, isHeldHere)}</div>`}`;

async function choicesPart(
  visit: Visit,
  exception: ExceptionRecord,
  choices: readonly ResolutionChoice[],
): Promise<Html> {
  const refusals = choices.flatMap(({ refused }) => (refused === null ? [] : [refused.message]));
  const named = await withNamedRecords(visit, exception.tenant, refusals);
  const decided = await decidedOf(visit, exception);
  const { isHeldHere } = decided;
  const mayResolve = mayRequest(visit, 'exceptions.resolve');
  const form = `${addressOf(visit, exception)}/resolve`;
  return section(
    'choices',
    'What you can decide',
    html`${await wayOut(visit, exception, choices)}
    ${table<ResolutionChoice>({
      caption: 'Resolutions that this exception allows',
      rows: choices,
      empty: 'No resolution is possible.',
      columns: [
        {
          title: 'Resolution',
          text: ({ resolution }) => resolution,
          show: (choice) => {
            const { resolution, refused, asks } = choice;
            const called = choiceName(choice, decided);
            return html`${mayResolve && refused === null ? link(`${form}?resolution=${resolution}`, `${called}…`) : called}
              <div class="hint">
                ${refused === null ? effectOf(resolution, decided) : html`Not possible now: ${named(withoutCodes(refused.message))}`}
                ${asks !== null && html`${asks.rail} is asked first whether it sent the money as ${code(asks.reference)}.`}
              </div>`;
          },
        },
        { title: 'Takes from', text: () => '', show: ({ from, needsAccount }) => sideText(from, needsAccount) },
        { title: 'Adds to', text: () => '', show: ({ to, needsAccount }) => sideText(to, needsAccount) },
        {
          title: 'Amount',
          isNumber: true,
          text: () => '',
          show: (choice) => amountOf(choice, exception, isHeldHere),
        },
      ],
    })}`,
  );
}

function entriesPart(visit: Visit, { tenant }: ExceptionRecord, entries: readonly LedgerEntry[]): Html {
  const currencies = [...new Set(entries.flatMap(({ postings }) => postings.map(({ currency }) => currency)))];
  const linesIn = (currency: CurrencyCode): readonly BookGroup[] =>
    entries
      .map(({ id, kind, createdAt, postings }) => ({
        title: html`${linkIf(visit.pathOf({ tenant, id }), wordsOf(kind))} ${timeWithAge(createdAt, visit.now)}`,
        rows: postings
          .filter((line) => line.currency === currency)
          .map(({ account, amount }) => ({
            name: accountLink(null, account, classOf(accountClass(account)).name),
            amount,
          })),
      }))
      .filter(({ rows }) => rows.length > 0);
  return section(
    'ledger',
    'What the ledger has',
    entries.length === 0
      ? emptyState('The record that this exception concerns has caused no journal entry.')
      : html`${currencies.map(
          (currency) =>
            html`<div class="narrow part">
              ${bookTable(`Entries in ${currency}, newest first`, 'Account', linesIn(currency), currency, { isSummed: false })}
            </div>`,
        )}`,
  );
}

export const exceptionPage = housePage({
  servesLimited: true,
  path: '/exceptions/{id}',
  title: 'Exception',
  section: 'Exceptions',
  params,
  shows: 'Exception',
  async show(asked: OfException) {
    const found = await asked.core.exceptions.get(asked.params.id);
    if (!found.ok) return found;
    const exception = found.value;
    const visit = await inTimeOf(asked, exception.tenant);
    const isOpen = exception.status === 'OPEN';
    const isHit = exception.kind === 'SCREENING_HIT';
    const waiting = isOpen ? await visit.core.operators.actions.waitingAbout(exception.tenant, exception.id) : [];
    const body = html`${clockLine(visit.now, asked.now)} ${await othersPart(asked, waiting)}
    ${await blockNotice(visit, exception)} ${await reasonPart(visit, exception)} ${await factsOf(visit, exception)}
    ${isHit && hitPart(visit, exception)}
    ${isOpen && !isHit && (await choicesPart(visit, exception, await choicesOf(visit, exception)))}
    ${!isOpen && resolvedPart(visit, exception)} ${await attemptsPart(visit, exception)}
    ${await notePart(asked, exception, addressOf(visit, exception))}
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
      about: definitions(await nameOf(await inTimeOf(visit, exception.tenant), exception)),
      crumbs: [{ path: addressOf(visit, exception), text: titleOf(exception) }],
    });
  },
});
