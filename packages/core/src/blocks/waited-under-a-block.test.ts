import { sandboxRails } from '@corridor/adapters-rails/sandbox';
import { beforeEach, describe, expect, it } from 'vitest';
import type { PayoutInstruction, Rail, TravelRuleAnswer } from '../accounts/index.js';
import { EXCEPTIONS } from '../exceptions/index.js';
import type { PlayCore } from '../testing/play-core.js';
import { SCREENINGS } from '../screening/index.js';
import { addOperator } from '../testing/operators.js';
import { BANK, FUNDED, type PlayBank, playBank, SENT } from '../testing/play-bank.js';
import { type BlockedKind, playBlocks, type PlayBlocks } from '../testing/play-blocks.js';
import { valueOf } from '../testing/play-core.js';
import { PLAY_RULES, playScreening, type PlayScreening } from '../testing/play-screening.js';
import { digest } from '../testing/ports.js';
import { playTravelRule, type PlayTravelRule } from '../testing/travel-rule.js';

const ACCEPTED: TravelRuleAnswer = { state: 'accepted' };
const REJECTED: TravelRuleAnswer = { state: 'rejected', reason: 'the name is not that of the wallet' };
const PENDING = { state: 'pending', checkAfterSeconds: 60 } as const;
const DAY = 86_400;

const openOf = (play: PlayCore) =>
  play.storage.units.read(play.tenant, async (reads) =>
    (await reads.list(EXCEPTIONS, { where: { status: 'OPEN' }, order: 'asc', limit: 50 })).rows.filter(
      ({ kind }) => kind !== 'SCREENING_HIT',
    ),
  );
const kindsOf = async (play: PlayCore) => (await openOf(play)).map(({ kind }) => kind);
const auditOf = async (play: PlayCore) => (await play.core.ledger.audit()).findings;

describe('a payment that waits for another institution', () => {
  let rule: PlayTravelRule;
  let blocks: PlayBlocks;
  beforeEach(async () => {
    rule = await playTravelRule();
    blocks = await playBlocks(rule.play);
  });

  for (const kind of ['customers', 'external-accounts', 'platforms'] as const satisfies readonly BlockedKind[])
    for (const [answer, name] of [
      [REJECTED, 'a rejection'],
      [null, 'no answer in time'],
      [ACCEPTED, 'an acceptance'],
    ] as const)
      it(`is held after ${name} under a block of ${kind}, and ends by a decision`, async () => {
        const { play } = rule;
        const before = await rule.balance();
        const wallet = await rule.hosted();
        const transfer = valueOf(await rule.send(wallet, 100_000_000n));
        await play.pass(0);
        await blocks.block(kind, { customers: rule.customerId, 'external-accounts': wallet.id, platforms: '' }[kind]);
        if (answer !== null) rule.partner.answer = answer;
        for (const seconds of [61, 90_000, 7_200, 7_200]) await play.pass(seconds);
        expect(await rule.status(transfer)).toMatchObject({ status: 'PROCESSING', submittedAt: null });
        const [held, ...others] = await openOf(play);
        expect([held?.kind, held?.subject, others]).toEqual(['PAYMENT_HELD', transfer.id, []]);
        expect(await auditOf(play)).toEqual([]);
        valueOf(await blocks.resolve({ exceptionId: held!.id, resolution: 'REFUSED' } as never));
        await play.pass(0);
        expect(await rule.status(transfer)).toMatchObject({ status: 'FAILED', refundStatus: 'COMPLETED' });
        expect([rule.submitted(), await rule.balance()]).toEqual([0, before]);
        expect(await auditOf(play)).toEqual([]);
      });

  for (const answer of [REJECTED, null])
    it(`sends nothing back to a payer outside while the payee is blocked (${answer?.state ?? 'expired'})`, async () => {
      const { play } = rule;
      const wallet = await rule.hosted();
      const quote = await rule.quoted(rule.funded(wallet.id));
      valueOf(await rule.pay(quote));
      await play.pass(0);
      await blocks.block('external-accounts', wallet.id);
      if (answer !== null) rule.partner.answer = answer;
      for (const seconds of [61, 90_000, 7_200, 7_200]) await play.pass(seconds);
      expect(await rule.payment(quote)).toMatchObject({ status: 'PROCESSING', refundStatus: null });
      expect([await kindsOf(play), await auditOf(play)]).toEqual([['PAYMENT_HELD'], []]);
    });

  it('does not go on after the end of a block, and goes on by a decision', async () => {
    const { play } = rule;
    const transfer = valueOf(await rule.send(await rule.hosted(), 100_000_000n));
    await play.pass(0);
    await blocks.block('customers', rule.customerId);
    await play.pass(40_000);
    await blocks.unblock('customers', rule.customerId);
    rule.partner.answer = ACCEPTED;
    await play.pass(61);
    await play.pass(1_000);
    expect(rule.submitted()).toBe(0);
    const [held] = await openOf(play);
    valueOf(await blocks.resolve({ exceptionId: held!.id, resolution: 'RETRIED' } as never));
    await play.pass(600);
    expect([(await rule.status(transfer)).status, rule.submitted()]).toEqual(['COMPLETED', 1]);
  });
});

describe('what waits for screening', () => {
  let lists: PlayScreening;
  let bank: PlayBank;
  let blocks: PlayBlocks;
  let paid: PayoutInstruction[];
  const banks = (): readonly Rail[] =>
    sandboxRails(digest).map((rail) =>
      rail.name === BANK
        ? {
            ...rail,
            payouts: { ...rail.payouts!, submit: async (to) => (paid.push(to), PENDING), status: async () => PENDING },
          }
        : rail,
    );
  beforeEach(async () => {
    paid = [];
    lists = playScreening();
    bank = await playBank({ rails: banks(), screening: [lists.connection] });
    await bank.payer.play.pass(60);
    blocks = await playBlocks(bank.payer.play);
  });
  const pass = (seconds: number) => bank.payer.play.pass(seconds);
  const payout = async () => {
    const { payer } = bank;
    const quote = await payer.quoted(payer.fromAccount(payer.usd.id, (await payer.external()).id));
    valueOf(await payer.play.run(payer.play.core.quotes.execute, { id: quote.id }));
    await pass(0);
    return quote.transactionId;
  };
  /** Clears the match that holds a payout. */
  const clear = async (subject: string) => {
    const { storage, tenant, core } = bank.payer.play;
    const held = await storage.units.read(tenant, (reads) =>
      reads.list(SCREENINGS, { where: { subject, status: 'HELD' }, order: 'desc', limit: 1 }),
    );
    const cid = await addOperator(storage.units, 'Cid', 'OPERATOR');
    const input = { id: held.rows[0]!.id, reason: 'another birth date' };
    valueOf(await core.operators.actions.request(cid, { tenant, action: 'screening.clear', input }));
  };
  /** A block of the customer that lasts a day. */
  const blockForADay = async () => {
    await blocks.block('customers', bank.payer.customerId);
    await pass(DAY);
    await blocks.unblock('customers', bank.payer.customerId);
  };

  it('a payout is held by the answer after a block that has ended, and is paid by a decision', async () => {
    lists.isAway = true;
    await payout();
    await blockForADay();
    lists.isAway = false;
    await pass(400);
    await pass(10_000);
    const [held] = await openOf(bank.payer.play);
    expect([held?.kind, paid]).toEqual(['PAYMENT_HELD', []]);
    valueOf(await blocks.resolve({ exceptionId: held!.id, resolution: 'RETRIED' } as never));
    await pass(0);
    expect([paid.length, await kindsOf(bank.payer.play)]).toEqual([1, []]);
  });

  it('a payout is not held because of a block that ended before it waited', async () => {
    await blockForADay();
    await pass(60);
    lists.isAway = true;
    await payout();
    lists.isAway = false;
    await pass(400);
    expect([paid.length, await kindsOf(bank.payer.play)]).toEqual([1, []]);
  });

  it('an arrival is held by the answer after a block that has ended', async () => {
    lists.isAway = true;
    valueOf(await bank.arrives(bank.payer.usd.reference));
    await pass(0);
    await blockForADay();
    lists.isAway = false;
    await pass(400);
    await pass(1_000);
    expect(await kindsOf(bank.payer.play)).toEqual(['DEPOSIT_HELD']);
    expect([await bank.balance(), await auditOf(bank.payer.play)]).toEqual([[FUNDED, 0n], []]);
  });

  for (const lasts of [true, false])
    it(`a match does not send a payout back in its time ${lasts ? 'under' : 'after'} a block`, async () => {
      lists.change([{ entry: 'E1', version: '1', matches: 'Grace Hopper' }]);
      const id = await payout();
      await blocks.block('customers', bank.payer.customerId);
      if (!lasts) await blocks.unblock('customers', bank.payer.customerId);
      await pass(PLAY_RULES.holdSeconds + 1);
      await pass(DAY);
      expect(await bank.read(id)).toMatchObject({ status: 'PROCESSING' });
      expect(await kindsOf(bank.payer.play)).toEqual(['PAYMENT_HELD']);
      await clear(id);
      await pass(0);
      expect([paid, await bank.balance()]).toEqual([[], [FUNDED - SENT, SENT]]);
      expect(await auditOf(bank.payer.play)).toEqual([]);
    });
});
