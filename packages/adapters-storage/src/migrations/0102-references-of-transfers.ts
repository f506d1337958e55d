import { sql } from 'kysely';
import type { Schema } from './table.js';

interface Repeated {
  readonly id: unknown;
  readonly connection: unknown;
  readonly direction: unknown;
  readonly reference: string;
}

const numbered = ({ reference }: Repeated, number: number): string => `${reference} (${number})`;

async function isTaken(db: Schema, { connection, direction }: Repeated, reference: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from travel_rule_transfers
    where connection = ${connection} and direction = ${direction} and reference = ${reference}`.execute(db);
  return rows.length > 0;
}

const TABLE = 'travel_rule_transfers';

/**
 * The references of a partner of the travel rule become unique over all platforms. If platforms have information under one
 * reference, the later records get the next free number with it, as in `T-4711 (2)`.
 */
export async function referencesOfTransfers(db: Schema): Promise<void> {
  const { rows } = await sql<Repeated>`
    select id, connection, direction, reference from (
      select id, connection, direction, reference, created_at,
        row_number() over (partition by connection, direction, reference order by created_at, id) as place
      from travel_rule_transfers
    ) as ranked
    where place > 1 order by created_at, id`.execute(db);
  for (const repeated of rows) {
    let number = 2;
    while (await isTaken(db, repeated, numbered(repeated, number))) number++;
    await sql`
      update travel_rule_transfers set reference = ${numbered(repeated, number)} where id = ${repeated.id}`.execute(db);
  }
  await db.schema.dropIndex(`${TABLE}_reference`).execute();
  const index = db.schema.createIndex(`${TABLE}_reference`).unique().on(TABLE);
  await index.columns(['connection', 'direction', 'reference']).execute();
}
