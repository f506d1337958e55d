import { createTable, type DialectName, integer, json, type Schema, text } from './table.js';

/** Adds the messages of card networks that had an effect, so that a repeated message has none. */
export async function cardMessages(db: Schema, dialect: DialectName): Promise<void> {
  await createTable(db, dialect, 'card_messages', {
    scoped: true,
    columns: {
      issuer: text,
      message_id: text,
      kind: text,
      transaction_id: text,
      amount: integer,
      answer: json,
    },
    unique: { message: { columns: ['issuer', 'message_id'] } },
  });
}
