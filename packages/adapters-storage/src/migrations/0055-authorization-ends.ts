import type { Buffer } from 'node:buffer';
import { sql } from 'kysely';
import { addColumns, type DialectName, integerOrNull, type Schema } from './table.js';

/** How long an authorization can be cleared, in the release of this migration. */
const CLEARING_MS = 30 * 24 * 60 * 60 * 1000;

/** As the deadline of transactions in the release of this migration. */
const WAITS = `status in ('AUTHORIZED', 'PARTIALLY_SETTLED', 'EXCEPTION') and hold_ends_at is not null`;

/**
 * Adds the end of the authorizations of cards, an index of those that wait for it, and the date that a card network gave
 * its message. Existing authorizations end 30 days after the last entry that held money for them, which is their approval
 * or their last increment.
 */
export async function authorizationEnds(db: Schema, dialect: DialectName): Promise<void> {
  await addColumns(db, dialect, 'transactions', { columns: { hold_ends_at: integerOrNull } });
  await addColumns(db, dialect, 'card_messages', { columns: { dated_at: integerOrNull } });
  const { rows } = await sql<Use>`
    select id, tenant, status, card from transactions
    where type = 'CARD' and status in ('AUTHORIZED', 'PARTIALLY_SETTLED', 'EXCEPTION') order by id`.execute(db);
  const hold = rows.length === 0 ? null : await numberOf(db, 'CARD_HOLD');
  for (const use of rows) {
    const { id, status } = use;
    const card = JSON.parse(use.card) as Spend;
    const from = (await lastHold(db, use, hold)) ?? card.authorizedAt;
    const expiresAt = from + CLEARING_MS;
    const waits = status !== 'EXCEPTION' || card.reserved.$bigint !== '0';
    await sql`
      update transactions set card = ${JSON.stringify({ ...card, expiresAt })}, hold_ends_at = ${waits ? expiresAt : null}
      where id = ${id}`.execute(db);
  }
  await sql`create index transactions_by_deadline on transactions (tenant, hold_ends_at) where ${sql.raw(WAITS)}`.execute(
    db,
  );
}

interface Use {
  readonly id: string | Buffer;
  readonly tenant: unknown;
  readonly status: string;
  readonly card: string;
}

interface Spend {
  readonly authorizedAt: number;
  readonly reserved: { readonly $bigint: string };
}

/** The number that stands for a text in the rows; null if no row has the text. */
async function numberOf(db: Schema, text: string): Promise<number | null> {
  const { rows } = await sql<{ number: number }>`select number from dictionary where text = ${text}`.execute(db);
  return rows[0]?.number ?? null;
}

/** Found by the index of entries, which begins with the tenant. */
async function lastHold(db: Schema, { id, tenant }: Use, kind: number | null): Promise<number | null> {
  if (kind === null) return null;
  const { rows } = await sql<{ at: number | string | null }>`
    select max(created_at) as at from postings where tenant = ${tenant} and entry_cause = ${id} and kind = ${kind}
    `.execute(db);
  const at = rows[0]?.at ?? null;
  return at === null ? null : Number(at);
}
