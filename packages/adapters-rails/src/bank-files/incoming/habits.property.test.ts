import { describe, expect, it } from 'vitest';
import { bankOfHabits, type Habits } from '../../testing/bank-habits.js';
import { playBank } from '../../testing/bank-reports.js';

const HOUR = 3600;
/** `npm run simulate:banks` has more. */
const SEEDS = Number(process.env['CORRIDOR_BANK_SEEDS'] ?? '40');
const SEED_MS = 1_000;

/** How often each amount comes with each text, as far as the text is known. */
function counted(all: readonly { readonly amount: bigint; readonly text: string }[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const { amount, text } of all) {
    const [word] = /rent|invoice/i.exec(text) ?? [];
    for (const name of [`${amount}`, ...(word === undefined ? [] : [`${amount} ${word.toLowerCase()}`])])
      found.set(name, (found.get(name) ?? 0) + 1);
  }
  return found;
}

/**
 * Whether the reports of a bank with these habits say what each payment is, whatever their order. If all
 * entries of a day have one reference, the reference does not connect the sum of the day with its payments.
 */
const isClear = ({ references, sums, notifies }: Habits): boolean =>
  sums === 'none' || sums === 'with details' || (notifies === 'all' && references !== 'one for a day');

/** Applies all reports of the bank of a seed, and compares the books with the bank's own. */
async function outcomeOf(seed: number, credit: 'notification' | 'statement') {
  const { habits, paid, balance, reports, prepare } = bankOfHabits(seed);
  const bank = playBank({ credit });
  prepare(bank);
  for (const report of reports) await bank.apply(report);
  await bank.work();
  bank.clock.advance(2 * 24 * HOUR);
  await bank.work();
  const { balance: stated } = (await bank.reports.statements.standing!('acme-bank'))!;
  const unstated = new Set(stated!.differences);
  const differences = [...bank.told.values()].flatMap((one) =>
    one.kind === 'difference' && !unstated.has(`subject of ${one.messageId}`) ? one : [],
  );
  const differing = differences.reduce(
    (sum, { direction, amount }) => (direction === 'IN' ? sum + amount : sum - amount),
    0n,
  );
  const arrivals = bank.arrivals().map(({ amount, reference }) => ({ amount, text: reference as string }));
  const [arrived, real] = [counted(arrivals), counted(paid)];
  return {
    habits,
    /** What arrived more often than it was paid. */
    tooMany: [...arrived].filter(([name, count]) => count > (real.get(name) ?? 0)),
    /** What neither the ledger nor differences explain of the bank's balance. */
    unexplained: balance - bank.clearing() - differing + stated!.later,
    closing: stated!.closing - balance,
    missing: paid.length - bank.arrivals().length,
    differences: differences.length + unstated.size,
    later: stated!.later,
  };
}

describe('a bank that keeps its habits', () => {
  it.each(['notification', 'statement'] as const)(
    'is credited no payment twice, every cent of its balance is explained, and clear reports are all booked, by %s',
    async (credit) => {
      for (let seed = 0; seed < SEEDS; seed += 1) {
        const { habits, missing, differences, later, ...outcome } = await outcomeOf(seed, credit);
        const what = { seed, habits };
        expect({ ...what, ...outcome }).toEqual({ ...what, tooMany: [], unexplained: 0n, closing: 0n });
        if (isClear(habits))
          expect({ ...what, missing, differences, later }).toEqual({ ...what, missing: 0, differences: 0, later: 0n });
      }
    },
    SEEDS * SEED_MS,
  );
});
