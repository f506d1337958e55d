import { type BaseRecord, DEPOSITS, EXCEPTIONS, JOBS, RAIL_RECORDS } from '@corridor/core/records';
import { allTransactions, recordsOf } from '../faults/everything-told.js';
import type { Api } from '../support/api.js';
import type { Bank } from '../support/bank/bank.js';
import type { Deployment } from '../support/host.js';
import { type Arrival, endToEndIdOf, type Load } from './load.js';

export interface Missing {
  readonly payouts: Load['payouts'];
  /** Payments without an account, which should go back. */
  readonly arrivals: readonly Arrival[];
}

/** The payouts and the refunds that the bank has not received. */
export function missingAt(bank: Bank, { payouts, arrivals }: Load): Missing {
  const sent = new Set(bank.payments.map(({ order }) => order.endToEndId));
  const ids = new Set(payouts.map(({ id }) => endToEndIdOf(id)));
  const refunds = bank.payments.flatMap(({ order }) => (ids.has(order.endToEndId) ? [] : order));
  const isRefunded = ({ amount, remitter }: Arrival): boolean => {
    const index = refunds.findIndex((order) => order.creditor.iban === remitter && order.amount === amount);
    if (index >= 0) refunds.splice(index, 1);
    return index >= 0;
  };
  return {
    payouts: payouts.filter(({ id }) => !sent.has(endToEndIdOf(id))),
    arrivals: arrivals.filter((arrival) => arrival.payer === null && !isRefunded(arrival)),
  };
}

/** The lists of bank movements that the service has not ended. */
const UNENDED = ['TO_TELL', 'WAITING'].map((list) => `/in-movements/${list}`);

/**
 * What the service still has to do by itself: it has to book a movement of the bank, or to send money back for which no
 * account waits. Money that it cannot send back has ended with an exception for an operator.
 */
export async function unendedIn(deployment: Deployment): Promise<readonly string[]> {
  const deposits = await recordsOf(deployment, DEPOSITS);
  const exceptions = await recordsOf(deployment, EXCEPTIONS);
  const movements = await recordsOf(deployment, RAIL_RECORDS);
  const refused = new Set(
    exceptions.flatMap(({ kind, status, subject }) => (kind === 'DEPOSIT_REFUSED' && status === 'OPEN' ? subject : [])),
  );
  return [
    ...deposits.flatMap(({ id, status }) =>
      status === 'IN_SUSPENSE' || (status === 'KEPT' && !refused.has(id)) ? `${id} is ${status}` : [],
    ),
    ...movements.flatMap(({ id, listing }) =>
      UNENDED.some((list) => listing?.endsWith(list)) ? `${id} is in ${listing}` : [],
    ),
  ];
}

const textOf = (value: unknown): string =>
  JSON.stringify(value, (_name, each: unknown) => (typeof each === 'bigint' ? String(each) : each));

/** What the service knows about missing payments, a line for each record. */
export async function describeMissing(deployment: Deployment, api: Api, missing: Missing): Promise<string> {
  const isMissing = (amount: unknown): boolean => missing.arrivals.some((one) => String(one.amount) === String(amount));
  const ids = missing.payouts.map(({ id }) => id);
  const lines: string[] = [];
  const add = (what: string, records: readonly unknown[]): void =>
    void lines.push(...records.map((record) => `${what}: ${textOf(record)}`));
  add('payout without a payment', missing.payouts);
  add('arrival without a refund', missing.arrivals);
  add(
    'transaction',
    (await allTransactions(api)).filter(
      ({ id, type, receivedAmount }) => ids.includes(id) || (type === 'INCOMING' && isMissing(receivedAmount?.amount)),
    ),
  );
  const deposits = (await recordsOf(deployment, DEPOSITS)).filter(({ amount }) => isMissing(amount));
  add('deposit', deposits);
  add(
    'exception',
    (await recordsOf(deployment, EXCEPTIONS)).filter(({ amount, status }) => status === 'OPEN' || isMissing(amount)),
  );
  add(
    'job',
    (await recordsOf(deployment, JOBS)).filter(({ kind }) => kind !== 'rail.task'),
  );
  const subjects = [...ids, ...deposits.map(({ id }) => id)];
  const isAbout = ({ id, value }: BaseRecord & { readonly id: string; readonly value: unknown }): boolean =>
    subjects.some((subject) => id.includes(subject)) ||
    isMissing((value as { movement?: { amount: unknown } } | null)?.movement?.amount);
  add(
    'rail record',
    (await recordsOf(deployment, RAIL_RECORDS))
      .filter(isAbout)
      .map(({ id, listing, value }) => ({ id, listing, value })),
  );
  return lines.join('\n');
}
