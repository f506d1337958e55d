import type { BulkImportReport } from '@corridor/core';
import type { Customer } from '@corridor/core/records';
import { BTC, idOf, NOW, record, USD } from './record.js';

export const individual: Customer = {
  ...record(idOf('Customer')),
  platformCustomerId: 'customer-1',
  customerType: 'INDIVIDUAL',
  region: 'DE',
  currencies: [USD, BTC],
  email: 'ada@example.com',
  phoneNumber: '+4915112345678',
  umaAddress: '$ada@pay.example.com',
  kycStatus: 'PENDING',
  contactEmail: 'PENDING',
  contactPhone: null,
  address: { line1: '1 Example Street', line2: null, city: 'Berlin', state: null, postalCode: '10115', country: 'DE' },
  fullName: 'Ada Example',
  birthDate: '1990-04-17',
  nationality: 'DE',
  idType: 'NON_US_TAX_ID',
  sealedIdentifier: 'canary-identifier',
  countryOfIssuance: 'DE',
  dueDiligence: { pepStatus: 'NONE', sourceOfFundsCategories: ['SALARY'] },
  businessInfo: null,
  sealedTaxId: 'canary-tax-id',
  endUserTermsConsent: {
    acceptedAt: NOW,
    ipAddress: '203.0.113.7',
    termsVersion: '2025-01',
    acceptanceMethod: 'CHECKBOX',
  },
  platformAccountId: null,
  description: null,
  identityReviews: [],
  blockedAs: null,
  ownLimits: null,
  isDeleted: false,
};

export const business: Customer = {
  ...individual,
  customerType: 'BUSINESS',
  kycStatus: 'APPROVED',
  contactEmail: null,
  email: null,
  phoneNumber: null,
  fullName: null,
  birthDate: null,
  nationality: null,
  idType: null,
  countryOfIssuance: null,
  dueDiligence: null,
  endUserTermsConsent: null,
  businessInfo: { legalName: 'Example Trading Ltd', country: 'DE', entityType: 'LLC', incorporatedOn: '2020-02-29' },
};

export const bulkImport: BulkImportReport = {
  ...record(idOf('BulkImport')),
  status: 'COMPLETED',
  columns: ['platformCustomerId'],
  chunks: 1,
  nextChunk: 1,
  total: 2,
  successful: 1,
  failed: 1,
  completedAt: NOW,
  errors: [
    {
      row: 2,
      error: {
        code: 'INVALID_INPUT',
        message: 'Invalid input: country',
        details: { errors: [{ field: 'country', message: 'is required' }] },
      },
    },
  ],
};
