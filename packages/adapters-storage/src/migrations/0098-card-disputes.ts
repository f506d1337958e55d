import { createRecordTable } from './record-table.js';
import type { DialectName, Schema } from './table.js';

/** Adds the disputes about card payments, see docs/areas/cards.md#disputes. */
export async function cardDisputes(db: Schema, dialect: DialectName): Promise<void> {
  await createRecordTable(db, dialect, 'card_disputes', {
    columns: {
      transaction_id: 'key',
      card_id: 'key',
      customer_id: 'key',
      processor: 'text',
      clearing_id: 'key?',
      network_case_id: 'key?',
      currency: 'text',
      amount: 'integer',
      reason: 'text',
      network_reason: 'text?',
      explanation: 'text?',
      status: 'text',
      opened_by: 'text',
      due_at: 'integer?',
      decided_at: 'integer?',
      ended_at: 'integer?',
      received: 'integer',
      provisional: 'integer',
      paid: 'integer',
      written_off: 'integer',
      fees: 'integer',
      changes: 'integer',
    },
    filters: ['transaction_id', 'customer_id', 'status'],
  });
  await db.schema
    .createIndex('card_disputes_network_case')
    .unique()
    .on('card_disputes')
    .columns(['tenant', 'processor', 'network_case_id'])
    .where('network_case_id', 'is not', null)
    .execute();
}
