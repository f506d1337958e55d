import { Buffer } from 'node:buffer';
import { sql } from 'kysely';
import { decodeKey, encodeKey } from '../schema/keys.js';
import { addColumns, type DialectName, integerOrNull, jsonOrNull, type Schema, textOrNull } from './table.js';

/**
 * What a resolution moved, on its exception, and which leg of a payment the exception is about. Exceptions that were
 * resolved before get what was moved from the journal entry of their resolution. Contradictions get their leg from the
 * message that opened them, or from their reason; the others are left to `legOf`.
 */
export async function movedByResolutions(db: Schema, dialect: DialectName): Promise<void> {
  await addColumns(db, dialect, 'exceptions', {
    columns: { leg: textOrNull, moved: jsonOrNull, recovered: integerOrNull },
  });
  const found = await sql<Resolved>`
    select id, subject, kind, reference, resolution, entry_id from exceptions
    where entry_id is not null and resolution is not null and resolution <> 'RETRIED'`.execute(db);
  for (const exception of found.rows) {
    const moved = movedBy(exception, await linesOf(db, dialect, exception.entry_id));
    if (moved !== null) await sql`update exceptions set moved = ${moved} where id = ${exception.id}`.execute(db);
  }
  const contradictions = await sql<Told>`
    select id, subject, reference, rail, reason from exceptions where kind = 'RAIL_CONTRADICTION'`.execute(db);
  for (const contradiction of contradictions.rows) {
    const leg = await legOf(db, dialect, contradiction);
    if (leg !== null) await sql`update exceptions set leg = ${leg} where id = ${contradiction.id}`.execute(db);
  }
}

interface Told {
  readonly id: Key;
  readonly subject: Key;
  readonly reference: string;
  readonly rail: string | null;
  readonly reason: string;
}

/** What the reason of a contradiction about the funding says, if a status check and no message opened it. */
const ABOUT_FUNDING = /^the funding of | of the collection /;

async function legOf(db: Schema, dialect: DialectName, contradiction: Told): Promise<'FUNDING' | 'DELIVERY' | null> {
  const messageId = storedKey(contradiction.reference.replace(/^(?:told|loss|bank-charges):/, ''), dialect);
  const { rows } = await sql<{ kind: string }>`
    select kind from rail_messages
    where rail = ${contradiction.rail} and message_id = ${messageId} and subject = ${contradiction.subject}`.execute(
    db,
  );
  if (rows[0] !== undefined) return rows[0].kind === 'payout' ? 'DELIVERY' : 'FUNDING';
  return ABOUT_FUNDING.test(contradiction.reason) ? 'FUNDING' : null;
}

const storedKey = (text: string, dialect: DialectName): Key =>
  encodeKey(text, (plain) => (dialect === 'sqlite' ? plain : Buffer.from(plain, 'utf8')));

type Key = string | Buffer;

interface Resolved {
  readonly id: Key;
  readonly subject: Key;
  readonly kind: string;
  readonly reference: string;
  readonly resolution: string;
  readonly entry_id: Key;
}

interface MovedLine {
  /** Empty for an account whose name has no id. */
  readonly account: string;
  readonly amount: bigint;
}

/** The lines of an entry have the ids `JournalEntry:…/0`, `JournalEntry:…/1`, … */
async function linesOf(db: Schema, dialect: DialectName, entry: Key): Promise<readonly MovedLine[]> {
  const lines: MovedLine[] = [];
  for (;;) {
    const id = storedKey(`${textOf(entry)}/${lines.length}`, dialect);
    const { rows } = await sql<{ account: Key; amount: string }>`
      select account, cast(amount as text) as amount from postings where id = ${id}`.execute(db);
    if (rows[0] === undefined) return lines;
    lines.push({ account: textOf(rows[0].account), amount: BigInt(rows[0].amount) });
  }
}

const textOf = (cell: Key): string => decodeKey(cell, () => '');

/** As `ruleOf` of the release of this migration. */
const SIDES: Readonly<Record<string, readonly [from: string, to: string]>> = {
  'REFUND_FAILED CREDITED': ['in-transit', 'account'],
  'REFUND_FAILED PAID_ELSEWHERE': ['in-transit', 'own-funds'],
  'REFUND_FAILED WRITTEN_OFF': ['in-transit', 'loss'],
  'DEPOSIT_REFUSED CREDITED': ['suspense', 'account'],
  'DEPOSIT_REFUSED PAID_ELSEWHERE': ['suspense', 'own-funds'],
  'DEPOSIT_REFUSED WRITTEN_OFF': ['suspense', 'loss'],
  'DEPOSIT_HELD CREDITED': ['suspense', 'account'],
  'DEPOSIT_HELD PAID_ELSEWHERE': ['suspense', 'own-funds'],
  'DEPOSIT_HELD WRITTEN_OFF': ['suspense', 'loss'],
  'RAIL_CONTRADICTION CREDITED': ['outside', 'account'],
  'RAIL_CONTRADICTION PAID_ELSEWHERE': ['own-funds', 'outside'],
  'RAIL_CONTRADICTION ADJUSTED': ['account', 'outside'],
  'RAIL_CONTRADICTION WRITTEN_OFF': ['loss', 'outside'],
  'STATEMENT_DIFFERENCE PAID_ELSEWHERE': ['own-funds', 'outside'],
  'STATEMENT_DIFFERENCE ADJUSTED': ['bank-charges', 'outside'],
  'STATEMENT_DIFFERENCE WRITTEN_OFF': ['loss', 'outside'],
  'CARD_EXCESS ADJUSTED': ['account', 'loss'],
  'RECEIVABLE_OVERDUE ADJUSTED': ['platform', 'receivable'],
  'RECEIVABLE_OVERDUE WRITTEN_OFF': ['loss', 'receivable'],
  'RECALL PAID_ELSEWHERE': ['own-funds', 'outside'],
  'RECALL ADJUSTED': ['account', 'outside'],
  'RECALL WRITTEN_OFF': ['loss', 'outside'],
};

function sidesOf({ kind, reference, resolution }: Resolved): readonly [from: string, to: string] | undefined {
  const sides = SIDES[`${kind} ${resolution}`];
  if (sides === undefined) return undefined;
  const [from, to] = sides;
  const booked = kind === 'RAIL_CONTRADICTION' ? /^(loss|bank-charges):/.exec(reference)?.[1] : undefined;
  if (booked !== undefined) return [from, booked];
  return kind === 'STATEMENT_DIFFERENCE' && reference.startsWith('IN:') ? [to, from] : [from, to];
}

const ACCOUNT = /^(?:available|receivables):(InternalAccount:.+)$/;

/** The stored form of `Moved`; null for an entry of another form. */
function movedBy(exception: Resolved, lines: readonly MovedLine[]): string | null {
  const sides = sidesOf(exception);
  if (sides === undefined) return null;
  const [from, to] = sides;
  const amount = lines.reduce((sum, line) => (line.amount > 0n ? sum + line.amount : sum), 0n);
  const owing = to === 'receivable' ? textOf(exception.subject) : '';
  const isParty = [from, to].some((side) => side === 'account' || side === 'platform');
  const accounts = lines.map(({ account }) => ACCOUNT.exec(account)?.[1]);
  const account = isParty ? (accounts.find((id) => id !== undefined && id !== owing) ?? null) : null;
  if (amount === 0n || (isParty && account === null)) return null;
  return JSON.stringify({ from, to, account, amount: { $bigint: amount.toString() } });
}
