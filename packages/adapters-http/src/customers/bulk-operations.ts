import * as z from 'zod';
import { command, query } from '../app/declare.js';
import type { Operation } from '../app/operation.js';
import { filePart, pathId, timestamp } from '../app/schemas.js';
import { serializeAccepted, serializeBulkImport } from './bulk-serialize.js';
import { type Received, receiveCsv } from './receive-csv.js';

const TAG = 'Customers';
const DEFAULT_CSV_BYTES = 64 * 1024 * 1024;
const BEFORE_THE_END = ['PENDING', 'PROCESSING'] as const;
const count = z.int().min(0);

const form = z
  .object({ file: filePart<Received>('CSV (RFC 4180) in UTF-8') })
  .meta({ id: 'BulkCustomerImportRequest' });

const accepted = z
  .object({ jobId: z.string(), status: z.enum(BEFORE_THE_END) })
  .meta({ id: 'BulkCustomerImportJobAccepted' });

const errorEntry = z
  .object({
    correlationId: z.string().meta({ description: 'Number of the row; the first after the header is 1' }),
    code: z.string().optional(),
    message: z.string().optional(),
    details: z.looseObject({}).optional(),
  })
  .meta({ id: 'BulkCustomerImportErrorEntry' });

const job = z
  .object({
    id: z.string(),
    status: z.enum([...BEFORE_THE_END, 'COMPLETED', 'FAILED']),
    progress: z.object({ total: count, processed: count, successful: count, failed: count }),
    errors: z.array(errorEntry).optional().meta({ description: 'Of the first 10,000 rows that failed' }),
    completedAt: timestamp.optional(),
  })
  .meta({ id: 'BulkCustomerImportJob' });

export const bulkOperations: readonly Operation[] = [
  command({
    method: 'POST',
    path: '/customers/bulk/csv',
    operationId: 'uploadCustomersCsv',
    tag: TAG,
    summary: 'Import customers from a CSV file',
    permission: 'MANAGE',
    body: form,
    upload: { part: 'file', bytes: ({ csvBytes = DEFAULT_CSV_BYTES }) => csvBytes, receive: receiveCsv },
    responses: { 202: accepted },
    useCase: (core) => core.bulkImports.accept,
    input: ({ body }) => body.file,
    serialize: serializeAccepted,
  }),
  query({
    method: 'GET',
    path: '/customers/bulk/jobs/{jobId}',
    operationId: 'getBulkCustomerImportJob',
    tag: TAG,
    summary: 'Read how an import stands, and what was wrong with its rows',
    permission: 'VIEW',
    params: { jobId: pathId('BulkImport', 'BULK_UPLOAD_JOB_NOT_FOUND') },
    responses: { 200: job },
    reads: (core) => core.bulkImports.get,
    input: ({ params }) => ({ id: params.jobId }),
    serialize: serializeBulkImport,
  }),
];
