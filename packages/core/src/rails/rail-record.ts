import type { RailValue } from '../accounts/index.js';
import { BASE_COLUMNS, type BaseRecord, recordKind } from '../kernel/index.js';

/** A record of a rail connection, as it is stored. It belongs to the house tenant of the connection's environment. */
export interface StoredRailRecord extends BaseRecord {
  /** Environment, connection, collection and key, separated by slashes. */
  readonly id: string;
  /** Connection, collection and status, separated by slashes; null for records in no list. */
  readonly listing: string | null;
  readonly value: RailValue;
  /** The rail's secret as JSON, sealed; null if there is none. */
  readonly sealedSecret: string | null;
}

export const RAIL_RECORDS = recordKind<StoredRailRecord>()({
  name: 'rail_records',
  scope: 'tenant',
  columns: { ...BASE_COLUMNS, listing: 'text?', value: 'json?', sealedSecret: 'text?' },
  states: [],
  unique: [],
  filters: ['listing'],
  immutable: [],
  sealed: ['sealedSecret'],
});
