import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EXCEPTIONS } from '../../packages/core/src/exceptions/index.js';
import { CARD_BALANCE, cardOf, type PlayCard } from '../../packages/core/src/testing/play-card.js';
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
