import type pg from 'pg';
import { translate } from './errors.js';

/** The statements that read and extend the table of the dictionary. */
export function dictionaryTable(pool: pg.Pool) {
  async function query<R extends object>(sql: string, parameters: readonly unknown[]): Promise<readonly R[]> {
    try {
      return (await pool.query<R>(sql, [...parameters])).rows;
    } catch (error) {
      throw translate(error);
    }
  }

  return {
    /** The stored texts of these numbers. */
    async textsOf(numbers: readonly number[]): Promise<ReadonlyMap<number, string>> {
      const rows = await query<{ readonly number: number; readonly text: string }>(
        'select number, "text" from dictionary where number = any($1::integer[])',
        [numbers],
      );
      return new Map(rows.map(({ number, text }) => [number, text]));
    },

    async count(): Promise<number> {
      const sql = 'select count(*)::integer as count from dictionary';
      const [row] = await query<{ readonly count: number }>(sql, []);
      return row!.count;
    },

    /** Adds entries, except those whose number is taken. */
    async add(entries: readonly (readonly [number: number, text: string])[]): Promise<void> {
      await query(
        `insert into dictionary (number, "text") select * from unnest($1::integer[], $2::text[])
          on conflict (number) do nothing`,
        [entries.map(([number]) => number), entries.map(([, text]) => text)],
      );
    },
  };
}
