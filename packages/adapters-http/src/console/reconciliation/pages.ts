import { ok, type Position } from '@corridor/core';
import { html, type Html } from '../../pages/html.js';
import { link, money, section, status, table } from '../kit/components.js';
import { housePage, type Route } from '../kit/route.js';
import type { Visit } from '../kit/visit.js';
import { wordsOf } from '../kit/words.js';
import { holdingsTable } from '../rails/holdings.js';
import { shortfallPart } from '../rails/shortfalls.js';
import { railStatementPages } from './rail-statements.js';
import { type Balance, balanceOf, dayWithAge, evenOr, railPath, statedRails, unexplainedIn } from './stated.js';

const statementsPart = (visit: Visit, rows: readonly Balance[]): Html =>
  section(
    'statements',
    'Statements of banks',
    table<Balance>({
      caption: 'The newest statement of each rail beside the ledger',
      rows,
      empty: html`No connection keeps statements. Compare a file of the bank with the command
        <code>corridor reconcile</code>, or look at ${link(`${visit.base}/rails`, 'the connections')}.`,
      href: ({ rail }) => railPath(visit, rail),
      columns: [
        { title: 'Rail', narrow: 'title', text: ({ rail }) => rail },
        { title: 'Environment', text: ({ connection }) => wordsOf(connection.environment) },
        {
          title: 'Newest statement',
          narrow: 'note',
          text: () => '',
          show: ({ closing, problem }) =>
            problem !== null
              ? html`${status('NOT READ', 'bad')} <span class="hint">${problem}</span>`
              : closing === null
                ? html`none yet`
                : dayWithAge(closing.date, visit.now),
        },
        {
          title: 'The bank has',
          narrow: 'amount',
          isNumber: true,
          text: () => '',
          show: ({ closing }) => money(closing?.amount ?? null, closing?.currency ?? ''),
        },
        {
          title: 'On no statement yet',
          isNumber: true,
          text: () => '',
          show: ({ closing }) => money(closing?.inFlight ?? null, closing?.currency ?? ''),
        },
        {
          title: 'The ledger has',
          isNumber: true,
          text: () => '',
          show: ({ ledger, closing }) => money(ledger, closing?.currency ?? ''),
        },
        {
          title: 'Unexplained',
          narrow: 'status',
          isNumber: true,
          text: () => '',
          show: (each) => evenOr(unexplainedIn(each), each.closing?.currency ?? ''),
        },
        {
          title: 'Gaps',
          isNumber: true,
          text: ({ gaps }) => String(gaps),
          show: ({ gaps }) => (gaps === 0 ? '0' : html`<strong>${gaps}</strong>`),
        },
      ],
    }),
  );

/** Money that could not be attributed, by platform. */
async function suspensePart(visit: Visit, positions: readonly Position[]): Promise<Html> {
  const rows = positions.filter(({ account, balance }) => account === 'suspense' && balance !== 0n);
  const names = await visit.core.operators.reads.platformNames(rows.map(({ tenant }) => tenant));
  return section(
    'suspense',
    'Money in suspense',
    table<Position>({
      caption: 'Money in suspense, by platform',
      rows,
      empty: 'No money is in suspense: all that arrived belongs to an account or a payment.',
      href: ({ tenant }) => `${visit.base}/t/${tenant}/exceptions`,
      columns: [
        {
          title: 'Platform',
          narrow: 'title',
          text: ({ tenant }) => names.get(tenant) ?? tenant,
        },
        { title: 'Environment', narrow: 'note', text: ({ environment }) => wordsOf(environment) },
        {
          title: 'Amount',
          narrow: 'amount',
          isNumber: true,
          text: () => '',
          show: ({ balance, currency }) => money(balance, currency),
        },
      ],
    }),
  );
}

const overview = housePage({
  path: '/reconciliation',
  title: 'Reconciliation',
  section: 'Reconciliation',
  async show(visit) {
    const positions = await visit.core.ledger.positions();
    const balances = await Promise.all(statedRails(visit).map((each) => balanceOf(each, positions)));
    const hasHoldings = visit.core.rails.connections.some(({ holdings }) => holdings !== undefined);
    const body = html`${shortfallPart(visit, positions)}
      <p>
        What banks and chains say beside what the ledger says. A rail that is not even has a difference to explain:
        ${link(`${visit.base}/exceptions?kind=STATEMENT_DIFFERENCE`, 'the differences that are recorded')}.
      </p>
      ${statementsPart(visit, balances)}
      ${hasHoldings && section('holdings', 'Balances that can be read at any time', holdingsTable(await visit.holdings(), 'The balances cannot be read now.'))}
      ${await suspensePart(visit, positions)}`;
    return ok({ body });
  },
});

export const reconciliationPages: readonly Route[] = [overview, ...railStatementPages];
