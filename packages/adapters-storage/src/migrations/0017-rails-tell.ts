import { sql } from 'kysely';
import {
  addColumns,
  addUnique,
  createTable,
  type DialectName,
  integer,
  integerOrNull,
  jsonOrNull,
  type Schema,
  text,
  textOrNull,
} from './table.js';

/** Adds what rails need to receive money, and what they report at any time. */
export async function railsTell(db: Schema, dialect: DialectName): Promise<void> {
  await createTable(db, dialect, 'address_counters', { scoped: false, columns: { allocated: integer } });
  await createTable(db, dialect, 'funding_addresses', {
    scoped: true,
    columns: { rail: text, address_index: integer, reference: text },
    unique: { reference: { columns: ['rail', 'reference'] } },
  });
  await addColumns(db, dialect, 'internal_accounts', { columns: { funding_rails: jsonOrNull } });
  await createTable(db, dialect, 'rail_messages', {
    scoped: true,
    columns: { rail: text, message_id: text, kind: text, subject: text, effect: text },
    unique: { message: { columns: ['rail', 'message_id'], global: true } },
    filters: ['subject'],
  });
  await addColumns(db, dialect, 'transactions', { columns: { corrections: jsonOrNull } });
  await addUnique(db, 'transactions', 'refund_reference', 'refund_reference');
  await addColumns(db, dialect, 'deposits', {
    columns: { returned_as: textOrNull, bounces: integerOrNull, reversal_id: textOrNull },
  });
  await addColumns(db, dialect, 'arrivals', {
    columns: { sealed_remitter: textOrNull, value_date: textOrNull },
    filters: ['transaction_id', 'deposit_id'],
  });
  await uniteArrivals(db);
}

/**
 * A rail's id of a payment is unique over all platforms. If two platforms have it, the later arrival keeps its
 * record, under that id followed by its own.
 */
export async function uniteArrivals(db: Schema): Promise<void> {
  await sql`
    update arrivals set payment_id = payment_id || '/' || id
    where exists (
      select 1 from arrivals as earlier
      where earlier.rail = arrivals.rail and earlier.payment_id = arrivals.payment_id
        and (earlier.created_at < arrivals.created_at
          or (earlier.created_at = arrivals.created_at and earlier.id < arrivals.id))
    )`.execute(db);
  await db.schema.dropIndex('arrivals_payment').execute();
  await db.schema.createIndex('arrivals_payment').unique().on('arrivals').columns(['rail', 'payment_id']).execute();
}
