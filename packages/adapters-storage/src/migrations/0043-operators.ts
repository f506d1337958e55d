import { createRecordTable } from './record-table.js';
import type { DialectName, Schema } from './table.js';

/** Operators, their sessions, and the log of what they did. */
export async function operators(db: Schema, dialect: DialectName): Promise<void> {
  await createRecordTable(db, dialect, 'operators', {
    scoped: false,
    columns: {
      name: 'text',
      name_key: 'text',
      role: 'text',
      status: 'text',
      password_hash: 'text?',
      totp_secret: 'text?',
      totp_step: 'integer',
      passkeys: 'text',
      failures: 'integer',
      locked_until: 'integer?',
      sessions_from: 'integer',
      enrolment_digest: 'text?',
      enrolment_expires_at: 'integer?',
    },
    unique: { name: ['name_key'] },
    filters: [],
  });
  await createRecordTable(db, dialect, 'operator_sessions', {
    scoped: false,
    columns: {
      operator_id: 'key',
      kind: 'text',
      secret_digest: 'text',
      label: 'text',
      last_used_at: 'integer',
      expires_at: 'integer',
    },
    filters: ['operator_id'],
    expiry: 'expires_at',
  });
  await createRecordTable(db, dialect, 'operator_log', {
    scoped: false,
    columns: {
      operator_id: 'key?',
      operator_name: 'text',
      source: 'text',
      outcome: 'text',
      action: 'text',
      subject: 'key',
      input: 'text?',
      before: 'text?',
      after: 'text?',
      request: 'text?',
      requested_by: 'text?',
      request_id: 'key',
    },
    filters: ['operator_id', 'subject', 'outcome'],
  });
}
