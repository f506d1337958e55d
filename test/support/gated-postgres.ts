import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { expect } from 'vitest';
import { postgres } from '../../packages/adapters-storage/src/testing/backends.js';
import { playCore, type PlayCore } from '../../packages/core/src/testing/play-core.js';
import { eventually } from './eventually.js';

/** Two hosts on one Postgres, and a gate that decides the order of their units: a connection that locks rows first. */
export interface GatedPostgres {
  readonly play: PlayCore;
  /** A second host on the database. */
  readonly other: PlayCore;
  /** Locks this one row, such as `operators where name_key = 'bob'`, until `open`. */
  lock(row: string): Promise<void>;
  open(): Promise<void>;
  /** Waits until so many statements of the hosts wait for a lock. */
  untilWaiting(count: number): Promise<void>;
  count(table: string): Promise<number>;
  close(): Promise<void>;
}

export async function gatedPostgres(over: Parameters<typeof playCore>[0] = {}): Promise<GatedPostgres> {
  const database = await postgres.create();
  const storages = [database.open(), database.open()] as const;
  // The gate in its transaction would see one state of the activity, so another connection observes it.
  const [gate, observer] = [1, 2].map(() => new pg.Client({ connectionString: database.address })) as [
    ...[pg.Client, pg.Client],
  ];
  await gate.connect();
  await observer.connect();
  const play = await playCore({ ...over, storage: storages[0] });
  const random = { bytes: (length: number) => randomBytes(length) };
  const other = await playCore({ ...over, storage: storages[1], clock: play.clock, random }, { existing: true });

  const numberOf = async (sql: string): Promise<number> => {
    const { rows } = await observer.query<{ n: number }>(sql);
    return rows[0]!.n;
  };
  const waiting = () =>
    numberOf(`select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`);
  return {
    play,
    other,
    async lock(row) {
      await gate.query('begin');
      const { rowCount } = await gate.query(`select 1 from ${row} for update`);
      expect(rowCount).toBe(1);
    },
    open: async () => void (await gate.query('commit')),
    untilWaiting: async (count) => void (await eventually(`${count} wait`, async () => (await waiting()) === count)),
    count: (table) => numberOf(`select count(*)::int as n from ${table}`),
    async close() {
      await gate.end();
      await observer.end();
      for (const storage of storages) await storage.close();
      await database.drop();
    },
  };
}
