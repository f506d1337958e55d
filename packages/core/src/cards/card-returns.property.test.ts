import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { type ExceptionRecord, EXCEPTIONS, type Resolution } from '../exceptions/index.js';
import type { Id } from '../kernel/index.js';
import { BALANCES, chart, POSTINGS, receivableOf } from '../ledger/index.js';
import { CARD_BALANCE, playCard } from '../testing/play-card.js';
import { valueOf } from '../testing/play-core.js';
import { DEPOSITS } from '../transactions/index.js';
import { coveredOf, refundsOf } from './card-refund.js';
import { saidPayment } from '../testing/said-payment.js';

const USD = 'USD' as Parameters<typeof chart.loss>[1];
const BY = { id: 'Operator:018bcfe5-6800-7000-8000-000000000001' as Id<'Operator'>, name: 'Ann' };
const AUTHORIZED = 10_000n;

/** What can happen to a use of a card. Messages name an earlier message by its number. */
const step = fc.oneof(
  fc.record({ does: fc.constant('clear' as const), amount: fc.bigInt(0n, 15_000n) }),
  fc.record({
    does: fc.constant('return' as const),
    amount: fc.bigInt(1n, 12_000n),
    of: fc.option(fc.nat(5), { nil: undefined }),
  }),
  fc.record({
    does: fc.constant('reverseReturn' as const),
    amount: fc.oneof(fc.constant(0n), fc.bigInt(1n, 12_000n)),
    of: fc.option(fc.nat(5), { nil: undefined }),
  }),
  fc.record({
    does: fc.constant('resolve' as const),
    which: fc.nat(5),
    resolution: fc.constantFrom<Resolution>('ADJUSTED', 'PAID_ELSEWHERE', 'WRITTEN_OFF', 'CREDITED'),
  }),
  fc.record({ does: fc.constantFrom('recover' as const, 'fund' as const, 'spend' as const) }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

interface Books {
  /** What the use of the card has cost the customer: less than 0 if it has given the customer money. */
  readonly cost: bigint;
  readonly network: bigint;
  readonly loss: bigint;
  readonly ownFunds: bigint;
  readonly suspense: bigint;
}

/** A card with one use, and what else happens to the account. */
async function play() {
  const world = await playCard();
  const { payer } = world;
  const spent = await world.approved({ amount: AUTHORIZED });
  let given = CARD_BALANCE;
  let messages = 0;
  let network = 0n;

  async function books(): Promise<Books> {
    const { reserved } = (await world.latest(spent)).card;
    return payer.play.storage.units.read(null, async (reads) => {
      const sum = ({ name }: { readonly name: string }) => reads.sum(POSTINGS, 'amount', { account: name }, 0, null);
      const owed = (await reads.get(BALANCES, receivableOf(payer.usd.id)))?.available ?? 0n;
      const has = (await sum(chart.available(payer.usd.id, USD))) - owed;
      return {
        cost: given - has - reserved,
        network: await sum(chart.clearing('SANDBOX', 'sandbox-cards', USD)),
        loss: await sum(chart.loss('SANDBOX', USD)),
        ownFunds: await sum(chart.ownFunds('SANDBOX', USD)),
        suspense: await sum(chart.suspense(payer.play.tenant, USD)),
      };
    });
  }

  async function tell(does: 'clear' | 'return' | 'reverseReturn', amount: bigint, of?: number): Promise<void> {
    const { cards } = payer.play.core;
    const told = await payer.play.run(cards.network[does], {
      cardId: spent.card.cardId,
      transactionId: spent.id,
      amount,
      networkMessageId: `message ${(messages += 1)}`,
      originalNetworkMessageId: of === undefined ? undefined : `message ${of}`,
    });
    if (told.ok && amount > 0n) network += does === 'return' ? -amount : amount;
    // A message with an amount is never refused.
    expect(told.ok || amount === 0n).toBe(true);
    if (told.ok && amount === 0n) network = (await books()).network;
  }

  async function act(of: Exclude<Step, { does: 'clear' | 'return' | 'reverseReturn' }>): Promise<void> {
    const { core } = payer.play;
    if (of.does === 'resolve') {
      const exceptions = (await world.rows(EXCEPTIONS)).filter(({ status }) => status === 'OPEN');
      const exception = exceptions[of.which % Math.max(exceptions.length, 1)];
      if (exception === undefined) return;
      const { id: exceptionId } = exception;
      const account = of.resolution === 'CREDITED' ? payer.usd.id : undefined;
      const { resolution } = of;
      await world.run(core.treasury.resolve, { exceptionId, resolution, account, by: BY, ...saidPayment(resolution) });
    } else if (of.does === 'recover') await world.run(core.cards.recover, { id: spent.id });
    else if (of.does === 'fund') {
      valueOf(await world.run(core.sandbox.fund, { accountId: payer.usd.id, amount: 3_000n }));
      given += 3_000n;
    } else {
      const all = await world.balance();
      if (all === 0n) return;
      await world.approved({ amount: all, mode: 'settle' });
      given -= all;
      network += all;
    }
  }

  return { world, spent, books, tell, act, network: () => network };
}

type Played = Awaited<ReturnType<typeof play>>;

/** What the records say that the books must have. */
async function expected({ world, spent }: Played): Promise<Omit<Books, 'cost' | 'network'>> {
  const { card } = await world.latest(spent);
  const refunds = await world.payer.play.storage.units.read(world.payer.play.tenant, (reads) =>
    refundsOf(reads, spent.id),
  );
  const exceptions = await world.rows(EXCEPTIONS);
  const open = (e: ExceptionRecord): bigint => e.amount - coveredOf(refunds, e.id);
  const excesses = exceptions.filter(({ kind }) => kind === 'CARD_EXCESS');
  for (const excess of excesses.filter(({ status }) => status === 'OPEN')) expect(open(excess)).toBeGreaterThan(0n);
  const total = (of: readonly ExceptionRecord[], amount: (e: ExceptionRecord) => bigint): bigint =>
    of.reduce((sum, e) => sum + amount(e), 0n);
  const held = exceptions.filter(({ kind }) => kind === 'DEPOSIT_HELD');
  const by = (of: readonly ExceptionRecord[], resolution: Resolution) => of.filter((e) => e.resolution === resolution);
  const kept = (await world.rows(DEPOSITS)).filter(({ status }) => status === 'KEPT');
  const borne = excesses.filter(({ status }) => status === 'OPEN').concat(by(excesses, 'WRITTEN_OFF'));
  return {
    loss: total(by(held, 'WRITTEN_OFF'), ({ amount }) => amount) - card.lost - total(borne, open),
    ownFunds: total(by(held, 'PAID_ELSEWHERE'), ({ amount }) => amount) - total(by(excesses, 'PAID_ELSEWHERE'), open),
    suspense: kept.reduce((sum, { amount }) => sum + amount, 0n),
  };
}

it('gives a customer at most what the use has cost, and loses no amount of the network, in any sequence', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 10 }), async (steps) => {
      const played = await play();
      let before = await played.books();
      for (const one of steps) {
        const isMessage = one.does === 'clear' || one.does === 'return' || one.does === 'reverseReturn';
        if (isMessage) await played.tell(one.does, one.amount, 'of' in one ? one.of : undefined);
        else await played.act(one);
        const after = await played.books();
        // Only an operator can give a customer more than the use has cost; no message adds to that.
        if (one.does === 'return') expect(after.cost >= 0n || after.cost === before.cost).toBe(true);
        expect(after.network).toBe(played.network());
        expect(after).toMatchObject(await expected(played));
        await played.world.payer.auditClean();
        before = after;
      }
    }),
    { numRuns: 60 },
  );
}, 120_000);
