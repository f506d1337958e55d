import { sql } from 'kysely';
import { addColumns, type DialectName, jsonOrNull, type Schema, textOrNull } from './table.js';

/** Changes of verified identities, ownership shares with decimal places, and the filters of customer lists. */
export async function identityChanges(db: Schema, dialect: DialectName): Promise<void> {
  await addColumns(db, dialect, 'verifications', { columns: { proposal: jsonOrNull, sealed_number: textOrNull } });
  await addFlag(db, dialect, 'verifications', 'is_change');
  await addFlag(db, dialect, 'internal_accounts', 'owner_under_review');
  await addFlag(db, dialect, 'platforms', 'allows_money_during_review');
  await addColumns(db, dialect, 'customers', { columns: { platform_account_id: textOrNull, description: textOrNull } });
  const list = dialect === 'sqlite' ? 'text' : sql`text collate "C"`;
  await db.schema
    .alterTable('customers')
    .addColumn('identity_reviews', list, (column) => column.notNull().defaultTo('[]'))
    .execute();

  // A customer has one first verification, and any number of changes of its identity.
  await db.schema.dropIndex('verifications_customer').execute();
  await db.schema
    .createIndex('verifications_customer')
    .unique()
    .on('verifications')
    .columns(['tenant', 'customer_id'])
    .where(sql.ref('is_change'), '=', sql`false`)
    .execute();

  await db.schema.alterTable('beneficial_owners').renameColumn('ownership_percentage', 'ownership_ppm').execute();
  await db
    .updateTable('beneficial_owners')
    .set({ ownership_ppm: sql`ownership_ppm * 10000` })
    .execute();

  for (const filter of ['email', 'kyc_status'] as const) {
    const index = db.schema
      .createIndex(`customers_by_${filter}`)
      .on('customers')
      .columns(['tenant', filter, 'created_at', 'id']);
    await (filter === 'email' ? index.where(sql.ref(filter), 'is not', null) : index).execute();
  }
}

async function addFlag(db: Schema, dialect: DialectName, table: string, name: string): Promise<void> {
  const type = dialect === 'sqlite' ? 'integer' : 'boolean';
  const off = dialect === 'sqlite' ? sql`0` : sql`false`;
  await db.schema
    .alterTable(table)
    .addColumn(name, type, (column) => column.notNull().defaultTo(off))
    .execute();
}
