import { createRecordTable } from './record-table.js';
import type { DialectName, Schema } from './table.js';

/** Adds the settlement reports of card processors, see docs/areas/cards.md#settlement-reports. */
export async function cardSettlements(db: Schema, dialect: DialectName): Promise<void> {
  await createRecordTable(db, dialect, 'card_settlements', {
    columns: {
      ...{ processor: 'text', message_id: 'key', report_id: 'key', place: 'text', part: 'integer', parts: 'integer' },
      ...{ day: 'text', currency: 'text', dated_at: 'integer', line_count: 'integer', line_sum: 'integer' },
      ...{ totals: 'text?', booked_at: 'integer?', examined_to: 'integer?' },
    },
    filters: ['report_id', 'processor'],
    unique: { message: ['processor', 'message_id'], place: ['processor', 'place'] },
  });
  await createRecordTable(db, dialect, 'card_settlement_lines', {
    columns: {
      ...{ settlement_id: 'key', matter: 'text', kind: 'text', message_id: 'key', authorization_id: 'key?' },
      ...{ amount: 'integer', is_even: 'flag' },
    },
    filters: ['settlement_id', 'matter'],
  });
}
