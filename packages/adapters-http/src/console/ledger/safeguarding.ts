import { type Environment, type Id, ENVIRONMENTS, ok, toIso } from '@corridor/core';
import type { SafeguardingFigures, SafeguardingLine } from '@corridor/core/internal';
import type { SafeguardingReport } from '@corridor/core/records';
import { TREASURY } from '../rails/shortfalls.js';
import { html, type Html } from '../../pages/html.js';
import { bookTable } from '../kit/book-table.js';
import {
  actions,
  button,
  code,
  definitions,
  linkIf,
  money,
  notice,
  section,
  time,
  timeWithAge,
} from '../kit/components.js';
import { houseForm, mayRequest } from '../kit/form-page.js';
import { accountLink } from '../kit/ledger-accounts.js';
import { houseList } from '../kit/list-page.js';
import { moneyText } from '../kit/money.js';
import { housePage, idOf, type Route } from '../kit/route.js';
import type { Visit } from '../kit/visit.js';
import { choicesOf, wordsOf } from '../kit/words.js';

type OfReport = Visit<{ readonly id: Id<'SafeguardingReport'> }>;

const crumbsOf = ({ base }: Visit) => [{ path: `${base}/ledger/safeguarding`, text: 'Safeguarding' }];
const titleOf = ({ day, environment }: SafeguardingReport): string => `Safeguarding of ${day}, ${wordsOf(environment)}`;

const shortfallsOf = ({ figures }: SafeguardingReport): readonly SafeguardingFigures[] =>
  figures.filter(({ shortfall }) => shortfall > 0n);

const shortfallText = (report: SafeguardingReport): string =>
  shortfallsOf(report)
    .map(({ shortfall, currency }) => moneyText(shortfall, currency))
    .join(', ');

const list = houseList<SafeguardingReport>({
  path: '/ledger/safeguarding',
  title: 'Safeguarding',
  section: 'Ledger',
  rows: 'safeguarding reports',
  isEntry: false,
  empty: ({ base, entryOf }) =>
    html`No report was computed yet. Hosts compute one each day of an environment in which the connections file marks an
      account as safeguarding, under <code>safeguarding</code> of its connection. Until then,
      ${linkIf(entryOf('Rails') && `${base}${TREASURY}`, 'the money of the service')} shows what is owed now, and where
      it is.`,
  filters: [{ name: 'environment', label: 'Environment', choices: choicesOf(ENVIRONMENTS) }],
  above: () =>
    html`<p>What the service owed to customers and platforms at the fixed time of each day, and where it was.</p>`,
  href: ({ id }, { base }) => `${base}/ledger/safeguarding/${id}`,
  columns: [
    { title: 'Day', narrow: 'title', text: ({ day }) => day },
    {
      title: 'Environment',
      narrow: 'note',
      text: ({ environment }) => environment,
      show: ({ environment }) => wordsOf(environment),
    },
    { title: 'Shortfall', narrow: 'amount', text: (report) => shortfallText(report) || 'none' },
    {
      title: 'Signed off',
      narrow: 'status',
      text: ({ signedOffAt }) => (signedOffAt === null ? 'no' : toIso(signedOffAt)),
      show: ({ signedOffAt }) => (signedOffAt === null ? 'no' : time(signedOffAt)),
    },
    { title: 'By', text: ({ signedOffBy }) => signedOffBy ?? '' },
    { title: 'Id', text: ({ id }) => id, fileOnly: true },
  ],
  async read({ core }, entered, page) {
    const filter = entered.result<{ readonly environment: Environment | undefined }>(() => ({
      environment: entered.optionalOneOf('environment', ENVIRONMENTS),
    }));
    return filter.ok ? core.safeguarding.list({ ...filter.value, ...page }) : filter;
  },
});

const GROUPS: readonly (readonly [title: string, has: (line: SafeguardingLine) => boolean])[] = [
  ['Owed to customers', ({ standing }) => standing === 'CUSTOMERS'],
  ['Owed to platforms', ({ standing }) => standing === 'PLATFORMS'],
  ['Own money', ({ standing }) => standing === 'OWN'],
  ['Claims and currency positions', ({ standing }) => standing === 'NEITHER'],
  ['Money that safeguards', ({ safeguards }) => safeguards],
  ['Money elsewhere', ({ standing, safeguards }) => standing === 'ASSET' && !safeguards],
];

function figuresOf(figures: SafeguardingFigures): Html {
  const { currency, customers, platforms, safeguarded, elsewhere, own, other, excess, shortfall, lines } = figures;
  const shown = (amount: bigint): Html => money(amount, currency);
  const groups = GROUPS.map(([title, has]) => ({
    title,
    rows: lines.filter(has).map(({ account, balance }) => ({ name: accountLink(null, account), amount: balance })),
  })).filter(({ rows }) => rows.length > 0);
  return section(
    `in-${currency}`,
    currency,
    html`${definitions([
        ['Owed to customers', shown(customers)],
        ['Owed to platforms', shown(platforms)],
        ['Safeguarded', shown(safeguarded)],
        ['Elsewhere', shown(elsewhere)],
        ['Own money', shown(own)],
        ['Claims and currency positions', shown(other)],
        ['Excess', shown(excess)],
        ['Shortfall', shown(shortfall)],
      ])}
      <div class="narrow">${bookTable(`Balances in ${currency}`, 'Account', groups, currency)}</div>`,
  );
}

const shown = housePage({
  path: '/ledger/safeguarding/{id}',
  title: 'Safeguarding report',
  section: 'Ledger',
  params: { id: idOf('SafeguardingReport') },
  shows: 'SafeguardingReport',
  async show(visit: OfReport) {
    const found = await visit.core.safeguarding.get(visit.params.id);
    if (!found.ok) return found;
    const report = found.value;
    const missing = shortfallText(report);
    const body = html`${
      missing === ''
        ? notice('What was owed was safeguarded, and the service had not spent more than its own money.', 'good')
        : notice(`A shortfall of ${missing}.`, 'bad')
    }
    ${definitions([
      ['Moment', time(report.at)],
      ['Environment', wordsOf(report.environment)],
      ['Accounts that safeguard', report.rails.join(', ') || 'none'],
      ['Computed at', timeWithAge(report.createdAt, visit.now)],
      ['Signed off at', report.signedOffAt === null ? 'not signed off' : time(report.signedOffAt)],
      ['Signed off by', report.signedOffBy],
      ['Statement', report.statement],
      ['Digest', code(report.digest)],
      ['Id', code(report.id)],
    ])}
    ${
      report.signedOffAt === null &&
      mayRequest(visit, 'safeguarding.sign-off') &&
      actions(button(`${visit.base}/ledger/safeguarding/${report.id}/sign-off`, 'Sign off'))
    }
    ${report.figures.map(figuresOf)}`;
    return ok({ title: titleOf(report), body, crumbs: crumbsOf(visit) });
  },
});

const signOff = houseForm<'safeguarding.sign-off', { readonly id: Id<'SafeguardingReport'> }>({
  path: '/ledger/safeguarding/{id}/sign-off',
  title: 'Sign off a safeguarding report',
  section: 'Ledger',
  params: { id: idOf('SafeguardingReport') },
  action: 'safeguarding.sign-off',
  submit: 'Sign off the report',
  done: 'The report is signed off.',
  async prepare(visit: OfReport) {
    const found = await visit.core.safeguarding.get(visit.params.id);
    if (!found.ok) return found;
    const report = found.value;
    return ok({
      title: `Sign off: ${titleOf(report)}`,
      crumbs: [...crumbsOf(visit), { path: `${visit.base}/ledger/safeguarding/${report.id}`, text: titleOf(report) }],
      tenant: report.tenant,
      about: definitions([
        ['Shortfall', shortfallText(report) || 'none'],
        ['Moment', time(report.at)],
        ['Digest', code(report.digest)],
      ]),
    });
  },
  fixes: ({ params: { id } }) => ({ id }),
  leadsTo: ({ base, params: { id } }) => `${base}/ledger/safeguarding/${id}`,
});

export const safeguardingPages: readonly Route[] = [...list, shown, signOff];
