import { type IssuedKycLink, toIso } from '@corridor/core';
import type { ShownDocument } from '@corridor/core/ports';
import type { Verification, VerificationError } from '@corridor/core/records';
import { proposedFields } from '@corridor/core/internal';
import type { Wire } from '../../kit/wire.js';
import type {
  document as documentSchema,
  kycLink,
  verification as verificationSchema,
  verificationError as verificationErrorSchema,
  verificationProposal,
} from './schemas.js';

export const serializeVerification = (verification: Verification): Wire<typeof verificationSchema> => ({
  id: verification.id,
  customerId: verification.customerId,
  verificationStatus: verification.verificationStatus,
  errors: verification.errors.map(verificationError),
  proposal: proposalOf(verification),
  createdAt: toIso(verification.createdAt),
  updatedAt: toIso(verification.updatedAt),
});

/** A proposed change of identity. Verifications in older events lack the field. */
const proposalOf = ({
  proposal,
}: Partial<Pick<Verification, 'proposal'>>): Wire<typeof verificationProposal> | undefined =>
  proposal === null || proposal === undefined
    ? undefined
    : { resourceId: proposal.resourceId, changes: proposedFields(proposal) };

const verificationError = (error: VerificationError): Wire<typeof verificationErrorSchema> => ({
  resourceId: error.resourceId,
  type: error.type,
  field: error.field ?? undefined,
  acceptedDocumentTypes: error.acceptedDocumentTypes ?? undefined,
  reason: error.reason,
});

export const serializeDocument = (document: ShownDocument): Wire<typeof documentSchema> => ({
  id: document.id,
  documentHolder: document.documentHolder,
  documentType: document.documentType,
  side: document.side ?? undefined,
  country: document.country,
  documentNumber: document.documentNumber ?? undefined,
  issuingAuthority: document.issuingAuthority ?? undefined,
  fileName: document.fileName,
  createdAt: toIso(document.createdAt),
  updatedAt: toIso(document.updatedAt),
});

export const serializeKycLink = ({ url, expiresAt, provider, token }: IssuedKycLink): Wire<typeof kycLink> => ({
  kycUrl: url,
  expiresAt: toIso(expiresAt),
  provider,
  token: token ?? undefined,
});
