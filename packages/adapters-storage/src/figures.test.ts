import { randomBytes } from 'node:crypto';
import { ok, type TenantKey } from '@corridor/core';
import { figuresArea, inspectFigures, type Totals } from '@corridor/core/internal';
import { EVENTS } from '@corridor/core/records';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Storage } from './port/storage.js';
import { BACKENDS, postgres, type TestDatabase } from './testing/backends.js';
import { paymentEvents } from './testing/payment-events.js';
import { ALICE, BOB, T0 } from './testing/records.js';

const PAYMENTS = 400;
const PAYMENTS_OF_A_UNIT = 5;

const figuresOn = ({ units, jobs, outbox }: Storage) => figuresArea({ units, jobs, outbox, clock: { now: () => T0 } });
const audited = ({ units }: Storage) => inspectFigures(units, { bytes: (length) => randomBytes(length) });
const write = ({ units }: Storage, numbers: readonly number[], tenant: TenantKey) =>
  units.run(tenant, async (tx) => {
    for (const number of numbers)
      for (const event of paymentEvents(number, { tenant, from: T0, of: PAYMENTS })) tx.add(EVENTS, event);
    return ok();
  });

const sum = ({ cells }: Totals, of: 'accepted' | 'settled'): number =>
  cells.reduce((total, cell) => total + cell[of], 0);
const openOf = ({ open }: Totals): number => open.reduce((total, { count }) => total + count, 0);

for (const backend of BACKENDS) {
  describe(`figures of payments on ${backend.name}`, () => {
    let database: TestDatabase;
    let hosts: readonly Storage[];

    beforeAll(async () => {
      database = await backend.create();
      const first = database.open();
      await first.migrate();
      hosts = backend.name === 'memory' ? [first, first] : [first, database.open()];
    });
    afterAll(async () => {
      await Promise.all([...new Set(hosts)].map((host) => host.close()));
      await database.drop();
    });

    test('count each payment once, and never fewer than before, while several hosts write, count and read', async () => {
      const figures = hosts.map(figuresOn);
      let isWriting = true;
      const writing = [0, 1, 2, 3].map(async (worker) => {
        for (let from = worker; from < PAYMENTS; from += 4 * PAYMENTS_OF_A_UNIT) {
          const numbers = Array.from({ length: PAYMENTS_OF_A_UNIT }, (_, i) => from + 4 * i);
          await write(hosts[worker % 2]!, numbers, worker % 2 === 0 ? ALICE : BOB);
        }
      });
      const counting = figures.map(async ({ fold }) => {
        while (isWriting) await fold();
      });
      const reading = figures.map(async ({ useCases }) => {
        for (let accepted = 0; isWriting;) {
          const now = sum(await useCases.totals(), 'accepted');
          expect(now).toBeGreaterThanOrEqual(accepted);
          accepted = now;
        }
      });
      await Promise.all(writing);
      isWriting = false;
      await Promise.all([...counting, ...reading]);
      const expected = { accepted: PAYMENTS, settled: PAYMENTS * 0.94, open: PAYMENTS / 100 };
      const seen = async (host: number) => {
        const totals = await figures[host]!.useCases.totals();
        return { accepted: sum(totals, 'accepted'), settled: sum(totals, 'settled'), open: openOf(totals) };
      };
      expect(await seen(1)).toEqual(expected);
      while ((await figures[0]!.fold()).events > 0);
      expect([await seen(0), await seen(1)]).toEqual([expected, expected]);
      expect(await audited(hosts[1]!)).toEqual([]);
    });
  });
}

describe('figures of payments on postgres, where a position is drawn before its row is visible,', () => {
  let storage: Storage;
  let slow: pg.Client;

  beforeEach(async () => {
    const database = await postgres.create();
    storage = database.open();
    await storage.migrate();
    slow = new pg.Client({ connectionString: database.address });
    await slow.connect();
  });
  afterEach(async () => {
    await slow.end();
    await storage.close();
  });

  /** Writes an event, and another one before it that is not committed. */
  async function writeBefore(): Promise<void> {
    await slow.query('begin');
    await slow.query(`create temp table late as select * from events limit 1`);
    await slow.query(`update late set id = set_byte(id, length(id) - 1, 99), position = nextval('events_position')`);
    await slow.query('insert into events select * from late');
    await write(storage, [200], ALICE);
  }

  test('wait for an event that is committed after later positions', async () => {
    const { fold, useCases } = figuresOn(storage);
    await write(storage, [100], ALICE);
    expect((await fold()).events).toBe(1);
    await writeBefore();
    expect((await fold()).events).toBe(0);
    expect(sum(await useCases.totals(), 'accepted')).toBe(1);
    await slow.query('commit');
    expect(sum(await useCases.totals(), 'accepted')).toBe(3);
    expect((await fold()).events).toBe(2);
    expect(sum(await useCases.totals(), 'accepted')).toBe(3);
    expect(await audited(storage)).toEqual([]);
  });

  test('do not skip an event that is committed after the snapshot in which they are counted', async () => {
    await write(storage, [100], ALICE);
    await writeBefore();
    let committing: Promise<void> | null = null;
    let isCommitted = false;
    const { units } = storage;
    // The first read of a record begins the snapshot.
    const fold = figuresOn({
      ...storage,
      units: {
        ...units,
        read: (tenant, work) =>
          units.read(tenant, (reads) =>
            work({
              ...reads,
              async get(kind, id) {
                const found = await reads.get(kind, id);
                if (committing === null) committing = slow.query('commit').then(() => void (isCommitted = true));
                // A unit may await only its own reads.
                while (!isCommitted) await reads.get(kind, id);
                return found;
              },
            }),
          ),
      },
    }).fold;
    await fold();
    expect(isCommitted).toBe(true);
    await fold();
    expect(sum(await figuresOn(storage).useCases.totals(), 'accepted')).toBe(3);
    expect(await audited(storage)).toEqual([]);
  });
});
