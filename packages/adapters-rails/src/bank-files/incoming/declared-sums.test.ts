import { expect, it } from 'vitest';
import { balanceOf, bankEntry, bankReport, playBank } from '../../testing/bank-reports.js';
import type { AccountStatement } from '../../iso20022/messages.js';

const DAY = { from: '2026-01-05', to: '2026-01-05' };
const RENT = bankEntry({ amount: 30n });

/** What is missing by the differences of a statement that declares credits of 50 cents. */
async function missingIn(over: Partial<AccountStatement>): Promise<readonly bigint[]> {
  const bank = playBank();
  const declared = { credits: 50n, debits: 0n };
  await bank.apply(bankReport('053', { ...DAY, declared, entries: [RENT], ...over }));
  return [...bank.told.values()].flatMap((one) => (one.kind === 'difference' ? one.amount : []));
}

it('entries that a statement without balances declares and lacks are a difference', async () => {
  expect(await missingIn({})).toEqual([20n]);
  expect(await missingIn({ declared: { credits: 40n, debits: 10n } })).toEqual([]);
});

it('declared sums are nothing beside balances, or if the bank may count an entry that is not booked', async () => {
  expect(await missingIn({ balances: [balanceOf('OPBD', 0n), balanceOf('CLBD', 30n)] })).toEqual([]);
  expect(await missingIn({ entries: [RENT, bankEntry({ amount: 20n, status: 'PDNG' })] })).toEqual([]);
});
