import { type Alteration, set } from './alterations.js';
import type { PaymentIds } from './altered-history.js';

const first = ({ one }: PaymentIds, from: string): string => String(one(`select min(id) from readable_${from}`));

/** One row with a content that the service never writes, and a mark of a customer that no block has. */
const malformed = (table: string, column: string, content = '{}', where = 'true'): Alteration<PaymentIds> => [
  `${column} ${content} in a row of ${table}`,
  (h) =>
    set(table, first(h, `${table} where ${where}`), `${column} = '${content}'`) +
    set('customers', first(h, 'customers'), `blocked_as = 'TOLD'`),
  (h) => `${first(h, `${table} where ${where}`)} cannot be inspected: `,
];

/** A row whose content stops one part of the audit, and a mark of a customer that no block has. */
const stopping = (what: string, sql: string, finding: string): Alteration<PaymentIds> => [
  what,
  (h) => `${sql};${set('customers', first(h, 'customers'), `blocked_as = 'TOLD'`)}`,
  () => finding,
];
const NO_JSON = 'cannot be inspected: a column has no valid JSON or number';

const NO_ID = 'Bug: a stored id has an unknown form: 00ff';

/** Columns whose content makes a check throw. */
export const OF_COLUMNS: readonly Alteration<PaymentIds>[] = [
  stopping(
    'a platform that cannot be read',
    `update platforms set fee_configs = '{' where rowid = (select min(rowid) from platforms)`,
    `the platforms and their tokens ${NO_JSON}`,
  ),
  stopping(
    'a posting on an account of no class',
    `update postings set account = 'altered' where rowid = (select max(rowid) from postings)`,
    'the own money of the service cannot be inspected: Bug: the class of ledger accounts altered has no standing',
  ),
  stopping(
    'an event that cannot be read',
    `update events set snapshot = 'x' where rowid = (select max(rowid) from events)`,
    `a row of events at positions 1 to 47, which seal 2 covers, ${NO_JSON}`,
  ),
  stopping(
    'an entry of the operator log that cannot be read',
    `update operator_log set input = '{' where rowid = (select max(rowid) from operator_log)`,
    `a row of operator_log at positions 1 to 15, which seal 3 covers, ${NO_JSON}`,
  ),
  stopping(
    'a posting whose kind the dictionary does not have',
    'update postings set kind = -1 where rowid = (select max(rowid) from postings)',
    'cannot be inspected: Bug: the dictionary of the database has no entry -1',
  ),
  stopping(
    'a posting with a malformed id',
    `update postings set id = x'00ff' where rowid = (select max(rowid) from postings)`,
    `cannot be inspected: ${NO_ID}`,
  ),
  stopping(
    'a balance with a malformed id',
    `update balances set id = x'00ff' where rowid = (select max(rowid) from balances)`,
    `the balances cannot be inspected: ${NO_ID}`,
  ),
  stopping(
    'a checkpoint with a malformed id',
    `update checkpoints set id = x'00ff' where rowid = (select max(rowid) from checkpoints)`,
    `the checkpoints cannot be inspected: ${NO_ID}`,
  ),
  stopping(
    'a job with a malformed subject',
    `update jobs set subject = x'00ff' where rowid = (select max(rowid) from jobs)`,
    `cannot be inspected: ${NO_ID}`,
  ),
  stopping(
    'a token with a malformed id',
    `update tokens set id = x'00ff' where rowid = (select max(rowid) from tokens)`,
    `cannot be inspected: ${NO_ID}`,
  ),
  stopping(
    'an event with a malformed resource',
    `update events set resource = x'00ff' where rowid = (select max(rowid) from events)`,
    `cannot be inspected: ${NO_ID}`,
  ),
  stopping(
    'a template of JSON that was changed',
    `update dictionary set text = '{' where rowid = (select max(rowid) from dictionary)`,
    'cannot be inspected: Bug: a stored JSON value does not fit its template',
  ),
  [
    'a count that no history has',
    (h) =>
      set('deposits', first(h, 'deposits'), 'bounces = 9223372036854775807') +
      set('customers', first(h, 'customers'), `blocked_as = 'TOLD'`),
    (h) => `entries of ${first(h, 'deposits')}: expected `,
  ],
  stopping(
    'a type of events that the dictionary does not have',
    `update events set type = type + 1 where rowid = (select max(rowid) from events)`,
    'a row of events at positions 1 to 47, which seal 2 covers, cannot be inspected: Bug: the dictionary of the database has no entry',
  ),
  malformed('quotes', 'exchange_rate'),
  malformed('quotes', 'rate_basis'),
  malformed('transactions', 'card', '{}', 'card is not null'),
  malformed('external_accounts', 'account_info'),
  malformed('quotes', 'terms_ids', '[{}]'),
  malformed('agent_actions', 'spent', '{}', 'spent is not null'),
];

/** What the audit says of the other alteration, which it inspects after the malformed row. */
export const BESIDE = (h: PaymentIds): string =>
  `${first(h, 'customers')} is marked as blocked, but no block of it lasts`;

/** A column that the storage cannot read at all. */
export const UNREADABLE: Alteration<PaymentIds> = [
  'a column without valid JSON',
  (h) =>
    `update readable_quotes set uma = 'x' where id = (select min(id) from readable_quotes);` +
    set('customers', first(h, 'customers'), `blocked_as = 'TOLD'`),
  () =>
    'a record of quotes after the beginning, and what follows it, cannot be inspected: a column has no valid JSON or number',
];
