import { addColumns, type DialectName, integerOrNull, jsonOrNull, type Schema, textOrNull } from './table.js';

/**
 * Adds the platforms that an operator is limited to, and what operators of an identity provider and their sessions have.
 * Earlier operators have no limit and are local.
 */
export async function operatorAccess(db: Schema, dialect: DialectName): Promise<void> {
  await addColumns(db, dialect, 'operators', {
    columns: { platforms: jsonOrNull, issuer: textOrNull, issuer_subject: textOrNull, lapsed_at: integerOrNull },
  });
  await addColumns(db, dialect, 'operator_sessions', {
    columns: {
      refresh_token: textOrNull,
      confirmed_at: integerOrNull,
      asked_at: integerOrNull,
      away_at: integerOrNull,
    },
  });
}
