import { beforeEach, describe, expect, it } from 'vitest';
import { instant, ok, plusSeconds } from '../kernel/index.js';
import { CARD_BALANCE, type PlayCard, playCard } from '../testing/play-card.js';
import { type PlayProcessor, playProcessor } from '../testing/play-processor.js';
import { CARD_DISPUTES } from './card-dispute.js';
import { CARDS } from './card.js';

const refused = (code: string) => ({ ok: false, error: { code } });

let world: PlayCard;
let processor: PlayProcessor;

beforeEach(async () => {
  world = await playCard();
  processor = playProcessor(world);
});

describe('a question of a processor', () => {
  it('is answered with the approved amount, and a repeat has the same answer', async () => {
    const question = processor.message('authorization');
    const approved = await processor.told('authorization', question);
    const use = (await processor.use())!;
    expect(approved).toEqual({ kind: 'approved', amount: 1_000n, currency: 'USD', transactionId: use.id });
    expect(use).toMatchObject({ status: 'AUTHORIZED', rail: world.card.processorRef, card: { reserved: 1_000n } });
    expect(await processor.told('authorization', question)).toEqual(approved);
    expect(await world.balance()).toBe(CARD_BALANCE - 1_000n);
  });

  it('is answered with the reason of a decline', async () => {
    const question = processor.message('authorization', { amount: CARD_BALANCE + 1n });
    const declined = { kind: 'declined', reason: 'INSUFFICIENT_FUNDS' };
    expect(await processor.told('authorization', question)).toEqual(declined);
    expect(await processor.told('authorization', question)).toEqual(declined);
    expect(await processor.use()).toBeNull();
  });

  it('of 0 verifies the account', async () => {
    const verified = { kind: 'approved', amount: 0n, currency: 'USD', transactionId: null };
    expect(await processor.told('authorization', { amount: 0n })).toEqual(verified);
  });

  it('is refused in another currency than that of the card', async () => {
    expect(await processor.tells('authorization', { currency: 'EUR' as never })).toMatchObject(
      refused('INVALID_CURRENCY'),
    );
  });
});

describe('what a processor tells', () => {
  it('is booked: clearing, advice, return and its reversal, each once', async () => {
    await processor.told('authorization');
    const transactionId = (await processor.use())!.id;
    const booked = { kind: 'booked', transactionId };
    expect(await processor.told('advice', { amount: 1_500n })).toEqual(booked);
    const clearing = processor.message('clearing', { amount: 1_500n });
    expect(await processor.told('clearing', clearing)).toEqual(booked);
    expect(await processor.told('clearing', clearing)).toEqual(booked);
    expect(await processor.use()).toMatchObject({ status: 'SETTLED', card: { settled: 1_500n, clearings: 1 } });
    const back = processor.message('return', { amount: 500n, clearingId: clearing.messageId });
    expect(await processor.told('return', back)).toEqual(booked);
    expect(await processor.told('return', back)).toEqual(booked);
    expect(await world.balance()).toBe(CARD_BALANCE - 1_000n);
    const reversal = { returnId: back.messageId, amount: null };
    expect(await processor.told('return.reversal', reversal)).toEqual(booked);
    expect(await world.balance()).toBe(CARD_BALANCE - 1_500n);
  });

  it('is refused with other content under its id', async () => {
    await processor.told('authorization');
    const clearing = processor.message('clearing', { amount: 400n });
    await processor.told('clearing', clearing);
    expect(await processor.tells('clearing', { ...clearing, amount: 500n })).toMatchObject(refused('CONFLICT'));
    expect(await processor.use()).toMatchObject({ card: { settled: 400n } });
  });

  it.each(['clearing', 'advice', 'increment', 'reversal', 'return', 'return.reversal', 'dispute'] as const)(
    'is refused in another currency than that of the use: %s',
    async (kind) => {
      await processor.told('authorization');
      await processor.told('clearing', { messageId: 'c1' });
      await processor.told('return', { messageId: 'r1', amount: 100n });
      const over = { currency: 'EUR', returnId: 'r1', clearingId: 'c1', amount: 10n, decision: 'APPROVED' } as never;
      expect(await processor.tells(kind, over)).toMatchObject(refused('INVALID_CURRENCY'));
      expect(await processor.use()).toMatchObject({ card: { authorized: 1_000n, settled: 1_000n, refunded: 100n } });
    },
  );

  it.each(['APPROVED', 'DECLINED'] as const)(
    'is refused in another currency than that of the card: %s, about a use that is known or not',
    async (decision) => {
      await processor.told('authorization');
      for (const authorizationId of ['use 1', 'unknown'])
        expect(
          await processor.tells('authorization', { authorizationId, decision, currency: 'EUR' as never }),
        ).toMatchObject(refused('INVALID_CURRENCY'));
      expect(await processor.use()).toMatchObject({ status: 'AUTHORIZED', card: { reserved: 1_000n } });
      expect(await processor.use('unknown')).toBeNull();
    },
  );

  it('is in the currency of its use, also if the card has another one since', async () => {
    await processor.told('authorization');
    const { units } = world.payer.play.storage;
    await units.run(world.payer.play.tenant, async (tx) => {
      const card = (await tx.get(CARDS, world.card.id))!;
      return ok(tx.change(CARDS, card, { ...card, currency: 'EUR' as never, version: card.version + 1 }));
    });
    for (const decision of ['APPROVED', 'DECLINED'] as const) {
      const told = { decision, currency: 'EUR' as never, amount: 5_000n };
      expect(await processor.tells('authorization', told)).toMatchObject(refused('INVALID_CURRENCY'));
    }
    expect(await processor.use()).toMatchObject({ card: { reserved: 1_000n } });
    await processor.told('authorization', { decision: 'DECLINED' });
    expect(await processor.use()).toMatchObject({ card: { reserved: 0n, declinedByNetwork: true } });
  });

  it('takes back no return with a reversal that names a message of another kind', async () => {
    await processor.told('authorization');
    await processor.told('clearing', { messageId: 'c1' });
    await processor.told('return', { messageId: 'r1', amount: 300n });
    const named = { messageId: 'v1', returnId: 'c1', amount: null };
    const result = await processor.tells('return.reversal', named);
    expect(result).toMatchObject(refused('INVALID_INPUT'));
    expect(JSON.stringify(result)).toContain('name the messageId of the return that is taken back');
    expect(await processor.use()).toMatchObject({ card: { refunded: 300n } });
    await processor.told('return.reversal', { ...named, returnId: 'r1' });
    expect(await processor.use()).toMatchObject({ card: { refunded: 0n } });
  });

  it('about a dispute outdates no later message by a date in the future', async () => {
    await processor.told('authorization');
    await processor.told('clearing', { messageId: 'c1' });
    const later = plusSeconds(instant(world.now()), 365 * 24 * 3_600);
    await processor.told('dispute', { clearingId: 'c1', at: later });
    await world.payer.play.pass(60);
    await processor.told('dispute', { clearingId: 'c1', event: 'representment' });
    const { storage, tenant } = world.payer.play;
    const { rows } = await storage.units.read(tenant, (reads) => reads.list(CARD_DISPUTES, { order: 'asc', limit: 5 }));
    expect(rows).toMatchObject([{ status: 'REPRESENTED' }]);
  });

  it('is refused about a card that it did not issue', async () => {
    const { hear } = world.payer.play.core.cardProcessors;
    const question = processor.message('authorization');
    const { processorRef } = world.card;
    expect(await hear('another', 'SANDBOX', question)).toMatchObject(refused('REFERENCE_NOT_FOUND'));
    expect(await hear(processorRef, 'PRODUCTION', question)).toMatchObject(refused('REFERENCE_NOT_FOUND'));
    expect(await processor.tells('authorization', { cardId: 'Card:none' })).toMatchObject(
      refused('REFERENCE_NOT_FOUND'),
    );
  });
});
