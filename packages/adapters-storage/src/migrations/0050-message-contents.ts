import { Buffer } from 'node:buffer';
import { sql } from 'kysely';
import { encodeKey } from '../schema/keys.js';
import { createRecordTable } from './record-table.js';
import { addColumns, type DialectName, type Schema, textOrNull } from './table.js';

/**
 * Adds what a message of a rail said, and the references under which refunds were tried before. Those of earlier releases
 * are the references of the exceptions that an operator resolved by a retry.
 */
export async function messageContents(db: Schema, dialect: DialectName): Promise<void> {
  await addColumns(db, dialect, 'rail_messages', { columns: { content: textOrNull } });
  await createRecordTable(db, dialect, 'former_refunds', {
    columns: { transaction_id: 'key' },
    filters: [],
  });
  const { rows } = await sql<Retried>`
    select reference, subject, tenant, updated_at from exceptions
    where kind = 'REFUND_FAILED' and resolution = 'RETRIED' order by id`.execute(db);
  for (const { reference, subject, tenant, updated_at: at } of rows) {
    const id = encodeKey(reference.replace(/\/bounced$/, ''), (text) =>
      dialect === 'sqlite' ? text : Buffer.from(text, 'utf8'),
    );
    await sql`
      insert into former_refunds (id, tenant, version, created_at, updated_at, transaction_id)
      values (${id}, ${tenant}, 1, ${at}, ${at}, ${subject}) on conflict do nothing`.execute(db);
  }
}

interface Retried {
  readonly reference: string;
  readonly subject: string | Buffer;
  readonly tenant: number;
  readonly updated_at: number | string;
}
