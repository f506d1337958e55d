import * as z from 'zod';
import { filePart, meanings, pageOf, timestamp } from '../../kit/schemas.js';
import type { Received } from './receive-csv.js';

const BEFORE_THE_END = ['PENDING', 'PROCESSING'] as const;
const STATUSES = [...BEFORE_THE_END, 'COMPLETED', 'FAILED'] as const;
const count = z.int().min(0);

export const csvForm = z
  .object({
    file: filePart<Received>(
      'CSV (RFC 4180) in UTF-8 with a header, at most 64 MiB unless the operator sets another limit; a row has at most 64 KiB.',
    ),
  })
  .meta({ id: 'BulkCustomerImportRequest' });

const JOB_ID = '`BulkImport:` and a UUID.';

export const acceptedJob = z
  .object({
    jobId: z.string().describe(`${JOB_ID} Pass it to \`getBulkCustomerImportJob\`.`),
    status: z.enum(BEFORE_THE_END).describe('`PENDING`: no row has been imported yet.'),
  })
  .meta({ id: 'BulkCustomerImportJobAccepted' });

export const rowErrorEntry = z
  .object({
    correlationId: z.string().describe('Number of the row; the first row after the header is 1.'),
    code: z.string().optional().describe('Error that `createCustomer` would have returned, such as `INVALID_INPUT`.'),
    message: z.string().optional().describe('What is wrong with the row, for people.'),
    details: z
      .looseObject({})
      .optional()
      .describe('`errors` lists the invalid values, each with the name of its column as `field`.'),
  })
  .meta({ id: 'BulkCustomerImportErrorEntry', description: 'A row that was not imported.' });

export const bulkImportJob = z
  .object({
    id: z.string().describe(JOB_ID),
    status: z.enum(STATUSES).describe(
      meanings<(typeof STATUSES)[number]>({
        PENDING: 'the file is stored, and no row has been imported; `PROCESSING` follows',
        PROCESSING: 'rows are being imported; `COMPLETED` or `FAILED` follows',
        COMPLETED: 'every row was tried, and at least one succeeded',
        FAILED: 'every row was tried, and none succeeded',
      }),
    ),
    progress: z
      .object({
        total: count.describe('Rows of the file without its header.'),
        processed: count.describe('Rows that were tried so far: successful and failed ones.'),
        successful: count.describe('Rows that became customers.'),
        failed: count.describe('Rows that were refused, also if `errors` lists fewer.'),
      })
      .describe('How many rows the import has reached. It grows while the status is `PROCESSING`.'),
    errors: z.array(rowErrorEntry).optional().describe('The first 10,000 rows that failed, by row. Absent in lists.'),
    completedAt: timestamp.optional().describe('When the last row was tried; absent before.'),
  })
  .meta({ id: 'BulkCustomerImportJob' });

export const bulkImportJobList = pageOf('BulkCustomerImportJobListResponse', bulkImportJob);
