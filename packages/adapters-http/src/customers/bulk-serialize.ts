import { type BulkImportReport, toIso } from '@corridor/core';
import type { BulkImport, BulkImportState, RowError } from '@corridor/core/records';
import type { Wire } from '../app/wire.js';
import type { acceptedJob, bulkImportJob, rowErrorEntry } from './bulk-schemas.js';

/** A file that is still being received is visible to no caller, so its state maps to PENDING. */
const JOB_STATUS: Readonly<Record<BulkImportState, Wire<typeof bulkImportJob>['status']>> = {
  RECEIVING: 'PENDING',
  PENDING: 'PENDING',
  PROCESSING: 'PROCESSING',
  COMPLETED: 'COMPLETED',
  FAILED: 'FAILED',
};

/** An import that was just accepted. */
export const serializeAccepted = ({ id }: BulkImport): Wire<typeof acceptedJob> => ({ jobId: id, status: 'PENDING' });

/** The wire form of an import. Rows are numbered from 1, the first after the header. */
export const serializeBulkImport = (report: BulkImportReport): Wire<typeof bulkImportJob> => ({
  id: report.id,
  status: JOB_STATUS[report.status],
  progress: {
    total: report.total,
    processed: report.successful + report.failed,
    successful: report.successful,
    failed: report.failed,
  },
  errors: report.errors.map(rowError),
  completedAt: report.completedAt === null ? undefined : toIso(report.completedAt),
});

const rowError = ({ row, error }: RowError): Wire<typeof rowErrorEntry> => ({ correlationId: String(row), ...error });
