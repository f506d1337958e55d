import {
  BASE_COLUMNS,
  type BaseRecord,
  type Context,
  recordKind,
  transition,
  type Tx,
  update,
} from '../kernel/index.js';
import type { LedgerAccount, Line } from '../ledger/index.js';
import { Money } from '../money/index.js';
import { QUOTE, type Quote, QUOTES } from '../quotes/index.js';

interface Priced extends BaseRecord {
  readonly totalSendingAmount: bigint;
}

export const PRICED = recordKind<Priced>()({
  name: 'priced',
  scope: 'tenant',
  columns: { ...BASE_COLUMNS, totalSendingAmount: 'amount' },
  states: [],
  unique: [],
  filters: [],
  immutable: [],
});
export const line = (account: LedgerAccount): Line => ({ account, amount: 100n });
export const sum = Money.of('USD', 1n).plus(Money.of('USD', 1n));
export const execute = (tx: Tx, ctx: Context, quote: Quote) => transition(tx, ctx, QUOTE, QUOTES, quote, 'execute');
export const reprice = (tx: Tx, ctx: Context, priced: Priced): Priced =>
  update(tx, ctx, PRICED, priced, { totalSendingAmount: 1n });
