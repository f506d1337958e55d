import { csvLine, type CurrencyCode, toIso } from '../kernel/index.js';
import { decimalText } from '../money/index.js';
import type { AccountStatement, StatementEntry } from './account-statement.js';
import { inParts } from './statement-parts.js';

const COLUMNS = [
  'booked_at',
  'kind',
  'amount',
  'currency',
  'balance',
  'counterparty',
  'counterparty_id',
  'reference',
  'text',
  'transaction_id',
  'entry_id',
] as const;
type Row = { readonly [C in (typeof COLUMNS)[number]]?: string | null };

/**
 * The statement as CSV (RFC 4180, UTF-8): a header, a row with the opening balance, one row for each entry, and a row with
 * the closing balance. Amounts are decimal numbers with the decimals of the currency.
 */
export function statementCsv(statement: AccountStatement): string {
  return [...statementCsvParts(statement)].join('');
}

/** As `statementCsv`, in parts: a statement with thousands of entries takes long, and other work can be done between. */
export function* statementCsvParts({ account: { currency }, ...statement }: AccountStatement): Generator<string, void> {
  const { from, until, opening, closing, entries } = statement;
  const decimal = (amount: bigint): string => decimalText(amount, currency);
  yield `${COLUMNS.join(',')}\r\n`;
  yield lineOf({ booked_at: toIso(from), kind: 'OPENING_BALANCE', currency, balance: decimal(opening) });
  for (const some of inParts(entries)) yield some.map((entry) => lineOf(rowOf(entry, currency))).join('');
  yield lineOf({ booked_at: toIso(until), kind: 'CLOSING_BALANCE', currency, balance: decimal(closing) });
}

const rowOf = (
  { bookedAt, kind, amount, balance, counterparty, counterpartyId, reference, text, transactionId, id }: StatementEntry,
  currency: CurrencyCode,
): Row => ({
  booked_at: toIso(bookedAt),
  kind,
  amount: decimalText(amount, currency),
  currency,
  balance: decimalText(balance, currency),
  counterparty: textual(counterparty),
  counterparty_id: textual(counterpartyId),
  reference: textual(reference),
  text: textual(text),
  transaction_id: transactionId,
  entry_id: id,
});

/** What others wrote stays a text, also a negative number. */
const textual = (text: string | null): string | null => (text?.startsWith('-') === true ? `'${text}` : text);

const lineOf = (row: Row): string => csvLine(COLUMNS.map((column) => row[column] ?? ''));
