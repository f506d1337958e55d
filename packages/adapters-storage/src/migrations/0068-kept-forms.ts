import type { Schema } from './table.js';

/** Finds the commands that wait for one account, so that the forms kept for an operator can be bounded. */
export const keptForms = (db: Schema): Promise<void> =>
  db.schema
    .createIndex('pending_commands_by_account')
    .on('pending_commands')
    .columns(['tenant', 'account', 'created_at', 'id'])
    .execute();
