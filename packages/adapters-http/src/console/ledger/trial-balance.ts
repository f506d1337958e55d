import type { CurrencyCode, Environment, Position } from '@corridor/core';
import { html, type Html } from '../../pages/html.js';
import { emptyState, tabs } from '../kit/components.js';
import { type BookRow, bookTable } from '../kit/book-table.js';
import type { Visit } from '../kit/visit.js';
import { accountLink, classOf, type Group, GROUPS } from '../kit/ledger-accounts.js';

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
