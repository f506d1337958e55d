import { beforeEach, describe, expect, it } from 'vitest';
import { EXCEPTIONS } from '../exceptions/index.js';
import { plusSeconds } from '../kernel/index.js';
import { CARD_BALANCE, type PlayCard, playCard } from '../testing/play-card.js';
import { valueOf } from '../testing/play-core.js';
import { type PlayProcessor, playProcessor } from '../testing/play-processor.js';
import { CARD_LOG, NETWORK_MESSAGES } from './index.js';

const refused = (code: string) => ({ ok: false, error: { code } });

let world: PlayCard;
let processor: PlayProcessor;

beforeEach(async () => {
  world = await playCard();
  processor = playProcessor(world);
});

const has = (status: string, card: object) => ({ status, card });
const shownCard = async () =>
  valueOf(await world.payer.play.read(world.payer.play.core.cards.get, { id: world.card.id }));

describe('a partial approval', () => {
  it('approves what the balance has, and a repeat has the same answer', async () => {
    const question = processor.message('authorization', { amount: CARD_BALANCE + 500n, partialAllowed: true });
    const part = { kind: 'approved', amount: CARD_BALANCE, currency: 'USD' };
    for (let times = 0; times < 2; times += 1)
      expect(await processor.told('authorization', question)).toMatchObject(part);
    expect(await processor.use()).toMatchObject(
      has('AUTHORIZED', { authorized: CARD_BALANCE, reserved: CARD_BALANCE }),
    );
    await world.payer.auditClean();
  });

  it('approves no more than the limit of the card', async () => {
    valueOf(await world.run(world.payer.play.core.cards.update, { id: world.card.id, maxSpendPerTransaction: 700n }));
    expect(await processor.told('authorization', { partialAllowed: true })).toMatchObject({ amount: 700n });
  });

  it('declines if nothing is left', async () => {
    await processor.told('authorization', { amount: CARD_BALANCE, authorizationId: 'all' });
    const declined = { kind: 'declined', reason: 'INSUFFICIENT_FUNDS' };
    expect(await processor.told('authorization', { partialAllowed: true })).toEqual(declined);
  });

  it('clears the approved part at once', async () => {
    const over = { amount: CARD_BALANCE + 500n, partialAllowed: true, isFinal: true };
    expect(await processor.told('authorization', over)).toMatchObject({ amount: CARD_BALANCE });
    expect(await processor.use()).toMatchObject(has('SETTLED', { settled: CARD_BALANCE }));
  });

  it('is agreed if the network repeats the part', async () => {
    await processor.told('authorization', { amount: CARD_BALANCE + 500n, partialAllowed: true });
    await processor.told('authorization', { decision: 'APPROVED', amount: CARD_BALANCE });
    expect((await processor.use())!.card.decidedByNetwork).toBeUndefined();
  });
});

describe('an increment', () => {
  it('that the network asks about is held, once', async () => {
    await processor.told('authorization');
    const increment = processor.message('increment', { amount: 500n });
    const approved = { kind: 'approved', amount: 500n, currency: 'USD' };
    for (let times = 0; times < 2; times += 1)
      expect(await processor.told('increment', increment)).toMatchObject(approved);
    expect(await processor.use()).toMatchObject(has('AUTHORIZED', { authorized: 1_500n, reserved: 1_500n }));
    await world.payer.auditClean();
  });

  it('is declined as a whole, once, and the first answer stays', async () => {
    await processor.told('authorization');
    const increment = processor.message('increment', { amount: CARD_BALANCE });
    const declined = { kind: 'declined', reason: 'INSUFFICIENT_FUNDS' };
    expect(await processor.told('increment', increment)).toEqual(declined);
    valueOf(
      await world.run(world.payer.play.core.sandbox.fund, { accountId: world.payer.usd.id, amount: CARD_BALANCE }),
    );
    expect(await processor.told('increment', increment)).toEqual(declined);
    expect(await processor.use()).toMatchObject(has('AUTHORIZED', { authorized: 1_000n }));
    expect(await world.rows(CARD_LOG)).toMatchObject([{ what: 'DECLINED', reason: 'INSUFFICIENT_FUNDS' }]);
  });

  it('is approved in part if the merchant takes a part', async () => {
    await processor.told('authorization');
    const left = CARD_BALANCE - 1_000n;
    const over = { amount: CARD_BALANCE, partialAllowed: true };
    expect(await processor.told('increment', over)).toMatchObject({ kind: 'approved', amount: left });
    expect(await processor.use()).toMatchObject({ card: { authorized: CARD_BALANCE, reserved: CARD_BALANCE } });
  });

  it.each([
    ['CARD_PAUSED', { state: 'FROZEN' }],
    ['CARD_CLOSED', { state: 'CLOSED' }],
    ['MAX_SPEND_EXCEEDED', { maxSpendPerTransaction: 1_100n }],
  ])('is declined as a use would be: %s', async (reason, change) => {
    await processor.told('authorization');
    valueOf(await world.run(world.payer.play.core.cards.update, { id: world.card.id, ...change } as never));
    expect(await processor.told('increment')).toEqual({ kind: 'declined', reason });
  });

  it('is declined once the use has ended', async () => {
    await processor.told('authorization');
    await processor.told('clearing');
    expect(await processor.told('increment')).toEqual({ kind: 'declined', reason: 'AUTHORIZATION_ENDED' });
  });

  it('that the network has approved holds what is there, and the account owes the rest', async () => {
    await processor.told('authorization');
    await processor.told('increment', { decision: 'APPROVED', amount: CARD_BALANCE });
    expect(await processor.use()).toMatchObject(
      has('AUTHORIZED', { authorized: CARD_BALANCE + 1_000n, reserved: CARD_BALANCE, decidedByNetwork: true }),
    );
    await processor.told('clearing', { amount: CARD_BALANCE + 1_000n });
    expect(await processor.use()).toMatchObject(has('SETTLED', { lost: 0n, moved: { CARD_OWED: { total: 1_000n } } }));
    await world.payer.auditClean();
  });

  it('of an unknown use is refused, so that the processor sends it again', async () => {
    expect(await processor.tells('increment')).toMatchObject(refused('TRANSACTION_NOT_FOUND'));
  });
});

describe('a reversal', () => {
  it('of a part releases that part, once', async () => {
    await processor.told('authorization');
    const reversal = processor.message('reversal', { amount: 300n });
    for (let times = 0; times < 2; times += 1) await processor.told('reversal', reversal);
    expect(await processor.use()).toMatchObject(has('AUTHORIZED', { authorized: 700n, reserved: 700n }));
  });

  it('of the whole, or of more than is left, ends the use', async () => {
    for (const [authorizationId, amount] of [
      ['use 1', null],
      ['use 2', 5_000n],
    ] as const) {
      await processor.told('authorization', { authorizationId });
      await processor.told('clearing', { authorizationId, amount: 400n });
      await processor.told('reversal', { authorizationId, amount });
      expect(await processor.use(authorizationId)).toMatchObject(has('SETTLED', { settled: 400n, reserved: 0n }));
    }
    expect(await world.balance()).toBe(CARD_BALANCE - 800n);
    await world.payer.auditClean();
  });

  it('of a use that was cleared at once gives the money back', async () => {
    await processor.told('authorization', { isFinal: true });
    await processor.told('reversal', { amount: 300n });
    await processor.told('reversal', { amount: null });
    expect(await processor.use()).toMatchObject(has('REFUNDED', { refunded: 1_000n }));
    expect(await world.balance()).toBe(CARD_BALANCE);
  });

  it('of a use that has ended changes nothing', async () => {
    await processor.told('authorization');
    await processor.told('clearing');
    await processor.told('reversal', { amount: null });
    await processor.told('reversal', { amount: 100n });
    expect(await processor.use()).toMatchObject(has('SETTLED', { settled: 1_000n }));
  });

  it('of an unknown use is refused', async () => {
    expect(await processor.tells('reversal', { amount: null })).toMatchObject(refused('TRANSACTION_NOT_FOUND'));
  });
});

describe('a clearing without an authorization', () => {
  it.each([
    ['names none', null, 'message:force'],
    ['names an unknown one', 'use 9', 'use 9'],
  ])('that %s debits the customer, once', async (_, authorizationId, token) => {
    const clearing = processor.message('clearing', { authorizationId, messageId: 'force' });
    const first = await processor.told('clearing', clearing);
    expect(await processor.told('clearing', clearing)).toEqual(first);
    expect(await processor.use(token)).toMatchObject(has('SETTLED', { settled: 1_000n, forced: true, clearings: 1 }));
    expect(await world.balance()).toBe(CARD_BALANCE - 1_000n);
    await world.payer.auditClean();
  });

  it('is followed by the approval that was late, and by another clearing', async () => {
    await processor.told('clearing', { amount: 400n });
    await processor.told('authorization', { decision: 'APPROVED', amount: 1_000n });
    await processor.told('clearing', { amount: 600n });
    expect(await processor.use()).toMatchObject(has('SETTLED', { settled: 1_000n, clearings: 2 }));
    expect(await world.rows(EXCEPTIONS)).toEqual([]);
    expect(await world.balance()).toBe(CARD_BALANCE - 1_000n);
    await world.payer.auditClean();
  });

  it('is owed by the account if the balance lacks it', async () => {
    await processor.told('clearing', { amount: CARD_BALANCE + 700n, authorizationId: null, messageId: 'force' });
    expect(await processor.use('message:force')).toMatchObject(
      has('SETTLED', { moved: { CARD_OWED: { total: 700n } } }),
    );
  });

  it('of 0 is refused', async () => {
    expect(await processor.tells('clearing', { amount: 0n })).toMatchObject(refused('TRANSACTION_NOT_FOUND'));
  });
});

describe('the last clearing of a use', () => {
  it('releases what it leaves', async () => {
    await processor.told('authorization');
    await processor.told('clearing', { amount: 400n, isFinal: true });
    expect(await processor.use()).toMatchObject(has('SETTLED', { settled: 400n, reserved: 0n }));
    expect(await world.balance()).toBe(CARD_BALANCE - 400n);
  });

  it('is judged by the date of the network', async () => {
    await processor.told('authorization', { expiresAt: plusSeconds(world.now(), 60) });
    await world.payer.play.pass(3_600);
    await processor.told('clearing', { at: plusSeconds(world.now(), -3_590) });
    expect(await processor.use()).toMatchObject({ card: { settled: 1_000n } });
  });
});

describe('a refund without a purchase', () => {
  it('credits the account, once', async () => {
    const refund = processor.message('return', { authorizationId: null, messageId: 'gift' });
    const first = await processor.told('return', refund);
    expect(await processor.told('return', refund)).toEqual(first);
    expect(await processor.use('message:gift')).toMatchObject({
      direction: 'CREDIT',
      status: 'SETTLED',
      card: { settled: 1_000n },
    });
    expect(await world.balance()).toBe(CARD_BALANCE + 1_000n);
    await world.payer.auditClean();
  });

  it('waits in suspense if the card is closed', async () => {
    valueOf(await world.run(world.payer.play.core.cards.update, { id: world.card.id, state: 'CLOSED' }));
    await processor.told('return', { authorizationId: null, messageId: 'gift' });
    expect(await world.balance()).toBe(CARD_BALANCE);
    expect(await world.rows(EXCEPTIONS)).toMatchObject([{ kind: 'DEPOSIT_HELD', amount: 1_000n }]);
    await world.payer.auditClean();
  });

  it('is found by its id when a return is taken back without its use', async () => {
    await processor.told('authorization');
    await processor.told('clearing');
    await processor.told('return', { messageId: 'back' });
    await processor.told('return.reversal', { authorizationId: null, returnId: 'back', amount: null });
    expect(await world.balance()).toBe(CARD_BALANCE - 1_000n);
    const unknown = { authorizationId: null, returnId: 'none', amount: null };
    expect(await processor.tells('return.reversal', unknown)).toMatchObject(refused('TRANSACTION_NOT_FOUND'));
  });
});

describe('a balance inquiry', () => {
  it('is answered with what the card can spend, and is logged once', async () => {
    await processor.told('authorization');
    const inquiry = processor.message('balance');
    const answer = { kind: 'balance', available: CARD_BALANCE - 1_000n, currency: 'USD' };
    for (let times = 0; times < 2; times += 1) expect(await processor.told('balance', inquiry)).toEqual(answer);
    expect(await world.rows(CARD_LOG)).toMatchObject([{ what: 'BALANCE_INQUIRY' }]);
  });

  it('shows nothing of a frozen card', async () => {
    valueOf(await world.run(world.payer.play.core.cards.update, { id: world.card.id, state: 'FROZEN' }));
    expect(await processor.told('balance')).toEqual({ kind: 'declined', reason: 'CARD_PAUSED' });
  });
});

describe('a change of the card by its processor', () => {
  const renewed = { kind: 'renewed', last4: '9876', expMonth: 5, expYear: 2_040 } as const;

  it('renews it, and an older message changes nothing', async () => {
    await processor.told('card', { change: renewed });
    await processor.told('card', { change: { ...renewed, last4: '1111', expYear: 2_020 } });
    expect(await shownCard()).toMatchObject({ last4: '9876', expMonth: 5, expYear: 2_040, state: 'ACTIVE' });
    await world.payer.auditClean();
  });

  it('closes it, once', async () => {
    const closed = processor.message('card', { change: { kind: 'closed' } });
    for (let times = 0; times < 2; times += 1) await processor.told('card', closed);
    expect(await shownCard()).toMatchObject({ state: 'CLOSED', stateReason: 'CLOSED_BY_SVC', stateChanges: 2 });
    expect(await processor.told('authorization')).toEqual({ kind: 'declined', reason: 'CARD_CLOSED' });
    await world.payer.play.pass(0);
    await world.payer.auditClean();
  });
});

describe('what a processor says besides', () => {
  const original = { amount: 900n, currency: 'EUR', exchangeRate: '1.1111' };

  it('is kept with the use and with each message, and a later message adds to it', async () => {
    await processor.told('authorization', { details: { wallet: 'APPLE_PAY', city: 'BERLIN' } });
    await processor.told('clearing', { details: { original, city: 'Berlin' } });
    const details = { wallet: 'APPLE_PAY', city: 'Berlin', original };
    expect(await processor.use()).toMatchObject({ card: { details } });
    expect(await world.rows(NETWORK_MESSAGES)).toMatchObject([{ details: { original, city: 'Berlin' } }]);
  });

  it('is kept with a use without an authorization', async () => {
    await processor.told('clearing', { details: { original } });
    expect(await processor.use()).toMatchObject({ card: { details: { original } } });
  });
});
