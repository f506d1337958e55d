import { idOf } from '../records/record.js';
import { individualFields } from './customers.js';
import type { Requests } from './request.js';

const { birthDate, nationality, address, idType, identifier, countryOfIssuance } = individualFields;
const personalInfo = {
  firstName: 'Ada',
  middleName: 'M',
  lastName: 'Example',
  birthDate,
  nationality,
  email: 'ada@example.com',
  phoneNumber: '+4915112345678',
  address,
  idType,
  identifier,
  countryOfIssuance,
};

function uploadOf(fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  const all = { ...fields, documentType: 'NATIONAL_ID', side: 'FRONT', country: 'DE', documentNumber: 'L01X00T47' };
  for (const [name, value] of Object.entries(all)) form.set(name, value);
  form.set('file', new Blob(['content']), 'ausweis.jpg');
  return form;
}

export const verificationRequests: Requests = {
  createCustomerKycLink: {
    method: 'POST',
    path: `/customers/${idOf('Customer')}/kyc-link`,
    body: { redirectUri: 'https://platform.example.com/back' },
  },
  listVerifications: { method: 'GET', path: '/verifications', body: null },
  createVerification: { method: 'POST', path: '/verifications', body: { customerId: idOf('Customer') } },
  getVerification: { method: 'GET', path: `/verifications/${idOf('Verification')}`, body: null },
  listBeneficialOwners: { method: 'GET', path: `/beneficial-owners?customerId=${idOf('Customer')}`, body: null },
  createBeneficialOwner: {
    method: 'POST',
    path: '/beneficial-owners',
    body: { customerId: idOf('Customer'), roles: ['UBO'], ownershipPercentage: 60, personalInfo },
  },
  getBeneficialOwner: { method: 'GET', path: `/beneficial-owners/${idOf('BeneficialOwner')}`, body: null },
  updateBeneficialOwner: {
    method: 'PATCH',
    path: `/beneficial-owners/${idOf('BeneficialOwner')}`,
    body: { roles: ['DIRECTOR'], ownershipPercentage: 0, personalInfo },
  },
  deleteBeneficialOwner: { method: 'DELETE', path: `/beneficial-owners/${idOf('BeneficialOwner')}`, body: null },
  listDocuments: { method: 'GET', path: '/documents', body: null },
  uploadDocument: { method: 'POST', path: '/documents', body: uploadOf({ documentHolder: idOf('Customer') }) },
  getDocument: { method: 'GET', path: `/documents/${idOf('Document')}`, body: null },
  replaceDocument: { method: 'PUT', path: `/documents/${idOf('Document')}`, body: uploadOf({}) },
  deleteDocument: { method: 'DELETE', path: `/documents/${idOf('Document')}`, body: null },
};
