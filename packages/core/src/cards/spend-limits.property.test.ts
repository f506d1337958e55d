import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LIMIT_USAGES, usedIn } from '../limits/index.js';
import { playCard } from '../testing/play-card.js';
import { valueOf } from '../testing/play-core.js';
import { playProcessor } from '../testing/play-processor.js';

const A_DAY = 24 * 60 * 60;
const DAY_AMOUNT = 3_000n;
const DAY_COUNT = 3;
const MONTH_AMOUNT = 5_000n;

const step = fc.record({
  does: fc.constantFrom('ask', 'ask', 'ask part', 'final', 'told', 'increment', 'clear', 'reverse', 'decline', 'day'),
  use: fc.nat(4),
  amount: fc.bigInt(1n, 1_800n),
  together: fc.integer({ min: 1, max: 3 }),
});

it('is never exceeded by questions, also concurrent ones, and counts exactly what uses count', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
      const world = await playCard();
      const { play, auditClean } = world.payer;
      const processor = playProcessor(world);
      const spendLimits = [
        { period: 'DAY', amount: DAY_AMOUNT, count: DAY_COUNT },
        { period: 'MONTH', amount: MONTH_AMOUNT },
      ] as const;
      valueOf(await world.run(play.core.cards.update, { id: world.card.id, controls: { spendLimits } }));
      let uses = 0;
      /** The sums that no question can have made larger than the limits, because the network decided them. */
      let decided = false;
      for (const { does, use, amount, together } of steps) {
        const authorizationId = `use ${use}`;
        const known = (await processor.use(authorizationId)) !== null;
        if (does.startsWith('ask') || does === 'final' || does === 'told') {
          const over = { amount, isFinal: does === 'final', partialAllowed: does === 'ask part' };
          const decision = does === 'told' ? 'APPROVED' : 'ASK';
          decided ||= does === 'told';
          const questions = Array.from({ length: together }, () => ({
            ...over,
            decision,
            authorizationId: `use ${uses++}`,
          }));
          await Promise.all(questions.map((question) => processor.tells('authorization', question as never)));
        } else if (does === 'day') await play.pass(A_DAY);
        else if (!known) continue;
        else if (does === 'increment') await processor.tells('increment', { authorizationId, amount });
        else if (does === 'clear') {
          decided = true;
          await processor.tells('clearing', { authorizationId, amount });
        } else if (does === 'reverse') await processor.tells('reversal', { authorizationId, amount });
        else {
          decided = true;
          await processor.tells('authorization', { authorizationId, decision: 'DECLINED' });
        }
        for (const usage of await world.rows(LIMIT_USAGES)) {
          const { amount: sum, count } = usedIn(usage);
          expect(sum >= 0n && count >= 0n).toBe(true);
          if (decided) continue;
          expect(sum <= (usage.period.length > 7 ? DAY_AMOUNT : MONTH_AMOUNT)).toBe(true);
          if (usage.period.length > 7) expect(count <= BigInt(DAY_COUNT)).toBe(true);
        }
        // The audit compares each usage with the sum of what its uses count.
        await auditClean();
      }
      for (let use = 0; use < uses; use += 1)
        await processor.tells('reversal', { authorizationId: `use ${use}`, amount: null });
      await play.pass(0);
      const cleared = (await Promise.all(Array.from({ length: uses }, (_, use) => processor.use(`use ${use}`))))
        .flatMap((transaction) => (transaction === null ? [] : [transaction.limitUse!.amount]))
        .reduce((sum, counted) => sum + counted, 0n);
      const usages = (await world.rows(LIMIT_USAGES)).filter(({ period }) => period.length === 7);
      expect(usages.reduce((sum, usage) => sum + usedIn(usage).amount, 0n)).toBe(cleared);
      await auditClean();
    }),
    { numRuns: 40 },
  );
}, 180_000);
