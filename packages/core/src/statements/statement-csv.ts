import { toIso } from '../kernel/index.js';
import { decimalText } from '../money/index.js';
import type { AccountStatement } from './account-statement.js';

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
export function statementCsv({ account, from, until, opening, closing, entries }: AccountStatement): string {
  const { currency } = account;
  const decimal = (amount: bigint): string => decimalText(amount, currency);
  const rows: readonly Row[] = [
    { booked_at: toIso(from), kind: 'OPENING_BALANCE', currency, balance: decimal(opening) },
    ...entries.map(
      ({ bookedAt, kind, amount, balance, counterparty, counterpartyId, reference, text, transactionId, id }): Row => ({
        booked_at: toIso(bookedAt),
        kind,
        amount: decimal(amount),
        currency,
        balance: decimal(balance),
        counterparty: inert(counterparty),
        counterparty_id: inert(counterpartyId),
        reference: inert(reference),
        text: inert(text),
        transaction_id: transactionId,
        entry_id: id,
      }),
    ),
    { booked_at: toIso(until), kind: 'CLOSING_BALANCE', currency, balance: decimal(closing) },
  ];
  const lines = [COLUMNS.join(','), ...rows.map((row) => COLUMNS.map((column) => quoted(row[column] ?? '')).join(','))];
  return lines.map((line) => `${line}\r\n`).join('');
}

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/**
 * A text that others wrote, as a spreadsheet must not run it: programs take a cell that begins with one of these
 * characters for a formula, also behind white space, and an apostrophe says that it is text.
 */
const inert = (text: string | null): string | null =>
  text !== null && /^[\s\p{Cc}]*[=+\-@＝＋－＠]|^[\t\r]/u.test(text) ? `'${text}` : text;
