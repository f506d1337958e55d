import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { ApiError, ConnectionError } from '@corridor/client';
import { createClient, findAccount } from './client.js';
import { CORRIDORS, SOURCE } from './corridors.js';
import { openJournal } from './journal.js';
import { formatAmount, parseAmount } from './money.js';
import { canRetry, createPayments, descriptionOf, isSpent } from './payments.js';
import { ensureRecipients } from './recipients.js';
import { writeReport } from './report.js';
import { readSalaries } from './salaries.js';

const USAGE = 'node payroll.js FILE.csv --run NAME [--max AMOUNT] [--yes] [--retry-failed]';
/** How long the program waits for payments that are underway. A later start reports them again. */
const FOLLOW_MS = 10_000;

/** What is wrong, for the person who started the program. */
class Refusal extends Error {}

function options() {
  const flags = { run: { type: 'string' }, max: { type: 'string' }, yes: { type: 'boolean' } };
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { ...flags, 'retry-failed': { type: 'boolean' } },
  });
  const max = values.max === undefined ? null : parseAmount(values.max, SOURCE.decimals);
  if (positionals.length !== 1 || values.run === undefined) throw new Refusal(USAGE);
  if (!/^[A-Za-z0-9-]{1,40}$/.test(values.run)) throw new Refusal('--run has letters, digits and - only: 2026-01');
  if (values.max !== undefined && max === null) throw new Refusal('--max is an amount, such as 12000.00');
  if (values.yes && max === null) throw new Refusal('--yes needs --max: the most that the run may cost');
  return {
    file: positionals[0],
    run: values.run,
    max,
    pay: values.yes === true,
    retry: values['retry-failed'] === true,
  };
}

const dollars = (amount) => `${formatAmount(amount, SOURCE.decimals)} ${SOURCE.currency}`;
const salaryText = ({ amount, currency }) => `${formatAmount(amount, CORRIDORS[currency].decimals)} ${currency}`;
const refuseIf = (errors, advice) => {
  if (errors.length > 0) throw new Refusal([...errors, `${advice}; nothing was paid by this start`].join('\n'));
};

/** With a journal that is lost or older than the payments, a run could pay a second time. */
async function refuseOldJournal(corridor, customerId, run, journal, path) {
  const query = { customerId, type: 'OUTGOING', limit: 100 };
  for await (const { id, description } of corridor.each('listTransactions', { query })) {
    if (!description?.startsWith(descriptionOf(run)) || journal.knows(id)) continue;
    throw new Refusal(
      `the run ${run} has made payments that its journal ${path} does not have: restore the newest one`,
    );
  }
}

/** What was paid must still be in the file as it was paid. */
function contradictions(journal, salaries, outcomes) {
  const byEmployee = new Map(salaries.map((salary) => [salary.employee, salary]));
  return journal.employees().flatMap((employee) => {
    const outcome = outcomes.get(employee);
    if (outcome === null || !isSpent(outcome)) return [];
    const { request, currency } = journal.latest(employee);
    const salary = byEmployee.get(employee);
    if (salary?.amount === BigInt(request.lockedCurrencyAmount) && salary.currency === currency) return [];
    return [
      `employee ${employee} has a payment in this run; the file ${salary ? 'has another salary' : 'has no line'}`,
    ];
  });
}

async function main() {
  const { file, run, max, pay, retry } = options();
  const { salaries, errors } = readSalaries(readFileSync(file, 'utf8'));
  refuseIf(errors, 'correct the file');

  const corridor = createClient();
  const account = await findAccount(corridor, SOURCE.currency);
  if (account === undefined) throw new Refusal('the company has no account: run sandbox.js first');
  const journalPath = `payroll-${run}.jsonl`;
  const journal = openJournal(journalPath);
  await refuseOldJournal(corridor, account.customerId, run, journal, journalPath);
  const payments = createPayments(corridor, run, journal);

  /** @type {Map<string, import('./payments.js').Outcome | null>} */
  const outcomes = new Map();
  for (const employee of journal.employees()) outcomes.set(employee, await payments.resume(employee));
  refuseIf(contradictions(journal, salaries, outcomes), 'correct the file, or start another run');

  // Everything that can be refused is refused before the first payment.
  const recipients = await ensureRecipients(corridor, account.customerId, salaries);
  refuseIf(recipients.errors, 'correct the file');
  const toPay = salaries.filter(({ employee }) => {
    const outcome = outcomes.get(employee) ?? null;
    return outcome === null || ['QUOTED', 'EXPIRED'].includes(outcome.state) || (retry && canRetry(outcome));
  });
  const refused = [];
  for (const salary of toPay) {
    const accounts = { from: account.id, to: recipients.accounts.get(salary.employee) };
    const reason = await payments.quote(salary, outcomes.get(salary.employee) ?? null, accounts);
    if (reason !== null) refused.push(`line ${salary.line}: ${reason}`);
  }
  refuseIf(refused, 'the service refuses these payments');

  const costOf = (employee) => BigInt(journal.latest(employee).quote.cost);
  const sum = (employees) => employees.reduce((total, employee) => total + costOf(employee), 0n);
  const due = sum(toPay.map(({ employee }) => employee));
  const spent = sum(
    journal.employees().filter((employee) => outcomes.get(employee) && isSpent(outcomes.get(employee))),
  );
  for (const salary of toPay) {
    const fee = BigInt(journal.latest(salary.employee).quote.fee);
    console.log(
      `${salary.employee}  ${salaryText(salary)}  costs ${dollars(costOf(salary.employee))}, fee ${dollars(fee)}`,
    );
  }
  console.log(`${toPay.length} to pay: ${dollars(due)}; paid before: ${dollars(spent)}`);
  if (max !== null && spent + due > max)
    throw new Refusal(`the run costs more than --max ${dollars(max)}: nothing was paid`);
  const { amount } = account.balance;
  if (due > BigInt(amount)) throw new Refusal(`the account has ${dollars(BigInt(amount))} only: nothing was paid`);
  if (!pay && toPay.length > 0) {
    console.log('nothing was paid. Start again with --yes and --max to pay; the rates are valid for about 4 minutes');
    return;
  }

  if (journal.isShared()) throw new Refusal('another start of this run is underway: this one has paid nothing');
  const problems = new Map();
  for (const { employee } of toPay) {
    const problem = await payments.execute(employee);
    if (problem !== null) problems.set(employee, problem);
  }
  await report(run, salaries, journal, payments, problems);
}

async function report(run, salaries, journal, payments, problems) {
  const until = Date.now() + FOLLOW_MS;
  const lines = [];
  for (const salary of salaries) {
    const attempt = journal.latest(salary.employee);
    const outcome = await payments.follow(salary.employee, until);
    // The report has what was asked for: after a failure the file may have another salary already.
    const asked = { ...salary, currency: attempt.currency, amount: BigInt(attempt.request.lockedCurrencyAmount) };
    lines.push({ salary: asked, attempt, outcome: { reason: problems.get(salary.employee), ...outcome } });
  }
  const path = `payroll-${run}.csv`;
  writeReport(path, lines);
  const notPaid = lines.filter(({ outcome }) => outcome.state !== 'COMPLETED');
  for (const { salary, outcome } of notPaid) {
    const { state, reason = '', refund } = outcome;
    const money =
      state === 'FAILED' ? (refund === 'COMPLETED' ? 'the money is back' : 'the money is not back yet') : '';
    console.log([`${salary.employee}  ${salaryText(salary)}  ${state}`, reason, money].filter(Boolean).join('  '));
  }
  console.log(`${lines.length - notPaid.length} of ${lines.length} paid; the report is in ${path}`);
  if (notPaid.some(({ outcome }) => canRetry(outcome))) {
    console.log('correct the lines of failed payments, and start again with --retry-failed');
  }
  if (notPaid.length > 0) process.exitCode = 2;
}

try {
  await main();
} catch (error) {
  process.exitCode = 1;
  if (error instanceof Refusal) console.error(error.message);
  else if (error instanceof ConnectionError || error instanceof ApiError) {
    console.error(`${error.message}\nStart the same command again: it continues, and pays no salary twice`);
  } else throw error;
}
