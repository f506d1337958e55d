import { sql } from 'kysely';
import { addColumns, type DialectName, jsonOrNull, type Schema } from './table.js';

/**
 * Adds the addresses of embedded wallets. A job for each existing wallet adds its addresses, as for a new wallet; the
 * job has the id of the account. A migration cannot add them, because only custody can open the keys.
 */
export async function walletAddresses(db: Schema, dialect: DialectName): Promise<void> {
  await addColumns(db, dialect, 'internal_accounts', { columns: { wallet_addresses: jsonOrNull } });
  await sql`
    insert into jobs (id, tenant, version, created_at, updated_at, kind, subject, due_at, clock_offset, lease_until,
      attempts, dedupe, last_error)
    select replace(id, 'InternalAccount:', 'Job:'), tenant, 1, created_at, updated_at, 'wallet.derive-addresses', id, 0, 0,
      0, 0, null, null
    from internal_accounts where type = 'EMBEDDED_WALLET' and status <> 'CLOSED'`.execute(db);
}
