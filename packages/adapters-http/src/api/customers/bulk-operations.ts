import { invalidFields } from '@corridor/core/ports';
import * as z from 'zod';
import { command, query } from '../../kit/declare.js';
import type { Operation } from '../../kit/operation.js';
import { exampleId, pageQuery, pathId } from '../../kit/schemas.js';
import { pageBody } from '../../kit/wire.js';
import { LISTED_IMPORT } from './examples.js';
import { acceptedJob, bulkImportJob, bulkImportJobList, csvForm } from './bulk-schemas.js';
import { serializeAccepted, serializeBulkImport, serializeListed } from './bulk-serialize.js';
import { receiveCsv } from './receive-csv.js';

const TAG = 'Customers';
const ROW_ERROR = invalidFields([
  { field: 'country', constraint: { format: 'iso3166-1-alpha-2' }, message: 'is not a country code' },
]).error;
const DEFAULT_CSV_BYTES = 64 * 1024 * 1024;

export const bulkOperations: readonly Operation[] = [
  command({
    method: 'POST',
    path: '/customers/bulk/csv',
    operationId: 'uploadCustomersCsv',
    tag: TAG,
    summary: 'Import customers from a CSV file',
    description: `Stores the whole file, then creates a customer for each row in the background. Rows follow the rules of
\`createCustomer\`, one by one: a faulty row does not stop the others. The customers have all currencies of the platform.
Poll \`getBulkCustomerImportJob\`, or wait for the event.

The header names these columns, in any order:

- always \`umaAddress\`, \`platformCustomerId\`, \`customerType\`, \`addressLine1\`, \`city\`, \`country\`; and
  \`postalCode\`, if a customer is in a country with postal codes;
- for individuals \`fullName\` and \`birthDate\`, for businesses \`businessLegalName\`; a file with both types has all
  three, and leaves those of the other type blank;
- optionally \`email\`, \`platformAccountId\`, \`description\`, \`addressLine2\`, \`state\`,
  \`businessRegistrationNumber\`, \`businessTaxId\`.

Commas, semicolons or tabs separate the columns.

**Events:** \`BULK_UPLOAD.COMPLETED\` or \`BULK_UPLOAD.FAILED\`; in the sandbox also those of each individual.`,
    permission: 'MANAGE',
    body: csvForm,
    upload: { part: 'file', bytes: ({ csvBytes = DEFAULT_CSV_BYTES }) => csvBytes, receive: receiveCsv },
    responses: { 202: acceptedJob },
    outcomes: { 202: 'The file is stored completely; its rows are imported next.' },
    refusals: {
      INVALID_INPUT:
        'The file is not CSV in UTF-8, has no rows, or its header lacks a column, or has an unknown or repeated one; ' +
        'nothing of it is stored.',
      INVALID_REQUEST_FORMAT: 'The body is not a form with a file, is too large, was cut off, or took too long.',
    },
    examples: [{ title: 'Import a file', status: 202, answer: { jobId: exampleId('BulkImport'), status: 'PENDING' } }],
    useCase: (core) => core.bulkImports.accept,
    input: ({ body }) => body.file,
    serialize: serializeAccepted,
  }),
  query({
    method: 'GET',
    path: '/customers/bulk/jobs',
    operationId: 'listBulkCustomerImportJobs',
    tag: TAG,
    summary: 'List imports without the errors of their rows, newest first',
    description: `Shows the progress of every file that was accepted, also of those that are being imported. A file whose upload was cut
off does not appear. Read one import with \`getBulkCustomerImportJob\` to see which rows failed, and why.`,
    isExtension: true,
    permission: 'VIEW',
    query: z.object(pageQuery),
    responses: { 200: bulkImportJobList },
    outcomes: { 200: 'One page of imports.' },
    examples: [{ title: 'List imports', status: 200, answer: { data: [LISTED_IMPORT], hasMore: false } }],
    reads: (core) => core.bulkImports.list,
    input: (request) => request.query,
    serialize: (page) => pageBody(page, serializeListed),
  }),
  query({
    method: 'GET',
    path: '/customers/bulk/jobs/{jobId}',
    operationId: 'getBulkCustomerImportJob',
    tag: TAG,
    summary: 'Read the status of an import and the errors of its rows',
    description: `Shows how many rows were tried, and the first 10,000 that failed. Rows that succeeded are customers already while the
import is still \`PROCESSING\`. After the end, correct the failed rows and import them as a new file: rows that
succeeded would be refused there with \`CONFLICT\`.`,
    permission: 'VIEW',
    params: { jobId: pathId('BulkImport', 'BULK_UPLOAD_JOB_NOT_FOUND') },
    responses: { 200: bulkImportJob },
    outcomes: { 200: 'Progress so far; final if the status is `COMPLETED` or `FAILED`.' },
    refusals: { BULK_UPLOAD_JOB_NOT_FOUND: 'The import does not exist.' },
    examples: [
      {
        title: 'Read an import with a failed row',
        status: 200,
        answer: {
          ...LISTED_IMPORT,
          errors: [{ correlationId: '2', ...ROW_ERROR }],
        },
      },
    ],
    reads: (core) => core.bulkImports.get,
    input: ({ params }) => ({ id: params.jobId }),
    serialize: serializeBulkImport,
  }),
];
