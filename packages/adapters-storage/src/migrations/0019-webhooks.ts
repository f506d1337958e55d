import { sql } from 'kysely';
import { createTable, type DialectName, integerOrNull, type Schema, text, textOrNull } from './table.js';

/**
 * Each platform and environment signs its webhooks with a key of its own, which a host makes when it is first needed:
 * only it can seal one. The key that all of them shared goes.
 */
export async function webhooks(db: Schema, dialect: DialectName): Promise<void> {
  await createTable(db, dialect, 'webhook_keys', {
    scoped: true,
    columns: {
      public_key: text,
      sealed_private_key: text,
      previous_public_key: textOrNull,
      previous_until: integerOrNull,
    },
  });
  await sql`delete from host_keys where id = 'webhook-signing'`.execute(db);
}
