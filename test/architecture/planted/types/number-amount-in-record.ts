import { BASE_COLUMNS, type BaseRecord, recordKind } from '../kernel/index.js';

interface Priced extends BaseRecord {
  readonly totalSendingAmount: number;
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
