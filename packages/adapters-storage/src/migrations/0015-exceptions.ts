import { createTable, type DialectName, integer, integerOrNull, type Schema, text, textOrNull } from './table.js';

/** Adds exceptions, which an operator resolves. */
export async function exceptions(db: Schema, dialect: DialectName): Promise<void> {
  await createTable(db, dialect, 'exceptions', {
    scoped: true,
    columns: {
      kind: text,
      status: text,
      subject: text,
      reference: text,
      rail: textOrNull,
      currency: text,
      amount: integer,
      reason: text,
      resolution: textOrNull,
      resolved_by: textOrNull,
      approved_by: textOrNull,
      resolved_at: integerOrNull,
      note: textOrNull,
      entry_id: textOrNull,
    },
    unique: { matter: { columns: ['kind', 'subject', 'reference'] } },
    filters: ['status', 'subject'],
  });
}
