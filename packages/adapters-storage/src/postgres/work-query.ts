import { sql } from 'kysely';
import type { Lookup } from '../schema/dictionary.js';
import type { Cells } from '../schema/rows.js';
import type { Statement } from '../schema/statements.js';
import { readable } from '../workers/claims.js';
import { QUEUED } from '../workers/queries.js';
import { translate } from './errors.js';
import { send } from './session.js';
import type { PostgresContext } from './units.js';

/** The tenants with queued events, one index probe each. */
export const TENANTS = sql`tenants as (
      (select tenant from events where ${QUEUED} order by tenant limit 1)
      union all
      select (select tenant from events where ${QUEUED} and tenant > tenants.tenant order by tenant limit 1)
      from tenants where tenants.tenant is not null)`;

export const OF_TENANT = sql`tenants.tenant`;

/** Sends a statement on the jobs or events outside a unit of work, and returns its rows. */
export function queryOf({ pool, statements, onStatement }: PostgresContext) {
  return async (shape: string, make: () => Statement, values: Readonly<Record<string, unknown>>) => {
    try {
      const client = await pool.connect();
      let broken = false;
      try {
        return (await send(client, statements.prepare(shape, make), [values], onStatement)).rows;
      } catch (error) {
        broken = true;
        throw error;
      } finally {
        client.release(broken);
      }
    } catch (error) {
      throw translate(error);
    }
  };
}

/** Reads each row by itself: see `readable`. */
export async function eachReadable<T>(
  { dictionary }: PostgresContext,
  rows: readonly Cells[],
  read: (cells: Cells, lookup: Lookup) => T,
): Promise<T[]> {
  const results = await Promise.allSettled(rows.map(async (cells) => dictionary.use((lookup) => read(cells, lookup))));
  return [
    ...readable(
      results.map((result) => () => {
        if (result.status === 'rejected') throw result.reason;
        return result.value;
      }),
    ),
  ];
}

export const numberOf = async ({ dictionary }: PostgresContext, tenant: string): Promise<number> =>
  dictionary.use((lookup) => lookup.numberOf(tenant));
