import {
  type AccountStatement,
  currency as currencyOf,
  type Id,
  instant,
  type Instant,
  ok,
  type Result,
  statementCamtParts,
  statementCsvParts,
  type StatementEntry,
  type StatementParts,
  toIso,
} from '@corridor/core';
import { fieldErrorsOf } from '../../pages/visit.js';
import { summaryOf } from '../../pages/fields.js';
import { html, type Html } from '../../pages/html.js';
import { definitions, money, section, table, time, timeWithAge } from '../kit/components.js';
import { dayOf, fieldTime } from '../kit/times.js';
import { Entered } from '../kit/entered.js';
import { type ConsoleField, enteredValues, fieldOf, TIME_HINT } from '../kit/fields.js';
import { recordLook } from '../kit/looks.js';
import { recordPath } from '../kit/record-link.js';
import { streamOf } from '../kit/stream-of.js';
import { type FileContent, type PageContent, type Route, tenantFile, tenantPage } from '../kit/route.js';
import { wordsOf } from '../kit/words.js';
import { accountOf, accountParams, accountTitle, crumbsOf, type OfAccount, ownerNameOf } from './account-page.js';

const FIELDS: readonly ConsoleField[] = [
  { name: 'from', label: 'From', hint: `The first moment; ${TIME_HINT}` },
  {
    name: 'until',
    label: 'Until',
    hint: `The first moment after the period, now at the latest; ${TIME_HINT}`,
  },
];
const DAY_MS = 86_400_000;
const USUAL_DAYS = 30;
/** The page shows so many entries; the files have all of them. */
const SHOWN = 100;

interface Period {
  readonly from: Instant;
  readonly until: Instant;
}

/** The last 30 days, unless the address names another period. */
function usualPeriod({ place }: OfAccount): Period {
  const { now } = place.context;
  return { from: instant(Math.floor(now / DAY_MS) * DAY_MS - USUAL_DAYS * DAY_MS), until: now };
}

function periodOf(visit: OfAccount): Result<Period> {
  const entered = new Entered(visit.query);
  const usual = usualPeriod(visit);
  const [from = usual.from, until = usual.until] = [entered.optionalTime('from'), entered.optionalTime('until')];
  return entered.result(() => ({ from, until }));
}

/** A statement, which names those who paid and were paid; that it is read is in the log. */
async function statementOf(visit: OfAccount): Promise<Result<AccountStatement>> {
  const period = periodOf(visit);
  if (!period.ok) return period;
  const { core, place, params } = visit;
  const statement = await core.statements.read(place.tenant, { accountId: params.id, ...period.value });
  if (!statement.ok) return statement;
  const recorded = await recordLook(visit, { action: 'statements.look', subject: params.id, what: 'statement' });
  return recorded.ok ? statement : recorded;
}

const entryTable = (visit: OfAccount, { entries, account: { currency } }: AccountStatement): Html =>
  table<StatementEntry>({
    caption: 'Entries',
    empty: 'Nothing was booked in this period. Choose an earlier beginning above.',
    rows: entries.slice(0, SHOWN),
    href: ({ transactionId }) => recordPath(visit, transactionId),
    columns: [
      {
        title: 'Other side',
        narrow: 'title',
        text: ({ counterparty }) => counterparty ?? '',
        show: ({ counterparty, kind }) => counterparty ?? wordsOf(kind),
      },
      { title: 'Kind', narrow: 'status', text: ({ kind }) => kind, show: ({ kind }) => wordsOf(kind) },
      {
        title: 'Amount',
        narrow: 'amount',
        isNumber: true,
        text: () => '',
        show: ({ amount }) => money(amount, currency),
      },
      { title: 'Balance', isNumber: true, text: () => '', show: ({ balance }) => money(balance, currency) },
      { title: 'Text', text: ({ reference, text }) => [reference, text].filter((part) => part !== null).join(' · ') },
      {
        title: 'Booked at',
        narrow: 'note',
        text: ({ bookedAt }) => toIso(bookedAt),
        show: ({ bookedAt }) => timeWithAge(bookedAt, visit.place.context.now),
      },
    ],
  });

function shown(visit: OfAccount, statement: AccountStatement): Html {
  const { account, opening, closing, held, entries, from, until } = statement;
  const { currency } = account;
  const base = `${visit.place.base}${visit.path}`;
  const query = `?${new URLSearchParams({ from: fieldTime(from), until: fieldTime(until) })}`;
  return html`${definitions([
      ['Opening balance', money(opening, currency)],
      ['Closing balance', money(closing, currency)],
      ['Held of it', money(held, currency)],
      ['Entries', String(entries.length)],
      ['Holder', statement.holder],
      ['Until', time(until)],
    ])}
    <div class="actions">
      <a class="button" href="${base}.csv${query}">Download as CSV</a>
      ${currencyOf(currency)?.kind === 'fiat' && html`<a class="button quiet" href="${base}.xml${query}">Download as camt.053</a>`}
    </div>
    ${section('entries', 'Entries', entryTable(visit, statement))}
    ${entries.length > SHOWN && html`<p class="hint">The first ${SHOWN} of ${entries.length} entries are shown; the files have all of them.</p>`}`;
}

const page = tenantPage({
  path: '/accounts/{id}/statement',
  title: 'Statement',
  section: 'Customers',
  params: accountParams,
  async show(visit: OfAccount): Promise<Result<PageContent>> {
    const found = await accountOf(visit);
    if (!found.ok) return found;
    const { from, until } = usualPeriod(visit);
    const statement = await statementOf(visit);
    if (!statement.ok && statement.error.code !== 'INVALID_INPUT') return statement;
    const values = { from: fieldTime(from), until: fieldTime(until), ...enteredIn(visit) };
    const state = { values, errors: statement.ok ? [] : fieldErrorsOf(statement.error) };
    const body = html`<p>
        What was booked on the account in a period, with its balances. Amounts on hold are not booked yet.
      </p>
      <form class="card statement" method="get" action="${visit.place.base}${visit.path}">
        ${summaryOf(state, FIELDS)}
        <div class="fields">${FIELDS.map((each) => fieldOf(state, each))}</div>
        <div class="actions"><button class="quiet">Show</button></div>
      </form>
      ${statement.ok && shown(visit, statement.value)}`;
    const owner = await ownerNameOf(visit, found.value);
    const account = { path: `${visit.place.base}/accounts/${visit.params.id}`, text: accountTitle(found.value) };
    return ok({
      title: `Statement of the ${accountTitle(found.value)} of ${owner}`,
      body,
      crumbs: [...crumbsOf(visit, found.value, owner), account],
    });
  },
});

const enteredIn = ({ query }: OfAccount): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(enteredValues(query, FIELDS)).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  );

/** The file's name: the last characters of the account and the days of the period. */
const nameOf = ({ account, from, until }: AccountStatement, ending: string): string =>
  `statement-${account.id.slice(-12)}-${dayOf(from)}-${dayOf(until)}.${ending}`;

const file = (
  ending: 'csv' | 'xml',
  title: string,
  type: string,
  write: (statement: AccountStatement) => Result<StatementParts>,
): Route =>
  tenantFile<{ readonly id: Id<'InternalAccount'> }>({
    path: `/accounts/{id}/statement.${ending}`,
    title,
    section: 'Customers',
    params: accountParams,
    async send(visit): Promise<Result<FileContent>> {
      const statement = await statementOf(visit);
      if (!statement.ok) return statement;
      const parts = write(statement.value);
      return parts.ok ? ok({ type, name: nameOf(statement.value, ending), body: streamOf(parts.value) }) : parts;
    },
  });

export const statementPages: readonly Route[] = [
  page,
  file('csv', 'Statement as CSV', 'text/csv; charset=utf-8', (statement) => ok(statementCsvParts(statement))),
  file('xml', 'Statement as camt.053', 'application/xml; charset=utf-8', statementCamtParts),
];
