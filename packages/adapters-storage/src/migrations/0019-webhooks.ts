import { sql } from 'kysely';
import { createTable, type DialectName, integerOrNull, type Schema, text, textOrNull } from './table.js';

/**
 * Each platform and environment signs its webhooks with a key of its own, which a host makes when it is first needed:
 * only it can seal one. The key that all of them shared goes. Events that were never tried and
 * retries are found each by an index of their own.
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
