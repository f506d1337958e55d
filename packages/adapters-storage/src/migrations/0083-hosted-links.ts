import { addColumns, type DialectName, type Schema, textOrNull } from './table.js';

/** Adds links to the pages of KYC providers, and which verification came from one. Earlier links are those of the service. */
export async function hostedLinks(db: Schema, dialect: DialectName): Promise<void> {
  await addColumns(db, dialect, 'kyc_links', { columns: { hosted_by: textOrNull } });
  await addColumns(db, dialect, 'verifications', { columns: { link: textOrNull } });
}
