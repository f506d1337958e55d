import {
  type CurrencyCode,
  type Environment,
  ENVIRONMENTS,
  type Instant,
  ok,
  type Position,
  type Result,
  type TenantKey,
} from '@corridor/core';
import { fieldErrorsOf } from '../../pages/visit.js';
import { summaryOf } from '../../pages/fields.js';
import { html, type Html } from '../../pages/html.js';
import { actions, button, code, type Column, link, money, section, table, time } from '../kit/components.js';
import { Entered } from '../kit/entered.js';
import { type ConsoleField, enteredValues, fieldOf, TIME_HINT } from '../kit/fields.js';
import { houseList, onePage } from '../kit/list-page.js';
import { decimalText } from '../kit/money.js';
import { housePage, type Route, tenantPage } from '../kit/route.js';
import type { Visit } from '../kit/visit.js';

interface Line {
  readonly environment: Environment;
  readonly account: string;
  readonly currency: CurrencyCode;
  readonly balance: bigint;
}

/** The balances of all tenants added up; lines in the order of environment, currency and account. */
function linesOf(positions: readonly Position[]): readonly Line[] {
  const lines = new Map<string, Line>();
  for (const { environment, account, currency, balance } of positions) {
    const key = `${environment} ${currency} ${account}`;
    lines.set(key, { environment, account, currency, balance: (lines.get(key)?.balance ?? 0n) + balance });
  }
  return [...lines.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, line]) => line);
}

const AT: ConsoleField = {
  name: 'at',
  label: 'Before',
  hint: `The balances of what was booked before this time; without it, of everything. ${TIME_HINT}`,
};

interface Balances {
  /** Null: of everything. */
  readonly at: Instant | null;
  readonly lines: readonly Line[];
}

/** The trial balance of the moment in the address, or of now. */
async function balancesOf(
  { core }: Visit,
  entered: Entered,
  within: (tenant: TenantKey) => boolean,
): Promise<Result<Balances>> {
  const time = entered.optionalTime('at');
  const read = entered.result(() => time ?? null);
  if (!read.ok) return read;
  const at = read.value;
  if (at === null) {
    const all = await core.ledger.positions();
    return ok({ at, lines: linesOf(all.filter(({ tenant }) => within(tenant))) });
  }
  const found = await core.ledger.positionsAt({ at, within });
  return found.ok ? ok({ at, lines: linesOf(found.value) }) : found;
}

/** The form for the moment, and the moment that is shown. */
function momentForm({ query }: Visit, address: string, balances: Result<Balances>): Html {
  const state = {
    values: enteredValues(query, [AT]),
    errors: balances.ok ? [] : fieldErrorsOf(balances.error),
  };
  return html`<form class="card statement" method="get" action="${address}">
      ${summaryOf(state, [AT])}
      <div class="fields">${fieldOf(state, AT)}</div>
      <div class="actions"><button class="quiet">Show</button> <a href="${address}">Show now</a></div>
    </form>
    ${balances.ok && balances.value.at !== null && html`<p>Booked before ${time(balances.value.at)}.</p>`}`;
}

const amountColumn: Column<Line> = {
  title: 'Balance',
  isNumber: true,
  text: ({ balance, currency }) => decimalText(balance, currency),
  show: ({ balance, currency }) => money(balance, currency),
};
const LINE_COLUMNS: readonly Column<Line>[] = [
  { title: 'Account', text: ({ account }) => account, show: ({ account }) => code(account) },
  amountColumn,
  { title: 'Currency', text: ({ currency }) => currency, fileOnly: true },
  { title: 'Environment', text: ({ environment }) => environment, fileOnly: true },
];

const ABOUT = html`<p class="hint">
  Balances have the sign of postings: what the service owes is positive, and what it has is negative. The balances of a
  currency sum to zero, because each entry does.
</p>`;

/** One table for each currency, with its sum. */
const trialBalance = (lines: readonly Line[], heading: 2 | 3, prefix: string): Html =>
  html`${[...new Set(lines.map(({ currency }) => currency))].map((currency) => {
    const own = lines.filter((line) => line.currency === currency);
    const sum = own.reduce((total, { balance }) => total + balance, 0n);
    const body = html`<div class="narrow">
      ${table({
        caption: `Balances in ${currency}`,
        rows: own,
        columns: LINE_COLUMNS,
        empty: 'No account has a balance.',
      })}
      <p class="total">Sum ${money(sum, currency)}</p>
    </div>`;
    return heading === 2
      ? section(`${prefix}${currency}`, currency, body)
      : html`<div class="part">
          <h3>${currency}</h3>
          ${body}
        </div>`;
  })}`;

const nothing = ({ at }: Balances, now: string): Html =>
  html`<p class="empty">${at === null ? now : 'No account had a balance at this time.'}</p>`;

const EVERYTHING = (): boolean => true;

const houseBalance = housePage({
  path: '/ledger',
  title: 'Ledger',
  section: 'Ledger',
  async show(visit) {
    const { base, query } = visit;
    const balances = await balancesOf(visit, new Entered(query), EVERYTHING);
    const file = `${base}/ledger/balance.csv${query.has('at') ? `?${new URLSearchParams({ at: query.get('at')! })}` : ''}`;
    const body = html`<p>The trial balance of all platforms and of the service itself.</p>
      ${ABOUT}
      ${actions(
        button(`${base}/ledger/audits`, 'Audits'),
        button(`${base}/ledger/journal`, 'Export entries'),
        link(file, 'Download as CSV'),
      )}
      ${momentForm(visit, `${base}/ledger`, balances)}
      ${
        balances.ok &&
        ENVIRONMENTS.map((environment) => {
          const own = balances.value.lines.filter((line) => line.environment === environment);
          return section(
            environment,
            environment,
            html`<p>${link(`${base}/ledger/own/${environment}`, 'Entries of the service itself')}</p>
              ${own.length === 0 ? nothing(balances.value, 'Nothing was booked in this environment.') : trialBalance(own, 3, environment)}`,
          );
        })
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
  columns: [
    { title: 'Environment', text: ({ environment }) => environment },
    { title: 'Account', text: ({ account }) => account, show: ({ account }) => code(account) },
    amountColumn,
    { title: 'Currency', text: ({ currency }) => currency, fileOnly: true },
  ],
  async read(visit, entered) {
    const balances = await balancesOf(visit, entered, EVERYTHING);
    return balances.ok ? onePage(balances.value.lines) : balances;
  },
});

const ownBalance = tenantPage({
  path: '/ledger',
  title: 'Ledger',
  section: 'Ledger',
  async show(visit) {
    const { base, tenant } = visit.place;
    const balances = await balancesOf(visit, new Entered(visit.query), (each) => each === tenant);
    const body = html`<p>The trial balance of this platform: the sums of its entries.</p>
      ${ABOUT}
      ${actions(button(`${base}/ledger/entries`, 'Entries'), button(`${base}/ledger/journal`, 'Export entries'))}
      ${momentForm(visit, `${base}/ledger`, balances)}
      ${
        balances.ok &&
        (balances.value.lines.length === 0
          ? nothing(balances.value, 'Nothing was booked for this platform yet.')
          : trialBalance(balances.value.lines, 2, 'in-'))
      }`;
    return ok({ body });
  },
});

export const houseBalancePages: readonly Route[] = [houseBalance, ...houseBalanceList];
export const tenantBalancePages: readonly Route[] = [ownBalance];
