import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EXCEPTIONS } from '../../packages/core/src/exceptions/index.js';
import { LIMIT_USAGES, usedIn } from '../../packages/core/src/limits/index.js';
import { CARD_BALANCE, cardOf, type PlayCard } from '../../packages/core/src/testing/play-card.js';
import { valueOf } from '../../packages/core/src/testing/play-core.js';
import { payerOn } from '../../packages/core/src/testing/play-payer.js';
import { type PlayProcessor, playProcessor } from '../../packages/core/src/testing/play-processor.js';
import { gatedPostgres, type GatedPostgres } from '../support/gated-postgres.js';

/** The sum that the card has reserved before: a row that a question changes after its look-ups. */
const RESERVED = 'balances where available = 3000';

let gated: GatedPostgres;
let world: PlayCard;
/** The processor at the first and at the second host. */
let processor: PlayProcessor;
let elsewhere: PlayProcessor;

beforeEach(async () => {
  gated = await gatedPostgres();
  world = await cardOf(await payerOn(gated.play));
  processor = playProcessor(world);
  elsewhere = playProcessor({ ...world, payer: { ...world.payer, play: gated.other } });
  await processor.told('authorization', { authorizationId: 'earlier', amount: 3_000n });
});
afterEach(() => gated.close());

describe('on Postgres, a decision of the network while the question is being answered', () => {
  it('declines the use that the question opens', async () => {
    await gated.lock(RESERVED);
    const asked = processor.told('authorization');
    await gated.untilWaiting(1);
    const declined = elsewhere.told('authorization', { decision: 'DECLINED', messageId: 'declined' });
    await gated.untilWaiting(2);
    await gated.open();
    expect(await asked).toMatchObject({ kind: 'approved' });
    expect(await declined).toEqual({ kind: 'booked', transactionId: (await processor.use())!.id });
    expect(await processor.use()).toMatchObject({ status: 'SETTLED', card: { settled: 0n, reserved: 0n } });
    expect(await world.balance()).toBe(CARD_BALANCE - 3_000n);
  });

  it('approves the part that the question has approved, or another amount', async () => {
    await gated.lock(RESERVED);
    const asked = processor.told('authorization');
    await gated.untilWaiting(1);
    const approved = elsewhere.told('authorization', { decision: 'APPROVED', amount: 800n, messageId: 'approved' });
    await gated.untilWaiting(2);
    await gated.open();
    expect(await asked).toMatchObject({ kind: 'approved' });
    expect(await approved).toMatchObject({ kind: 'booked' });
    expect(await processor.use()).toMatchObject({ card: { authorized: 800n, reserved: 800n } });
    expect(await world.rows(EXCEPTIONS)).toEqual([]);
  });

  it('books both first clearings of an unknown use', async () => {
    await gated.lock(RESERVED);
    const first = processor.told('clearing', { authorizationId: 'unknown', amount: 500n, messageId: 'first' });
    await gated.untilWaiting(1);
    const second = elsewhere.told('clearing', { authorizationId: 'unknown', amount: 80n, messageId: 'second' });
    await gated.untilWaiting(2);
    await gated.open();
    const booked = { kind: 'booked', transactionId: expect.any(String) };
    expect([await first, await second]).toEqual([booked, booked]);
    expect(await processor.use('unknown')).toMatchObject({ status: 'SETTLED', card: { settled: 580n, clearings: 2 } });
    expect(await world.rows(EXCEPTIONS)).toEqual([]);
  });
});

describe('on Postgres, questions at two hosts at the same time', () => {
  const limit = async (spendLimit: object) => {
    const { id } = world.card;
    const controls = { spendLimits: [{ period: 'DAY', ...spendLimit }] };
    valueOf(await world.run(gated.play.core.cards.update, { id, controls } as never));
  };
  const askTwice = async () => {
    await gated.lock(RESERVED);
    const first = processor.told('authorization', { messageId: 'first' });
    await gated.untilWaiting(1);
    const second = elsewhere.told('authorization', {
      messageId: 'second',
      authorizationId: 'use 2',
      partialAllowed: true,
    });
    await gated.untilWaiting(2);
    await gated.open();
    return [await first, await second] as const;
  };
  const used = async () => (await world.rows(LIMIT_USAGES)).map((usage) => usedIn(usage));

  it('do not exceed the number of uses of a card, also if they are the first ones of the day', async () => {
    await limit({ count: 1 });
    const [first, second] = await askTwice();
    expect(first).toMatchObject({ kind: 'approved' });
    expect(second).toEqual({ kind: 'declined', reason: 'SPEND_LIMIT_EXCEEDED' });
    expect(await used()).toEqual([{ amount: 1_000n, count: 1n }]);
  });

  it('do not exceed the sum of a card: the second one gets the part that is left', async () => {
    await limit({ amount: 1_600n });
    const [first, second] = await askTwice();
    expect([first, second]).toMatchObject([{ amount: 1_000n }, { kind: 'approved', amount: 600n }]);
    expect(await used()).toEqual([{ amount: 1_600n, count: 2n }]);
  });
});
