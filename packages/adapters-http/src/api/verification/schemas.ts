import type { UploadedFile } from '@corridor/core';
import {
  CONTENT_TYPES,
  DOCUMENT_SIDES,
  DOCUMENT_TYPES,
  VERIFICATION,
  VERIFICATION_ERROR_TYPES,
} from '@corridor/core/records';
import { CUSTOMER_LIMITS, DOCUMENT_LIMITS, REDIRECT_URI_LENGTH } from '@corridor/core/internal';
import * as z from 'zod';
import {
  filePart,
  formatted,
  meanings,
  pageOf,
  pageQuery,
  recordId,
  statuses,
  text,
  timestamp,
} from '../../kit/schemas.js';
import { beneficialOwner, ownerStanding, personalInfoRequest, personalInfoUpdate } from '../customers/fields.js';

const documentType = z.enum(DOCUMENT_TYPES).meta({
  id: 'DocumentType',
  description:
    'What a document is. A person proves its identity with a passport, or with both sides of a driving licence or ' +
    'national id. For a business, `acceptedDocumentTypes` of an error names the types that prove what is missing.',
});
const side = z.enum(DOCUMENT_SIDES);
const country = z.string().meta({ examples: ['US'] });

export const verificationRequest = z
  .object({ customerId: recordId('Customer').describe('The individual or business to verify.') })
  .meta({ id: 'VerificationRequest' });

const VERIFICATION_STATUSES = [
  'RESOLVE_ERRORS',
  'PENDING_MANUAL_REVIEW',
  'IN_PROGRESS',
  'APPROVED',
  'REJECTED',
  'READY_FOR_VERIFICATION',
] as const;

/** READY_FOR_VERIFICATION is part of the API; verifications of this host are never in this status. */
export const verificationStatus = statuses(VERIFICATION, VERIFICATION_STATUSES).meta({
  id: 'VerificationStatus',
  description: meanings<(typeof VERIFICATION_STATUSES)[number]>({
    RESOLVE_ERRORS: 'data or documents are missing: supply what `errors` lists, then submit the customer again',
    PENDING_MANUAL_REVIEW: 'a person decides; `APPROVED`, `REJECTED` or `RESOLVE_ERRORS` follows',
    IN_PROGRESS: 'the KYC provider decides; any of the other statuses can follow',
    APPROVED: 'verified, or the change of the identity applies; final',
    REJECTED: 'refused, or the change of the identity was dropped; final',
    READY_FOR_VERIFICATION: 'reserved; verifications of this service are never in this status',
  }),
});

const errorType = z.enum(VERIFICATION_ERROR_TYPES).meta({
  id: 'VerificationErrorType',
  description: meanings<(typeof VERIFICATION_ERROR_TYPES)[number]>({
    MISSING_FIELD: 'the value that `field` names is required',
    INVALID_FIELD: 'the value that `field` names is not acceptable; `reason` says why',
    MISSING_LEGAL_PRESENCE_DOCUMENT: 'a document must prove that the business exists',
    MISSING_CONTROL_STRUCTURE_DOCUMENT: 'a document must prove who directs the business',
    MISSING_OWNERSHIP_STRUCTURE_DOCUMENT: 'a document must prove who owns the business',
    MISSING_PROOF_OF_ADDRESS_DOCUMENT: 'a document of the last three months must prove the address of the business',
    MISSING_IDENTITY_DOCUMENT: 'a document must prove the identity of the person',
    INVALID_DOCUMENT: 'the document is not acceptable',
    EXPIRED_DOCUMENT: 'the document is no longer valid, or was uploaded too long ago',
    POOR_QUALITY_DOCUMENT: 'the document is not legible: replace it with a better copy',
    SUSPECTED_FRAUD_DOCUMENT: 'the document seems to be forged or altered',
    WRONG_DOCUMENT_TYPE: 'the content is not a document of its `documentType`',
    INCOMPLETE_DOCUMENT: 'a side or a page of the document is missing',
    UNREADABLE_DOCUMENT: 'the content of the document cannot be read',
    DOCUMENT_VERIFICATION_FAILED: 'the document does not prove what it should',
    APPLICANT_SANCTIONED: 'the customer or owner is on a list of sanctions',
    APPLICANT_FRAUD: 'the customer or owner is suspected of fraud',
    APPLICANT_CRIMINAL_RECORD: 'the customer or owner has a criminal record',
    APPLICANT_REJECTED: 'the reviewer refuses the customer or owner; `reason` may say more',
    MISSING_BENEFICIAL_OWNER: 'add every owner of 25 % or more, or the largest one with the role `UBO`',
    MISSING_CONTROL_PERSON: 'add an owner with the role `CONTROL_PERSON`',
    MISSING_GOOD_STANDING_DOCUMENT: 'a certificate of good standing is required',
  }),
});

export const verificationError = z
  .object({
    resourceId: z.string().describe('The customer, beneficial owner or document that the error is about.'),
    type: errorType.describe('What is wrong. Branch on it; `reason` is for people.'),
    field: z.string().optional().describe('Dot path in the request that sets the value, if the error is about one.'),
    acceptedDocumentTypes: z
      .array(documentType)
      .optional()
      .describe('Any one of these documents resolves the error; absent if a document does not resolve it.'),
    reason: z.string().describe('Explanation for people, in English.'),
  })
  .meta({
    id: 'VerificationError',
    description: 'Something that a verification lacks, or the reason for its rejection.',
  });

export const verificationProposal = z
  .object({
    resourceId: z.string().describe('The customer or beneficial owner whose identity would change.'),
    changes: z
      .array(
        z.object({
          field: z.string().describe('Dot path of the field in the request that proposed the change.'),
          value: z
            .unknown()
            .optional()
            .describe('What the field would become; absent for identifiers and tax numbers.'),
        }),
      )
      .describe('The identity fields that an approval would replace.'),
  })
  .meta({ id: 'VerificationProposal', description: 'A proposed change of a verified identity' });

export const verification = z
  .object({
    id: z.string().describe('`Verification:` and a UUID.'),
    customerId: z.string().describe('The individual or business that is verified, or whose owner is.'),
    verificationStatus: verificationStatus.describe('How far the verification is, and who has to act.'),
    errors: z
      .array(verificationError)
      .describe('In `RESOLVE_ERRORS` everything to supply; in `REJECTED` the reasons, if any; otherwise empty.'),
    proposal: verificationProposal.optional().describe('Present if an identity changes that was verified before.'),
    createdAt: timestamp.describe('When the customer was first submitted, or the change was proposed.'),
    updatedAt: timestamp.optional().describe('When the status, the errors or the proposal last changed.'),
  })
  .meta({ id: 'Verification' });

export const verificationList = pageOf('VerificationListResponse', verification);

export const verificationFilter = z.object({
  customerId: recordId('Customer').optional().describe('Only verifications of this customer and of its owners.'),
  verificationStatus: verificationStatus.optional().describe('Only verifications that are in this status now.'),
  ...pageQuery,
});

export const ownerCreateRequest = z
  .object({
    customerId: recordId('Customer').describe('The business, a customer of type `BUSINESS`.'),
    ...ownerStanding,
    personalInfo: personalInfoRequest.describe('Who the owner is, with a tax number.'),
  })
  .meta({ id: 'BeneficialOwnerCreateRequest' });

export const ownerUpdateRequest = z
  .object({
    ...z.object(ownerStanding).partial().shape,
    personalInfo: personalInfoUpdate.optional().describe('Absent parts stay as they are.'),
  })
  .meta({ id: 'BeneficialOwnerUpdateRequest' });

export const ownerList = pageOf('BeneficialOwnerListResponse', beneficialOwner);
export const ownerFilter = z.object({
  customerId: recordId('Customer').describe('The business whose owners are listed. An unknown one has none.'),
  ...pageQuery,
});

const MEBIBYTE = 1024 * 1024;
const file = filePart<UploadedFile>(
  `One complete file: ${CONTENT_TYPES.join(', ')}; at most ${DOCUMENT_LIMITS.bytes / MEBIBYTE} MiB. Its structure ` +
    'decides its type, not its name.',
);

/** Descriptions of fields that uploads and responses share. */
const FIELD = {
  documentType: 'Which kind of evidence the file is.',
  side: 'Side of a driving licence or national id; a verification needs both sides, one upload for each.',
  country: 'Country that issued the document, two letters (ISO 3166-1 alpha-2).',
  documentNumber: 'Number printed on the document. It is stored encrypted.',
  issuingAuthority: 'Office that issued the document, as printed on it.',
};

const uploaded = {
  file,
  documentType: documentType.describe(FIELD.documentType),
  side: side.optional().describe(FIELD.side),
  country: country.describe(FIELD.country),
  documentNumber: text(CUSTOMER_LIMITS.identifier)
    .optional()
    .describe(`${FIELD.documentNumber} In the sandbox its last three characters can refuse the upload.`),
  issuingAuthority: text(DOCUMENT_LIMITS.issuingAuthority).optional().describe(FIELD.issuingAuthority),
};

export const documentUploadRequest = z
  .object({
    documentHolder: recordId('Customer', 'BeneficialOwner').describe(
      'The customer or the beneficial owner whom the document is about.',
    ),
    ...uploaded,
  })
  .meta({ id: 'DocumentUploadRequest' });

export const documentReplaceRequest = z.object(uploaded).meta({ id: 'DocumentReplaceRequest' });

export const document = z
  .object({
    id: z.string().describe('`Document:` and a UUID.'),
    documentHolder: z.string().describe('The customer or the beneficial owner whom the document is about.'),
    documentType: documentType.describe(FIELD.documentType),
    side: side.optional().describe(FIELD.side),
    country: country.describe(FIELD.country),
    documentNumber: z.string().optional().describe(FIELD.documentNumber),
    issuingAuthority: z.string().optional().describe(FIELD.issuingAuthority),
    fileName: z.string().describe('Name under which the caller uploaded the content.'),
    createdAt: timestamp.describe('When the document was first uploaded.'),
    updatedAt: timestamp.optional().describe('When the document was last uploaded, replaced or submitted.'),
  })
  .meta({ id: 'Document', description: 'Metadata of an uploaded file. The API does not return its content.' });

export const documentList = pageOf('DocumentListResponse', document);
export const documentFilter = z.object({
  documentHolder: recordId('Customer', 'BeneficialOwner')
    .optional()
    .describe("Only documents of this customer or this owner. A business's list lacks those of its owners."),
  ...pageQuery,
});

export const kycLinkRequest = z
  .object({
    redirectUri: formatted('uri', REDIRECT_URI_LENGTH)
      .optional()
      .describe(
        'Where the page sends the customer at the end, unchanged: `https`, in the sandbox also `http`, or a scheme of an app that `redirectSchemes` of the configuration has. A fragment is allowed. Without it, the customer stays on the page.',
      ),
  })
  .meta({ id: 'KycLinkCreateRequest' });

export const kycLink = z
  .object({
    kycUrl: z.string().describe('Address of the page. It contains a secret: pass it to the customer only.'),
    expiresAt: timestamp.describe(
      'Until then the customer can start; on the page of the service a started session lasts one hour.',
    ),
    provider: z.string().describe('Who decides, such as `SANDBOX` or `MANUAL`.'),
    token: z
      .string()
      .optional()
      .describe('With which the SDK of the provider embeds its page; only for providers that have one.'),
  })
  .meta({ id: 'KycLinkResponse' });
