import { Bug, csvLine, type Instant, isHouse, splitTenant, type TenantKey, toIso } from '../kernel/index.js';
import { accountClass, type Position } from '../ledger/index.js';
import { decimalText } from '../money/index.js';
import type { JournalLine, LedgerClass } from './export-journal.js';
import type { GeneralLedger, GeneralLedgerAccount } from './general-ledger.js';

export const JOURNAL_FORMATS = ['csv', 'jsonl'] as const;
export type JournalFormat = (typeof JOURNAL_FORMATS)[number];

const COLUMNS = [
  'booked_at',
  'entry_id',
  'kind',
  'platform',
  'environment',
  'account',
  'account_name',
  'currency',
  'debit',
  'credit',
  'cause',
] as const;
const GENERAL_LEDGER_COLUMNS = ['gl_account', 'gl_name'] as const;

/** The platform of a record for operators; `house` for the service itself. */
export const platformOf = (tenant: TenantKey): string => (isHouse(tenant) ? 'house' : splitTenant(tenant).platformId);

/** A line of either format, with the balance of a class of accounts or the posting on an account. */
interface Row {
  readonly bookedAt: Instant;
  readonly entryId: string | null;
  readonly kind: string;
  readonly accountName: string | null;
  readonly cause: string | null;
  readonly on: LedgerClass;
  readonly amount: bigint;
}

function rowOf(line: JournalLine): Row {
  if (line.kind === 'POSTING') {
    const { tenant, account, currency, amount, entryId, kind, cause, createdAt } = line.posting;
    const on = { tenant, account: accountClass(account), currency };
    return { bookedAt: createdAt, entryId, kind, accountName: account, cause, on, amount };
  }
  const { kind, at, position } = line;
  return { bookedAt: at, entryId: null, kind, accountName: null, cause: null, on: position, amount: position.balance };
}

/** The account of the general ledger; null without one. Throws a Bug if the general ledger lacks the account. */
function bookedOn(of: LedgerClass, generalLedger: GeneralLedger | null): GeneralLedgerAccount | null {
  if (generalLedger === null) return null;
  const booked = generalLedger.accountOf(of);
  if (booked === null) throw new Bug(`the general ledger has no account for ${[of.account, of.currency].join(' ')}`);
  return booked;
}

const cellsOf = (booked: GeneralLedgerAccount | null): readonly string[] =>
  booked === null ? [] : [booked.number, booked.name ?? ''];

/** An amount of the ledger in the columns of accountants: a negative amount is a debit, a positive one a credit. */
const sides = (amount: bigint, currency: string) => ({
  debit: amount < 0n ? decimalText(-amount, currency) : null,
  credit: amount >= 0n ? decimalText(amount, currency) : null,
});

/**
 * An export as a file, in parts. `csv`: RFC 4180 in UTF-8 with a header; amounts are decimal numbers with the decimals of
 * their currency, one of `debit` and `credit` is empty. `jsonl`: one JSON object in each line, which also has `units`, the
 * signed amount in smallest units as a text. The accounts of the general ledger are added if they are given; it must have
 * an account for each class of the export.
 */
export async function* journalFile(
  lines: AsyncIterable<readonly JournalLine[]>,
  format: JournalFormat,
  generalLedger: GeneralLedger | null = null,
): AsyncGenerator<string, void> {
  if (format === 'csv') yield csvLine([...COLUMNS, ...(generalLedger === null ? [] : GENERAL_LEDGER_COLUMNS)]);
  const write = format === 'csv' ? csvOf : jsonOf;
  for await (const page of lines) yield page.map((line) => write(rowOf(line), generalLedger)).join('');
}

function csvOf({ bookedAt, entryId, kind, accountName, cause, on, amount }: Row, generalLedger: GeneralLedger | null) {
  const { tenant, account, currency } = on;
  const { debit, credit } = sides(amount, currency);
  return csvLine([
    ...[toIso(bookedAt), entryId ?? '', kind, platformOf(tenant), splitTenant(tenant).environment],
    ...[account, accountName ?? '', currency, debit ?? '', credit ?? '', cause ?? ''],
    ...cellsOf(bookedOn(on, generalLedger)),
  ]);
}

function jsonOf({ bookedAt, entryId, kind, accountName, cause, on, amount }: Row, generalLedger: GeneralLedger | null) {
  const { tenant, account, currency } = on;
  const booked = bookedOn(on, generalLedger);
  const platform = { platformId: platformOf(tenant), environment: splitTenant(tenant).environment };
  const amounts = { currency, ...sides(amount, currency), units: String(amount) };
  const line = { bookedAt: toIso(bookedAt), entryId, kind, ...platform, account, accountName, ...amounts, cause };
  const added = booked === null ? {} : { glAccount: booked.number, glName: booked.name };
  return `${JSON.stringify({ ...line, ...added })}\n`;
}

/** The trial balance as CSV, with the columns `debit` and `credit` of accountants. */
export function balancesCsv(positions: readonly Position[], generalLedger: GeneralLedger | null = null): string {
  const added = generalLedger === null ? [] : GENERAL_LEDGER_COLUMNS;
  const header = csvLine(['platform', 'environment', 'account', 'currency', 'debit', 'credit', ...added]);
  const rows = positions.map((position) => {
    const { tenant, environment, account, currency, balance } = position;
    const { debit, credit } = sides(balance, currency);
    const own = [platformOf(tenant), environment, account, currency, debit ?? '', credit ?? ''];
    return csvLine([...own, ...cellsOf(bookedOn(position, generalLedger))]);
  });
  return [header, ...rows].join('');
}
