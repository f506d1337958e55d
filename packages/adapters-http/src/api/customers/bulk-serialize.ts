import { type BulkImportReport, toIso } from '@corridor/core';
import type { BulkImport, BulkImportState, RowError } from '@corridor/core/records';
import type { Wire } from '../../kit/wire.js';
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

/** An import in a list, without the errors of its rows. */
export const serializeListed = (job: BulkImport): Wire<typeof bulkImportJob> => ({
  id: job.id,
  status: JOB_STATUS[job.status],
  progress: {
    total: job.total,
    processed: job.successful + job.failed,
    successful: job.successful,
    failed: job.failed,
  },
  completedAt: job.completedAt === null ? undefined : toIso(job.completedAt),
});

/** The wire form of an import. Rows are numbered from 1, the first after the header. */
export const serializeBulkImport = (report: BulkImportReport): Wire<typeof bulkImportJob> => ({
  ...serializeListed(report),
  errors: report.errors.map(rowError),
});

const rowError = ({ row, error }: RowError): Wire<typeof rowErrorEntry> => ({ correlationId: String(row), ...error });
