import {
  BASE_COLUMNS,
  type BaseRecord,
  type Id,
  type Instant,
  openSealed,
  recordKind,
  sealedPlace,
  type SealedPlace,
  type Sealer,
  showSealed,
} from '../kernel/index.js';
import type { ContentType, DocumentSide, DocumentType } from './vocabulary.js';

/** A document of a customer or of a beneficial owner. Its content is in the blob store. */
export interface Document extends BaseRecord {
  readonly id: Id<'Document'>;
  readonly documentHolder: string;
  /** The customer who holds the document; for a document of an owner, the business of that owner. */
  readonly customerId: Id<'Customer'>;
  readonly documentType: DocumentType;
  readonly side: DocumentSide | null;
  readonly country: string;
  readonly sealedDocumentNumber: string | null;
  readonly issuingAuthority: string | null;
  readonly fileName: string;
  readonly contentType: ContentType;
  /** Bytes. */
  readonly size: number;
  /** SHA-256 of the content, as lowercase hex. */
  readonly contentDigest: string;
  readonly blobKey: string;
  /** When the present content was uploaded. */
  readonly uploadedAt: Instant;
  /** Counts uploads: 1 until the content is replaced. */
  readonly revision: number;
  /** The verification that the document was submitted with. A submitted document cannot be deleted. */
  readonly submittedWith: Id<'Verification'> | null;
  /** When the owner who holds the document was deleted; the submitted document is kept as evidence. Else null. */
  readonly deletedAt: Instant | null;
}

export const DOCUMENTS = recordKind<Document>()({
  name: 'documents',
  scope: 'tenant',
  columns: {
    ...BASE_COLUMNS,
    documentHolder: 'text',
    customerId: 'text',
    documentType: 'text',
    side: 'text?',
    country: 'text',
    sealedDocumentNumber: 'text?',
    issuingAuthority: 'text?',
    fileName: 'text',
    contentType: 'text',
    size: 'int',
    contentDigest: 'text',
    blobKey: 'text',
    uploadedAt: 'instant',
    revision: 'int',
    submittedWith: 'text?',
    deletedAt: 'instant?',
  },
  states: [],
  unique: [],
  filters: ['documentHolder', 'customerId', 'deletedAt'],
  immutable: ['documentHolder', 'customerId'],
  sealed: ['sealedDocumentNumber'],
});

/** A document as the API shows it to the platform. */
export type ShownDocument = Omit<Document, 'sealedDocumentNumber'> & { readonly documentNumber: string | null };

const numberOf = (id: string): SealedPlace => sealedPlace(DOCUMENTS, id, 'sealedDocumentNumber');

export const sealDocumentNumber = (sealer: Sealer, id: string, number: string | null): string | null =>
  number === null ? null : sealer.seal(number, numberOf(id));

/** The document for an answer that only shows it; a number that cannot be opened is null. */
export const showDocument = (sealer: Sealer, { sealedDocumentNumber, ...document }: Document): ShownDocument => ({
  ...document,
  documentNumber:
    sealedDocumentNumber === null ? null : showSealed(sealer, sealedDocumentNumber, numberOf(document.id)),
});

/** The document for a review; throws if its number cannot be opened. */
export const openDocument = (sealer: Sealer, { sealedDocumentNumber, ...document }: Document): ShownDocument => ({
  ...document,
  documentNumber:
    sealedDocumentNumber === null ? null : openSealed(sealer, sealedDocumentNumber, numberOf(document.id)),
});
