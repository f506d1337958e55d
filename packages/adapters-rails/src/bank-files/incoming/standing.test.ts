import type { RailStore } from '@corridor/core/ports';
import { expect, it } from 'vitest';
import { balanceOf, bankDetail, bankEntry, bankReport, IBAN, playBank } from '../../testing/bank-reports.js';
import { inHand } from '../files-in-hand.js';
import { createStanding } from './standing.js';

const credits = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    bankEntry({ amount: 10n, details: [bankDetail({ amount: 10n, text: `invoice ${index}` })] }),
  );
const statement = bankReport('053', {
  entries: credits(3),
  balances: [balanceOf('OPBD', 0n), balanceOf('CLBD', 30n)],
});

/** The store, with something that happens after each of its reads. */
const storeWith = (store: RailStore, afterRead: (read: number) => Promise<void>): RailStore => {
  let reads = 0;
  return {
    run: (work) => store.run(work),
    read: async (work) => {
      const found = await store.read(work);
      await afterRead((reads += 1));
      return found;
    },
  };
};

it('what the statements say about an account is true at one moment, whatever is booked while it is read', async () => {
  let isApplied = true;
  for (let at = 1; isApplied; at += 1) {
    const bank = playBank();
    await bank.apply(bankReport('054', { entries: credits(3) }));
    isApplied = false;
    const ports = { clock: bank.clock, overdueAfterBankingDays: 3 };
    const before = await createStanding({ ...ports, store: bank.store })(IBAN);
    const store = storeWith(bank.store, async (read) => {
      if (read < at || isApplied) return;
      isApplied = true;
      await bank.apply(statement);
    });
    const found = await createStanding({ ...ports, store })(IBAN);
    const after = await createStanding({ ...ports, store: bank.store })(IBAN);
    expect(before.balance).toBeNull();
    if (isApplied) expect(after.balance).toMatchObject({ closing: 30n, waiting: 0n, later: 0n });
    expect([before, after]).toContainEqual(found);
    expect(isApplied || at > 5).toBe(true);
  }
});

it('thousands of movements that no statement has are read in turns', async () => {
  const bank = playBank();
  await bank.apply(bankReport('054', { entries: credits(1_600) }));
  await bank.apply(bankReport('053', { balances: [balanceOf('OPBD', 0n), balanceOf('CLBD', 0n)] }));
  let reads = 0;
  const store = storeWith(bank.store, async () => void (reads += 1));
  const { balance } = await createStanding({ store, clock: bank.clock, overdueAfterBankingDays: 3 })(IBAN);
  expect(balance).toMatchObject({ closing: 0n, later: 16_000n });
  // One read has a page of 500.
  expect(reads).toBeGreaterThan(6);
});

it('no balance is compared while a file is being applied, and after a crash until it is applied again', async () => {
  const bank = playBank();
  await bank.apply(bankReport('054', { entries: credits(3) }));
  await bank.apply(statement);
  const standing = createStanding({ clock: bank.clock, overdueAfterBankingDays: 3, store: bank.store });
  const balance = async () => (await standing(IBAN)).balance;
  expect(await balance()).toMatchObject({ closing: 30n });
  const crash = inHand(bank.store, 'digest', async () => {
    expect(await balance()).toBeNull();
    throw new Error('the host was killed');
  });
  await expect(crash).rejects.toThrow('the host was killed');
  expect(await balance()).toBeNull();
  bank.clock.advance(5 * 3_600);
  await expect(inHand(bank.store, 'digest', () => Promise.reject(new Error('again')))).rejects.toThrow('again');
  bank.clock.advance(5 * 3_600);
  expect(await balance()).toBeNull();
  await inHand(bank.store, 'digest', async () => undefined);
  expect(await balance()).toMatchObject({ closing: 30n });
});

it('a file that is gone before it was applied as a whole ends no comparison for ever', async () => {
  const bank = playBank();
  await bank.apply(statement);
  await expect(inHand(bank.store, 'digest', () => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
  bank.clock.advance(6 * 3_600);
  const standing = createStanding({ clock: bank.clock, overdueAfterBankingDays: 3, store: bank.store });
  expect((await standing(IBAN)).balance).toMatchObject({ closing: 30n });
});
