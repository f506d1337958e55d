import { createTable, type DialectName, integer, integerOrNull, type Schema, text, textOrNull } from './table.js';

/** Adds the bookings of the service's own money, and the trial balance of the journal. */
export async function treasury(db: Schema, dialect: DialectName): Promise<void> {
  await createTable(db, dialect, 'bookings', {
    scoped: true,
    columns: {
      kind: text,
      reference: text,
      rail: text,
      currency: text,
      amount: integer,
      bought_rail: textOrNull,
      bought_currency: textOrNull,
      bought_amount: integerOrNull,
      note: textOrNull,
      booked_by: text,
      approved_by: textOrNull,
    },
    unique: { reference: { columns: ['rail', 'reference'] } },
  });
  await createTable(db, dialect, 'positions', {
    scoped: false,
    columns: { account: text, currency: text, balance: integer, position: integer },
  });
}
