import { expect } from 'vitest';
import type { StatementEntry } from '../iso20022/messages.js';
import { backlog } from './bank-outcomes.js';
import { bankDetail, bankEntry, bankReport, type PlayBank } from './bank-reports.js';

const HOUR = 3600;

export interface Ids {
  readonly reference?: string;
  readonly batch?: string;
  readonly message?: string;
}

/** An entry of 30 without details; with a batch or a message, of 2 payments. */
export const sum = ({ reference, batch, message }: Ids): StatementEntry =>
  bankEntry({
    amount: 30n,
    servicerReference: reference ?? null,
    batches:
      batch === undefined && message === undefined
        ? []
        : [{ messageId: message ?? null, paymentInformationId: batch ?? null, count: 2n, total: null }],
  });
/** The same entry with a detail of each amount. */
export const withParts = (ids: Ids, amounts: readonly bigint[]) => ({
  ...sum(ids),
  details: amounts.map((amount) => bankDetail({ amount, text: `part ${amount}` })),
});
export const details = (ids: Ids): StatementEntry => withParts(ids, [10n, 20n]);

/** The version of a report, and its entries. */
export type Report = readonly ['052' | '053' | '054', ...StatementEntry[]];

let reports = 0;

/** Applies reports one after the other, each with an id of its own. */
export const apply = async (bank: PlayBank, all: readonly Report[]): Promise<void> => {
  for (const [version, ...entries] of all) {
    await bank.apply(bankReport(version, { id: `report ${(reports += 1)}`, entries }));
  }
};

const sorted = (all: readonly bigint[]): readonly bigint[] => all.toSorted((a, b) => Number(a - b));

/** What core knows and the statements have, after all waits have ended. */
export async function booksOf(bank: PlayBank) {
  bank.clock.advance(24 * HOUR);
  await bank.work();
  const stated: bigint[] = [];
  for await (const { amount } of bank.reports.statements.movements('acme-bank', { from: null, to: null })) {
    stated.push(amount);
  }
  const { waiting, inFlight, noted } = await backlog(bank);
  expect({ waiting, inFlight, noted }).toEqual({ waiting: 0, inFlight: 0, noted: 0 });
  const amountsOf = (kind: 'arrival' | 'difference') =>
    sorted([...bank.told.values()].flatMap((telling) => (telling.kind === kind ? telling.amount : [])));
  return { arrivals: amountsOf('arrival'), differences: amountsOf('difference'), stated: sorted(stated) };
}
