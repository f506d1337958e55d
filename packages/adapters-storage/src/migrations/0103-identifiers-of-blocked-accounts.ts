import { addColumns, type DialectName, type Schema, textOrNull } from './table.js';

/**
 * Adds the digests of the second and the third way that identify a blocked external account. Earlier blocks have the first
 * one only: the audit finds those of accounts with more ways.
 */
export const identifiersOfBlockedAccounts = (db: Schema, dialect: DialectName): Promise<void> =>
  addColumns(db, dialect, 'blocks', {
    columns: { second_payee: textOrNull, third_payee: textOrNull },
    filters: ['second_payee', 'third_payee'],
  });
