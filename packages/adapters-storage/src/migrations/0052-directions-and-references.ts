import type { Buffer } from 'node:buffer';
import { sql } from 'kysely';
import { decodeKey } from '../schema/keys.js';
import { addColumns, type DialectName, type Schema, textOrNull } from './table.js';

/**
 * The direction of contradictions, and the reference under which a deposit is sent back. The direction of older
 * contradictions follows from their reference, or from their reason; it stays null if neither tells. Until now the
 * reference was derived from the version of the deposit; it is filled for deposits whose return is open.
 */
export async function directionsAndReferences(db: Schema, dialect: DialectName): Promise<void> {
  await addColumns(db, dialect, 'exceptions', { columns: { direction: textOrNull } });
  await addColumns(db, dialect, 'deposits', { columns: { return_as: textOrNull } });
  const contradictions = await sql<Told>`
    select id, subject, reference, leg, reason from exceptions where kind = 'RAIL_CONTRADICTION'`.execute(db);
  for (const contradiction of contradictions.rows) {
    const direction = directionOf(contradiction);
    if (direction !== null)
      await sql`update exceptions set direction = ${direction} where id = ${contradiction.id}`.execute(db);
  }
  const open = await sql<Returning>`select id, version from deposits where status = 'IN_SUSPENSE'`.execute(db);
  for (const { id, version } of open.rows) {
    const reference = Number(version) === 1 ? textOf(id) : `${textOf(id)}/${version}`;
    await sql`update deposits set return_as = ${reference} where id = ${id}`.execute(db);
  }
}

type Key = string | Buffer;

interface Told {
  readonly id: Key;
  readonly subject: Key;
  readonly reference: string;
  readonly leg: string | null;
  readonly reason: string;
}

interface Returning {
  readonly id: Key;
  readonly version: number | string;
}

const textOf = (cell: Key): string => decodeKey(cell, () => '');

const IN = 'IN';
const OUT = 'OUT';

/** References that tell the direction by themselves. */
const BY_REFERENCE: readonly (readonly [RegExp, typeof IN | typeof OUT])[] = [
  [/^(?:loss|bank-charges):/, OUT],
  [/^(?:delivered|funding)$/, OUT],
  [/^(?:collected|undone)$/, IN],
  [/^Refund:.* completed$/, OUT],
  [/^Refund:.* failed$/, IN],
];

/** What reasons say about the money that a bank took back, and about a payout that came back. */
const TAKEN_BACK = / reversed | recalls | of the collection |^the funding of |reports the collection /;
const CAME_BACK = / returned \d+ | as come back | as failed, | delivers it again: /;
const OTHER_MONEY = / under the same id/;

function directionOf({ subject, reference, leg, reason }: Told): typeof IN | typeof OUT | null {
  const known = BY_REFERENCE.find(([form]) => form.test(reference));
  if (known !== undefined) return known[1];
  const of = textOf(subject);
  if (of.startsWith('Deposit:') && (reference === of || reference.startsWith(`${of}/`))) return OUT;
  if (OTHER_MONEY.test(reason)) return of.startsWith('Arrival:') ? IN : null;
  if (leg === 'DELIVERY') return CAME_BACK.test(reason) ? IN : null;
  return TAKEN_BACK.test(reason) ? OUT : CAME_BACK.test(reason) ? IN : null;
}
