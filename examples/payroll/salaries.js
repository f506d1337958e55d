import { parse } from 'csv-parse/sync';
import { CORRIDORS } from './corridors.js';
import { parseAmount } from './money.js';

const COLUMNS = ['employee', 'name', 'country', 'currency', 'salary', 'account', 'sort_code', 'tax_id'];

/**
 * One line of the file.
 *
 * @typedef {object} Salary
 * @property {number} line its number in the file
 * @property {string} employee your own id of the employee, which stays the same from run to run
 * @property {string} name
 * @property {string} currency
 * @property {bigint} amount what the employee gets, in smallest units of the currency
 * @property {string} paymentRail
 * @property {Record<string, unknown>} accountInfo the account as the API takes it
 */

/**
 * Reads the whole file. Returns either all salaries, or everything that is wrong with the file.
 *
 * @param {string} text
 * @returns {{ salaries: Salary[], errors: string[] }}
 */
export function readSalaries(text) {
  let rows;
  try {
    rows = parse(text, { bom: true, trim: true, skip_empty_lines: true, relax_column_count: true, info: true });
  } catch (error) {
    return { salaries: [], errors: [`the file is not CSV: ${error.message}`] };
  }
  const [head, ...lines] = rows;
  if (head === undefined || head.record.join() !== COLUMNS.join()) {
    return { salaries: [], errors: [`line 1: the columns must be ${COLUMNS.join()}`] };
  }
  if (lines.length === 0) return { salaries: [], errors: ['the file has no salary'] };

  const errors = [];
  const salaries = [];
  const firstLineWith = new Map();
  for (const { record, info } of lines) {
    const line = info.lines;
    const cells = Object.fromEntries(COLUMNS.map((column, index) => [column, record[index] ?? '']));
    const wrong =
      record.length === COLUMNS.length ? wrongCells(cells) : [`${record.length} cells, not ${COLUMNS.length}`];
    if (wrong.length === 0) {
      const salary = salaryOf(cells, line);
      // Two employees with one account are a mistake, or a fraud: both are for a person to look at.
      for (const same of [
        `employee ${salary.employee}`,
        `account ${JSON.stringify(CORRIDORS[cells.currency].account(cells))}`,
      ]) {
        if (firstLineWith.has(same))
          wrong.push(`${same.split(' ')[0]}: the same as in line ${firstLineWith.get(same)}`);
        else firstLineWith.set(same, line);
      }
      salaries.push(salary);
    }
    errors.push(...wrong.map((what) => `line ${line}: ${what}`));
  }
  return { salaries, errors };
}

/** What is wrong with a line, by column. JSON shows what a cell contains, without control characters. */
function wrongCells(cells) {
  const corridor = Object.hasOwn(CORRIDORS, cells.currency) ? CORRIDORS[cells.currency] : undefined;
  const checks = {
    employee: { pattern: /^[A-Za-z0-9_-]{1,40}$/, what: 'an id of up to 40 letters, digits, _ and -' },
    name: { pattern: /^[^\p{Cc}]{1,140}$/u, what: 'a name of up to 140 characters' },
    country: { pattern: /^[A-Z]{2}$/, what: 'the two letters of a country' },
    ...corridor?.columns,
  };
  const wrong = Object.entries(checks)
    .filter(([column, { pattern }]) => !pattern.test(cells[column]))
    .map(([column, { what }]) => `${column}: ${JSON.stringify(cells[column])} is not ${what}`);
  if (corridor === undefined) {
    const known = Object.keys(CORRIDORS).join(', ');
    return [...wrong, `currency: ${JSON.stringify(cells.currency)} is not one of ${known}`];
  }
  const amount = parseAmount(cells.salary, corridor.decimals);
  if (amount === null || amount === 0n) {
    const what = `an amount with at most ${corridor.decimals} decimals, such as 2500.00`;
    wrong.push(`salary: ${JSON.stringify(cells.salary)} is not ${what}`);
  }
  return wrong;
}

/** @returns {Salary} */
function salaryOf(cells, line) {
  const { employee, name, country, currency } = cells;
  const { decimals, paymentRail, account } = CORRIDORS[currency];
  const beneficiary = { beneficiaryType: 'INDIVIDUAL', fullName: name, countryOfResidence: country };
  return {
    line,
    employee,
    name,
    currency,
    amount: parseAmount(cells.salary, decimals),
    paymentRail,
    accountInfo: { ...account(cells), beneficiary },
  };
}
