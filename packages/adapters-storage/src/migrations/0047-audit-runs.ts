import { createRecordTable } from './record-table.js';
import type { DialectName, Schema } from './table.js';

/** Adds the runs of the audit that operators start, see docs/areas/audit.md. */
export const auditRuns = (db: Schema, dialect: DialectName): Promise<void> =>
  createRecordTable(db, dialect, 'audit_runs', {
    scoped: false,
    columns: {
      status: 'text',
      requested_by: 'text',
      kept_head: 'text?',
      started_at: 'integer?',
      ended_at: 'integer?',
      heard_at: 'integer',
      part: 'text?',
      parts_done: 'integer',
      parts: 'integer',
      reads: 'integer',
      findings: 'text',
      finding_count: 'integer',
      checked: 'text?',
      chain: 'text?',
      reason: 'text?',
    },
    filters: ['status'],
  });
