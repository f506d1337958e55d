import { renameSync, writeFileSync } from 'node:fs';
import { CORRIDORS, SOURCE } from './corridors.js';
import { formatAmount } from './money.js';

const COLUMNS = [
  'employee',
  'name',
  'currency',
  'salary',
  `cost_${SOURCE.currency.toLowerCase()}`,
  `fee_${SOURCE.currency.toLowerCase()}`,
  'rate',
  'state',
  'reason',
  'refund',
  'transaction',
];

/** One line of the report. A spreadsheet would run a cell that begins like a formula, so it gets an apostrophe. */
export function cellOf(value) {
  const text = String(value ?? '').replace(/^(?=[=+\-@\t\r])/, "'");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Who got what, as CSV. The file is complete or not there: it is renamed when it is written.
 *
 * @param {string} path
 * @param {{ salary: import('./salaries.js').Salary, attempt?: import('./journal.js').Attempt,
 *   outcome: import('./payments.js').Outcome }[]} lines
 */
export function writeReport(path, lines) {
  const rows = lines.map(({ salary, attempt, outcome: { state, reason, refund } }) => {
    const quote = attempt?.quote;
    const money = (amount) => (amount === undefined ? '' : formatAmount(BigInt(amount), SOURCE.decimals));
    const paid = formatAmount(salary.amount, CORRIDORS[salary.currency].decimals);
    const who = [salary.employee, salary.name, salary.currency, paid];
    return [...who, money(quote?.cost), money(quote?.fee), quote?.rate, state, reason, refund, quote?.transactionId];
  });
  const text = [COLUMNS, ...rows].map((row) => `${row.map(cellOf).join()}\r\n`).join('');
  writeFileSync(`${path}.new`, text);
  renameSync(`${path}.new`, path);
}
