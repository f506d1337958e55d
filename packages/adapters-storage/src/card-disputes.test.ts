import type { Result } from '@corridor/core';
import { CARD_DISPUTES } from '@corridor/core/records';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CardTransaction } from '../../core/src/cards/index.js';
import { type PlayCard, playCard } from '../../core/src/testing/play-card.js';
import { codeOf, valueOf } from '../../core/src/testing/play-core.js';
import { type PlayProcessor, playProcessor } from '../../core/src/testing/play-processor.js';
import type { Storage } from './port/storage.js';
import { DATABASES, type TestDatabase } from './testing/backends.js';

const WHOLE = 1_000n;
const REASON = 'asked by the cardholder';

for (const backend of DATABASES) {
  describe(`disputes about card payments on ${backend.name}`, () => {
    let database: TestDatabase;
    let storage: Storage;
    let world: PlayCard;
    let processor: PlayProcessor;
    beforeAll(async () => {
      database = await backend.create();
      storage = database.open();
      await storage.migrate();
      world = await playCard({ storage });
      processor = playProcessor(world);
    });
    afterAll(async () => {
      await storage.close();
      await database.drop();
    });

    const disputes = () => world.payer.play.core.cards.disputes;
    const bought = async (authorizationId: string): Promise<CardTransaction> => {
      await processor.told('authorization', { authorizationId, amount: WHOLE, isFinal: true });
      return (await processor.use(authorizationId))!;
    };
    const open = ({ id }: CardTransaction) => world.run(disputes().open, { transactionId: id, reason: 'FRAUD' });
    /** Sends again what lost against a message at the same moment, as a processor does. */
    const untilBooked = async (send: () => Promise<Result<unknown>>): Promise<void> => {
      for (let tries = 0; tries < 5; tries += 1) {
        const sent = await send();
        if (sent.ok) return;
        expect(codeOf(sent)).toBe('CONFLICT');
      }
      throw new Error('the message was refused each time');
    };

    test('opens one of two disputes about the same money', async () => {
      for (let round = 0; round < 6; round += 1) {
        const use = await bought(`opened ${round}`);
        const both = await Promise.all([open(use), open(use)]);
        expect(both.filter(({ ok }) => ok)).toHaveLength(1);
      }
      await world.payer.auditClean();
    });

    test('books each message once, whatever comes at the same moment', async () => {
      const before = await world.balance();
      for (let round = 0; round < 6; round += 1) {
        const use = await bought(`told ${round}`);
        const { id: disputeId } = valueOf(await open(use));
        const about = { disputeId, networkCaseId: `case ${round}` };
        const paid = processor.message('dispute', { ...about, event: 'chargeback', amount: WHOLE });
        const won = processor.message('dispute', { ...about, event: 'won', amount: 0n });
        const messages = [paid, paid, won, won];
        await Promise.all(messages.map((message) => untilBooked(() => processor.tells('dispute', message))));
        const dispute = valueOf(await world.payer.play.read(disputes().get, { id: disputeId }));
        expect(dispute).toMatchObject({ status: 'WON', received: 0n, paid: WHOLE });
      }
      expect(await world.balance()).toBe(before);
      await world.payer.auditClean();
    });

    test('gives a customer the money once, if an operator and the merchant give it at the same moment', async () => {
      const before = await world.balance();
      for (let round = 0; round < 6; round += 1) {
        const authorizationId = `given ${round}`;
        const use = await bought(authorizationId);
        const { id } = valueOf(await open(use));
        await Promise.all([
          world.run(disputes().credit, { id, reason: REASON }),
          untilBooked(() =>
            processor.tells('return', { authorizationId, messageId: `returned ${round}`, amount: WHOLE }),
          ),
        ]);
        expect(valueOf(await world.payer.play.read(disputes().get, { id })).provisional).toBe(0n);
        expect(await world.balance()).toBe(before);
      }
      expect((await world.rows(CARD_DISPUTES)).length).toBeGreaterThan(6);
      await world.payer.auditClean();
    });
  });
}
