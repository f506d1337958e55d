import { exampleId } from '../../kit/schemas.js';
import type { Wire } from '../../kit/wire.js';
import type { bulkImportJob } from './bulk-schemas.js';
import type { beneficialOwner } from './fields.js';
import type { businessCustomer, individualCustomer } from './schemas.js';

const ADDRESS = {
  line1: '1 Main Street',
  line2: 'Apartment 5',
  city: 'San Francisco',
  state: 'CA',
  postalCode: '94105',
  country: 'US',
};

/** The request that creates the customer of `INDIVIDUAL_EXAMPLE`. */
export const NEW_INDIVIDUAL = {
  customerType: 'INDIVIDUAL',
  platformCustomerId: 'user-1001',
  currencies: ['USD', 'EUR'],
  email: 'ada@example.com',
  phoneNumber: '+15555550123',
  fullName: 'Ada Lovelace',
  birthDate: '1990-12-10',
  nationality: 'US',
  idType: 'SSN',
  address: ADDRESS,
  endUserTermsConsent: {
    acceptedAt: '2026-01-05T09:58:00.000Z',
    ipAddress: '192.0.2.1',
    termsVersion: '1',
    acceptanceMethod: 'CHECKBOX',
  },
} as const;

/** An individual in the United States, approved. */
export const INDIVIDUAL_EXAMPLE: Wire<typeof individualCustomer> = {
  ...NEW_INDIVIDUAL,
  id: exampleId('Customer'),
  region: 'US',
  umaAddress: '$ada-lovelace-7hq4k9xm@pay.example',
  kycStatus: 'APPROVED',
  isDeleted: false,
  createdAt: '2026-01-05T10:00:00.000Z',
  updatedAt: '2026-01-05T10:00:00.000Z',
};

/** An individual in the European Economic Area, who must verify contacts. */
export const EUROPEAN_EXAMPLE: Wire<typeof individualCustomer> = {
  customerType: 'INDIVIDUAL',
  id: exampleId('Customer', 2),
  platformCustomerId: 'user-1002',
  region: 'DE',
  currencies: ['USD', 'EUR'],
  email: 'grace@example.com',
  phoneNumber: '+4915112345678',
  umaAddress: '$grace-hopper-4mzx8k2p@pay.example',
  contactVerification: { email: 'PENDING', phone: 'PENDING' },
  fullName: 'Grace Hopper',
  kycStatus: 'PENDING',
  isDeleted: false,
  createdAt: '2026-01-05T10:00:00.000Z',
  updatedAt: '2026-01-05T10:00:00.000Z',
};

/** The request that creates the customer of `BUSINESS_EXAMPLE`. */
export const NEW_BUSINESS = {
  customerType: 'BUSINESS',
  platformCustomerId: 'company-77',
  currencies: ['USD', 'EUR'],
  email: 'office@lovelace.example',
  address: { line1: '500 Market Street', city: 'San Francisco', state: 'CA', postalCode: '94105', country: 'US' },
  businessInfo: {
    legalName: 'Lovelace Analytics LLC',
    registrationNumber: 'C4711900',
    taxId: '98-7654321',
    entityType: 'LLC',
    businessType: 'INFORMATION',
    incorporatedOn: '2019-06-03',
    countriesOfOperation: ['US', 'DE'],
    expectedMonthlyTransactionVolume: 'VOLUME_10K_TO_100K',
  },
} as const;

/** A business that has not been verified yet. */
export const BUSINESS_EXAMPLE: Wire<typeof businessCustomer> = {
  ...NEW_BUSINESS,
  id: exampleId('Customer', 3),
  region: 'US',
  umaAddress: '$lovelace-analytics-llc-9d3rt6wz@pay.example',
  kycStatus: 'PENDING',
  kybStatus: 'PENDING',
  isDeleted: false,
  businessInfo: { ...NEW_BUSINESS.businessInfo, country: 'US' },
  createdAt: '2026-01-05T10:00:00.000Z',
  updatedAt: '2026-01-05T10:00:00.000Z',
};

/** Personal data of the owner in the examples, without the tax number. */
export const OWNER_PERSON = {
  firstName: 'Grace',
  middleName: 'Brewster',
  lastName: 'Hopper',
  birthDate: '1986-12-09',
  nationality: 'US',
  email: 'grace@lovelace.example',
  address: { line1: '12 Pine Street', city: 'San Francisco', state: 'CA', postalCode: '94111', country: 'US' },
  idType: 'SSN',
} as const;

export const BENEFICIAL_OWNER_EXAMPLE: Wire<typeof beneficialOwner> = {
  id: exampleId('BeneficialOwner'),
  customerId: exampleId('Customer', 3),
  roles: ['UBO', 'CONTROL_PERSON'],
  ownershipPercentage: 62.5,
  personalInfo: OWNER_PERSON,
  kycStatus: 'PENDING',
  createdAt: '2026-01-05T10:01:00.000Z',
  updatedAt: '2026-01-05T10:01:00.000Z',
};

/** The business with its owner, as a read of this one customer shows it. */
export const BUSINESS_WITH_OWNERS: Wire<typeof businessCustomer> = {
  ...BUSINESS_EXAMPLE,
  beneficialOwners: [BENEFICIAL_OWNER_EXAMPLE],
};

/** An import that has ended, as a list shows it. */
export const LISTED_IMPORT: Wire<typeof bulkImportJob> = {
  id: exampleId('BulkImport'),
  status: 'COMPLETED',
  progress: { total: 3, processed: 3, successful: 2, failed: 1 },
  completedAt: '2026-01-05T10:00:03.000Z',
};
