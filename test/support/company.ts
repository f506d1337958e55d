import { type Api, expecting } from './api.js';
import { pdf } from '../../packages/adapters-rails/src/testing/files.js';
import type { Customer, Document, Verification, VerificationError } from './wire.js';

interface UploadFields {
  readonly documentHolder?: string;
  readonly documentType?: string;
  readonly side?: string;
  readonly country?: string;
  readonly documentNumber?: string;
}

/** A form with a file after its fields. */
export function uploadForm(fields: UploadFields, file: Buffer = pdf(), fileName = 'scan.pdf'): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value as string);
  form.set('file', new Blob([new Uint8Array(file)]), fileName);
  return form;
}

export const upload = (api: Api, fields: UploadFields, file?: Buffer): Promise<Document> =>
  expecting(201, api.send<Document>('POST', '/documents', { body: uploadForm({ country: 'US', ...fields }, file) }));

export const submit = (api: Api, customerId: string): Promise<Verification> =>
  expecting(200, api.post<Verification>('/verifications', { customerId }));

/** Identifying numbers of a company and its owner, which only explicit requests may return. */
export const SECRETS = {
  taxId: '98-7654321',
  ownerIdentifier: '912-55-4187',
  identifier: '913-66-5298',
  documentNumber: 'CANARY-P-77120',
} as const;

const ADDRESS = { line1: '1 Main St', city: 'Springfield', state: 'CA', postalCode: '94105', country: 'US' };
const FIELDS: Readonly<Record<string, unknown>> = {
  'businessInfo.registrationNumber': 'REG-900',
  'businessInfo.taxId': SECRETS.taxId,
  'businessInfo.entityType': 'LLC',
  address: ADDRESS,
};
export const OWNER = {
  roles: ['UBO', 'CONTROL_PERSON'],
  ownershipPercentage: 75,
  personalInfo: {
    firstName: 'Grace',
    lastName: 'Hopper',
    birthDate: '1986-12-09',
    nationality: 'US',
    address: ADDRESS,
    idType: 'SSN',
    identifier: SECRETS.ownerIdentifier,
  },
};

/** Supplies one thing that a verification requires, from the error alone. */
async function supply(api: Api, customerId: string, error: VerificationError): Promise<void> {
  const { type, field, acceptedDocumentTypes } = error;
  if (field !== undefined) {
    const [outer, inner] = field.split('.') as [string, string | undefined];
    const patch = inner === undefined ? { [outer]: FIELDS[field] } : { [outer]: { [inner]: FIELDS[field] } };
    await expecting(200, api.patch(`/customers/${customerId}`, patch));
  } else if (type === 'MISSING_BENEFICIAL_OWNER' || type === 'MISSING_CONTROL_PERSON') {
    const { data } = await expecting(200, api.get<{ data: readonly unknown[] }>('/beneficial-owners', { customerId }));
    if (data.length === 0) await expecting(201, api.post('/beneficial-owners', { ...OWNER, customerId }));
  } else {
    const documentType = acceptedDocumentTypes?.[0];
    if (documentType === undefined) throw new Error(`the error does not say what to supply: ${JSON.stringify(error)}`);
    await upload(api, { documentHolder: customerId, documentType, documentNumber: SECRETS.documentNumber });
  }
}

export const createCompany = (api: Api, businessInfo: object = {}): Promise<Customer> =>
  expecting(
    201,
    api.post<Customer>('/customers', {
      customerType: 'BUSINESS',
      businessInfo: { legalName: 'Lovelace Ltd', ...businessInfo },
    }),
  );

/** A company with everything that its next submission requires. */
export async function completeCompany(api: Api, businessInfo: object = {}): Promise<Customer> {
  const customer = await createCompany(api, businessInfo);
  for (const error of (await submit(api, customer.id)).errors) await supply(api, customer.id, error);
  return customer;
}

/** Submits a new company until no error is left. Returns the number of submissions as well. */
export async function verifyCompany(
  api: Api,
  businessInfo: object = {},
): Promise<readonly [Customer, Verification, number]> {
  const customer = await createCompany(api, businessInfo);
  for (let submissions = 1; submissions < 5; submissions++) {
    const verification = await submit(api, customer.id);
    if (verification.verificationStatus !== 'RESOLVE_ERRORS') return [customer, verification, submissions];
    for (const error of verification.errors) await supply(api, customer.id, error);
  }
  throw new Error('the verification of the company does not end');
}
