import { join } from 'node:path';
import { createPostgresStorage } from '@corridor/adapters-storage/postgres';
import { createSqliteStorage } from '@corridor/adapters-storage/sqlite';
import { type Id, type Instant, instant, ok, tenantKey } from '@corridor/core';
import { figuresArea } from '@corridor/core/internal';
import { EVENTS } from '@corridor/core/records';
import { paymentEvents } from '../../../packages/adapters-storage/src/testing/payment-events.js';
import { startPostgres } from '../../../packages/adapters-storage/src/testing/server.js';
import type { Row } from '../row.js';
import { type Scope, withScope } from '../scratch.js';
import { whole } from '../table.js';

const PAYMENTS = 1_000_000;
const PAYMENTS_OF_A_UNIT = 1_000;
const PLATFORMS = [1, 2].map((number) =>
  tenantKey(`Platform:018bcfe5-6800-7000-8000-00000000000${number}` as Id<'Platform'>, 'SANDBOX'),
);
const FROM = instant(1_700_000_000_000);
const HOURS = 30 * 24;
const HOUR_MS = 3_600_000;
/** What a busy host has not stored yet. */
const TAIL = 500;
const READS = 20;

type Opened = ReturnType<typeof createSqliteStorage>;

interface Measured {
  readonly name: string;
  readonly overview: number;
  readonly platform: number;
  readonly totals: number;
  readonly eventsEachSecond: number;
}

async function fill({ units }: Opened, from: number, to: number): Promise<void> {
  for (let begin = from; begin < to; begin += PAYMENTS_OF_A_UNIT) {
    const tenant = PLATFORMS[(begin / PAYMENTS_OF_A_UNIT) % 2]!;
    const written = await units.run(tenant, async (tx) => {
      for (let number = begin; number < Math.min(begin + PAYMENTS_OF_A_UNIT, to); number++) {
        for (const event of paymentEvents(number, { tenant, from: FROM, of: PAYMENTS, hours: HOURS }))
          tx.add(EVENTS, event);
      }
      return ok();
    });
    if (!written.ok) throw new Error(written.error.message);
  }
}

/** The middle one of several durations, in milliseconds. */
async function median(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < READS; i++) {
    const begun = performance.now();
    await work();
    times.push(performance.now() - begun);
  }
  return times.sort((a, b) => a - b)[READS / 2]!;
}

async function measured(name: string, storage: Opened): Promise<Measured> {
  try {
    await storage.migrate();
    const { units, jobs, outbox } = storage;
    const to: Instant = instant(FROM + HOURS * HOUR_MS);
    const { useCases, fold } = figuresArea({ units, jobs, outbox, clock: { now: () => to } });
    await fill(storage, 0, PAYMENTS);
    const begun = performance.now();
    let events = 0;
    for (let run = await fold(); run.events > 0; run = await fold()) events += run.events;
    const seconds = (performance.now() - begun) / 1000;
    await fill(storage, PAYMENTS, PAYMENTS + TAIL);
    const period = { from: FROM, to };
    return {
      name,
      eventsEachSecond: events / seconds,
      overview: await median(() => useCases.overview({ ...period, of: 'SANDBOX' })),
      platform: await median(() => useCases.overview({ ...period, of: PLATFORMS[0]! })),
      totals: await median(() => useCases.totals()),
    };
  } finally {
    await storage.close();
  }
}

const onSqlite = async (scope: Scope): Promise<Measured> =>
  measured('SQLite', createSqliteStorage({ path: join(await scope.folder(), 'figures.db') }));

const onPostgres = async (scope: Scope): Promise<Measured> =>
  measured('Postgres', createPostgresStorage({ url: scope.use(await startPostgres({ fsync: true })).url }));

const overview: Row = {
  number: 23,
  title: 'figures of 30 days over a million payments',
  target: null,
  unit: 'ms',
  notes: [
    `${PAYMENTS} payments of two platforms on four rails in five currencies; ${TAIL} payments are not counted yet and are added by each read; the middle of ${READS} reads; at most 300 ms`,
  ],
  measure: () =>
    withScope(async (scope) => {
      const all = [await onSqlite(scope), await onPostgres(scope)];
      return {
        absolute: all.map((each) => `${each.name} ${whole(each.overview)} ms`).join(', '),
        details: [
          ['database', 'environment, ms', 'platform, ms', 'totals, ms', 'events counted per second'],
          ...all.map((each) => [
            each.name,
            whole(each.overview),
            whole(each.platform),
            whole(each.totals),
            whole(each.eventsEachSecond),
          ]),
        ],
      };
    }),
};

export const FIGURES_ROWS: readonly Row[] = [overview];
