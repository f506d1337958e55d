import { expect, it } from 'vitest';
import { bankDetail, bankEntry, bankReport, PAYER_IBAN, playBank } from '../../testing/bank-reports.js';
import { openProblems } from '../problems.js';

const ADA = { name: 'Ada Lovelace', iban: PAYER_IBAN };

it('a detail that contradicts the entry of a notification is a problem until the statement has the entry', async () => {
  const bank = playBank();
  const entry = bankEntry({
    amount: 30n,
    servicerReference: 'S1',
    details: [bankDetail({ amount: 30n, direction: 'OUT', text: 'Rent', debtor: ADA })],
  });
  const problems = () => bank.store.read((records) => openProblems(records, 10));
  await bank.apply(bankReport('054', { entries: [entry] }));
  await bank.apply(bankReport('052', { entries: [entry] }));
  expect(bank.arrivals()).toMatchObject([{ amount: 30n }]);
  expect(await problems()).toEqual([
    'DE89370400440532013000: the bank booked IN 0.30 EUR (2026-01-05, entry S1), but its detail has the other direction; the entry decides, and the statement has to confirm it',
  ]);
  await bank.apply(bankReport('053', { entries: [entry] }));
  expect(await problems()).toEqual([]);
});
