import { type BulkImport, type BulkImportReport, type RowError, toIso } from '@corridor/core';

/** An import that has just been accepted. */
export const serializeAccepted = ({ id, status }: BulkImport): object => ({ jobId: id, status });

/** The wire form of an import. Rows are known by their numbers, of which 1 is the first after the header. */
export const serializeBulkImport = (report: BulkImportReport): object => ({
  id: report.id,
  status: report.status,
  progress: {
    total: report.total,
    processed: report.successful + report.failed,
    successful: report.successful,
    failed: report.failed,
  },
  errors: report.errors.map(rowError),
  completedAt: report.completedAt === null ? undefined : toIso(report.completedAt),
});

const rowError = ({ row, error }: RowError): object => ({ correlationId: String(row), ...error });
