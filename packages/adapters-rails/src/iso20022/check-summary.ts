import { fiatDecimals, parseAmount } from './amount.js';
import type { AccountStatement, StatementEntry } from './messages.js';
import type { Deviations } from './read-fields.js';
import type { XmlElement } from './xml-element.js';

const PARTS: readonly (readonly [string, (entry: StatementEntry) => boolean])[] = [
  ['TtlNtries', () => true],
  ['TtlCdtNtries', ({ direction }) => direction === 'IN'],
  ['TtlDbtNtries', ({ direction }) => direction === 'OUT'],
];

/** The sums that TxsSummry declares; nothing if one of them is missing, or for one page of several. */
export function declaredSums(
  statement: XmlElement,
  { page, account, entries }: AccountStatement,
): Pick<AccountStatement, 'declared'> {
  const summary = statement.all('TxsSummry')[0];
  const decimals = fiatDecimals(account.currency ?? entries[0]?.currency ?? '');
  if (summary === undefined || decimals === null || !isWhole(page)) return {};
  const [credits, debits] = ['TtlCdtNtries', 'TtlDbtNtries'].map((name) => {
    const text = summary.all(name)[0]?.all('Sum')[0]?.text;
    return text === undefined ? null : parseAmount(text, decimals);
  });
  return typeof credits === 'bigint' && typeof debits === 'bigint' ? { declared: { credits, debits } } : {};
}

const isWhole = (page: AccountStatement['page']): boolean =>
  page === null || (page.isLast && Number(page.number) === 1);

/**
 * Compares TxsSummry with the entries. Nothing depends on it: the entries and the balances decide. Banks count entries
 * that are not booked in different ways, and later pages repeat the summary of all pages.
 */
export function checkSummary(statement: XmlElement, read: AccountStatement, deviations: Deviations): void {
  const summary = statement.all('TxsSummry')[0];
  if (summary === undefined || !isWhole(read.page)) return;
  const decimals = fiatDecimals(read.account.currency ?? read.entries[0]?.currency ?? '');
  for (const [name, counts] of PARTS) {
    const part = summary.all(name)[0];
    const entries = read.entries.filter(counts);
    const count = part?.all('NbOfNtries')[0];
    if (count !== undefined && count.text.replace(/^0+(?=\d)/, '') !== String(entries.length)) {
      deviations.add(count, `the summary does not count the ${entries.length} entries of this kind`);
    }
    const sum = part?.all('Sum')[0];
    if (sum === undefined || decimals === null) continue;
    const total = entries.reduce((units, { amount }) => units + amount, 0n);
    if (parseAmount(sum.text, decimals) !== total) deviations.add(sum, 'the summary is not the sum of its entries');
  }
}
