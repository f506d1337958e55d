import { sql } from 'kysely';
import type { Schema } from './table.js';

const TABLE = 'travel_rule_transfers';

/**
 * The references of a partner of the travel rule become unique over all platforms. If platforms have information under one
 * reference, the later records get the reference with their place, as in `T-4711 (2)`.
 */
export async function referencesOfTransfers(db: Schema): Promise<void> {
  const { rows } = await sql<{ readonly id: unknown; readonly reference: string; readonly place: unknown }>`
    select id, reference, place from (
      select id, reference,
        row_number() over (partition by connection, direction, reference order by created_at, id) as place
      from travel_rule_transfers
    ) as ranked
    where place > 1`.execute(db);
  for (const { id, reference, place } of rows)
    await sql`
      update travel_rule_transfers set reference = ${`${reference} (${String(place)})`} where id = ${id}`.execute(db);
  await db.schema.dropIndex(`${TABLE}_reference`).execute();
  const index = db.schema.createIndex(`${TABLE}_reference`).unique().on(TABLE);
  await index.columns(['connection', 'direction', 'reference']).execute();
}
