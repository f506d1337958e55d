import type { Result } from '@corridor/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type PlayCard, playCard } from '../../core/src/testing/play-card.js';
import { valueOf } from '../../core/src/testing/play-core.js';
import type { Storage } from './port/storage.js';
import { DATABASES, type TestDatabase } from './testing/backends.js';

const LIMIT = 30 * 24 * 60 * 60;

for (const backend of DATABASES) {
  describe(`the hold of a card on ${backend.name}`, () => {
    let database: TestDatabase;
    let storage: Storage;
    let world: PlayCard;
    beforeAll(async () => {
      database = await backend.create();
      storage = database.open();
      await storage.migrate();
      world = await playCard({ storage });
    });
    afterAll(async () => {
      await storage.close();
      await database.drop();
    });

    const cards = () => world.payer.play.core.cards;
    const clear = (id: string, amount: bigint, networkMessageId: string) =>
      world.run(cards().network.clear, { cardId: world.card.id, transactionId: id, amount, networkMessageId });

    test('has one order of an operator who releases it and a merchant who collects at the same moment', async () => {
      const before = await world.balance();
      for (let round = 0; round < 12; round += 1) {
        const spent = await world.approved();
        const release = () => world.run(cards().release, { id: spent.id, reason: 'The merchant is gone' });
        const steps: (() => Promise<Result<unknown>>)[] = [release, () => clear(spent.id, 1_000n, `clear ${round}`)];
        if (round % 2 === 1) steps.reverse();
        const results = await Promise.all(steps.map((step) => step()));
        const [released, cleared] = round % 2 === 1 ? results.reverse() : results;
        valueOf(cleared!);
        // Either the release came first and the clearing was pulled, or there was nothing to release any more.
        const { status, card } = await world.latest(spent);
        const [CARD_RELEASE, CARD_PULL] = [card.moved.CARD_RELEASE?.total, card.moved.CARD_PULL?.total];
        expect({ status, settled: card.settled, lost: card.lost, reserved: card.reserved }).toEqual({
          ...{ status: 'SETTLED', settled: 1_000n, lost: 0n, reserved: 0n },
        });
        if (released!.ok) expect([CARD_RELEASE, CARD_PULL]).toEqual([1_000n, 1_000n]);
        else {
          expect(released).toMatchObject({ error: { code: 'INVALID_STATE_TRANSITION' } });
          expect([CARD_RELEASE, CARD_PULL, card.moved.CARD_CLEARING?.total]).toEqual([undefined, undefined, 1_000n]);
        }
      }
      expect(await world.balance()).toBe(before - 12_000n);
      await world.payer.auditClean();
    });

    test('ends once, whatever comes at its last moment: another host, a clearing or an operator', async () => {
      const before = await world.balance();
      const uses = [await world.approved(), await world.approved(), await world.approved()] as const;
      world.payer.play.clock.advance(LIMIT);
      const { core } = world.payer.play;
      const released = world.run(cards().release, { id: uses[0].id, reason: 'The merchant is gone' });
      const cleared = clear(uses[1].id, 1_000n, 'at the last moment');
      await Promise.allSettled([core.work.expireOverdue(), released, cleared, core.work.expireOverdue()]);
      valueOf(await cleared);
      await core.work.drain();
      const after = await Promise.all(uses.map((use) => world.latest(use)));
      expect(after.map(({ status, card }) => [status, card.settled, card.reserved])).toEqual([
        ['SETTLED', 0n, 0n],
        ['SETTLED', 1_000n, 0n],
        ['SETTLED', 0n, 0n],
      ]);
      for (const { card } of [after[0]!, after[2]!])
        expect(card.moved.CARD_RELEASE).toEqual({ count: 1, total: 1_000n });
      expect(await world.balance()).toBe(before - 1_000n);
      await world.payer.auditClean();
    });

    test('is released once, also if several operators do it at the same time', async () => {
      const before = await world.balance();
      const spent = await world.approved();
      const release = () => world.run(cards().release, { id: spent.id, reason: 'The merchant is gone' });
      const results = await Promise.all([release(), release(), release()]);
      expect(results.filter(({ ok }) => ok)).toHaveLength(1);
      expect((await world.latest(spent)).card.moved.CARD_RELEASE).toEqual({ count: 1, total: 1_000n });
      expect(await world.balance()).toBe(before);
      await world.payer.auditClean();
    });
  });
}
