import fc from 'fast-check';
import { expect, it } from 'vitest';
import { EVENTS, type OutboxEvent } from '../events/index.js';
import { type BaseRecord, instant, type KindOf, type UnitOfWork } from '../kernel/index.js';
import { everyRecord } from '../ledger/index.js';
import { type Transaction, TRANSACTIONS } from '../transactions/index.js';
import { playCore, valueOf } from '../testing/play-core.js';
import { type PlayPayer, playPayer } from '../testing/play-payer.js';
import { steps, telling, worldOf } from '../testing/told-payments.js';
import type { PaymentKind } from './figure.js';
import { foldFigures } from './fold-figures.js';
import type { Totals } from './index.js';

type Counting = 'not' | 'one host' | 'two hosts' | 'dies before' | 'dies after';
const counting = fc.array(
  fc.constantFrom<Counting>('not', 'not', 'one host', 'two hosts', 'dies before', 'dies after'),
  { minLength: 40, maxLength: 40 },
);

const spends = fc.array(
  fc.record({
    what: fc.constantFrom('use', 'clearing', 'return', 'returnReversal', 'recover', 'pass', 'spend', 'fund'),
    amount: fc.constantFrom(1n, 400n, 600n, 1_000n, 1_200n),
    id: fc.nat({ max: 3 }),
  }),
  { maxLength: 14 },
);

const dying = (units: UnitOfWork, when: 'before' | 'after'): UnitOfWork => ({
  ...units,
  async run(...given) {
    if (when === 'after') await units.run(...given);
    throw new Error('the host has died');
  },
});

async function count(payer: PlayPayer, other: PlayPayer['play'], how: Counting): Promise<void> {
  const { storage, clock, core } = payer.play;
  if (how === 'not') return;
  if (how === 'one host') return void (await core.work.foldFigures());
  if (how === 'two hosts') return void (await Promise.all([core, other.core].map(({ work }) => work.foldFigures())));
  const dead = foldFigures({ clock, units: dying(storage.units, how === 'dies before' ? 'before' : 'after') });
  await dead().catch((error: Error) => expect(error.message).toContain('died'));
}

const records = <T extends BaseRecord>({ play }: PlayPayer, kind: KindOf<T>): Promise<readonly T[]> =>
  play.storage.units.read(play.tenant, async (reads) => {
    const all: T[] = [];
    for await (const record of everyRecord(reads, kind)) all.push(record);
    return all;
  });

/** What the records of the payments say, without their events. */
function oracle(payments: readonly Transaction[]) {
  const of = (kind: PaymentKind) => ({
    kind,
    accepted: 0,
    settled: 0,
    amount: 0n,
    returned: 0,
    failed: 0,
    open: 0,
  });
  const counted = { INCOMING: of('INCOMING'), OUTGOING: of('OUTGOING'), TRANSFER: of('TRANSFER') };
  for (const payment of payments) {
    const { type, status, quoteId, source, settledAt, refundStatus } = payment;
    if (type === 'CARD') continue;
    const isTransfer =
      type === 'OUTGOING' ? quoteId === null : source?.sourceType === 'ACCOUNT' && source.accountId.startsWith('Ext');
    const row = counted[isTransfer ? 'TRANSFER' : type];
    const hasFailed = status === 'FAILED' || status === 'REFUNDED';
    row.accepted += 1;
    row.open += (status === 'PENDING' || status === 'PROCESSING' ? 1 : 0) + (refundStatus === 'PENDING' ? 1 : 0);
    if (settledAt !== null) {
      row.settled += 1;
      row.amount += type === 'INCOMING' ? payment.receivedAmount! : payment.sentAmount!;
      row.returned += hasFailed ? 1 : 0;
    } else if (hasFailed) row.failed += 1;
  }
  return Object.values(counted).filter(({ accepted }) => accepted > 0);
}

function totalsByKind({ cells, open }: Totals) {
  return (['INCOMING', 'OUTGOING', 'TRANSFER'] as const).flatMap((kind) => {
    const some = cells.filter((cell) => cell.kind === kind);
    if (some.length === 0) return [];
    const sum = (of: (cell: (typeof some)[number]) => number) => some.reduce((total, cell) => total + of(cell), 0);
    return [
      {
        kind,
        accepted: sum(({ accepted }) => accepted),
        settled: sum(({ settled }) => settled),
        amount: some.reduce((total, { amount }) => total + amount, 0n),
        returned: sum(({ returned }) => returned),
        failed: sum(({ failed }) => Object.values(failed).reduce((total, one) => total + one, 0)),
        open: open.find((one) => one.kind === kind)?.count ?? 0,
      },
    ];
  });
}

it('agree with the payments and with the audit after any history, with two hosts that count and die', async () => {
  await fc.assert(
    fc.asyncProperty(steps, counting, async (given, hows) => {
      const payer = await playPayer();
      const { storage, clock } = payer.play;
      const other = await playCore({ storage, clock }, { existing: true });
      const world = await worldOf(payer);
      for (const [at, step] of given.entries()) {
        if (step.kind === 'pass') await payer.play.pass(step.seconds);
        const message = await telling(payer, world, step);
        if (message !== null) await payer.play.core.railTells('SANDBOX', message);
        await count(payer, other, hows[at]!);
      }
      expect(totalsByKind(await payer.play.core.figures.totals())).toEqual(oracle(await records(payer, TRANSACTIONS)));
      await payer.auditClean();
      await payer.play.core.work.foldFigures();
      expect(totalsByKind(await payer.play.core.figures.totals())).toEqual(oracle(await records(payer, TRANSACTIONS)));
      const hours = await payer.play.core.figures.overview({
        from: instant(clock.now() - 30 * 86_400_000),
        to: clock.now(),
        of: 'SANDBOX',
      });
      // A history may be longer than the period.
      const accepted = hours.hours.reduce((sum, hour) => sum + hour.accepted, 0);
      expect(accepted).toBeLessThanOrEqual((await records(payer, TRANSACTIONS)).length);
      await payer.auditClean();
    }),
    { numRuns: 40 },
  );
}, 120_000);

it('count the use of a card once for each state that it reaches, in any order of messages of the network', async () => {
  await fc.assert(
    fc.asyncProperty(spends, counting, async (messages, hows) => {
      const payer = await playPayer();
      const { play } = payer;
      const { storage, clock } = play;
      const other = await playCore({ storage, clock }, { existing: true });
      const ordered = await play.run(play.core.cards.order, {
        cardholderId: payer.customerId,
        fundingSources: [payer.usd.id],
      } as never);
      await play.pass(0);
      const card = valueOf(ordered);
      const use = (amount: bigint) =>
        play.run(play.core.cards.simulate.authorization, {
          cardId: card.id,
          amount,
          currency: card.currency,
          merchant: { descriptor: 'SHOP', mcc: null, country: null },
        } as never);
      await use(1_000n);
      const used = async (): Promise<readonly Transaction[]> =>
        (await records(payer, TRANSACTIONS)).filter(({ type }) => type === 'CARD');
      for (const [at, { what, amount, id }] of messages.entries()) {
        const all = await used();
        const spent = all[id % Math.max(all.length, 1)];
        const of = { cardId: card.id, transactionId: spent?.id, amount, networkMessageId: `${spent?.id}/${id}/${at}` };
        if (what === 'use') await use(amount);
        else if (what === 'spend') await use((await payer.internal('USD')).available);
        else if (what === 'fund') await play.run(play.core.sandbox.fund, { accountId: payer.usd.id, amount });
        else if (what === 'pass') await play.pass(8 * 86_400);
        else if (spent !== undefined && what === 'recover')
          await play.run(play.core.cards.recover, { id: spent.id } as never);
        else if (spent !== undefined && what !== 'recover') await play.run(play.core.cards.simulate[what], of as never);
        await count(payer, other, hows[at]!);
      }
      const events = (await records(payer, EVENTS)).filter(({ type }) => type.startsWith('CARD_TRANSACTION.'));
      const reached = (state: string, which: (event: OutboxEvent) => boolean = () => true): number =>
        new Set(
          events.filter((event) => event.type === `CARD_TRANSACTION.${state}` && which(event)).map((e) => e.resource),
        ).size;
      const cells = (await play.core.figures.totals()).cells.filter(({ kind }) => kind === 'CARD');
      const failed = cells.reduce((sum, cell) => sum + (cell.failed['AUTHORIZATION_EXPIRED'] ?? 0), 0);
      const sum = (of: (cell: (typeof cells)[number]) => number) => cells.reduce((total, cell) => total + of(cell), 0);
      expect(sum(({ accepted }) => accepted)).toBe((await used()).length);
      expect(sum(({ settled }) => settled) + failed).toBe(reached('SETTLED'));
      expect(sum(({ returned }) => returned)).toBe(reached('REFUNDED'));
      await payer.auditClean();
      while ((await play.core.work.foldFigures()).events > 0);
      await payer.auditClean();
    }),
    { numRuns: 40 },
  );
}, 120_000);
