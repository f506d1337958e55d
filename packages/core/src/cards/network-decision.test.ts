import { beforeEach, describe, expect, it } from 'vitest';
import { EXCEPTIONS } from '../exceptions/index.js';
import { plusSeconds } from '../kernel/index.js';
import { CARD_BALANCE, type PlayCard, playCard } from '../testing/play-card.js';
import { valueOf } from '../testing/play-core.js';
import { type PlayProcessor, playProcessor } from '../testing/play-processor.js';
import { CARD_LOG } from './index.js';

let world: PlayCard;
let processor: PlayProcessor;

beforeEach(async () => {
  world = await playCard();
  processor = playProcessor(world);
});

const has = (status: string, card: object) => ({ status, card });
/** Dates of the last hour, because a message is dated at most now. */
const later = (seconds: number) => plusSeconds(world.now(), seconds - 3_600);
const decides = (decision: 'APPROVED' | 'DECLINED', over: object = {}) =>
  processor.told('authorization', { decision, ...over });

describe('a decision of the network after our answer', () => {
  it('that declines what we approved releases the hold, once', async () => {
    await processor.told('authorization');
    const declined = processor.message('authorization', { decision: 'DECLINED' });
    const booked = { kind: 'booked', transactionId: (await processor.use())!.id };
    for (let times = 0; times < 2; times += 1) expect(await processor.told('authorization', declined)).toEqual(booked);
    expect(await processor.use()).toMatchObject(has('SETTLED', { settled: 0n, reserved: 0n }));
    expect(await world.balance()).toBe(CARD_BALANCE);
    await world.payer.auditClean();
  });

  it('after a use that was cleared at once and returned makes no room for the returned amount', async () => {
    await processor.told('authorization', { isFinal: true });
    await processor.told('return', { amount: 1_000n });
    await decides('APPROVED', { amount: 1_200n, at: later(20) });
    const before = await world.balance();
    await processor.told('clearing', { messageId: 'again', amount: 1_000n });
    expect(before - (await world.balance())).toBeLessThanOrEqual(200n);
    expect((await world.rows(EXCEPTIONS)).map(({ kind }) => kind)).toEqual(['CARD_EXCESS']);
    await world.payer.auditClean();
  });

  it('that declines what a merchant has collected in part releases the rest', async () => {
    await processor.told('authorization');
    await processor.told('clearing', { amount: 400n });
    await decides('DECLINED');
    expect(await processor.use()).toMatchObject(has('SETTLED', { settled: 400n, reserved: 0n }));
    expect(await world.balance()).toBe(CARD_BALANCE - 400n);
  });

  it('that declines what we cleared at once gives the money back, once', async () => {
    await processor.told('authorization', { isFinal: true });
    const declined = processor.message('authorization', { decision: 'DECLINED', isFinal: true });
    for (let times = 0; times < 2; times += 1) await processor.told('authorization', declined);
    expect(await processor.use()).toMatchObject(has('REFUNDED', { settled: 1_000n, refunded: 1_000n }));
    expect(await world.balance()).toBe(CARD_BALANCE);
    await world.payer.auditClean();
  });

  it('that approves what we declined is booked, and a repeat changes nothing', async () => {
    valueOf(await world.run(world.payer.play.core.cards.update, { id: world.card.id, state: 'FROZEN' }));
    expect(await processor.told('authorization')).toEqual({ kind: 'declined', reason: 'CARD_PAUSED' });
    const approved = processor.message('authorization', { decision: 'APPROVED' });
    for (let times = 0; times < 2; times += 1) await processor.told('authorization', approved);
    expect(await processor.use()).toMatchObject(has('AUTHORIZED', { reserved: 1_000n, decidedByNetwork: true }));
    expect(await world.balance()).toBe(CARD_BALANCE - 1_000n);
  });

  it.each([
    ['more', 1_500n],
    ['less', 300n],
  ])('that approves %s than we did sets the authorized amount', async (_, amount) => {
    await processor.told('authorization');
    await decides('APPROVED', { amount });
    expect(await processor.use()).toMatchObject(
      has('AUTHORIZED', { authorized: amount, reserved: amount, decidedByNetwork: true }),
    );
    await world.payer.auditClean();
  });

  it('that approves what we approved changes nothing', async () => {
    await processor.told('authorization');
    const before = (await processor.use())!.card;
    await decides('APPROVED');
    const { decidedByNetwork, ...after } = (await processor.use())!.card;
    expect(decidedByNetwork).toBeUndefined();
    expect(after).toMatchObject({ authorized: before.authorized, reserved: before.reserved, told: before.told });
  });

  it.each([
    ['more', 1_500n, 'SETTLED', -1_500n],
    ['less', 300n, 'SETTLED', -300n],
  ])('about a use that was cleared at once moves the difference if it is %s', async (_, amount, status, moved) => {
    await processor.told('authorization', { isFinal: true });
    const approved = processor.message('authorization', { decision: 'APPROVED', isFinal: true, amount });
    for (let times = 0; times < 2; times += 1) await processor.told('authorization', approved);
    expect(await processor.use()).toMatchObject({ status });
    expect(await world.balance()).toBe(CARD_BALANCE + moved);
    await world.payer.auditClean();
  });

  it('that comes before our question declines it', async () => {
    await decides('DECLINED');
    expect(await processor.told('authorization')).toEqual({ kind: 'declined', reason: 'DECLINED_BY_NETWORK' });
    expect(await world.rows(CARD_LOG)).toHaveLength(1);
  });
});

describe('decisions in another order than they were made', () => {
  it('keep the last one: an approval that is older than the decline', async () => {
    await processor.told('authorization');
    await decides('DECLINED', { at: later(20) });
    await decides('APPROVED', { at: later(10), amount: 2_000n });
    expect(await processor.use()).toMatchObject(has('SETTLED', { settled: 0n, reserved: 0n }));
    expect(await world.balance()).toBe(CARD_BALANCE);
  });

  it('keep the last one: a decline that is older than the approval', async () => {
    await decides('APPROVED', { at: later(20) });
    await decides('DECLINED', { at: later(10) });
    expect(await processor.use()).toMatchObject(has('AUTHORIZED', { reserved: 1_000n }));
  });

  it('keep the last advice', async () => {
    await processor.told('authorization');
    await processor.told('advice', { amount: 1_500n, at: later(20) });
    await processor.told('advice', { amount: 1_200n, at: later(10) });
    expect(await processor.use()).toMatchObject(has('AUTHORIZED', { authorized: 1_500n, reserved: 1_500n }));
  });

  it('do not undo an advice when the approval is repeated', async () => {
    const approved = processor.message('authorization', { decision: 'APPROVED' });
    await processor.told('authorization', approved);
    await processor.told('advice', { amount: 1_500n });
    await processor.told('authorization', approved);
    expect(await processor.use()).toMatchObject({ card: { authorized: 1_500n } });
  });

  it('charge the customer for what the network approves after it declined', async () => {
    await processor.told('authorization');
    await decides('DECLINED', { at: later(10) });
    await decides('APPROVED', { at: later(20) });
    await processor.told('clearing', { amount: 1_000n });
    expect(await processor.use()).toMatchObject(has('SETTLED', { settled: 1_000n }));
    expect(await world.balance()).toBe(CARD_BALANCE - 1_000n);
    expect(await world.rows(EXCEPTIONS)).toEqual([]);
    await world.payer.auditClean();
  });
});

describe('an approval that repeats the first answer', () => {
  const approves = (over: object = {}) => decides('APPROVED', over);

  it('takes back a larger approval', async () => {
    await processor.told('authorization');
    await approves({ amount: 1_500n, at: later(10) });
    await approves({ at: later(20) });
    expect(await processor.use()).toMatchObject(has('AUTHORIZED', { authorized: 1_000n, reserved: 1_000n }));
  });

  it('takes back an advice', async () => {
    await processor.told('authorization');
    await processor.told('advice', { amount: 500n, at: later(10) });
    await approves({ at: later(20) });
    expect(await processor.use()).toMatchObject(has('AUTHORIZED', { authorized: 1_000n, reserved: 1_000n }));
  });

  it('opens a use again that was reversed', async () => {
    await processor.told('authorization');
    await processor.told('reversal', { amount: null, at: later(10) });
    await approves({ at: later(20) });
    await processor.told('clearing');
    expect(await processor.use()).toMatchObject(has('SETTLED', { settled: 1_000n }));
    expect(await world.balance()).toBe(CARD_BALANCE - 1_000n);
    expect(await world.rows(EXCEPTIONS)).toEqual([]);
  });

  it('clears a use that was reversed, if it is final', async () => {
    await processor.told('authorization');
    await processor.told('reversal', { amount: null, at: later(10) });
    await approves({ at: later(20), isFinal: true });
    expect(await processor.use()).toMatchObject(has('SETTLED', { settled: 1_000n }));
    expect(await world.balance()).toBe(CARD_BALANCE - 1_000n);
    await world.payer.auditClean();
  });

  it('leaves a use as it is of which everything is cleared', async () => {
    await processor.told('authorization');
    await processor.told('clearing');
    const { decidedByNetwork, forced } = (await processor.use())!.card;
    await approves();
    expect((await processor.use())!.card).toMatchObject({ authorized: 1_000n });
    expect([decidedByNetwork, forced]).toEqual([undefined, undefined]);
  });
});

describe('a reversal of a use that was cleared at once', () => {
  it('gives the money back once, if the network approves the rest afterwards', async () => {
    await processor.told('authorization', { isFinal: true });
    await processor.told('reversal', { amount: 300n, at: later(10) });
    await decides('APPROVED', { amount: 700n, isFinal: true, at: later(20) });
    expect(await processor.use()).toMatchObject(has('SETTLED', { settled: 1_000n, refunded: 300n, authorized: 700n }));
    expect(await world.balance()).toBe(CARD_BALANCE - 700n);
    await world.payer.auditClean();
  });

  it('gives back no more than was cleared', async () => {
    await processor.told('authorization', { isFinal: true });
    await processor.told('reversal', { amount: 5_000n });
    expect(await processor.use()).toMatchObject(has('REFUNDED', { settled: 1_000n, refunded: 1_000n }));
    expect(await world.balance()).toBe(CARD_BALANCE);
    expect(await world.rows(EXCEPTIONS)).toEqual([]);
    await world.payer.auditClean();
  });
});

describe('messages about an amount in another order than they were sent', () => {
  it('decline the question for an increment that is older than the last decision', async () => {
    await processor.told('authorization');
    await decides('APPROVED', { amount: 1_500n, at: later(20) });
    const declined = { kind: 'declined', reason: 'DECLINED_BY_NETWORK' };
    expect(await processor.told('increment', { amount: 100n, at: later(10) })).toEqual(declined);
    expect(await processor.use()).toMatchObject(has('AUTHORIZED', { authorized: 1_500n }));
  });

  it.each([
    ['an increment', 'increment', { decision: 'APPROVED', amount: 500n }, 1_500n],
    ['the question for an increment', 'increment', { amount: 500n }, 1_500n],
    ['a reversal', 'reversal', { amount: 300n }, 700n],
  ] as const)('do not undo %s', async (_, kind, change, authorized) => {
    await processor.told('authorization');
    await processor.told(kind, { ...change, at: later(20) } as never);
    await processor.told('advice', { amount: 1_200n, at: later(10) });
    await decides('APPROVED', { amount: 1_100n, at: later(10) });
    expect(await processor.use()).toMatchObject(has('AUTHORIZED', { authorized, reserved: authorized }));
  });

  it('apply each increment and each reversal', async () => {
    await processor.told('authorization');
    await processor.told('increment', { decision: 'APPROVED', amount: 500n, at: later(20) });
    await processor.told('reversal', { amount: 300n, at: later(10) });
    expect(await processor.use()).toMatchObject(has('AUTHORIZED', { authorized: 1_200n, reserved: 1_200n }));
  });

  it('decline a use of which a part was reversed later', async () => {
    await processor.told('authorization', { isFinal: true });
    await processor.told('reversal', { amount: 300n, at: later(20) });
    await decides('DECLINED', { at: later(10) });
    expect(await processor.use()).toMatchObject(has('REFUNDED', { refunded: 1_000n }));
    expect(await world.balance()).toBe(CARD_BALANCE);
  });

  it('ignore no later message because of a date in the future', async () => {
    await decides('APPROVED', { at: plusSeconds(world.now(), 1_000_000) });
    await processor.told('advice', { amount: 400n, at: plusSeconds(world.now(), 1_000_000) });
    await processor.told('advice', { amount: 600n });
    expect(await processor.use()).toMatchObject(has('AUTHORIZED', { authorized: 600n }));
    await processor.told('reversal', { amount: 100n, at: plusSeconds(world.now(), 1_000_000) });
    await decides('DECLINED');
    expect(await processor.use()).toMatchObject(has('SETTLED', { settled: 0n }));
  });
});

describe('a question after the decision of the network', () => {
  it('is declined if the network has declined what we approved', async () => {
    const question = processor.message('authorization');
    await processor.told('authorization', question);
    await decides('DECLINED');
    expect(await processor.told('authorization', question)).toEqual({
      kind: 'declined',
      reason: 'DECLINED_BY_NETWORK',
    });
    await decides('APPROVED');
    expect(await processor.told('authorization', question)).toMatchObject({ kind: 'approved', amount: 1_000n });
  });

  it('is answered with what the network has approved', async () => {
    await decides('APPROVED', { amount: 500n });
    expect(await processor.told('authorization')).toMatchObject({ kind: 'approved', amount: 500n });
    expect(await world.rows(EXCEPTIONS)).toEqual([]);
  });
});

describe('a use that is cleared with the approval of the network', () => {
  it('is one that was cleared at once: a reversal gives the money back', async () => {
    await processor.told('authorization');
    await decides('APPROVED', { isFinal: true });
    expect(await processor.use()).toMatchObject(has('SETTLED', { settled: 1_000n, atOnce: 1_000n }));
    await processor.told('reversal', { amount: 300n });
    await decides('DECLINED');
    expect(await world.balance()).toBe(CARD_BALANCE);
    expect(await processor.told('authorization')).toMatchObject({ kind: 'declined' });
    expect(await world.rows(EXCEPTIONS)).toEqual([]);
    await world.payer.auditClean();
  });

  it('is cleared by the date of the approval, also after the end of the authorization', async () => {
    await processor.told('authorization', { expiresAt: plusSeconds(world.now(), -60) });
    await decides('APPROVED', { isFinal: true, at: later(20) });
    expect(await processor.use()).toMatchObject(has('SETTLED', { settled: 1_000n }));
    expect(await world.rows(EXCEPTIONS)).toEqual([]);
  });

  it('is cleared with what a later reversal has left', async () => {
    await processor.told('authorization');
    await processor.told('reversal', { amount: 300n, at: later(20) });
    await decides('APPROVED', { isFinal: true, at: later(10) });
    expect(await processor.use()).toMatchObject(has('SETTLED', { settled: 700n, reserved: 0n }));
    expect(await world.balance()).toBe(CARD_BALANCE - 700n);
  });

  it('can be approved again with more after a part was given back', async () => {
    await processor.told('authorization', { isFinal: true });
    await decides('APPROVED', { isFinal: true, amount: 700n, at: later(10) });
    await decides('APPROVED', { isFinal: true, amount: 1_200n, at: later(20) });
    expect(await world.balance()).toBe(CARD_BALANCE - 1_200n);
    expect(await world.rows(EXCEPTIONS)).toEqual([]);
    await world.payer.auditClean();
  });

  it('gives back what it cleared in excess, once the network declines it', async () => {
    await processor.told('authorization', { isFinal: true, amount: CARD_BALANCE, authorizationId: 'all' });
    valueOf(await world.run(world.payer.play.core.customers.delete, { id: world.payer.customerId }));
    await decides('APPROVED', { isFinal: true });
    expect(await world.rows(EXCEPTIONS)).toMatchObject([{ kind: 'CARD_EXCESS', status: 'OPEN' }]);
    await decides('DECLINED');
    expect(await world.rows(EXCEPTIONS)).toMatchObject([{ kind: 'CARD_EXCESS', status: 'RESOLVED' }]);
    expect(await processor.use()).toMatchObject({ card: { excess: 0n, settled: 0n } });
    await world.payer.auditClean();
  });

  it('is a contradiction if it is a credit that the network takes back', async () => {
    await processor.told('authorization', { direction: 'CREDIT', isFinal: true });
    const reversal = processor.message('reversal', { amount: null });
    for (let times = 0; times < 2; times += 1) await processor.told('reversal', reversal);
    expect(await world.rows(EXCEPTIONS)).toMatchObject([{ kind: 'RAIL_CONTRADICTION', amount: 1_000n }]);
    expect(await world.balance()).toBe(CARD_BALANCE + 1_000n);
  });
});

describe('a use that the network approves after it has ended', () => {
  const excesses = async () => (await world.rows(EXCEPTIONS)).map(({ amount }) => amount);

  it('can be cleared for an increment after its last clearing', async () => {
    await processor.told('authorization');
    await processor.told('clearing', { amount: 600n, isFinal: true });
    await processor.told('increment', { decision: 'APPROVED', amount: 500n });
    expect(await processor.use()).toMatchObject(has('SETTLED', { authorized: 1_100n }));
    await processor.told('clearing', { amount: 500n });
    expect(await processor.use()).toMatchObject(has('SETTLED', { settled: 1_100n }));
    expect(await excesses()).toEqual([]);
    await world.payer.auditClean();
  });

  it('is charged up to the approved amount and the tolerance', async () => {
    await processor.told('authorization');
    await decides('DECLINED', { at: later(10) });
    await decides('APPROVED', { at: later(20) });
    await processor.told('clearing', { amount: 1_200n });
    await processor.told('clearing', { amount: 1_000n });
    expect(await world.balance()).toBe(CARD_BALANCE - 1_200n);
    expect(await excesses()).toEqual([1_000n]);
  });

  it('is not charged after its new end', async () => {
    await processor.told('authorization');
    await decides('DECLINED', { at: later(10) });
    await decides('APPROVED', { at: later(20), expiresAt: plusSeconds(world.now(), -60) });
    await processor.told('clearing');
    expect(await world.balance()).toBe(CARD_BALANCE);
    expect(await excesses()).toEqual([1_000n]);
  });

  it.each(['reversal', 'authorization'] as const)('is not charged after another %s ends it', async (kind) => {
    await processor.told('authorization');
    await decides('DECLINED', { at: later(10) });
    await decides('APPROVED', { at: later(20) });
    await (kind === 'reversal' ? processor.told(kind, { amount: null }) : decides('DECLINED'));
    await processor.told('clearing');
    expect(await world.balance()).toBe(CARD_BALANCE);
    expect(await excesses()).toEqual([1_000n]);
  });
});

describe('a clearing without an authorization', () => {
  it('is charged, and a later one of the same use only within the tolerance', async () => {
    await processor.told('clearing');
    await processor.told('clearing', { amount: 200n });
    await processor.told('clearing', { amount: 900n });
    expect(await world.balance()).toBe(CARD_BALANCE - 1_200n);
    expect(await world.rows(EXCEPTIONS)).toMatchObject([{ kind: 'CARD_EXCESS', amount: 900n }]);
    await world.payer.auditClean();
  });
});
