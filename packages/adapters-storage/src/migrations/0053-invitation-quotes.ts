import { sql } from 'kysely';
import { addColumns, type DialectName, type Schema, textOrNull } from './table.js';

/**
 * Adds why a claim opened no quote. In earlier releases a job opened the quote after the claim: what such a job has not
 * opened yet is not opened any more.
 */
export async function invitationQuotes(db: Schema, dialect: DialectName): Promise<void> {
  await addColumns(db, dialect, 'invitations', { columns: { quote_error_code: textOrNull } });
  await sql`
    update invitations set quote_id = null, quote_error_code = 'QUOTE_REQUEST_FAILED'
    where id in (select subject from jobs where kind = 'uma.invite')`.execute(db);
  await sql`delete from jobs where kind = 'uma.invite'`.execute(db);
}
