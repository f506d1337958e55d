import type { Storage } from '@corridor/adapters-storage';
import { instant, ok } from '@corridor/core';
import { EVENTS_OF_A_RUN, figuresArea } from '@corridor/core/internal';
import { EVENTS } from '@corridor/core/records';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Backend,
  postgres,
  sqlite,
  type TestDatabase,
} from '../../packages/adapters-storage/src/testing/backends.js';
import { paymentEvents } from '../../packages/adapters-storage/src/testing/payment-events.js';
import { planOf } from '../../packages/adapters-storage/src/testing/plans.js';
import { ALICE, T0 } from '../../packages/adapters-storage/src/testing/records.js';

const PAYMENTS_OF_A_UNIT = 1_000;
const PAYMENTS_OF_AN_HOUR = 25;
/** Payments that are not counted yet: a reader adds them. */
const TAIL = 20;

/**
 * The most statements of each, with those that begin and end transactions. They do not grow with the payments. `first`
 * are those of the first run besides, on connections that are new.
 */
const MOST = {
  sqlite: { first: 4, run: 18, overview: 26, totals: 8 },
  postgres: { first: 0, run: 10, overview: 20, totals: 5 },
} as const;

/** The tests of hourly figures over so many payments. */
export function figuresOver(payments: number): void {
  const hours = Math.ceil((payments + TAIL) / PAYMENTS_OF_AN_HOUR);

  describe.each([
    ['sqlite', sqlite],
    ['postgres', postgres],
  ] as [keyof typeof MOST, Backend][])(`figures over ${payments} payments on %s`, (name, backend) => {
    let database: TestDatabase;
    let storage: Storage;
    let figures: ReturnType<typeof figuresArea>;
    let sent: { readonly sql: string; readonly values: readonly unknown[] }[] = [];
    let runs = 0;
    let statementsOfRuns = 0;

    const write = async (from: number, to: number): Promise<void> => {
      for (let begin = from; begin < to; begin += PAYMENTS_OF_A_UNIT) {
        await storage.units.run(ALICE, async (tx) => {
          for (let number = begin; number < Math.min(begin + PAYMENTS_OF_A_UNIT, to); number++) {
            const events = paymentEvents(number, { tenant: ALICE, from: T0, hours, of: payments + TAIL });
            for (const event of events) tx.add(EVENTS, event);
          }
          return ok();
        });
      }
    };

    beforeAll(async () => {
      database = await backend.create();
      storage = database.open({ onStatement: (sql, values) => sent.push({ sql, values: values ?? [] }) });
      await storage.migrate();
      const { units, jobs, outbox } = storage;
      figures = figuresArea({ units, jobs, outbox, clock: { now: () => T0 } });
      await write(0, payments);
      sent = [];
      for (let isBehind = true; isBehind; runs += 1) ({ isBehind } = await figures.fold());
      statementsOfRuns = sent.length;
      await write(payments, payments + TAIL);
    }, 120_000);
    afterAll(async () => {
      await storage.close();
      await database.drop();
    });

    const statementsOf = async (work: () => Promise<unknown>): Promise<typeof sent> => {
      sent = [];
      await work();
      return sent;
    };
    const period = { from: T0, to: instant(T0 + hours * 3_600_000), of: 'SANDBOX' } as const;

    test('are stored with a bounded number of statements for each thousand events', () => {
      expect(runs).toBe(Math.floor((payments * 1.99) / EVENTS_OF_A_RUN) + 1);
      expect(statementsOfRuns).toBeLessThanOrEqual(MOST[name].first + runs * MOST[name].run);
    });

    test('are read with a bounded number of statements', async () => {
      const overview = await figures.useCases.overview(period);
      expect(overview.hours.reduce((sum, { accepted }) => sum + accepted, 0)).toBe(payments + TAIL);
      expect((await statementsOf(() => figures.useCases.overview(period))).length).toBeLessThanOrEqual(
        MOST[name].overview,
      );
      expect((await statementsOf(() => figures.useCases.totals())).length).toBeLessThanOrEqual(MOST[name].totals);
    });

    test('are read from the events only by their positions', async () => {
      const statements = await statementsOf(() => figures.useCases.overview(period));
      const ofEvents = statements.filter(({ sql }) => /from "events"/i.test(sql) && /"position" >/.test(sql));
      expect(ofEvents.length).toBeGreaterThan(0);
      if (name === 'sqlite') {
        for (const { sql, values } of ofEvents) {
          expect(await planOf(database, sql, values)).toContain(
            'SEARCH events USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)',
          );
        }
        return;
      }
      const client = new pg.Client({ connectionString: database.address });
      await client.connect();
      await client.query('analyze events');
      // A table of a few hundred rows is read whole otherwise.
      await client.query('set enable_seqscan = off');
      for (const { sql, values } of ofEvents)
        expect(await planOf(client, sql, values)).toContain('Index Scan using events_position');
      await client.end();
    });
  });
}
