import { CUSTOMER_LIMITS, personRules } from '../customers/index.js';
import { type FieldError, isId, rules } from '../kernel/index.js';
import { DOCUMENT_SIDES, DOCUMENT_TYPES, type DocumentSide, type DocumentType } from './vocabulary.js';

/**
 * `ofCustomer` counts the documents of a customer and its owners. It bounds storage, because any holder of a link
 * uploads.
 */
export const DOCUMENT_LIMITS = {
  bytes: 10 * 1024 * 1024,
  fileName: 255,
  issuingAuthority: 255,
  ofCustomer: 200,
} as const;

/** The fields of an upload; null means absent. */
export interface DocumentFields {
  readonly documentType?: string | null | undefined;
  readonly side?: string | null | undefined;
  readonly country?: string | null | undefined;
  readonly documentNumber?: string | null | undefined;
  readonly issuingAuthority?: string | null | undefined;
  readonly file?: UploadedFile | null | undefined;
}

export interface UploadedFile {
  /** The file name on the caller's side. */
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

/** A name without a path. It is stored and shown, but no file is ever opened by it. */
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

const TOO_LARGE = `is too large; the maximum is ${DOCUMENT_LIMITS.bytes} bytes`;

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
  else if (file.content.length > DOCUMENT_LIMITS.bytes) gather({ field: 'file', message: TOO_LARGE });
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
