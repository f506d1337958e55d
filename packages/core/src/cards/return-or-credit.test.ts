import { beforeEach, describe, expect, it } from 'vitest';
import { EXCEPTIONS } from '../exceptions/index.js';
import { CARD_BALANCE, type PlayCard, playCard } from '../testing/play-card.js';
import { valueOf } from '../testing/play-core.js';
import { type PlayProcessor, playProcessor } from '../testing/play-processor.js';
import { TRANSACTIONS } from '../transactions/index.js';

let world: PlayCard;
let processor: PlayProcessor;

beforeEach(async () => {
  world = await playCard();
  processor = playProcessor(world);
});

const exceptions = () => world.rows(EXCEPTIONS);
const moved = async () => (await world.balance()) - CARD_BALANCE;

describe('the reversal of a refund without a purchase', () => {
  const gift = { messageId: 'gift', authorizationId: null } as const;
  const takenBack = (over: object = {}) =>
    processor.told('return.reversal', { authorizationId: null, returnId: 'gift', amount: null, ...over });

  it.each([null, 'use 9'])('takes the whole credit back, once: %s', async (authorizationId) => {
    await processor.told('return', { ...gift, authorizationId });
    const reversal = processor.message('return.reversal', { authorizationId, returnId: 'gift', amount: null });
    for (let times = 0; times < 2; times += 1) await processor.told('return.reversal', reversal);
    expect(await moved()).toBe(0n);
    await processor.told('clearing', { authorizationId: 'use 9' });
    await processor.told('return.reversal', reversal);
    expect(await moved()).toBe(-1_000n);
    expect(await exceptions()).toEqual([]);
    await world.payer.auditClean();
  });

  it('takes a part back', async () => {
    await processor.told('return', gift);
    await takenBack({ amount: 300n });
    expect(await moved()).toBe(700n);
    await takenBack();
    expect(await moved()).toBe(0n);
    await world.payer.auditClean();
  });

  it('takes back what waits in suspense', async () => {
    valueOf(await world.run(world.payer.play.core.cards.update, { id: world.card.id, state: 'CLOSED' }));
    await processor.told('return', gift);
    await takenBack();
    expect(await moved()).toBe(0n);
    expect(await exceptions()).toMatchObject([{ kind: 'DEPOSIT_HELD', status: 'RESOLVED' }]);
    await world.payer.auditClean();
  });

  it('is owed by the account if the customer has spent the money', async () => {
    await processor.told('return', gift);
    await processor.told('authorization', { amount: CARD_BALANCE + 1_000n, isFinal: true });
    const { transactionId: id } = (await takenBack()) as { transactionId: string };
    const use = async () => (await world.rows(TRANSACTIONS)).find((row) => row.id === id);
    expect(await use()).toMatchObject({ status: 'SETTLED', card: { settled: 0n, lost: 0n } });
    await world.payer.auditClean();
    const { play, usd } = world.payer;
    valueOf(await world.run(play.core.sandbox.fund, { accountId: usd.id, amount: 1_500n }));
    expect(await world.balance()).toBe(500n);
    await world.payer.auditClean();
  });
});
