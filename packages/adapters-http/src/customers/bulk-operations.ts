import * as z from 'zod';
import { command, query } from '../app/declare.js';
import type { Operation } from '../app/operation.js';
import { pageQuery, pathId } from '../app/schemas.js';
import { pageBody } from '../app/wire.js';
import { acceptedJob, bulkImportJob, bulkImportJobList, csvForm } from './bulk-schemas.js';
import { serializeAccepted, serializeBulkImport, serializeListed } from './bulk-serialize.js';
import { receiveCsv } from './receive-csv.js';

const TAG = 'Customers';
const DEFAULT_CSV_BYTES = 64 * 1024 * 1024;

export const bulkOperations: readonly Operation[] = [
  command({
    method: 'POST',
    path: '/customers/bulk/csv',
    operationId: 'uploadCustomersCsv',
    tag: TAG,
    summary: 'Import customers from a CSV file',
    permission: 'MANAGE',
    body: csvForm,
    upload: { part: 'file', bytes: ({ csvBytes = DEFAULT_CSV_BYTES }) => csvBytes, receive: receiveCsv },
    responses: { 202: acceptedJob },
    useCase: (core) => core.bulkImports.accept,
    input: ({ body }) => body.file,
    serialize: serializeAccepted,
  }),
  query({
    method: 'GET',
    path: '/customers/bulk/jobs',
    operationId: 'listBulkCustomerImportJobs',
    tag: TAG,
    summary: 'List imports without the errors of their rows, newest first. An extension.',
    permission: 'VIEW',
    query: z.object(pageQuery),
    responses: { 200: bulkImportJobList },
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
    permission: 'VIEW',
    params: { jobId: pathId('BulkImport', 'BULK_UPLOAD_JOB_NOT_FOUND') },
    responses: { 200: bulkImportJob },
    reads: (core) => core.bulkImports.get,
    input: ({ params }) => ({ id: params.jobId }),
    serialize: serializeBulkImport,
  }),
];
