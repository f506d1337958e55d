import { Buffer } from 'node:buffer';
import { sql } from 'kysely';
import { encodeKey } from '../schema/keys.js';
import { createRecordTable } from './record-table.js';
import { addColumns, type DialectName, type Schema, textOrNull } from './table.js';

/** Adds the blocks, the mark that a blocked customer, external account or platform has, the owner of a deposit, and the mark of exceptions that a block has caused. */
export async function blocks(db: Schema, dialect: DialectName): Promise<void> {
  await createRecordTable(db, dialect, 'blocks', {
    columns: {
      subject: 'key',
      payee: 'text?',
      status: 'text',
      reason: 'text',
      case_reference: 'text',
      notes: 'text?',
      tell_platform: 'flag',
      blocked_by: 'text',
      end_reason: 'text?',
      end_reference: 'text?',
      ended_by: 'text?',
      end_approved_by: 'text?',
      ended_at: 'integer?',
    },
    scoped: true,
    filters: ['subject', 'status', 'payee'],
  });
  await db.schema
    .alterTable('deposits')
    .addColumn('owner_id', sql.raw(dialect === 'sqlite' ? 'any' : 'bytea'))
    .execute();
  for (const table of ['customers', 'external_accounts', 'platforms'])
    await addColumns(db, dialect, table, { columns: { blocked_as: textOrNull } });
  const off = sql.raw(dialect === 'sqlite' ? '0' : 'false');
  await db.schema
    .alterTable('exceptions')
    .addColumn('is_untold', dialect === 'sqlite' ? 'integer' : 'boolean', (column) => column.notNull().defaultTo(off))
    .execute();
  await ownDeposits(db, dialect);
}

/**
 * Gives earlier deposits the customer whom their reference names, in the order in which arrivals are attributed: a block
 * of this customer must hold them too. Platforms own none.
 */
async function ownDeposits(db: Schema, dialect: DialectName): Promise<void> {
  await sql`
    update deposits set owner_id = (
      select customers.id from customers
      where customers.tenant = deposits.tenant and customers.id = coalesce(
        (select quotes.customer_id from quotes where quotes.reference = deposits.reference),
        (select internal_accounts.customer_id from internal_accounts
          where internal_accounts.reference = deposits.reference),
        (select internal_accounts.customer_id from uma_receipts
          join internal_accounts on internal_accounts.id = uma_receipts.account_id
          where uma_receipts.reference = deposits.reference)
      )
    )`.execute(db);
  const cards = await sql<{ id: string | Buffer; reference: string }>`
    select id, reference from deposits where reference like 'Transaction:%'`.execute(db);
  const key = (text: string) => encodeKey(text, (plain) => (dialect === 'sqlite' ? plain : Buffer.from(plain)));
  for (const { id, reference } of cards.rows)
    await sql`
      update deposits set owner_id = (
        select customers.id from transactions join customers on customers.id = transactions.customer_id
        where transactions.id = ${key(reference)} and customers.tenant = deposits.tenant
      ) where id = ${id}`.execute(db);
}
