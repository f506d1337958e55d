import { sandboxRails } from '@corridor/adapters-rails/sandbox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Rail } from '../../core/src/accounts/index.js';
import { SCREENINGS } from '../../core/src/screening/index.js';
import { type PlayCore, playCore, valueOf } from '../../core/src/testing/play-core.js';
import { type PlayPayer, payerOn } from '../../core/src/testing/play-payer.js';
import { playScreening } from '../../core/src/testing/play-screening.js';
import { digest } from '../../core/src/testing/ports.js';
import { DEPOSITS, TRANSACTIONS } from '../../core/src/transactions/index.js';
import type { Storage } from './port/storage.js';
import { DATABASES, type TestDatabase } from './testing/backends.js';

const BANK = 'sandbox-bank';
const PAYMENTS = 8;
const SENT = 1_000n;

for (const backend of DATABASES) {
  describe(`screened money on ${backend.name}`, () => {
    let database: TestDatabase;
    const storages: Storage[] = [];
    const lists = playScreening();
    const submitted: string[] = [];
    let payer: PlayPayer;
    let hosts: readonly PlayCore[];

    const rails: readonly Rail[] = sandboxRails(digest).map((rail) =>
      rail.name !== BANK
        ? rail
        : {
            ...rail,
            payouts: {
              ...rail.payouts!,
              submit: async ({ reference }) => (submitted.push(reference), { state: 'pending', checkAfterSeconds: 60 }),
              status: async () => ({ state: 'delivered', onChainTransaction: null, checkAfterSeconds: null }),
            },
          },
    );

    beforeAll(async () => {
      database = await backend.create();
      storages.push(database.open());
      await storages[0]!.migrate();
      const over = { rails, screening: [lists.connection] };
      const first = await playCore({ ...over, storage: storages[0]! });
      payer = await payerOn(first);
      // SQLite is tested with one host.
      if (backend.name === 'postgres') storages.push(database.open());
      const second = storages[1];
      hosts = [
        first,
        second === undefined
          ? first
          : await playCore({ ...over, storage: second, clock: first.clock }, { existing: true }),
      ];
      await first.pass(2);
    });
    afterAll(async () => {
      for (const storage of storages) await storage.close();
      await database.drop();
    });

    const drain = () => Promise.all(hosts.map(({ core }) => core.work.drain()));
    const listed = () =>
      payer.play.storage.units.read(payer.play.tenant, async (reads) => ({
        payments: (await reads.list(TRANSACTIONS, { order: 'asc', limit: 100 })).rows,
        deposits: (await reads.list(DEPOSITS, { order: 'asc', limit: 100 })).rows,
        waiting: (await reads.list(SCREENINGS, { where: { status: 'ASKED' }, order: 'asc', limit: 100 })).rows,
      }));

    test('leaves once and is credited once, while hosts answer, cancel and change lists at the same time', async () => {
      const { play, usd } = payer;
      const before = (await payer.internal('USD')).available;
      const { id: destinationId } = await payer.dollars();
      const ids: string[] = [];
      for (let at = 0; at < PAYMENTS; at++) {
        const request = { sourceId: usd.id, destinationId, amount: SENT };
        ids.push(valueOf(await hosts[at % 2]!.run(play.core.transfers.out, request)).id);
        const arrived = { kind: 'arrival', rail: BANK, paymentId: `arrival ${at}`, reference: usd.reference } as const;
        const money = { currency: 'USD', amount: SENT, remitter: { name: 'Grace', account: 'DE1' }, valueDate: null };
        const told = () => play.core.railTells('SANDBOX', { ...arrived, ...money });
        await Promise.all([told(), told()]);
      }
      const cancel = (at: number) => hosts[at % 2]!.core.transactions.cancel(play.context(), { id: ids[at]! });
      await Promise.all([drain(), cancel(0), cancel(1), cancel(2)]);
      lists.change([]);
      await Promise.all([drain(), cancel(3), cancel(4)]);
      for (let round = 0; round < 4; round++) {
        play.clock.advance(120);
        await drain();
      }
      const { payments, deposits, waiting } = await listed();
      expect(waiting).toEqual([]);
      expect(submitted.toSorted()).toEqual([...new Set(submitted)].toSorted());
      const out = payments.filter(({ id }) => ids.includes(id));
      const delivered = out.filter(({ status }) => status === 'COMPLETED');
      expect(delivered.map(({ id }) => id).toSorted()).toEqual(submitted.toSorted());
      expect(out.filter(({ status }) => status === 'FAILED').length).toBe(PAYMENTS - delivered.length);
      const credited = deposits.filter(({ creditedAs, amount }) => creditedAs !== null && amount === SENT);
      expect(credited).toHaveLength(PAYMENTS);
      const { available, held } = await payer.internal('USD');
      expect([available, held]).toEqual([before + SENT * BigInt(PAYMENTS - delivered.length), 0n]);
      await payer.auditClean();
    });
  });
}
