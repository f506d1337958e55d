import { addColumns, type DialectName, jsonOrNull, type Schema, textOrNull } from './table.js';

/** The URI schemes of a platform's apps, and where the button of its invitation pages leads. */
export async function appUris(db: Schema, dialect: DialectName): Promise<void> {
  await addColumns(db, dialect, 'platforms', { columns: { redirect_schemes: jsonOrNull, invitation_uri: textOrNull } });
}
