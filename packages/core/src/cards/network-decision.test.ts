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
