import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { EXCEPTIONS } from '../exceptions/index.js';
import { plusSeconds } from '../kernel/index.js';
import { chart, POSTINGS } from '../ledger/index.js';
import { TRANSACTIONS } from '../transactions/index.js';
import { CARD_BALANCE, playCard, type PlayCard } from '../testing/play-card.js';
import { valueOf } from '../testing/play-core.js';
import { playProcessor } from '../testing/play-processor.js';
import { CARD_DISPUTES, type CardDispute } from './card-dispute.js';
import type { DisputeEvent } from './card-message.js';

const USD = 'USD' as Parameters<typeof chart.loss>[1];
const PAYS: readonly DisputeEvent[] = ['chargeback', 'pre_arbitration', 'arbitration', 'won', 'funds_disbursement'];

const step = fc.record({
  does: fc.constantFrom(
    ...([
      'clearing',
      'return',
      'reverse return',
      'open',
      'credit',
      'withdraw',
      'write off',
      'repeat',
      'spend',
    ] as const),
    ...(['chargeback', 'representment', 'arbitration', 'won', 'lost', 'fee_collection', 'funds_disbursement'] as const),
  ),
  about: fc.nat(2),
  secondsAgo: fc.nat(3_600),
  amount: fc.bigInt(1n, CARD_BALANCE / 2n),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** The books of the world, in which every amount comes from the balance that the payer has at first. */
async function booksOf({ payer }: PlayCard) {
  const { play, usd } = payer;
  return play.storage.units.read(null, async (reads) => {
    const sum = ({ name }: { readonly name: string }) => reads.sum(POSTINGS, 'amount', { account: name }, 0, null);
    return {
      has: await sum(chart.available(usd.id, USD)),
      owes: -(await sum(chart.receivable(usd.id, USD))),
      reserve: await sum(chart.cardReserve(play.tenant, USD)),
      disputes: await sum(chart.disputes(play.tenant, USD)),
      network: await sum(chart.clearing('SANDBOX', 'sandbox-cards', USD)),
      loss: await sum(chart.loss('SANDBOX', USD)),
      fees: await sum(chart.networkFees('SANDBOX', USD)),
      suspense: await sum(chart.suspense(play.tenant, USD)),
    };
  });
}

/** Sends the step; returns by how much the network has more of our money than before. */
async function play(world: PlayCard, processor: ReturnType<typeof playProcessor>, each: Step): Promise<bigint> {
  const { disputes } = world.payer.play.core.cards;
  const { does, about, amount, secondsAgo } = each;
  const at = plusSeconds(world.now(), -secondsAgo);
  const use = (await processor.use())!;
  const known = await world.rows(CARD_DISPUTES);
  const dispute = known[about % Math.max(known.length, 1)];
  const decide = { id: dispute?.id ?? 'none', reason: 'asked by the cardholder' };
  switch (does) {
    case 'clearing':
      return (await processor.tells('clearing', { amount })).ok ? amount : 0n;
    case 'return':
      return (await processor.tells('return', { amount })).ok ? -amount : 0n;
    case 'reverse return':
      return (await processor.tells('return.reversal', { amount, returnId: 'unknown' })).ok ? amount : 0n;
    case 'open':
      await world.run(disputes.open, { transactionId: use.id, amount, reason: 'NOT_RECEIVED' });
      return 0n;
    case 'credit':
      await world.run(disputes.credit, { ...decide, amount });
      return 0n;
    case 'withdraw':
      await world.run(disputes.withdrawCredit, { ...decide, amount });
      return 0n;
    case 'write off':
      await world.run(disputes.writeOff, decide);
      return 0n;
    case 'spend': {
      const other = { authorizationId: `spends ${amount}`, amount, decision: 'APPROVED', isFinal: true } as const;
      const isNew = (await processor.use(other.authorizationId)) === null;
      return isNew && (await processor.tells('authorization', other)).ok ? amount : 0n;
    }
    case 'repeat': {
      const message = processor.message('dispute', { event: 'chargeback', amount, at, ...named(dispute, about) });
      const first = await processor.tells('dispute', message);
      expect(await processor.tells('dispute', message)).toEqual(first);
      return first.ok ? -amount : 0n;
    }
    default: {
      const told = await processor.tells('dispute', { event: does, amount, at, ...named(dispute, about) });
      if (!told.ok) return 0n;
      return PAYS.includes(does) ? -amount : amount;
    }
  }
}

const named = (dispute: CardDispute | undefined, about: number) =>
  dispute === undefined || dispute.networkCaseId !== null
    ? { networkCaseId: dispute?.networkCaseId ?? `case ${about}` }
    : { disputeId: dispute.id, networkCaseId: `case of ${dispute.id}` };

it('never gives a customer more than a use has cost, and accounts for all money, in any sequence', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
      const world = await playCard();
      const processor = playProcessor(world);
      const amount = CARD_BALANCE / 2n;
      await processor.told('authorization', { amount, isFinal: true });
      let network = amount;
      for (const each of steps) {
        network += await play(world, processor, each);
        const books = await booksOf(world);
        expect(books.network).toBe(network);
        expect(Object.values({ ...books, owes: -books.owes }).reduce((sum, part) => sum + part, 0n)).toBe(CARD_BALANCE);
        expect(books.owes >= 0n && (books.owes === 0n || books.has === 0n)).toBe(true);
        const { card } = (await processor.use())!;
        const { provisional = 0n, kept = 0n } = card;
        const spent = (await world.rows(TRANSACTIONS)).reduce(
          (sum, other) => sum + (other.type !== 'CARD' || other.issuerToken === 'use 1' ? 0n : other.card!.settled),
          0n,
        );
        const cost = card.settled - card.refunded - card.lost - provisional - kept;
        expect(books.has - books.owes + books.reserve + spent).toBe(CARD_BALANCE - cost);
        expect(provisional >= 0n && card.refunded + card.lost + provisional + kept <= card.settled).toBe(true);
        const known = await world.rows(CARD_DISPUTES);
        expect(known.reduce((sum, dispute) => sum + dispute.received - dispute.provisional, 0n)).toBe(books.disputes);
      }
      await world.payer.auditClean();
    }),
    { numRuns: 80 },
  );
}, 240_000);

it('ends with the same money, however the messages of a won dispute overtake each other', async () => {
  const whole = 1_000n;
  const messages = [
    ['chargeback', whole],
    ['representment', whole],
    ['arbitration', whole],
    ['won', 0n],
  ] as const;
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }),
      fc.nat(4),
      fc.bigInt(0n, whole),
      async (order, creditAfter, credit) => {
        const world = await playCard();
        const { disputes } = world.payer.play.core.cards;
        const processor = playProcessor(world);
        await processor.told('authorization', { amount: whole, isFinal: true });
        const use = (await processor.use())!;
        const { id } = valueOf(await world.run(disputes.open, { transactionId: use.id, reason: 'FRAUD' }));
        const start = plusSeconds(world.now(), -100);
        for (const [place, index] of order.entries()) {
          if (place === creditAfter && credit > 0n)
            await world.run(disputes.credit, { id, amount: credit, reason: 'asked by the cardholder' });
          const [event, amount] = messages[index]!;
          const at = plusSeconds(start, index);
          await processor.told('dispute', { event, amount, at, disputeId: id });
        }
        const dispute = valueOf(await world.payer.play.read(disputes.get, { id }));
        expect(dispute).toMatchObject({ status: 'WON', received: 0n, provisional: 0n, paid: whole });
        expect(await world.balance()).toBe(CARD_BALANCE);
        expect((await processor.use())!.card.refunded).toBe(whole);
        const open = (await world.rows(EXCEPTIONS)).filter(({ status }) => status === 'OPEN');
        expect(open).toEqual([]);
        await world.payer.auditClean();
      },
    ),
    { numRuns: 60 },
  );
}, 240_000);
