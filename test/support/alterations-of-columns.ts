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

/** Columns whose content makes a check throw. */
export const OF_COLUMNS: readonly Alteration<PaymentIds>[] = [
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
