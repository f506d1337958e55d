import { sql } from 'kysely';
import { createTable, type DialectName, integerOrNull, type Schema, text, textOrNull } from './table.js';

/**
 * Each platform and environment signs its webhooks with its own key. A host creates the key when it is first needed,
 * because only a host has the master key that encrypts it. The shared key is deleted. Untried events and retries each
 * get an index.
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

  const later = sql.raw(dialect === 'sqlite' ? 'max' : 'greatest');
  await sql`drop index events_ready`.execute(db);
  for (const [name, which] of [
    ['events_untried', sql`attempts = 0`],
    ['events_retries', sql`attempts > 0`],
  ] as const) {
    await sql`create index ${sql.ref(name)} on events (tenant, ${later}(next_attempt_at, lease_until), position)
      where status = 'QUEUED' and ${which}`.execute(db);
  }
}
