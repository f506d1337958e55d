import { expect } from 'vitest';
import type { StatementEntry } from '../iso20022/messages.js';
import { bankDetail, bankEntry, type PlayBank } from './bank-reports.js';

/** An entry of one payment that went out. */
export const debit = (amount: bigint, endToEndId: string, over: Partial<StatementEntry> = {}) =>
  bankEntry({ amount, direction: 'OUT', details: [bankDetail({ amount, references: { endToEndId } })], ...over });

/** An entry of a batch that went out, without its payments. */
export const batchDebit = (amount: bigint, over: Partial<StatementEntry> = {}, paymentInformationId = 'P1') =>
  bankEntry({
    amount,
    direction: 'OUT',
    batches: [{ messageId: null, paymentInformationId, count: 2n, total: null }],
    ...over,
  });

/** Matches the key of a stored movement. */
export const MOVEMENT_KEY = expect.stringMatching(/^[0-9a-f]{32}-1$/) as string;

export const differences = (bank: PlayBank) =>
  [...bank.told.values()].flatMap((telling) => (telling.kind === 'difference' ? telling : []));
export const reasons = (bank: PlayBank) => differences(bank).map(({ reason }) => reason);

/** How many entries wait for something. */
export const backlog = async (bank: PlayBank) => {
  const { backlog: counts } = await bank.reports.condition();
  return {
    toTell: counts['bank entries to book']!,
    waiting: counts['bank entries that wait for more']!,
    noted: counts['bank entries that wait for a statement']!,
    inFlight: counts['booked entries that are on no statement yet']!,
  };
};

/** Core refuses messages of these kinds with the code, until the returned function is called. */
export const refusing = (bank: PlayBank, code: string, kinds: readonly string[]) => {
  const { tell } = bank;
  bank.tell = async (message) =>
    kinds.includes(message.kind) ? ({ ok: false, error: { code, message: 'refused' } } as never) : tell(message);
  return () => {
    bank.tell = tell;
  };
};
