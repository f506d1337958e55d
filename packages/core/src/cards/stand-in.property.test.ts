import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { EXCEPTIONS } from '../exceptions/index.js';
import { type Instant, plusSeconds } from '../kernel/index.js';
import { BALANCES, chart, POSTINGS, receivableOf } from '../ledger/index.js';
import { CARD_BALANCE, playCard } from '../testing/play-card.js';
import { valueOf } from '../testing/play-core.js';
import { playProcessor } from '../testing/play-processor.js';

const USD = 'USD' as Parameters<typeof chart.loss>[1];

/** What the network tells about one of three uses, or a credit of the account. Amounts are parts of the balance. */
const step = fc.record({
  does: fc.constantFrom('use', 'use at once', 'clearing', 'return', 'fund', 'repeat'),
  use: fc.nat(2),
  amount: fc.bigInt(1n, (CARD_BALANCE * 3n) / 4n),
});

it('debits a customer for exactly what the network approved and cleared, in any sequence', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const world = await playCard();
      const { play, usd, auditClean } = world.payer;
      const processor = playProcessor(world);
      let given = CARD_BALANCE;
      let network = 0n;
      let repeated = async (): Promise<unknown> => undefined;
      for (const { does, use, amount } of steps) {
        const authorizationId = `use ${use}`;
        const known = await processor.use(authorizationId);
        if (does === 'repeat') {
          await repeated();
        } else if (does === 'fund') {
          valueOf(await world.run(play.core.sandbox.fund, { accountId: usd.id, amount }));
          given += amount;
        } else if (does.startsWith('use')) {
          if (known !== null) continue;
          const isFinal = does !== 'use';
          const approval = processor.message('authorization', {
            ...{ authorizationId, amount, isFinal, decision: 'APPROVED' },
          });
          repeated = () => processor.told('authorization', approval);
          await repeated();
          if (isFinal) network += amount;
        } else {
          if (known === null) continue;
          const message =
            does === 'clearing'
              ? processor.message('clearing', { authorizationId, amount })
              : processor.message('return', { authorizationId, amount });
          repeated = () => processor.told(message.kind, message);
          await repeated();
          network += does === 'clearing' ? amount : -amount;
        }
        const books = await play.storage.units.read(null, async (reads) => {
          const sum = ({ name }: { readonly name: string }) =>
            reads.sum(POSTINGS, 'amount', { account: name }, 0, null);
          const has = await sum(chart.available(usd.id, USD));
          const owes = -(await sum(chart.receivable(usd.id, USD)));
          const row = (await reads.get(BALANCES, receivableOf(usd.id)))?.available ?? 0n;
          return {
            ...{ has, owes, row },
            reserve: await sum(chart.cardReserve(play.tenant, USD)),
            network: await sum(chart.clearing('SANDBOX', 'sandbox-cards', USD)),
            loss: await sum(chart.loss('SANDBOX', USD)),
            suspense: await sum(chart.suspense(play.tenant, USD)),
          };
        });
        expect(books.has >= 0n && books.owes >= 0n && books.reserve >= 0n && books.loss <= 0n).toBe(true);
        expect(books.row).toBe(books.owes);
        expect(books.network).toBe(network);
        // An account that owes money has none.
        expect(books.owes === 0n || books.has === 0n).toBe(true);
        expect(books.has - books.owes + books.reserve + books.network + books.loss + books.suspense).toBe(given);
      }
      const uses = await Promise.all([0, 1, 2].map((use) => processor.use(`use ${use}`)));
      for (const use of uses) expect(use?.card.lost ?? 0n).toBe(0n);
      await auditClean();
    }),
    { numRuns: 40 },
  );
}, 120_000);

/** What the network or the processor says about the amount of a use, dated within the last hour in any order. */
const change = fc.record({
  does: fc.constantFrom('ask', 'approve', 'decline', 'advice', 'increment', 'ask increment', 'reversal', 'reverse all'),
  secondsAgo: fc.integer({ min: 0, max: 3_600 }),
  amount: fc.bigInt(1n, CARD_BALANCE),
});

type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

/** Sends a change of the use `use 1`. A message that the state of the use refuses changes nothing. */
async function sends(
  { processor, at }: { readonly processor: ReturnType<typeof playProcessor>; readonly at: Instant },
  { does, amount }: Change,
  isFinal: boolean,
): Promise<void> {
  const told = { amount, at };
  if (does === 'ask') await processor.tells('authorization', { at, isFinal });
  else if (does === 'approve') await processor.told('authorization', { ...told, isFinal, decision: 'APPROVED' });
  else if (does === 'decline') await processor.told('authorization', { at, isFinal, decision: 'DECLINED' });
  else if (does === 'advice') await processor.tells('advice', told);
  else if (does === 'increment') await processor.tells('increment', { ...told, decision: 'APPROVED' });
  else if (does === 'ask increment') await processor.tells('increment', told);
  else await processor.tells('reversal', { at, amount: does === 'reversal' ? amount : null });
}

it('holds no more than is authorized and not cleared, however decisions overtake each other', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 10 }), async (changes) => {
      const world = await playCard();
      const processor = playProcessor(world);
      for (const each of changes) {
        await sends({ processor, at: plusSeconds(world.now(), -each.secondsAgo) }, each, false);
        const use = await processor.use();
        if (use === null) continue;
        const { reserved, authorized, settled } = use.card;
        expect(settled).toBe(0n);
        expect(reserved).toBe(use.status !== 'AUTHORIZED' ? 0n : authorized < CARD_BALANCE ? authorized : CARD_BALANCE);
        expect(await world.balance()).toBe(CARD_BALANCE - reserved);
      }
      expect(await world.rows(EXCEPTIONS)).toEqual([]);
      await world.payer.auditClean();
    }),
    { numRuns: 40 },
  );
}, 120_000);

it('moves exactly what is authorized of a use that is cleared at once', async () => {
  const final = fc.array(
    change.filter(({ does }) => !does.includes('increment') && does !== 'advice'),
    { maxLength: 10 },
  );
  await fc.assert(
    fc.asyncProperty(final, async (changes) => {
      const world = await playCard();
      const processor = playProcessor(world);
      for (const each of changes) {
        await sends({ processor, at: plusSeconds(world.now(), -each.secondsAgo) }, each, true);
        const use = await processor.use();
        if (use === null) continue;
        const { settled, refunded, authorized, reserved } = use.card;
        expect([settled - refunded, reserved]).toEqual([authorized, 0n]);
        expect(await world.balance()).toBe(CARD_BALANCE - authorized);
      }
      expect(await world.rows(EXCEPTIONS)).toEqual([]);
      await world.payer.auditClean();
    }),
    { numRuns: 40 },
  );
}, 120_000);
