import type { KycApplication } from '../verification/index.js';

/** Makes the id of a record of an application. */
export type NewApplicationId = (
  type: 'Verification' | 'Customer' | 'BeneficialOwner' | 'Document' | 'KycLink',
) => string;

/** As in most files, some bytes are not UTF-8: a provider that decodes them as text stores another content. */
const CONTENT = Uint8Array.from(
  [...'%PDF-1.4\n%\xe2\xe3\xcf\xd3\x00\xff\n% a document of the contract\n'].map((character) =>
    character.codePointAt(0)!,
  ),
);
const CONTENT_DIGEST = 'e8b2c3cccce6c36093794cd266c7d6ca4fc211b15cc0fcfe1a1d2ca465e8721a';
const ADDRESS = {
  ...{ line1: '1 Main St', line2: null, city: 'Springfield' },
  ...{ state: 'CA', postalCode: '94105', country: 'US' },
};

/** A business with an owner and a document. */
export function inventedBusiness(newId: NewApplicationId): KycApplication {
  const customerId = newId('Customer');
  const owner = {
    ...{ id: newId('BeneficialOwner'), customerId, version: 1, roles: ['UBO', 'CONTROL_PERSON'] },
    ...{ ownershipPpm: 600_000, firstName: 'Grace', middleName: null, lastName: 'Hopper', birthDate: '1986-12-09' },
    ...{ nationality: 'US', email: null, phoneNumber: null, address: ADDRESS, idType: 'SSN' },
    ...{ identifier: '912-55-0187', countryOfIssuance: null, kycStatus: 'PENDING' },
  };
  const customer = {
    ...{ id: customerId, customerType: 'BUSINESS', region: 'US', email: null, phoneNumber: null, address: ADDRESS },
    ...{ fullName: null, birthDate: null, nationality: null, idType: null, identifier: null, countryOfIssuance: null },
    dueDiligence: null,
    businessInfo: { legalName: 'Lovelace Ltd', registrationNumber: 'REG-900', taxId: '12-3456789', entityType: 'LLC' },
  };
  return applicationOf(newId, customer, [owner], 'CERTIFICATE_OF_INCORPORATION');
}

/** A person with a document. */
export function inventedPerson(newId: NewApplicationId): KycApplication {
  const customer = {
    ...{ id: newId('Customer'), customerType: 'INDIVIDUAL', region: 'US', email: null, phoneNumber: null },
    ...{ address: ADDRESS, fullName: 'Ada Lovelace', birthDate: '1990-12-10', nationality: 'US', idType: 'SSN' },
    ...{ identifier: '912-55-0188', countryOfIssuance: null, dueDiligence: null, businessInfo: null },
  };
  return applicationOf(newId, customer, [], 'PASSPORT');
}

function applicationOf(
  newId: NewApplicationId,
  customer: { readonly id: string },
  owners: readonly object[],
  documentType: string,
): KycApplication {
  const document = {
    ...{ id: newId('Document'), documentHolder: customer.id, customerId: customer.id, documentType },
    ...{ side: null, country: 'US', documentNumber: null, issuingAuthority: null, fileName: 'document.pdf' },
    ...{ contentType: 'application/pdf', size: CONTENT.length, revision: 1 },
    contentDigest: CONTENT_DIGEST,
    read: async () => CONTENT,
  };
  const application = {
    reference: newId('Verification'),
    submission: 1,
    changes: null,
    link: null,
    renews: null,
    customer,
  };
  return { ...application, owners, documents: [document] } as unknown as KycApplication;
}
