import type { CurrencyCode } from '@corridor/core';
import { html, type Html } from '../../pages/html.js';
import { type Column, type Content, money } from './components.js';
import { decimalText, groupedText } from './money.js';

export const SIGN_RULE = html`<p class="hint">
  A credit balance is what the service owes, such as the money of customers. A debit balance is what it has, such as
  money at a bank. Debits and credits of a currency are equal, because those of each entry are.
</p>`;

/** The columns of an amount with the sign of postings. Null: the column has nothing. */
export const debitOf = (amount: bigint): bigint | null => (amount < 0n ? -amount : null);
export const creditOf = (amount: bigint): bigint | null => (amount > 0n ? amount : null);

/** An amount with its side in words: `1,000.00 USD credit`. */
export const sidedMoney = (amount: bigint, currency: CurrencyCode): Html =>
  creditOf(amount) === null ? html`${money(-amount, currency)} debit` : html`${money(amount, currency)} credit`;

/** Columns for debits and credits of a table with rows in several currencies, of which each row has one amount. */
export const sideColumns = <T>(
  of: (row: T) => { readonly balance: bigint; readonly currency: CurrencyCode },
): readonly Column<T>[] =>
  (
    [
      ['Debit', debitOf],
      ['Credit', creditOf],
    ] as const
  ).map(([title, side]) => {
    const amountOf = (row: T): bigint | null => side(of(row).balance);
    return {
      title,
      narrow: 'amount',
      isNumber: true,
      text: (row) => (amountOf(row) === null ? '' : decimalText(amountOf(row)!, of(row).currency)),
      show: (row) =>
        amountOf(row) === null
          ? html``
          : html`${money(amountOf(row), of(row).currency)}<span class="narrow-only"> ${title.toLowerCase()}</span>`,
    };
  });

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
