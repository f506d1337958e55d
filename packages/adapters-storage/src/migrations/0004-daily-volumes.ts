import { sql } from 'kysely';
import { createTable, type DialectName, integer, type Schema, text } from './table.js';

/** Adds the remaining daily volume of corridors, and which payments have reserved a part of it. */
export async function dailyVolumes(db: Schema, dialect: DialectName): Promise<void> {
  await createTable(db, dialect, 'daily_volumes', {
    scoped: true,
    // The table has a lower fill factor, because every payment of a corridor with a daily volume updates one of its
    // rows in place.
    fillFactor: 50,
    columns: { corridor: text, day: text, cap: integer, remaining: integer },
  });
  const textColumn = dialect === 'sqlite' ? 'text' : sql`text collate "C"`;
  await db.schema.alterTable('quotes').addColumn('daily_volume', textColumn).execute();
  await db.schema.alterTable('transactions').addColumn('daily_volume_id', textColumn).execute();
}
