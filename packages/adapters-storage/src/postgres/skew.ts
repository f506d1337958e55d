import type pg from 'pg';
import { SERVING } from './connections.js';

/** Prefix of the name of a connection that tells the skew of its machine. */
const TELLING = `${SERVING} clock`;

const TELL = "select set_config('application_name', $1, false)";
const TOLD = `
  select application_name as name from pg_stat_activity
  where datname = current_database() and application_name like '${TELLING} %'`;

/**
 * Hosts tell each other their skew by the name of one of their connections: the server shows it to the others, and
 * forgets it with the connection. `pool` has this one connection, which stays open.
 */
export function createSkewExchange(pool: pg.Pool): (machine: string, aheadMs: number) => Promise<readonly number[]> {
  return async (machine, aheadMs) => {
    await pool.query(TELL, [`${TELLING} ${machine} ${aheadMs}`]);
    const { rows } = await pool.query<{ name: string }>(TOLD);
    const skews = new Map<string, number>();
    for (const { name } of rows) {
      const [, of, skew] = /^corridor clock (\S+) (-?\d+)$/.exec(name) ?? [];
      if (of !== undefined && of !== machine) skews.set(of, Number(skew));
    }
    return [...skews.values()];
  };
}
