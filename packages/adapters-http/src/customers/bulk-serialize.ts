import { type BulkImportReport, toIso } from '@corridor/core';
import type { BulkImport, BulkImportState, RowError } from '@corridor/core/records';
import type { Wire } from '../app/wire.js';
import type { acceptedJob, bulkImportJob, rowErrorEntry } from './bulk-schemas.js';

/** Whose file is still coming in is nobody's to see: to who can see it, the import is pending. */
const JOB_STATUS: Readonly<Record<BulkImportState, Wire<typeof bulkImportJob>['status']>> = {
  RECEIVING: 'PENDING',
  PENDING: 'PENDING',
  PROCESSING: 'PROCESSING',
  COMPLETED: 'COMPLETED',
  FAILED: 'FAILED',
};

/** An import that has just been accepted. */
export const serializeAccepted = ({ id }: BulkImport): Wire<typeof acceptedJob> => ({ jobId: id, status: 'PENDING' });

/** The wire form of an import. Rows are known by their numbers, of which 1 is the first after the header. */
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
