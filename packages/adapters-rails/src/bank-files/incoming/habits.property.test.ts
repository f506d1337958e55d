import { describe, expect, it } from 'vitest';
import { bankOfHabits } from '../../testing/bank-habits.js';
import { playBank } from '../../testing/bank-reports.js';

const HOUR = 3600;
const SEEDS = Number(process.env['CORRIDOR_BANK_SEEDS'] ?? '60');

const counted = (all: readonly bigint[]): ReadonlyMap<bigint, number> => {
  const found = new Map<bigint, number>();
  for (const amount of all) found.set(amount, (found.get(amount) ?? 0) + 1);
  return found;
};

/** Applies all reports of the bank of a seed, and compares the books with the bank's own. */
async function outcomeOf(seed: number, credit: 'notification' | 'statement') {
  const { habits, paid, balance, reports, prepare } = bankOfHabits(seed);
  const bank = playBank({ credit });
  prepare(bank);
  for (const report of reports) await bank.apply(report);
  await bank.work();
  bank.clock.advance(48 * HOUR);
  await bank.work();
  const differing = [...bank.told.values()].reduce((sum, one) => {
    if (one.kind !== 'difference') return sum;
    return one.direction === 'IN' ? sum + one.amount : sum - one.amount;
  }, 0n);
  const standing = await bank.reports.statements.standing!('acme-bank');
  const { balance: stated, overdue } = standing!;
  const [arrived, real] = [bank.arrivals(), paid].map((some) => counted(some.map(({ amount }) => amount)));
  return {
    habits,
    reports,
    bank,
    /** More of an amount than has been paid. */
    tooMany: [...arrived!].filter(([amount, count]) => count > (real!.get(amount) ?? 0)),
    /** What the ledger has, with what differences name, beside the bank's balance and what is on no statement. */
    unexplained: bank.clearing() + differing - balance - (stated?.later ?? 0n),
    later: stated?.later,
    overdue: overdue.length,
    isWhole: bank.arrivals().length === paid.length && differing === 0n,
  };
}

describe('a bank that keeps its habits', () => {
  it.each(['notification', 'statement'] as const)('credits no money twice, and explains its balance, by %s', async (credit) => {
    let whole = 0;
    for (let seed = 0; seed < SEEDS; seed += 1) {
      const outcome = await outcomeOf(seed, credit);
      const { tooMany, unexplained, habits } = outcome;
      expect({ seed, habits, tooMany, unexplained }).toEqual({ seed, habits, tooMany: [], unexplained: 0n });
      if (outcome.isWhole) whole += 1;
    }
    console.log(credit, whole, SEEDS);
  });
});
