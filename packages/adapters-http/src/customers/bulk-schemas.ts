import * as z from 'zod';
import { filePart, pageOf, timestamp } from '../app/schemas.js';
import type { Received } from './receive-csv.js';

const BEFORE_THE_END = ['PENDING', 'PROCESSING'] as const;
const count = z.int().min(0);

export const csvForm = z
  .object({ file: filePart<Received>('CSV (RFC 4180) in UTF-8') })
  .meta({ id: 'BulkCustomerImportRequest' });

export const acceptedJob = z
  .object({ jobId: z.string(), status: z.enum(BEFORE_THE_END) })
  .meta({ id: 'BulkCustomerImportJobAccepted' });

export const rowErrorEntry = z
  .object({
    correlationId: z.string().meta({ description: 'Number of the row; the first row after the header is 1' }),
    code: z.string().optional(),
    message: z.string().optional(),
    details: z.looseObject({}).optional(),
  })
  .meta({ id: 'BulkCustomerImportErrorEntry' });

export const bulkImportJob = z
  .object({
    id: z.string(),
    status: z.enum([...BEFORE_THE_END, 'COMPLETED', 'FAILED']),
    progress: z.object({ total: count, processed: count, successful: count, failed: count }),
    errors: z.array(rowErrorEntry).optional().meta({ description: 'Errors of the first 10,000 rows that failed' }),
    completedAt: timestamp.optional(),
  })
  .meta({ id: 'BulkCustomerImportJob' });

export const bulkImportJobList = pageOf('BulkCustomerImportJobListResponse', bulkImportJob);
