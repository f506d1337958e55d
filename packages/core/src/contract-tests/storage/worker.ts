import { EVENTS, type Job, JOBS, type OutboxClaim, type OutboxEvent } from '../../events/index.js';
import { type BaseRecord, instant, type KindOf, ok } from '../../kernel/index.js';
import { everyRecord } from '../../ledger/index.js';
import type { TestRunner } from '../test-runner.js';
import type { OpenStorage } from './open-storage.js';
import { T0 } from './records.js';

export const LEASE = instant(T0 + 30_000);

export const ids = (records: readonly { readonly id: string }[]): string[] => records.map(({ id }) => id);

/** An idle worker: each case starts on a fresh host, and removes the work that it leaves. */
export function worker(runner: TestRunner, storage: OpenStorage) {
  const removeAll = <T extends BaseRecord>(kind: KindOf<T>) =>
    storage.units.run(null, async (tx) => {
      for await (const record of everyRecord(tx, kind)) tx.remove(kind, record);
      return ok();
    });

  return {
    test: (name: string, run: () => Promise<void>): void =>
      runner.test(name, async () => {
        await storage.reopen();
        try {
          await run();
        } finally {
          await removeAll(JOBS);
          await removeAll(EVENTS);
        }
      }),

    schedule: (...jobs: readonly Job[]) =>
      storage.units.run(null, async (tx) => {
        for (const each of jobs) tx.add(JOBS, each);
        return ok();
      }),

    emit: (...events: readonly OutboxEvent[]) =>
      storage.units.run(null, async (tx) => {
        for (const each of events) tx.add(EVENTS, each);
        return ok();
      }),

    jobs: (now: number, limit = 10) =>
      storage.jobs.claim({ now: instant(now), leaseUntil: instant(now + 30_000), limit }),

    /** One event of each resource, if not given otherwise. */
    events: (now: number, { limit = 10, perTenant = 10, perResource = 1, ...only }: Partial<OutboxClaim> = {}) =>
      storage.outbox.claim({
        now: instant(now),
        leaseUntil: instant(now + 30_000),
        limit,
        perTenant,
        perResource,
        except: [],
        untriedOnly: [],
        resumed: [],
        ...only,
      }),
  };
}
