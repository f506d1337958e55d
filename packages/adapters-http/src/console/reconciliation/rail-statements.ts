import { type Instant, instant, ok, plusSeconds } from '@corridor/core';
import { houseTenant } from '@corridor/core/internal';
import type { CoveredPeriod, RailStatements } from '@corridor/core/ports';
import { html, type Html } from '../../pages/html.js';
import {
  actions,
  button,
  code,
  definitions,
  emptyState,
  idText,
  link,
  money,
  notice,
  section,
  status,
  table,
} from '../kit/components.js';
import type { Entered } from '../kit/entered.js';
import type { ConsoleField } from '../kit/fields.js';
import { houseForm, mayRequest } from '../kit/form-page.js';
import { houseList, onePage } from '../kit/list-page.js';
import { decimalText } from '../kit/money.js';
import { anyText, type Route } from '../kit/route.js';
import { dayOf } from '../kit/times.js';
import type { Visit } from '../kit/visit.js';
import { wordsOf } from '../kit/words.js';
import { asked } from '../rails/connections.js';
import { type Difference, differencesOf } from './differences.js';
import {
  balanceOf,
  DAY_SECONDS,
  dayWithAge,
  evenOr,
  type OfRail,
  railPath,
  statedAs,
  unexplainedIn,
} from './stated.js';

const MOST_DAYS = 92;
/** The days that a page without a period offers to compare. */
const USUAL_DAYS = 31;

/** The newest days until today, as they are entered. */
const lastDays = (now: Instant): string => {
  const first = plusSeconds(now, (1 - USUAL_DAYS) * DAY_SECONDS);
  return `from=${dayOf(first)}&to=${dayOf(now)}`;
};

const PERIOD: readonly ConsoleField[] = [
  { name: 'from', label: 'First day', hint: 'UTC, such as 2026-01-31' },
  { name: 'to', label: 'Last day', hint: `UTC, such as 2026-01-31; at most ${MOST_DAYS} days` },
];

/** Both ends inclusive; null as long as no period is chosen. */
function periodOf(entered: Entered): { readonly from: Instant; readonly to: Instant } | null {
  const from = entered.optionalTime('from');
  const day = entered.optionalTime('to');
  if (from === undefined && day === undefined) return null;
  if (from === undefined || day === undefined) {
    entered.fail(from === undefined ? 'from' : 'to', 'must not be empty');
    return null;
  }
  // To the last millisecond: a movement of that second would belong to no day.
  const to = instant(plusSeconds(day, DAY_SECONDS) - 1);
  if (to < from) entered.fail('to', 'must not be before the first day');
  if ((to - from) / 1000 > MOST_DAYS * DAY_SECONDS) entered.fail('to', `must be at most ${MOST_DAYS} days later`);
  return { from, to };
}

function coveredPart({
  currency,
  periods,
  gaps,
}: NonNullable<Awaited<ReturnType<NonNullable<RailStatements['covered']>>>>): Html {
  const days = ({ from, to }: CoveredPeriod): string => (from === to ? from : `${from} to ${to}`);
  return html`${
    gaps.length > 0 &&
    html`<ul class="problems">
      ${gaps.map((gap) => html`<li>${gap}</li>`)}
    </ul>`
  }
  ${table<CoveredPeriod>({
    caption: 'Days that statements cover, newest first',
    rows: periods.toReversed(),
    empty: 'No statement has arrived yet.',
    columns: [
      { title: 'Days', text: days },
      { title: 'Opening balance', isNumber: true, text: () => '', show: ({ opening }) => money(opening, currency) },
      { title: 'Closing balance', isNumber: true, text: () => '', show: ({ closing }) => money(closing, currency) },
    ],
  })}`;
}

async function above(visit: OfRail): Promise<Html> {
  const stated = statedAs(visit);
  if (!stated.ok) return html``;
  const { rail, statements, connection } = stated.value;
  const covered = await asked(async () => (await statements.covered?.(rail)) ?? null);
  const balance = await balanceOf(stated.value, await visit.core.ledger.positions());
  const { closing } = balance;
  return html`${definitions([
      ['Rail', rail],
      ['Connection', link(`${visit.base}/rails/${encodeURIComponent(connection.name)}`, connection.name)],
      ['Environment', wordsOf(connection.environment)],
      ['Newest statement', closing === null ? null : dayWithAge(closing.date, visit.now)],
      [
        'Exceptions',
        link(
          `${visit.base}/exceptions?kind=STATEMENT_DIFFERENCE&rail=${encodeURIComponent(rail)}`,
          'Open differences of this rail',
        ),
      ],
      ['The bank has', closing === null ? null : money(closing.amount, closing.currency)],
      ['On no statement yet', closing === null ? null : money(closing.inFlight, closing.currency)],
      ['The ledger has', closing === null ? null : money(balance.ledger, closing.currency)],
      ['Unexplained', closing === null ? null : evenOr(unexplainedIn(balance), closing.currency)],
    ])}
    ${balance.problem !== null && notice(`The connection cannot be read: ${balance.problem}`, 'bad')}
    ${section('received', 'Statements received', covered.value === null ? emptyState('The connection does not say what its statements cover.') : coveredPart(covered.value))}
    <h2>Differences with the ledger</h2>
    ${
      periodQuery(visit) !== '' &&
      mayRequest(visit, 'rails.record') &&
      actions(button(`${railPath(visit, rail)}/record${periodQuery(visit)}`, 'Record them as exceptions…'))
    }`;
}

/** The chosen days, for the form that records their differences. */
function periodQuery({ query }: Visit): string {
  const days = new URLSearchParams();
  for (const name of ['from', 'to']) {
    const day = query.get(name);
    if (day !== null && day !== '') days.set(name, day);
  }
  return days.size === 0 ? '' : `?${days}`;
}

const differences = houseList<Difference, { readonly rail: string }>({
  path: '/reconciliation/{rail}',
  title: 'Statements of a rail',
  section: 'Reconciliation',
  params: { rail: anyText },
  rows: 'differences',
  empty: (visit) =>
    html`Choose a period to compare the statements with the ledger.
    ${link(`${railPath(visit, visit.params.rail)}?${lastDays(visit.now)}`, `Compare the last ${USUAL_DAYS} days`)}`,
  filters: PERIOD,
  above,
  columns: (visit) => [
    {
      title: 'Difference',
      narrow: 'status',
      text: ({ where }) => where,
      show: ({ where }) => status(where, where === 'IN FLIGHT' ? 'busy' : 'bad'),
    },
    {
      title: 'Day',
      narrow: 'note',
      text: ({ date }) => date ?? '',
      show: ({ date }) => (date === null ? 'unknown' : dayWithAge(date, visit.now)),
    },
    { title: 'Direction', text: ({ direction }) => direction, show: ({ direction }) => wordsOf(direction) },
    {
      title: 'Amount',
      narrow: 'amount',
      isNumber: true,
      text: ({ amount, currency }) => decimalText(amount, currency),
      show: ({ amount, currency }) => money(amount, currency),
    },
    { title: 'Currency', text: ({ currency }) => currency, fileOnly: true },
    {
      title: 'Reference',
      narrow: 'title',
      text: ({ reference }) => reference,
      show: ({ reference }) => code(reference),
    },
    { title: 'Journal entry', text: ({ entryId }) => entryId ?? '', show: ({ entryId }) => idText(entryId) },
    {
      title: 'Exception',
      text: ({ exception }) => exception?.id ?? '',
      show: ({ exception }) =>
        exception === null
          ? html`–`
          : link(`${visit.base}/exceptions/${exception.id}`, `${wordsOf(exception.status)} exception`),
    },
  ],
  async read(visit, entered) {
    const stated = statedAs(visit);
    if (!stated.ok) return stated;
    const period = periodOf(entered);
    const checked = entered.result(() => period);
    if (!checked.ok) return checked;
    if (checked.value === null) return onePage([]);
    const found = await visit.core.reconciliation.compare({ rail: visit.params.rail, ...checked.value });
    if (!found.ok) return found;
    const { rail, connection } = stated.value;
    return onePage(await differencesOf(visit.core, rail, connection.environment, found.value));
  },
});

const record = houseForm<'rails.record', { readonly rail: string }>({
  path: '/reconciliation/{rail}/record',
  title: 'Record the differences',
  section: 'Reconciliation',
  params: { rail: anyText },
  action: 'rails.record',
  confirm: true,
  submit: 'Record the differences',
  done: 'The differences are recorded as exceptions.',
  async prepare(visit) {
    const stated = statedAs(visit);
    if (!stated.ok) return stated;
    const { rail, connection } = stated.value;
    return ok({
      title: `Record the differences of ${rail}`,
      crumbs: [{ path: railPath(visit, rail), text: rail }],
      tenant: houseTenant(connection.environment),
      about: html`<p>
        Each movement that only the bank or only the ledger has becomes an exception, which you resolve one by one. A
        difference that was recorded before keeps its exception. Movements in flight are left out.
      </p>`,
      fields: PERIOD,
      values: { from: visit.query.get('from') ?? '', to: visit.query.get('to') ?? '' },
    });
  },
  input: (entered, { params: { rail } }) => {
    const period = periodOf(entered);
    if (period === null && entered.optionalText('from') === undefined && entered.optionalText('to') === undefined)
      entered.fail('from', 'must not be empty');
    return entered.result(() => ({ rail, ...period }));
  },
  leadsTo: ({ base, params: { rail } }) =>
    `${base}/exceptions?kind=STATEMENT_DIFFERENCE&rail=${encodeURIComponent(rail)}`,
});

/** The statements of a rail beside the ledger, and the form that records their differences. */
export const railStatementPages: readonly Route[] = [...differences, record];
