import { type ExceptionRecord, EXCEPTIONS } from '@corridor/core/records';
import { expect } from 'vitest';
import { allTransactions, recordsOf } from '../faults/everything-told.js';
import type { Api } from '../support/api.js';
import type { Bank, BankPayment } from '../support/bank/bank.js';
import type { Deployment } from '../support/host.js';
import { accountOf } from '../support/scenario.js';
import type { Transaction } from '../support/wire.js';
import { type Arrival, endToEndIdOf, type Load } from './load.js';

export interface Agreement {
  readonly load: Load;
  readonly bank: Bank;
  readonly api: Api;
  readonly deployment: Deployment;
  /** What the owner of the account sent from another account of its own. */
  readonly topUp: bigint;
  /** Stops the host. */
  readonly stop: () => Promise<void>;
  /** Whether the reports say what each payment is. Otherwise payments may end in exceptions. */
  readonly isClear: boolean;
}

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n);

const FINAL = {
  DEBITED: { status: 'COMPLETED' },
  REJECTED: { status: 'FAILED', refund: { status: 'COMPLETED' } },
  RETURNED: { status: 'FAILED', refund: { status: 'COMPLETED' } },
} as const;

/** Each payout ended as the bank's books say, once. */
function payoutsEndedAsAtTheBank(load: Load, bank: Bank, transactions: readonly Transaction[]): void {
  expect(bank.rejectedFiles).toEqual([]);
  const byEndToEndId = new Map<string, BankPayment[]>();
  for (const payment of bank.payments) {
    const { endToEndId } = payment.order;
    byEndToEndId.set(endToEndId, [...(byEndToEndId.get(endToEndId) ?? []), payment]);
  }
  const twice = [...byEndToEndId].filter(([, payments]) => payments.length > 1);
  expect(twice.map(([endToEndId]) => endToEndId)).toEqual([]);

  const byId = new Map(transactions.map((transaction) => [transaction.id, transaction]));
  for (const { id, amount } of load.payouts) {
    const [payment] = byEndToEndId.get(endToEndIdOf(id)) ?? [];
    if (payment === undefined || payment.state === 'ACCEPTED') throw new Error(`the bank has not ended ${id}`);
    expect(payment.order.amount, id).toBe(BigInt(amount));
    expect(byId.get(id), `${id}, ${payment.state} at the bank`).toMatchObject({
      ...FINAL[payment.state],
      sentAmount: { amount },
      receivedAmount: { amount },
    });
  }
}

/** What the bank has booked and the ledger lacks. */
const signed = ({ amount, reason }: ExceptionRecord): bigint =>
  reason.startsWith('the bank booked OUT') ? -amount : amount;

/** What an operator still has to decide. */
async function openExceptions(deployment: Deployment): Promise<readonly ExceptionRecord[]> {
  const all = await recordsOf<ExceptionRecord>(deployment, EXCEPTIONS);
  return all.filter(({ status }) => status === 'OPEN');
}

/** Removes one of these from a list. Throws if it is not there. */
function takeOne<T>(from: T[], is: (one: T) => boolean, what: string): T {
  const index = from.findIndex(is);
  if (index < 0) throw new Error(`${what} is not in the books of the bank, or was dealt with before`);
  return from.splice(index, 1)[0]!;
}

interface Incoming {
  /** No customer was credited with them. */
  readonly undecided: readonly Arrival[];
  /** The bank took them back, and an operator has to find out which payments they were. */
  readonly keptByCustomers: readonly Arrival[];
}

/**
 * Each payment that came to the bank was credited to the account that its text names, or sent back to its sender, once.
 * Those of which neither is true are left.
 */
function incomingEndedOnce({ load, bank, isClear }: Agreement, transactions: readonly Transaction[]): Incoming {
  const left = [...load.arrivals];
  const keptByCustomers: Arrival[] = [];
  const paidOut = new Set(load.payouts.map(({ id }) => endToEndIdOf(id)));
  for (const { order } of bank.payments.filter((one) => !paidOut.has(one.order.endToEndId))) {
    const what = `${order.amount}, which was sent back to ${order.creditor.iban},`;
    const { payer } = takeOne(left, (one) => one.remitter === order.creditor.iban && one.amount === order.amount, what);
    if (isClear && payer !== null) throw new Error(`${what} is for ${payer.account}`);
  }
  for (const { type, status, destination, receivedAmount } of transactions) {
    if (type !== 'INCOMING') continue;
    const what = `${receivedAmount?.amount} for ${destination.accountId} (${status})`;
    const isIt = ({ payer, amount }: Arrival): boolean =>
      payer?.account === destination.accountId && amount === BigInt(receivedAmount!.amount);
    const isTaken = status === 'FAILED';
    const isLeft = left.some((one) => isIt(one) && one.isTakenBack === isTaken);
    const one = takeOne(left, (arrival) => isIt(arrival) && (!isLeft || arrival.isTakenBack === isTaken), what);
    if (one.isTakenBack === isTaken) continue;
    if (isClear || isTaken) throw new Error(`${what} is ${isTaken ? 'not ' : ''}taken back at the bank`);
    keptByCustomers.push(one);
  }
  return { undecided: left, keptByCustomers };
}

/** Customers have what they were credited with, less what the bank has paid out for them. */
async function customersHaveTheirMoney({ load, bank, api }: Agreement, transactions: readonly Transaction[]) {
  const states = new Map(bank.payments.map(({ order, state }) => [order.endToEndId, state]));
  for (const payer of load.payers) {
    const came = transactions
      .filter(
        (one) => one.type === 'INCOMING' && one.status === 'COMPLETED' && one.destination.accountId === payer.account,
      )
      .reduce((sum, { receivedAmount }) => sum + receivedAmount!.amount, 0);
    const went = load.payouts
      .filter((one) => one.payer === payer && states.get(endToEndIdOf(one.id)) === 'DEBITED')
      .reduce((sum, { amount }) => sum + amount, 0);
    const { balance, totalBalance } = await accountOf(api, payer.customerId, 'EUR');
    expect([balance.amount, totalBalance.amount]).toEqual([came - went, came - went]);
  }
}

/** An amount with all decimals of its currency, as commands print it, in smallest units. */
const minorOf = (amount: string): bigint => BigInt(amount.replaceAll(/[,.]/g, ''));

async function clearingOf(deployment: Deployment): Promise<bigint> {
  const { stdout } = await deployment.command('positions');
  const lines = [...stdout.matchAll(/ PRODUCTION clearing:acme-bank (-?[\d,.]+) EUR$/gm)].map(([, amount]) =>
    minorOf(amount!),
  );
  return -sum(lines);
}

/** What `corridor connections check` says about the account: in smallest units. */
interface Comparison {
  readonly holds: bigint;
  /** Entries of statements that the ledger lacks. */
  readonly open: bigint;
  readonly ledger: bigint;
  /** Movements of the ledger that no statement contains. */
  readonly unstated: bigint;
}

const COMPARED =
  /acme-bank holds (-?[\d,.]+) EUR at the end of \S+?(?:, of which (-?[\d,.]+) EUR wait or have an exception)?; the ledger has (-?[\d,.]+) EUR(?:, of which (-?[\d,.]+) EUR are on no statement yet)?$/m;

async function comparisonOf(deployment: Deployment): Promise<Comparison> {
  const { stdout } = await deployment.command('connections', 'check');
  expect(stdout).not.toContain('unexplained');
  const found = COMPARED.exec(stdout);
  if (found === null) throw new Error('no balances are compared');
  const [holds, open, ledger, unstated] = found.slice(1).map((amount) => minorOf(amount ?? '0'));
  return { holds: holds!, open: open!, ledger: ledger!, unstated: unstated! };
}

/**
 * The bank's books have what the ledger has, less what no statement contains, and what open exceptions say that the bank
 * has booked. Exceptions are open for the payments that no customer was credited with, and for money that did not reach its
 * sender.
 */
async function exceptionsExplainTheRest(agreement: Agreement, { undecided, keptByCustomers }: Incoming): Promise<void> {
  const { load, deployment, bank, topUp, isClear } = agreement;
  const { holds, open, ledger, unstated } = await comparisonOf(deployment);
  expect({ holds, ledger }).toEqual({ holds: bank.balance(), ledger: await clearingOf(deployment) });
  const exceptions = await openExceptions(deployment);
  const differences = exceptions.filter(({ reason }) => reason.startsWith('the bank booked '));
  const unstatedOnes = exceptions.filter(({ reason }) => reason.startsWith('the bank reported '));
  const suspended = exceptions.filter(({ kind }) => kind === 'DEPOSIT_HELD' || kind === 'DEPOSIT_REFUSED');
  const paidOut = new Set(load.payouts.map(({ id }) => endToEndIdOf(id)));
  const failed = bank.payments.filter(({ order, state }) => !paidOut.has(order.endToEndId) && state !== 'DEBITED');
  const missing = undecided.map(({ amount, isTakenBack }) => (isTakenBack ? 0n : amount));
  // A top-up that no report names as one is in suspense, too.
  const ownMoney = suspended.some(({ amount }) => amount === topUp) && !isClear ? [topUp] : [];
  const kept = keptByCustomers.map(({ amount }) => -amount);
  const waiting = [...missing, ...kept, ...ownMoney, ...failed.map(({ order }) => order.amount)];
  expect({
    unnamed: exceptions.length - differences.length - unstatedOnes.length - suspended.length,
    open,
    bank: ledger - unstated + open,
    waiting: sum(suspended.map(({ amount }) => amount)) + open - unstated,
  }).toEqual({ unnamed: 0, open: sum(differences.map(signed)), bank: holds, waiting: sum(waiting) });
  if (!isClear) return;
  expect({ differences, unstatedOnes, unstated }).toEqual({ differences: [], unstatedOnes: [], unstated: 0n });
  expect(undecided).toEqual([]);
  const { stdout: resolved } = await deployment.command('exceptions', 'list', '--status', 'RESOLVED');
  expect(resolved).not.toContain('STATEMENT_DIFFERENCE');
}

async function findings({ deployment }: Agreement): Promise<string> {
  const open = (await openExceptions(deployment)).map(
    ({ kind, direction, amount, reason }) => `${kind} ${direction} ${amount} ${reason}`,
  );
  const { stdout, stderr } = await deployment.command('connections', 'check');
  return [...open, stdout, stderr].join('\n');
}

/** Compares what the service has done with the books of the bank. */
export async function booksAgree(agreement: Agreement): Promise<void> {
  const { load, bank, api, stop } = agreement;
  try {
    const transactions = await allTransactions(api);
    payoutsEndedAsAtTheBank(load, bank, transactions);
    const incoming = incomingEndedOnce(agreement, transactions);
    await customersHaveTheirMoney(agreement, transactions);
    await stop();
    await exceptionsExplainTheRest(agreement, incoming);
  } catch (cause) {
    const { message } = cause as Error;
    throw new Error(`${message}\n${await findings(agreement)}`, { cause });
  }
}
