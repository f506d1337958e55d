import type { ShownDocument } from '@corridor/core/ports';
import type { BeneficialOwner, Verification } from '@corridor/core/records';
import { individual } from './customers.js';
import { idOf, NOW, record } from './record.js';

export const verification: Verification = {
  ...record(idOf('Verification')),
  customerId: idOf('Customer'),
  verificationStatus: 'RESOLVE_ERRORS',
  provider: 'SANDBOX',
  isChange: false,
  link: null,
  renews: null,
  proposal: null,
  sealedNumber: null,
  errors: [
    {
      resourceId: idOf('Customer'),
      type: 'MISSING_FIELD',
      field: 'fullName',
      acceptedDocumentTypes: null,
      reason: 'is required',
    },
    {
      resourceId: idOf('Customer'),
      type: 'MISSING_IDENTITY_DOCUMENT',
      field: null,
      acceptedDocumentTypes: ['PASSPORT'],
      reason: 'a passport is required',
    },
  ],
};

export const beneficialOwner: BeneficialOwner = {
  ...record(idOf('BeneficialOwner')),
  customerId: idOf('Customer'),
  roles: ['UBO', 'CONTROL_PERSON'],
  ownershipPpm: 600_000,
  firstName: 'Ada',
  middleName: null,
  lastName: 'Example',
  birthDate: '1990-04-17',
  nationality: 'DE',
  email: 'ada@example.com',
  phoneNumber: null,
  address: individual.address!,
  idType: 'NON_US_TAX_ID',
  sealedIdentifier: 'sealed canary-identifier',
  countryOfIssuance: 'DE',
  kycStatus: 'PENDING',
  deletedAt: null,
};

export const document: ShownDocument = {
  ...record(idOf('Document')),
  documentHolder: idOf('Customer'),
  customerId: idOf('Customer'),
  documentType: 'NATIONAL_ID',
  side: 'FRONT',
  country: 'DE',
  documentNumber: 'L01X00T47',
  issuingAuthority: 'Stadt Berlin',
  fileName: 'ausweis.jpg',
  contentType: 'image/jpeg',
  size: 1000,
  contentDigest: '0'.repeat(64),
  blobKey: 'key-1',
  uploadedAt: NOW,
  revision: 1,
  submittedWith: null,
  deletedAt: null,
};
