import { createRecordTable } from './record-table.js';
import type { DialectName, Schema } from './table.js';

/** Adds what accompanies transfers on chains, see docs/connections/travel-rule.md. Earlier transfers have none. */
export const travelRule = (db: Schema, dialect: DialectName): Promise<void> =>
  createRecordTable(db, dialect, 'travel_rule_transfers', {
    columns: {
      status: 'text',
      direction: 'text',
      connection: 'text',
      reference: 'text',
      subject: 'key',
      customer_id: 'key?',
      hosting: 'text',
      institution: 'text?',
      network: 'text',
      currency: 'text',
      amount: 'integer',
      sealed_parties: 'text',
      content_digest: 'text?',
      is_proven: 'flag',
      transaction_hash: 'text?',
      awaited_until: 'integer?',
      answered_at: 'integer?',
      answer_reason: 'text?',
    },
    filters: ['subject', 'customer_id', 'status'],
    unique: { reference: ['connection', 'direction', 'reference'] },
  });
