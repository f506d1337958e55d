import type { CurrencyCode, Environment, Position } from '@corridor/core';
import { html, type Html } from '../../pages/html.js';
import { type Content, emptyState, tabs } from '../kit/components.js';
import { groupedText } from '../kit/money.js';
import type { Visit } from '../kit/visit.js';
import { accountLink, classOf, type Group, GROUPS } from './accounts.js';

/** The balance of a class of accounts in one environment and currency. */
export interface Line {
  readonly environment: Environment;
  readonly account: string;
  readonly currency: CurrencyCode;
  /** Smallest units: a credit balance is positive, a debit balance is negative. */
  readonly balance: bigint;
}

/** The balances of all tenants added up; lines in the order of environment, currency and account. */
export function linesOf(positions: readonly Position[]): readonly Line[] {
  const lines = new Map<string, Line>();
  for (const { environment, account, currency, balance } of positions) {
    const key = `${environment} ${currency} ${account}`;
    lines.set(key, { environment, account, currency, balance: (lines.get(key)?.balance ?? 0n) + balance });
  }
  return [...lines.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, line]) => line);
}

export const SIGN_RULE = html`<p class="hint">
  A credit balance is what the service owes, such as the money of customers. A debit balance is what it has, such as
  money at a bank. Debits and credits of a currency are equal, because those of each entry are.
</p>`;

/** The columns of an amount with the sign of postings. Null: the column has nothing. */
export const debitOf = (amount: bigint): bigint | null => (amount < 0n ? -amount : null);
export const creditOf = (amount: bigint): bigint | null => (amount > 0n ? amount : null);

const sumOf = (amounts: readonly bigint[], side: (amount: bigint) => bigint | null): bigint =>
  amounts.reduce((sum, amount) => sum + (side(amount) ?? 0n), 0n);

/** One row of a table with debits and credits. */
export interface BookRow {
  readonly name: Content;
  readonly amount: bigint;
}

/** Rows under a heading, with their subtotal. */
export interface BookGroup {
  /** Empty for the only group. */
  readonly title: Content;
  readonly rows: readonly BookRow[];
}

/**
 * A table of one currency with a column for debits and one for credits, with a subtotal for each group of several rows and
 * the totals, unless the groups are whole entries (`isSummed: false`). It stays a table on a phone. `first` is the title of
 * the first column.
 */
export function bookTable(
  caption: string,
  first: string,
  groups: readonly BookGroup[],
  currency: CurrencyCode,
  { isSummed = true }: { readonly isSummed?: boolean } = {},
): Html {
  const cell = (amount: bigint | null): Html =>
    html`<td class="number">
      ${amount !== null && html`<span class="money">${groupedText(amount, currency)}</span>`}
    </td>`;
  const sums = (title: string, kind: string, amounts: readonly bigint[]): Html =>
    html`<tr class="${kind}">
      <th scope="row">${title}</th>
      ${cell(sumOf(amounts, debitOf))} ${cell(sumOf(amounts, creditOf))}
    </tr>`;
  const amountsOf = ({ rows }: BookGroup): readonly bigint[] => rows.map(({ amount }) => amount);
  const hasGroups = groups.length > 1 || groups.some(({ title }) => title !== '');
  return html`<table class="books">
    <caption class="hidden">
      ${caption}
    </caption>
    <thead>
      <tr>
        <th scope="col">${first}</th>
        <th scope="col" class="number">Debit ${currency}</th>
        <th scope="col" class="number">Credit ${currency}</th>
      </tr>
    </thead>
    ${groups.map(
      (group) =>
        html`<tbody>
          ${
            hasGroups &&
            html`<tr class="group">
              <th scope="rowgroup" colspan="3">${group.title}</th>
            </tr>`
          }
          ${group.rows.map(
            ({ name, amount }) =>
              html`<tr>
                <th scope="row">${name}</th>
                ${cell(debitOf(amount))} ${cell(creditOf(amount))}
              </tr>`,
          )}
          ${isSummed && hasGroups && group.rows.length > 1 && sums('Subtotal', 'subtotal', amountsOf(group))}
        </tbody>`,
    )}
    ${
      isSummed &&
      html`<tfoot>
        ${sums('Total', 'sums', groups.flatMap(amountsOf))}
      </tfoot>`
    }
  </table>`;
}

/** The trial balance of one currency, with its accounts in groups. `pathOf` is where a line leads. */
export function trialBalance(
  lines: readonly Line[],
  currency: CurrencyCode,
  pathOf: (line: Line) => string | null,
): Html {
  const own = lines.filter((line) => line.currency === currency);
  if (own.length === 0) return emptyState(`No account has a balance in ${currency}.`);
  const rowsOf = (group: Group): readonly BookRow[] =>
    own
      .filter(({ account }) => classOf(account).group === group)
      .map((line) => ({
        name: accountLink(pathOf(line), line.account),
        amount: line.balance,
      }));
  const groups = GROUPS.map((title) => ({ title, rows: rowsOf(title) })).filter(({ rows }) => rows.length > 0);
  return html`<div class="narrow">${bookTable(`Balances in ${currency}`, 'Account', groups, currency)}</div>`;
}

/** Links to the same page with another value of one parameter of the query. */
export function queryTabs(
  { base, place, path, query }: Visit,
  label: string,
  name: string,
  values: readonly string[],
  current: string,
  textOf: (value: string) => string = (value) => value,
): Html {
  const pathWith = (value: string): string => {
    const changed = new URLSearchParams(query);
    changed.delete('done');
    changed.set(name, value);
    return `${place?.base ?? base}${path}?${changed.toString()}`;
  };
  return tabs(
    label,
    values.map((value) => ({ path: pathWith(value), text: textOf(value), isCurrent: value === current })),
  );
}
