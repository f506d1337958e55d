import {
  COMPANY_EVIDENCE,
  DOCUMENT_TYPES,
  type DocumentType,
  IDENTITY_DOCUMENTS,
  type VerificationErrorType,
} from './vocabulary.js';

const EVIDENCE: readonly (readonly DocumentType[])[] = [...Object.values(COMPANY_EVIDENCE), IDENTITY_DOCUMENTS];

const ASKED_FOR: Readonly<Partial<Record<VerificationErrorType, readonly DocumentType[]>>> = {
  ...COMPANY_EVIDENCE,
  MISSING_IDENTITY_DOCUMENT: IDENTITY_DOCUMENTS,
  MISSING_GOOD_STANDING_DOCUMENT: ['GOOD_STANDING_CERTIFICATE'],
};

/**
 * The document types that resolve an error: those that the error requires, or, for an error about a document of the
 * type `found`, those that prove everything that this type proves. Null if no document resolves it.
 */
export function acceptedDocuments(
  type: VerificationErrorType,
  found: DocumentType | undefined,
): readonly DocumentType[] | null {
  const asked = ASKED_FOR[type];
  if (asked !== undefined || found === undefined) return asked ?? null;
  const proved = EVIDENCE.filter((documents) => documents.includes(found));
  if (proved.length === 0) return [found];
  return DOCUMENT_TYPES.filter((type) => proved.every((documents) => documents.includes(type)));
}
