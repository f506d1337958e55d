import { idOf } from '../records/record.js';
import type { Requests } from './request.js';

/** A person with every field. */
export const individualFields = {
  email: 'ada@example.com',
  phoneNumber: '+4915112345678',
  umaAddress: '$ada@pay.example.com',
  currencies: ['USD', 'BTC'],
  endUserTermsConsent: {
    acceptedAt: '2025-10-01T08:00:00Z',
    ipAddress: '203.0.113.7',
    termsVersion: '2025-01',
    acceptanceMethod: 'CHECKBOX',
  },
  address: {
    line1: '1 Example Street',
    line2: '2nd floor',
    city: 'Berlin',
    state: 'BE',
    postalCode: '10115',
    country: 'DE',
  },
  fullName: 'Ada Example',
  birthDate: '1990-04-17',
  nationality: 'DE',
  idType: 'NON_US_TAX_ID',
  identifier: 'canary-identifier',
  countryOfIssuance: 'DE',
  sourceOfFundsCategories: ['SALARY'],
  pepStatus: 'NONE',
};

function csvForm(): FormData {
  const form = new FormData();
  form.set('file', new Blob(['platformCustomerId,umaAddress\nc1,$ada@pay.example.com\n']), 'customers.csv');
  return form;
}

export const customerRequests: Requests = {
  listCustomers: { method: 'GET', path: '/customers', body: null },
  createCustomer: {
    method: 'POST',
    path: '/customers',
    body: { customerType: 'INDIVIDUAL', platformCustomerId: 'customer-1', region: 'DE', ...individualFields },
  },
  getCustomerById: { method: 'GET', path: `/customers/${idOf('Customer')}`, body: null },
  updateCustomerById: {
    method: 'PATCH',
    path: `/customers/${idOf('Customer')}`,
    body: {
      ...individualFields,
      businessInfo: {
        legalName: 'Example Trading Ltd',
        taxId: 'DE123456789',
        incorporatedOn: '2020-02-29',
        countriesOfOperation: ['DE'],
        naicsCode: '52',
      },
    },
  },
  getEndUserTerms: { method: 'GET', path: '/customers/end-user-terms', body: null },
  deleteCustomerById: { method: 'DELETE', path: `/customers/${idOf('Customer')}`, body: null },
  sendCustomerEmailVerification: {
    method: 'POST',
    path: `/customers/${idOf('Customer')}/verify-email`,
    body: null,
  },
  confirmCustomerEmailVerification: {
    method: 'POST',
    path: `/customers/${idOf('Customer')}/verify-email/confirm`,
    body: { code: '123456' },
  },
  sendCustomerPhoneVerification: {
    method: 'POST',
    path: `/customers/${idOf('Customer')}/verify-phone`,
    body: null,
  },
  confirmCustomerPhoneVerification: {
    method: 'POST',
    path: `/customers/${idOf('Customer')}/verify-phone/confirm`,
    body: { code: '123456' },
  },
  uploadCustomersCsv: { method: 'POST', path: '/customers/bulk/csv', body: csvForm() },
  listBulkCustomerImportJobs: { method: 'GET', path: '/customers/bulk/jobs', body: null },
  getBulkCustomerImportJob: { method: 'GET', path: `/customers/bulk/jobs/${idOf('BulkImport')}`, body: null },
};
