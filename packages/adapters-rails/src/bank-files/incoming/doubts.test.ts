import { ok } from '@corridor/core';
import { describe, expect, it } from 'vitest';
import {
  balanceOf,
  bankDetail,
  bankEntry,
  bankReport,
  IBAN,
  PAYER_IBAN,
  type PlayBank,
  playBank,
} from '../../testing/bank-reports.js';
import type { StatementEntry } from '../../iso20022/messages.js';
import { accountIn, ACCOUNTS, nextTurn } from './report-records.js';

const HOUR = 3600;
const ADA = { name: 'Ada Lovelace', iban: PAYER_IBAN };
const GRACE = { name: 'Grace Hopper', iban: 'BE68539007547034' };

const paid = (text: string, over: Partial<StatementEntry> = {}, debtor = ADA) =>
  bankEntry({ amount: 30n, servicerReference: 'S1', details: [bankDetail({ amount: 30n, text, debtor })], ...over });
const rent = (bookingDate: string) =>
  bankEntry({
    amount: 30n,
    bookingDate,
    details: [bankDetail({ amount: 30n, text: 'Rent', debtor: ADA, references: { endToEndId: 'RENT' } })],
  });
const statement = (day: string, opening: bigint, ...entries: readonly StatementEntry[]) =>
  bankReport('053', {
    from: day,
    to: day,
    balances: [balanceOf('OPBD', opening, day), balanceOf('CLBD', opening + 30n * BigInt(entries.length), day)],
    entries,
  });

const waiting = async (bank: PlayBank) =>
  (await bank.reports.condition()).problems.filter((problem) => problem.includes('whether it is another one'));
const stated = async (bank: PlayBank) => {
  const found = [];
  for await (const one of bank.reports.statements.movements('acme-bank', { from: null, to: null })) found.push(one);
  return found.map(({ reference }) => reference);
};

describe('an entry with the reference of another one, and another payer, text or code', () => {
  const others: readonly (readonly [string, StatementEntry])[] = [
    ['payer', paid('Rent', {}, GRACE)],
    ['text', paid('Invoice')],
  ];

  it.each(others)('waits until a statement has both: another %s', async (_what, other) => {
    const bank = playBank();
    await bank.apply(bankReport('054', { entries: [paid('Rent')] }));
    await bank.apply(bankReport('054', { entries: [other] }));
    expect(bank.kinds()).toEqual(['arrival']);
    expect(await waiting(bank)).toEqual([
      'acme-bank: an entry of 2026-01-05, IN 0.30 EUR, waits for a statement that shows whether it is another one: the bank booked IN 0.30 EUR (2026-01-05, entry S1, code PMNT/RCDT/ESCT) with the same reference',
    ]);
    await bank.apply(statement('2026-01-05', 0n, paid('Rent'), other));
    expect(bank.kinds()).toEqual(['arrival', 'arrival']);
    expect(await waiting(bank)).toEqual([]);
    expect(bank.clearing()).toBe(60n);
  });

  it.each(others)('is a difference that names both if the statement has only one: another %s', async (_what, other) => {
    const bank = playBank();
    await bank.apply(bankReport('054', { entries: [paid('Rent')] }));
    await bank.apply(statement('2026-01-05', 0n, other));
    expect(bank.kinds()).toEqual(['arrival']);
    bank.clock.advance(24 * HOUR);
    await bank.work();
    expect(bank.kinds()).toEqual(['arrival', 'difference']);
    expect([...bank.told.values()].at(-1)).toMatchObject({
      amount: 30n,
      direction: 'IN',
      reason: expect.stringMatching(/entry S1.*: it may be another one, or what the bank booked .*entry S1/) as string,
    });
    expect(bank.clearing()).toBe(30n);
  });

  it('is the entry of the statement that a copy repeats', async () => {
    const bank = playBank();
    await bank.apply(statement('2026-01-05', 0n, paid('Rent')));
    await bank.apply(bankReport('053', { copy: 'DUPL', entries: [paid('Invoice')] }));
    expect(bank.kinds()).toEqual(['arrival']);
  });
});

describe('an entry with the EndToEndId of one of another day', () => {
  const FIFTH = '2026-01-05';
  const SIXTH = '2026-01-06';

  it('is another one if the statements have both', async () => {
    const bank = playBank();
    await bank.apply(bankReport('054', { entries: [rent(SIXTH)] }));
    await bank.apply(statement(FIFTH, 0n, rent(FIFTH)));
    expect(bank.kinds()).toEqual(['arrival']);
    await bank.apply(statement(SIXTH, 30n, rent(SIXTH)));
    expect(bank.kinds()).toEqual(['arrival', 'arrival']);
    expect(bank.clearing()).toBe(60n);
  });

  it('is the same if the statements of both days have one of them, which a notification gives another day', async () => {
    for (const isBefore of [true, false]) {
      const bank = playBank();
      const notified = bankReport('054', { entries: [rent(SIXTH)] });
      if (isBefore) await bank.apply(notified);
      await bank.apply(statement(FIFTH, 0n, rent(FIFTH)));
      if (!isBefore) await bank.apply(notified);
      expect(await waiting(bank)).toHaveLength(1);
      await bank.apply(statement(SIXTH, 30n));
      bank.clock.advance(24 * HOUR);
      await bank.apply(statement('2026-01-07', 30n));
      expect(bank.kinds()).toEqual(['arrival']);
      expect(await waiting(bank)).toEqual([]);
      expect(bank.clearing()).toBe(30n);
      expect(await stated(bank)).toEqual([expect.stringMatching(/^subject of /)]);
      const { backlog } = await bank.reports.condition();
      expect(backlog['booked entries that are on no statement yet']).toBe(0);
    }
  });

  it('that turns out to be the same lets a report be planned again that is being planned', async () => {
    const bank = playBank();
    await bank.apply(bankReport('054', { entries: [rent(SIXTH)] }));
    await bank.apply(statement(FIFTH, 0n, rent(FIFTH)));
    expect(await waiting(bank)).toHaveLength(1);
    const turn = async (): Promise<number> =>
      accountIn(await bank.store.read((records) => records.get(ACCOUNTS, IBAN))).turn;
    const before = await turn();
    await bank.apply(statement(SIXTH, 30n));
    expect([await waiting(bank), bank.kinds()]).toEqual([[], ['arrival']]);
    // One for the statement, and one because the movements are one.
    expect(await turn()).toBe(before + 2);
    await bank.store.run(async (records) => {
      for (let twice = 0; twice < 2; twice += 1) await nextTurn(records, IBAN);
      return ok();
    });
    expect(await turn()).toBe(before + 4);
  });

  it('is booked once by a statement alone, though a notification has given it another day', async () => {
    const bank = playBank({ credit: 'statement' });
    await bank.apply(bankReport('054', { entries: [rent(SIXTH)] }));
    await bank.apply(statement(FIFTH, 0n, rent(FIFTH)));
    await bank.apply(statement(SIXTH, 30n));
    await bank.apply(statement('2026-01-07', 30n));
    expect(bank.kinds()).toEqual(['arrival']);
    expect(bank.clearing()).toBe(30n);
  });
});
