import type { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { decodeKey } from '../schema/keys.js';
import { identityOf, type Info, inOneNotation } from './account-notation.js';
import { addColumns, type DialectName, type Schema, textOrNull } from './table.js';

/**
 * Brings the details of external accounts into one notation, and derives their identity from it again. Until now two
 * notations of an account were two accounts. Nothing is merged: if another account of the owner has the identity already,
 * the account keeps the one that it had, and names the other one in `duplicate_of`. Deleted accounts stay as they are.
 */
export async function oneNotation(db: Schema, dialect: DialectName): Promise<void> {
  await addColumns(db, dialect, 'external_accounts', { columns: { duplicate_of: textOrNull } });
  for (let last: Key | null = null; ;) {
    const rows: readonly Row[] = await pageAfter(db, last);
    for (const row of rows) await rewrite(db, row);
    if (rows.length < PAGE) return;
    last = rows.at(-1)!.id;
  }
}

type Key = string | Buffer;

interface Row {
  readonly id: Key;
  readonly tenant: unknown;
  readonly owner: Key;
  readonly currency: string;
  readonly account_info: string;
}

const PAGE = 1000;

/** Ids grow with time, so the first account of several notations takes the identity. */
async function pageAfter(db: Schema, last: Key | null): Promise<readonly Row[]> {
  const after = last === null ? sql`` : sql`and id > ${last}`;
  const { rows } = await sql<Row>`
    select id, tenant, owner, currency, account_info from external_accounts
    where is_deleted = false ${after} order by id limit ${sql.lit(PAGE)}`.execute(db);
  return rows;
}

async function rewrite(db: Schema, { id, tenant, owner, currency, account_info: stored }: Row): Promise<void> {
  const before = JSON.parse(stored) as Info | null;
  // Details that no release has written stay as they are.
  if (typeof before?.accountType !== 'string') return;
  const info = inOneNotation(before);
  const rewritten = JSON.stringify(info);
  if (rewritten === JSON.stringify(before)) return;
  const identity = createHash('sha256')
    .update(JSON.stringify([currency, identityOf(info)]))
    .digest('hex');
  const { rows } = await sql<{ id: Key }>`
    select id from external_accounts
    where tenant = ${tenant} and owner = ${owner} and identity = ${identity} and is_deleted = false and id <> ${id}
    `.execute(db);
  const [other] = rows;
  await (
    other === undefined
      ? sql`update external_accounts set account_info = ${rewritten}, identity = ${identity} where id = ${id}`
      : sql`update external_accounts set account_info = ${rewritten}, duplicate_of = ${textOf(other.id)} where id = ${id}`
  ).execute(db);
}

const textOf = (cell: Key): string => decodeKey(cell, () => '');
