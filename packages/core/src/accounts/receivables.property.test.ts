import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bookEntry, notCovered, platformAccount, takeBack } from './index.js';
import { createIds, type CurrencyCode } from '../kernel/index.js';
import { auditLedger, BALANCES, chart, receivableOf } from '../ledger/index.js';
import { testHost } from '../testing/host.js';
import { seededRandom } from '../testing/ports.js';

const USD = 'USD' as CurrencyCode;
const outside = chart.clearing('SANDBOX', 'bank', USD);

interface Step {
  readonly what: 'credit' | 'debit' | 'hold' | 'release' | 'takeBack';
  readonly amount: bigint;
}

const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.record({
    what: fc.constantFrom('credit', 'debit', 'hold', 'release', 'takeBack'),
    amount: fc.bigInt({ min: 1n, max: 1_000n }),
  }) as fc.Arbitrary<Step>,
  { minLength: 1, maxLength: 40 },
);

describe('an account that owes money', () => {
  it('has no available balance after any sequence of credits, debits, holds, releases and take-backs', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (given) => {
        const { units, context, clock } = await testHost();
        const ctx = context();
        const ids = createIds(clock, seededRandom());
        const account = await units.read(ctx.tenant, (reads) => platformAccount(reads, USD));
        let owner = 0n;

        for (const { what, amount } of given) {
          const done = await units.run(ctx.tenant, async (tx) => {
            const available = chart.available(account.id, USD);
            const held = chart.held(account.id, USD);
            const lines = {
              credit: async () => [
                { account: outside, amount: -amount },
                { account: available, amount },
              ],
              debit: async () => [
                { account: available, amount: -amount },
                { account: outside, amount },
              ],
              hold: async () => [
                { account: available, amount: -amount },
                { account: held, amount },
              ],
              release: async () => [
                { account: held, amount: -amount },
                { account: available, amount },
              ],
              takeBack: async () => [...(await takeBack(tx, account, amount)), { account: outside, amount }],
            };
            const entry = { kind: 'DEPOSIT', cause: account.id, lines: await lines[what]() } as const;
            return bookEntry({ tx, ctx, ids }, entry, [account], notCovered(account));
          });
          if (done.ok) owner += { credit: amount, debit: -amount, hold: 0n, release: 0n, takeBack: -amount }[what];
          else expect(done.error.code).toBe('INVALID_AMOUNT');

          const { balance, owed } = await units.read(ctx.tenant, async (reads) => ({
            balance: (await reads.get(BALANCES, account.id))!,
            owed: (await reads.get(BALANCES, receivableOf(account.id)))?.available ?? 0n,
          }));
          expect(owed === 0n || balance.available === 0n).toBe(true);
          expect(balance.available + balance.held - owed).toBe(owner);
        }

        const { findings } = await units.read(ctx.tenant, (reads) => auditLedger(reads));
        expect(findings).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });
});
