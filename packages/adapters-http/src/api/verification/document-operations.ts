import { DOCUMENT_LIMITS, invalidInDocumentReplacement, invalidInNewDocument } from '@corridor/core/internal';
import { command, prepared, query } from '../../kit/declare.js';
import type { Operation, Refusals } from '../../kit/operation.js';
import { exampleId, pathId } from '../../kit/schemas.js';
import { whole } from '../../kit/upload.js';
import { pageBody } from '../../kit/wire.js';
import { DOCUMENT_EXAMPLE } from './examples.js';
import { document, documentFilter, documentList, documentReplaceRequest, documentUploadRequest } from './schemas.js';
import { serializeDocument } from './serialize.js';

const TAG = 'Documents';
const documentId = pathId('Document', 'REFERENCE_NOT_FOUND');
const FILE = whole('file', DOCUMENT_LIMITS.bytes);

/** Refusals of a file and its fields. */
const OF_CONTENT: Refusals = {
  INVALID_REQUEST_FORMAT: 'The body is not a form with a file, is too large, was cut off, or took too long.',
  UNSUITABLE_DOCUMENT: 'The content is not a complete PDF, JPEG or PNG, or decodes to an excessive size.',
  SUSPECTED_FRAUD: 'Sandbox only: `documentNumber` ends in `002`.',
  LOW_QUALITY: 'Sandbox only: `documentNumber` ends in `003`.',
  DATA_MISMATCH: 'Sandbox only: `documentNumber` ends in `004`.',
  EXPIRED: 'Sandbox only: `documentNumber` ends in `005`.',
  INCOMPLETE: 'Sandbox only: `documentNumber` ends in `006`.',
  SERVICE_UNAVAILABLE: 'The upload took longer than an hour, or the host is starting, stopping or overloaded.',
};
const MISSING = 'The document does not exist, or its customer was deleted.';

export const documentOperations: readonly Operation[] = [
  query({
    method: 'GET',
    path: '/documents',
    operationId: 'listDocuments',
    tag: TAG,
    summary: 'List documents',
    description: `Lists the metadata of uploaded documents, newest first, of all holders or of one. A business and each of its beneficial
owners are holders of their own. The content cannot be downloaded.`,
    permission: 'VIEW',
    query: documentFilter,
    responses: { 200: documentList },
    outcomes: { 200: 'One page of documents, and how many match in total.' },
    examples: [
      {
        title: 'List documents of a customer',
        status: 200,
        query: { documentHolder: exampleId('Customer', 2) },
        answer: { data: [DOCUMENT_EXAMPLE], hasMore: false, totalCount: 1 },
      },
    ],
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
    description: `Stores a file as evidence for the verification of a customer or a beneficial owner. Uploading decides nothing: call
\`createVerification\` when everything is there; until then the document can be replaced or deleted. A customer can have
200 documents, with those of its owners. A proof of address counts for three months from its upload. Send the form as
\`multipart/form-data\`: a part for each field, and the file with its name.`,
    permission: 'MANAGE',
    body: documentUploadRequest,
    upload: FILE,
    responses: { 201: document },
    outcomes: { 201: 'The metadata of the stored document.' },
    refusals: {
      ...OF_CONTENT,
      INVALID_INPUT: 'A field is invalid, or the file is empty or its name is a path; `details.errors` names each.',
      USER_NOT_FOUND: '`documentHolder` names a customer that does not exist or was deleted.',
      REFERENCE_NOT_FOUND: '`documentHolder` names an owner that does not exist, or whose business was deleted.',
      CONFLICT:
        'The customer and its owners have 200 documents, the maximum; or the idempotency key was used for another ' +
        'request.',
    },
    examples: [{ title: 'Upload a driving licence', status: 201, answer: DOCUMENT_EXAMPLE }],
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
    description: `Returns what was said about the document at its upload, with its number. The content itself stays in the service and
cannot be downloaded; the reviewers of the operator and the KYC provider see it.`,
    permission: 'VIEW',
    params: { documentId },
    responses: { 200: document },
    outcomes: { 200: 'The metadata; the content is not part of it.' },
    refusals: { REFERENCE_NOT_FOUND: MISSING },
    examples: [{ title: 'Read a document', status: 200, answer: DOCUMENT_EXAMPLE }],
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
    description: `Replaces the file and all fields of a document under the same id; optional fields that the form omits become absent, and
the holder stays. A document that was submitted can be replaced only while its verification is \`RESOLVE_ERRORS\`, for
example after \`POOR_QUALITY_DOCUMENT\`; then submit the customer again with \`createVerification\`. A replacement
counts as a new upload, so it renews a proof of address.`,
    permission: 'MANAGE',
    params: { documentId },
    body: documentReplaceRequest,
    upload: FILE,
    responses: { 200: document },
    outcomes: { 200: 'The metadata of the new content.' },
    refusals: {
      ...OF_CONTENT,
      INVALID_INPUT: 'A field is invalid, or the file is empty or its name is a path; `details.errors` names each.',
      REFERENCE_NOT_FOUND: MISSING,
      CONFLICT:
        'The document was submitted, and its verification is under review or decided; or the idempotency key was used ' +
        'for another request.',
    },
    examples: [
      {
        title: 'Replace a document',
        status: 200,
        answer: { ...DOCUMENT_EXAMPLE, fileName: 'licence-sharp.jpg', updatedAt: '2026-01-05T11:20:00.000Z' },
      },
    ],
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
    description: `Removes the document and its content for good, for example after the upload of a wrong file. That works until the
document is submitted with its customer; afterwards it is evidence, which \`replaceDocument\` can correct while the
verification is \`RESOLVE_ERRORS\`.`,
    permission: 'MANAGE',
    params: { documentId },
    responses: { 204: null },
    outcomes: { 204: 'The document is gone; its content is deleted soon after.' },
    refusals: {
      REFERENCE_NOT_FOUND: MISSING,
      CONFLICT: 'The document was submitted with a verification; or the idempotency key was used for another request.',
    },
    examples: [{ title: 'Delete a document', status: 204 }],
    useCase: (core) => core.verification.documents.delete,
    input: ({ params }) => ({ id: params.documentId }),
    serialize: () => null,
  }),
];
