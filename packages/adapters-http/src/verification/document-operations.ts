import { DOCUMENT_LIMITS, invalidInDocumentReplacement, invalidInNewDocument } from '@corridor/core/internal';
import { command, prepared, query } from '../app/declare.js';
import type { Operation } from '../app/operation.js';
import { pathId } from '../app/schemas.js';
import { whole } from '../app/upload.js';
import { pageBody } from '../app/wire.js';
import { document, documentFilter, documentList, documentReplaceRequest, documentUploadRequest } from './schemas.js';
import { serializeDocument } from './serialize.js';

const TAG = 'Documents';
const documentId = pathId('Document', 'REFERENCE_NOT_FOUND');
const FILE = whole('file', DOCUMENT_LIMITS.bytes);

export const documentOperations: readonly Operation[] = [
  query({
    method: 'GET',
    path: '/documents',
    operationId: 'listDocuments',
    tag: TAG,
    summary: 'List documents',
    permission: 'VIEW',
    query: documentFilter,
    responses: { 200: documentList },
    reads: (core) => core.verification.documents.list,
    input: (request) => request.query,
    serialize: (page) => pageBody(page, serializeDocument),
  }),
  prepared({
    method: 'POST',
    path: '/documents',
    operationId: 'uploadDocument',
    tag: TAG,
    summary: 'Upload a document of a customer or a beneficial owner',
    permission: 'MANAGE',
    body: documentUploadRequest,
    upload: FILE,
    responses: { 201: document },
    errors: [404],
    // The response repeats the number of the document.
    secretAnswer: true,
    useCase: (core) => ({ prepare: core.verification.documents.prepare, finish: core.verification.documents.upload }),
    input: ({ body }) => body,
    invalid: invalidInNewDocument,
    serialize: serializeDocument,
  }),
  query({
    method: 'GET',
    path: '/documents/{documentId}',
    operationId: 'getDocument',
    tag: TAG,
    summary: 'Read the metadata of a document',
    permission: 'VIEW',
    params: { documentId },
    responses: { 200: document },
    reads: (core) => core.verification.documents.get,
    input: ({ params }) => ({ id: params.documentId }),
    serialize: serializeDocument,
  }),
  prepared({
    method: 'PUT',
    path: '/documents/{documentId}',
    operationId: 'replaceDocument',
    tag: TAG,
    summary: 'Replace a document',
    permission: 'MANAGE',
    params: { documentId },
    body: documentReplaceRequest,
    upload: FILE,
    responses: { 200: document },
    secretAnswer: true,
    useCase: (core) => ({
      prepare: core.verification.documents.prepareReplacement,
      finish: core.verification.documents.replace,
    }),
    input: ({ params, body }) => ({ ...body, id: params.documentId }),
    invalid: invalidInDocumentReplacement,
    serialize: serializeDocument,
  }),
  command({
    method: 'DELETE',
    path: '/documents/{documentId}',
    operationId: 'deleteDocument',
    tag: TAG,
    summary: 'Delete a document that has not been submitted',
    permission: 'MANAGE',
    params: { documentId },
    responses: { 204: null },
    useCase: (core) => core.verification.documents.delete,
    input: ({ params }) => ({ id: params.documentId }),
    serialize: () => null,
  }),
];
