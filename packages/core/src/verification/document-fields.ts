import { CUSTOMER_LIMITS, personRules } from '../customers/index.js';
import { type FieldError, isId, rules } from '../kernel/index.js';
import { DOCUMENT_SIDES, DOCUMENT_TYPES, type DocumentSide, type DocumentType } from './vocabulary.js';

export const DOCUMENT_LIMITS = { bytes: 10 * 1024 * 1024, fileName: 255, issuingAuthority: 255 } as const;

/** What a caller says of a document that is uploaded; absent and null are the same. */
export interface DocumentFields {
  readonly documentType?: string | null | undefined;
  readonly side?: string | null | undefined;
  readonly country?: string | null | undefined;
  readonly documentNumber?: string | null | undefined;
  readonly issuingAuthority?: string | null | undefined;
  readonly file?: UploadedFile | null | undefined;
}

export interface UploadedFile {
  /** As the caller has it. */
  readonly name: string;
  readonly content: Uint8Array;
}

export interface CheckedDocument {
  readonly documentType: DocumentType;
  readonly side: DocumentSide | null;
  readonly country: string;
  readonly documentNumber: string | null;
  readonly issuingAuthority: string | null;
  readonly fileName: string;
}

const { text, oneOf, object } = rules;

/** A name without a way to anywhere: it is shown and kept, never opened. */
const fileName = text({
  minLength: 1,
  maxLength: DOCUMENT_LIMITS.fileName,
  check: (name) =>
    /[/\\]/.test(name) || name === '.' || name === '..' ? 'must be the name of a file, not a path' : null,
});

const rule = object(
  {
    documentType: oneOf(DOCUMENT_TYPES),
    side: oneOf(DOCUMENT_SIDES),
    country: personRules.country,
    documentNumber: text({ minLength: 1, maxLength: CUSTOMER_LIMITS.identifier }),
    issuingAuthority: text({ minLength: 1, maxLength: DOCUMENT_LIMITS.issuingAuthority }),
  },
  ['documentType', 'country'],
);

export function checkDocument(input: DocumentFields): {
  readonly fields: CheckedDocument;
  readonly errors: readonly FieldError[];
} {
  const errors: FieldError[] = [];
  const gather = (error: FieldError): void => void errors.push(error);
  const { file, ...others } = input;
  const checked = rule(others, '', gather) as Partial<CheckedDocument>;
  if (file === null || file === undefined) gather({ field: 'file', message: 'is required' });
  else if (file.content.length === 0) gather({ field: 'file', message: 'is empty' });
  else if (file.content.length > DOCUMENT_LIMITS.bytes) gather({ field: 'file', message: 'is too large' });
  else fileName(file.name, 'file', gather);
  const fields = {
    side: null,
    documentNumber: null,
    issuingAuthority: null,
    ...checked,
    fileName: file?.name ?? '',
  } as CheckedDocument;
  return { fields, errors };
}

/** `Customer:…` or `BeneficialOwner:…`. */
export const isHolderId = (text: string): boolean => isId('Customer', text) || isId('BeneficialOwner', text);
