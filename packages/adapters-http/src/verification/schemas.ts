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
import { filePart, formatted, pageOf, pageQuery, recordId, statuses, text, timestamp } from '../app/schemas.js';
import { beneficialOwner, ownerStanding, personalInfoRequest, personalInfoUpdate } from '../customers/fields.js';

const documentType = z.enum(DOCUMENT_TYPES).meta({ id: 'DocumentType' });
const side = z.enum(DOCUMENT_SIDES);
const country = z.string().meta({ examples: ['US'] });

export const verificationRequest = z.object({ customerId: recordId('Customer') }).meta({ id: 'VerificationRequest' });

/** READY_FOR_VERIFICATION is part of the API; verifications of this host are never in this status. */
export const verificationStatus = statuses(VERIFICATION, [
  'RESOLVE_ERRORS',
  'PENDING_MANUAL_REVIEW',
  'IN_PROGRESS',
  'APPROVED',
  'REJECTED',
  'READY_FOR_VERIFICATION',
]).meta({ id: 'VerificationStatus' });

export const verificationError = z
  .object({
    resourceId: z.string(),
    type: z.enum(VERIFICATION_ERROR_TYPES).meta({ id: 'VerificationErrorType' }),
    field: z.string().optional(),
    acceptedDocumentTypes: z.array(documentType).optional(),
    reason: z.string(),
  })
  .meta({ id: 'VerificationError' });

export const verificationProposal = z
  .object({
    resourceId: z.string().meta({ description: 'The customer or beneficial owner whose identity would change' }),
    changes: z.array(
      z.object({
        field: z.string().meta({ description: 'Dot path of the field in the request that proposed the change' }),
        value: z.unknown().optional().meta({ description: 'The new value; omitted for identifiers and tax numbers' }),
      }),
    ),
  })
  .meta({ id: 'VerificationProposal', description: 'A proposed change of a verified identity' });

export const verification = z
  .object({
    id: z.string(),
    customerId: z.string(),
    verificationStatus,
    errors: z.array(verificationError),
    proposal: verificationProposal.optional(),
    createdAt: timestamp,
    updatedAt: timestamp.optional(),
  })
  .meta({ id: 'Verification' });

export const verificationList = pageOf('VerificationListResponse', verification);

export const verificationFilter = z.object({
  customerId: recordId('Customer').optional(),
  verificationStatus: verificationStatus.optional(),
  ...pageQuery,
});

export const ownerCreateRequest = z
  .object({ customerId: recordId('Customer'), ...ownerStanding, personalInfo: personalInfoRequest })
  .meta({ id: 'BeneficialOwnerCreateRequest' });

export const ownerUpdateRequest = z
  .object({ ...z.object(ownerStanding).partial().shape, personalInfo: personalInfoUpdate.optional() })
  .meta({ id: 'BeneficialOwnerUpdateRequest' });

export { beneficialOwner };
export const ownerList = pageOf('BeneficialOwnerListResponse', beneficialOwner);
export const ownerFilter = z.object({ customerId: recordId('Customer'), ...pageQuery });

const file = filePart<UploadedFile>(`${CONTENT_TYPES.join(', ')}; at most ${DOCUMENT_LIMITS.bytes} bytes`);

const uploaded = {
  file,
  documentType,
  side: side.optional(),
  country,
  documentNumber: text(CUSTOMER_LIMITS.identifier).optional(),
  issuingAuthority: text(DOCUMENT_LIMITS.issuingAuthority).optional(),
};

export const documentUploadRequest = z
  .object({ documentHolder: recordId('Customer', 'BeneficialOwner'), ...uploaded })
  .meta({ id: 'DocumentUploadRequest' });

export const documentReplaceRequest = z.object(uploaded).meta({ id: 'DocumentReplaceRequest' });

export const document = z
  .object({
    id: z.string(),
    documentHolder: z.string(),
    documentType,
    side: side.optional(),
    country,
    documentNumber: z.string().optional(),
    issuingAuthority: z.string().optional(),
    fileName: z.string(),
    createdAt: timestamp,
    updatedAt: timestamp.optional(),
  })
  .meta({ id: 'Document' });

export const documentList = pageOf('DocumentListResponse', document);
export const documentFilter = z.object({
  documentHolder: recordId('Customer', 'BeneficialOwner').optional(),
  ...pageQuery,
});

export const kycLinkRequest = z
  .object({ redirectUri: formatted('uri', REDIRECT_URI_LENGTH).optional() })
  .meta({ id: 'KycLinkCreateRequest' });

export const kycLink = z
  .object({
    kycUrl: z.string(),
    expiresAt: timestamp,
    provider: z.string().meta({ description: 'Who decides, such as SANDBOX or MANUAL' }),
    token: z.string().optional().meta({ description: 'Only for providers whose page can be embedded' }),
  })
  .meta({ id: 'KycLinkResponse' });
