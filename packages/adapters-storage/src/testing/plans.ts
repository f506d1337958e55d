import { Database } from './sqlite.js';
import type pg from 'pg';

/** The plan by which a database runs a statement. */
export async function planOf(
  database: { readonly address: string } | pg.Client,
  sql: string,
  values: readonly unknown[],
): Promise<string> {
  if (!('address' in database)) {
    const { rows } = await database.query<{ 'QUERY PLAN': string }>(`explain ${sql}`, [...values]);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  }
  const db = new Database(database.address, { readonly: true });
  const parameters = Array(sql.split('?').length - 1).fill(null);
  const steps = db.prepare(`explain query plan ${sql}`).all(...parameters) as { readonly detail: string }[];
  db.close();
  return steps.map(({ detail }) => detail).join('\n');
}
