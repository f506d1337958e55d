import {
  type BeneficialOwner,
  type CustomerWithOwners,
  type ShownDocument,
  type IssuedKycLink,
  percentOf,
  proposedFields,
  toIso,
  type Verification,
  type VerificationError,
} from '@corridor/core';
import { serializeAddress, serializeCustomer } from '../customers/serialize.js';

export const serializeVerification = (verification: Verification): object => ({
  id: verification.id,
  customerId: verification.customerId,
  verificationStatus: verification.verificationStatus,
  errors: verification.errors.map(verificationError),
  proposal: proposalOf(verification),
  createdAt: toIso(verification.createdAt),
  updatedAt: toIso(verification.updatedAt),
});

/** Verifications in older events have none. */
const proposalOf = ({ proposal }: Partial<Pick<Verification, 'proposal'>>): object | undefined =>
  proposal === null || proposal === undefined
    ? undefined
    : { resourceId: proposal.resourceId, changes: proposedFields(proposal) };

const verificationError = (error: VerificationError): object => ({
  resourceId: error.resourceId,
  type: error.type,
  field: error.field ?? undefined,
  acceptedDocumentTypes: error.acceptedDocumentTypes ?? undefined,
  reason: error.reason,
});

/** The wire form of a beneficial owner. The identifier is write-only and has no place here. */
export const serializeBeneficialOwner = (owner: BeneficialOwner): object => ({
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
    idType: owner.idType,
    countryOfIssuance: owner.countryOfIssuance ?? undefined,
  },
  kycStatus: owner.kycStatus,
  createdAt: toIso(owner.createdAt),
  updatedAt: toIso(owner.updatedAt),
});

export const serializeCustomerWithOwners = ({ customer, owners }: CustomerWithOwners): object => ({
  ...serializeCustomer(customer),
  beneficialOwners: customer.customerType === 'BUSINESS' ? owners.map(serializeBeneficialOwner) : undefined,
});

export const serializeDocument = (document: ShownDocument): object => ({
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

export const serializeKycLink = ({ url, expiresAt, provider }: IssuedKycLink): object => ({
  kycUrl: url,
  expiresAt: toIso(expiresAt),
  provider,
});
