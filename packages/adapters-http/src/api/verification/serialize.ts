import { type CustomerWithOwners, type IssuedKycLink, toIso } from '@corridor/core';
import type { ShownDocument } from '@corridor/core/ports';
import type { BeneficialOwner, Verification, VerificationError } from '@corridor/core/records';
import { percentOf, proposedFields } from '@corridor/core/internal';
import { serializeAddress, serializeBusiness, serializeCustomer } from '../customers/serialize.js';
import { identificationType } from '../customers/vocabulary.js';
import { checkedBy, type Wire } from '../../kit/wire.js';
import type { customer as customerSchema } from '../customers/schemas.js';
import type {
  beneficialOwner,
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

/** The wire form of a beneficial owner. The identifier is write-only and therefore not included. */
export const serializeBeneficialOwner = (owner: BeneficialOwner): Wire<typeof beneficialOwner> => ({
  id: owner.id,
  customerId: owner.customerId,
  roles: owner.roles,
  ownershipPercentage: percentOf(owner.ownershipPpm),
  personalInfo: {
    firstName: owner.firstName,
    middleName: owner.middleName ?? undefined,
    lastName: owner.lastName,
    birthDate: owner.birthDate,
    nationality: owner.nationality,
    email: owner.email ?? undefined,
    phoneNumber: owner.phoneNumber ?? undefined,
    address: serializeAddress(owner.address),
    idType: checkedBy(identificationType, owner.idType),
    countryOfIssuance: owner.countryOfIssuance ?? undefined,
  },
  kycStatus: owner.kycStatus,
  createdAt: toIso(owner.createdAt),
  updatedAt: toIso(owner.updatedAt),
});

export const serializeCustomerWithOwners = ({ customer, owners }: CustomerWithOwners): Wire<typeof customerSchema> =>
  customer.customerType === 'BUSINESS'
    ? { ...serializeBusiness(customer), beneficialOwners: owners.map(serializeBeneficialOwner) }
    : serializeCustomer(customer);

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

export const serializeKycLink = ({ url, expiresAt, provider }: IssuedKycLink): Wire<typeof kycLink> => ({
  kycUrl: url,
  expiresAt: toIso(expiresAt),
  provider,
});
