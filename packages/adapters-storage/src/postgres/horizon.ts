import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import type { Table } from '../schema/tables.js';

interface Mark {
  readonly position: number;
  /** Every transaction that holds a position up to the mark's had an id below this one. */
  readonly before: bigint;
}

const POLLS = 10;
const POLL_MS = 10;
const KEPT_MARKS = 32;

/**
 * Below this id every transaction of this database has ended. Transactions of other databases have ids from the same
 * row, and a snapshot would wait for them too.
 */
const OLDEST_RUNNING = `
  select (pg_snapshot_xmax(pg_current_snapshot())::text::bigint - greatest(max(age(backend_xid)), 0))::text as value
  from pg_stat_activity where datname = current_database()`;

/**
 * The position below which nothing can appear. Positions are drawn before their rows can be seen, so the highest
 * visible one says nothing. But a transaction has its id before it draws (see the default of `position`): whoever
 * holds a position up to the sequence's last one has an id below one that is taken afterwards. When all of those
 * transactions have ended, that position is settled. Runs on a connection of its own, outside every transaction.
 */
export function createHorizon(pool: pg.Pool): (table: Table) => Promise<number> {
  const settled = new Map<string, number>();
  const marks = new Map<string, Mark[]>();

  async function one(text: string): Promise<string> {
    const { rows } = await pool.query<{ value: string }>(text);
    return rows[0]!.value;
  }

  return async (table) => {
    const open = marks.get(table.name) ?? [];
    const last = await one(
      `select (case when is_called then last_value else 0 end)::text as value from ${table.name}_position`,
    );
    const position = Number(last);
    open.push({ position, before: BigInt(await one('select pg_current_xact_id()::text as value')) });
    for (let poll = 0; poll < POLLS; poll++) {
      const running = BigInt(await one(OLDEST_RUNNING));
      for (const mark of open) {
        if (mark.before <= running) settled.set(table.name, Math.max(settled.get(table.name) ?? 0, mark.position));
      }
      if ((settled.get(table.name) ?? -1) >= position) break;
      await setTimeout(POLL_MS);
    }
    const reached = settled.get(table.name) ?? 0;
    marks.set(table.name, open.filter((mark) => mark.position > reached).slice(-KEPT_MARKS));
    return reached;
  };
}
