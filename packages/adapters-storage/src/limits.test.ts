import { randomUUID } from 'node:crypto';
import type { Id } from '@corridor/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LIMIT_USAGES, planLimit, takeLimits, writeLimit } from '../../core/src/limits/index.js';
import { codeOf, type PlayCore, playCore, valueOf } from '../../core/src/testing/play-core.js';
import { type PlayPayer, payerOn } from '../../core/src/testing/play-payer.js';
import type { Storage } from './port/storage.js';
import { DATABASES, type TestDatabase } from './testing/backends.js';

const PAYMENTS = 12;
const SENT = 1_000n;
const MOST = 5;

for (const backend of DATABASES) {
  describe(`the limits of a customer on ${backend.name}`, () => {
    let database: TestDatabase;
    const storages: Storage[] = [];
    let payer: PlayPayer;
    let hosts: readonly PlayCore[];
    beforeAll(async () => {
      database = await backend.create();
      storages.push(database.open());
      await storages[0]!.migrate();
      const first = await playCore({ storage: storages[0]! });
      payer = await payerOn(first);
      // SQLite is tested with one host.
      if (backend.name === 'postgres') storages.push(database.open());
      const second = storages[1];
      hosts = [
        first,
        second === undefined ? first : await playCore({ storage: second, clock: first.clock }, { existing: true }),
      ];
      const change = { kind: 'ALL', currency: 'USD' as never, dailyAmount: BigInt(MOST) * SENT } as const;
      const set = await first.run(async (tx, ctx) => {
        const planned = await planLimit(tx, ctx, change);
        if (planned.ok) writeLimit(tx, planned.value, change, () => undefined);
        return planned;
      }, undefined);
      valueOf(set);
      await first.pass(2);
    });
    afterAll(async () => {
      for (const storage of storages) await storage.close();
      await database.drop();
    });

    const used = async () => {
      const { rows } = await payer.play.storage.units.read(payer.play.tenant, (reads) =>
        reads.list(LIMIT_USAGES, { order: 'asc', limit: 10 }),
      );
      return rows.map(({ cap, remaining, countCap, countRemaining }) => [cap - remaining, countCap - countRemaining]);
    };
    const all = [BigInt(MOST) * SENT, BigInt(MOST)];

    test('are kept by payments that hosts start at the same time, and are there again for what fails', async () => {
      const { id } = await payer.dollars('002');
      const request = { sourceId: payer.usd.id, destinationId: id, amount: SENT };
      const start = () =>
        Promise.all(
          Array.from({ length: PAYMENTS }, (_, at) => {
            const host = hosts[at % 2]!;
            return host.run(host.core.transfers.out, request);
          }),
        );
      const codes = (await start()).map(codeOf);
      expect(codes.filter((code) => code === 'ok')).toHaveLength(MOST);
      expect(codes.filter((code) => code === 'VELOCITY_LIMIT_EXCEEDED')).toHaveLength(PAYMENTS - MOST);
      expect(await used()).toEqual([all, all]);
      // Both hosts end the payments, each of which gives back once.
      payer.play.clock.advance(5);
      await Promise.all(hosts.map(({ core }) => core.work.drain()));
      await payer.play.pass(60);
      expect(await used()).toEqual([
        [0n, 0n],
        [0n, 0n],
      ]);
      expect((await start()).map(codeOf).filter((code) => code === 'ok')).toHaveLength(MOST);
      await payer.play.pass(0);
      await payer.auditClean();
    });

    test('are kept by the first arrivals and authorizations of a period that come at the same time', async () => {
      const { tenant } = payer.play;
      const once = { kind: 'CARD', currency: 'USD', dailyAmount: SENT, dailyCount: null } as const;
      const platform = { customerLimits: [{ ...once, monthlyAmount: SENT, monthlyCount: null }] } as never;
      for (let round = 0; round < 10; round++) {
        const customerId = `Customer:${randomUUID()}` as Id<'Customer'>;
        const counted = { customerId, kind: 'CARD', currency: 'USD' as never, amount: SENT } as const;
        const take = (storage: Storage) =>
          storage.units.run(tenant, (tx) => takeLimits(tx, payer.play.context(), platform, counted));
        const taken = await Promise.all(Array.from({ length: 6 }, (_, at) => take(storages[at % storages.length]!)));
        expect(taken.filter(({ ok }) => ok)).toHaveLength(1);
      }
    });
  });
}
