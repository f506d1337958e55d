import {
  type CurrencyCode,
  type Environment,
  ENVIRONMENTS,
  isLedgerCurrency,
  ok,
  type Position,
  type Result,
} from '@corridor/core';
import { isHouse } from '@corridor/core/internal';
import { html, type Html } from '../../pages/html.js';
import { actions, button, emptyState, link, linkIf, shortIds } from '../kit/components.js';
import { Entered } from '../kit/entered.js';
import { houseList, onePage } from '../kit/list-page.js';
import { decimalText } from '../kit/money.js';
import { anyText, housePage, oneOf, type Parameter, type Route, tenantPage } from '../kit/route.js';
import type { Visit } from '../kit/visit.js';
import { wordsOf } from '../kit/words.js';
import { accountIn, accountLink, classOf } from '../kit/ledger-accounts.js';
import { bookTable, sidedMoney, SIGN_RULE } from '../kit/book-table.js';
import { AT, type Balances, balancesOf, momentForm, momentQuery } from './moment.js';
import { type Line, queryTabs, trialBalance } from './trial-balance.js';

/** What a trial balance shows, as its address names it; null where it names nothing. */
interface Chosen {
  readonly environment: Environment | null;
  readonly currency: CurrencyCode | null;
}

function chosenBy({ query }: Visit): Result<Chosen> {
  const entered = new Entered(query);
  const currency = entered.optionalText('currency');
  if (currency !== undefined && !isLedgerCurrency(currency)) entered.fail('currency', 'is not a currency');
  const environment = entered.optionalOneOf('environment', ENVIRONMENTS) ?? null;
  return entered.result(() => ({ environment, currency: (currency as CurrencyCode | undefined) ?? null }));
}

/** The trial balance of the chosen currency, or of the first one, below links to the others. */
function balanceIn(
  visit: Visit,
  lines: readonly Line[],
  chosen: CurrencyCode | null,
  pathOf: (line: Line) => string | null,
): Html {
  const currencies = [...new Set(lines.map((line) => line.currency))].sort();
  const currency = chosen ?? currencies[0];
  if (currency === undefined) return html``;
  return html`${queryTabs(visit, 'Currencies', 'currency', currencies, currency)}
  ${trialBalance(lines, currency, pathOf)}`;
}

const accountPath = (visit: Visit, { environment, currency, account }: Line): string =>
  `${visit.base}/ledger/accounts/${environment}/${currency}/${encodeURIComponent(account)}${momentQuery(visit)}`;

const EVERYTHING = (): boolean => true;

const nothing = ({ at }: Balances, now: string): Html =>
  emptyState(at === null ? now : 'No account had a balance at this time.');

const houseBalance = housePage({
  path: '/ledger',
  title: 'Ledger',
  section: 'Ledger',
  async show(visit) {
    const { base } = visit;
    const chosen = chosenBy(visit);
    if (!chosen.ok) return chosen;
    const balances = await balancesOf(visit, new Entered(visit.query), EVERYTHING);
    const lines = balances.ok ? balances.value.lines : [];
    const { currency } = chosen.value;
    const environment = chosen.value.environment ?? lines[0]?.environment ?? ENVIRONMENTS[0];
    const own = lines.filter((line) => line.environment === environment);
    const body = html`<p>The trial balance of all platforms and of the service itself.</p>
      ${SIGN_RULE}
      ${actions(
        button(`${base}/ledger/audits`, 'Audits', 'quiet'),
        button(`${base}/ledger/safeguarding`, 'Safeguarding', 'quiet'),
        button(`${base}/ledger/own/${environment}`, 'Entries of the service itself', 'quiet'),
        button(`${base}/ledger/journal`, 'Export entries', 'quiet'),
        link(`${base}/ledger/balance.csv${momentQuery(visit)}`, 'Download as CSV'),
      )}
      ${momentForm(visit, `${base}/ledger`, balances)}
      ${queryTabs(visit, 'Environments', 'environment', ENVIRONMENTS, environment, wordsOf)}
      ${
        balances.ok &&
        (own.length === 0
          ? nothing(
              balances.value,
              'Nothing was booked in this environment. Its first payment, or a booking of own money, will be here.',
            )
          : balanceIn(visit, own, currency, (line) => accountPath(visit, line)))
      }`;
    return ok({ body });
  },
});

/** The file of the trial balance; the page shows it by currency. */
const houseBalanceList = houseList<Line>({
  path: '/ledger/balance',
  title: 'Trial balance',
  section: 'Ledger',
  rows: 'balances',
  isEntry: false,
  empty: 'Nothing was booked yet.',
  filters: [AT],
  href: (line, visit) => accountPath(visit, line),
  columns: [
    {
      title: 'Environment',
      narrow: 'note',
      text: ({ environment }) => environment,
      show: ({ environment }) => wordsOf(environment),
    },
    {
      title: 'Account',
      narrow: 'title',
      text: ({ account }) => account,
      show: ({ account }) => accountLink(null, account),
    },
    {
      title: 'Balance',
      narrow: 'amount',
      isNumber: true,
      text: ({ balance, currency }) => decimalText(balance, currency),
      show: ({ balance, currency }) => sidedMoney(balance, currency),
    },
    { title: 'Currency', text: ({ currency }) => currency, fileOnly: true },
  ],
  async read(visit, entered) {
    const balances = await balancesOf(visit, entered, EVERYTHING);
    return balances.ok ? onePage(balances.value.lines) : balances;
  },
});

const currencyOf: Parameter<CurrencyCode> = (text) => (isLedgerCurrency(text) ? (text as CurrencyCode) : null);

type OfAccount = Visit<{
  readonly environment: Environment;
  readonly currency: CurrencyCode;
  readonly account: string;
}>;

/** The entries of a tenant on the account of a position; all of its entries if each holder has an account. */
function entriesPath(base: string, position: Position): string {
  const { tenant, environment, account } = position;
  const list = isHouse(tenant) ? `${base}/ledger/own/${environment}` : `${base}/t/${tenant}/ledger/entries`;
  const name = accountIn(account, position);
  return name === null ? list : `${list}?account=${encodeURIComponent(name)}`;
}

const accountBalance = housePage({
  path: '/ledger/accounts/{environment}/{currency}/{account}',
  title: 'Account by platform',
  section: 'Ledger',
  params: { environment: oneOf(ENVIRONMENTS), currency: currencyOf, account: anyText },
  async show(visit: OfAccount) {
    const { core, base, params } = visit;
    const { environment, currency, account } = params;
    const balances = await balancesOf(visit, new Entered(visit.query), EVERYTHING);
    if (!balances.ok) return balances;
    const own = balances.value.positions.filter(
      (each) => each.environment === environment && each.currency === currency && each.account === account,
    );
    const names = await core.operators.reads.platformNames(own.map(({ tenant }) => tenant));
    const rows = own.map((position) => ({
      name: linkIf(
        entriesPath(base, position),
        isHouse(position.tenant) ? 'The service itself' : (names.get(position.tenant) ?? shortIds(position.tenant)),
      ),
      amount: position.balance,
    }));
    const body = html`<p>What each platform has booked there. A line leads to the entries of the platform.</p>
      ${SIGN_RULE}
      ${
        rows.length === 0
          ? emptyState('This account has no balance.')
          : html`<div class="narrow">
              ${bookTable('Balances by platform', 'Platform', [{ title: '', rows }], currency)}
            </div>`
      }`;
    const crumbs = [
      {
        path: `${base}/ledger?${new URLSearchParams({ environment, currency, ...(visit.query.has('at') && { at: visit.query.get('at')! }) }).toString()}`,
        text: `Ledger, ${wordsOf(environment)}`,
      },
    ];
    return ok({ title: `${classOf(account).name} in ${currency}`, body, crumbs });
  },
});

const ownBalance = tenantPage({
  path: '/ledger',
  title: 'Ledger',
  section: 'Ledger',
  async show(visit) {
    const { place } = visit;
    const chosen = chosenBy(visit);
    if (!chosen.ok) return chosen;
    const balances = await balancesOf(visit, new Entered(visit.query), (tenant) => tenant === place.tenant);
    const entries = `${place.base}/ledger/entries`;
    const pathOf = (line: Line): string | null => {
      const name = accountIn(line.account, { ...line, tenant: place.tenant });
      return name === null ? null : `${entries}?account=${encodeURIComponent(name)}`;
    };
    const body = html`<p>The trial balance of this platform: the sums of its entries.</p>
      ${SIGN_RULE}
      ${actions(button(entries, 'Entries'), button(`${place.base}/ledger/journal`, 'Export entries', 'quiet'))}
      ${momentForm(visit, `${place.base}/ledger`, balances)}
      ${
        balances.ok &&
        (balances.value.lines.length === 0
          ? nothing(balances.value, 'Nothing was booked for this platform yet. Its first payment will be here.')
          : balanceIn(visit, balances.value.lines, chosen.value.currency, pathOf))
      }`;
    return ok({ body });
  },
});

export const balancePages: readonly Route[] = [houseBalance, ...houseBalanceList, accountBalance, ownBalance];
