import type { Verification, VerificationError } from '@corridor/client';
import { CommandError } from '../../kernel/errors.js';
import { type Customer, digits } from './acts.js';
import type { Stage } from './stage.js';

const ADDRESS = { line1: '1 Main St', city: 'Springfield', state: 'CA', postalCode: '94105', country: 'US' } as const;

const OWNER = {
  roles: ['UBO', 'CONTROL_PERSON'] as ('UBO' | 'CONTROL_PERSON')[],
  ownershipPercentage: 75,
  personalInfo: {
    firstName: 'Grace',
    lastName: 'Hopper',
    birthDate: '1986-12-09',
    nationality: 'US',
    address: ADDRESS,
    idType: 'SSN' as const,
    identifier: '123-45-6789',
  },
};

/** The smallest document that the service accepts as a PDF. */
function pdf(): Blob {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>',
  ];
  let body = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const place = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 4\n0000000000 65535 f \n${places.join('')}`;
  return new Blob([`${body}${table}trailer\n<< /Size 4 /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`]);
}

/** A business; the ending of its registration number chooses the outcome of its verification (docs/sandbox.md). */
export async function createBusiness(
  stage: Stage,
  ending: string,
  legalName = 'Lovelace Ltd',
): Promise<Customer & { readonly registrationNumber: string }> {
  const customer = await stage.corridor.createCustomer({
    body: { customerType: 'BUSINESS', region: 'US', businessInfo: { legalName } },
  });
  stage.tell(`create the business ${legalName}`, customer.id);
  return { ...customer, registrationNumber: `REG-${digits(6)}-${ending}` };
}

type Business = Awaited<ReturnType<typeof createBusiness>>;

/** Submits the verification of a business, which answers what is still missing. */
export async function submitVerification(
  stage: Stage,
  { id: customerId }: Pick<Business, 'id'>,
): Promise<Verification> {
  const verification = await stage.corridor.createVerification({ body: { customerId } });
  stage.tell(`submit the verification: ${verification.verificationStatus}`, verification.id);
  return verification;
}

/** Supplies one thing that the verification misses, by the error alone. */
async function supply({ corridor, tell }: Stage, business: Business, error: VerificationError): Promise<void> {
  const { type, field, acceptedDocumentTypes } = error;
  const { id: customerId, registrationNumber } = business;
  if (field !== undefined) {
    const known: Readonly<Record<string, object>> = {
      'businessInfo.registrationNumber': { businessInfo: { registrationNumber } },
      'businessInfo.taxId': { businessInfo: { taxId: '98-7654321' } },
      'businessInfo.entityType': { businessInfo: { entityType: 'LLC' } },
      'businessInfo.businessType': { businessInfo: { businessType: 'INFORMATION' } },
      address: { address: ADDRESS },
      email: { email: 'office@example.com' },
      phoneNumber: { phoneNumber: '+14155550123' },
    };
    const change = known[field];
    if (change === undefined)
      throw new CommandError(`the verification asks for ${field}, which the scene does not know`);
    await corridor.updateCustomerById({ path: { customerId }, body: { customerType: 'BUSINESS', ...change } });
    tell(`set ${field}`, customerId);
    return;
  }
  if (type === 'MISSING_BENEFICIAL_OWNER' || type === 'MISSING_CONTROL_PERSON') {
    const { data } = await corridor.listBeneficialOwners({ query: { customerId } });
    if (data.length > 0) return;
    const owner = await corridor.createBeneficialOwner({ body: { ...OWNER, customerId } });
    tell('add a beneficial owner', owner.id);
    return;
  }
  const [documentType] = acceptedDocumentTypes ?? [];
  if (documentType === undefined)
    throw new CommandError(`the verification does not say what it needs: ${error.reason}`);
  const document = await corridor.uploadDocument({
    body: { documentHolder: customerId, documentType, country: 'US', file: pdf() },
  });
  tell(`upload a document: ${documentType}`, document.id);
}

const MOST_SUBMISSIONS = 5;

/** Submits the verification until nothing is missing. */
export async function verifyBusiness(stage: Stage, business: Business): Promise<Verification> {
  for (let submission = 1; submission <= MOST_SUBMISSIONS; submission++) {
    const verification = await submitVerification(stage, business);
    if (verification.verificationStatus !== 'RESOLVE_ERRORS') return verification;
    for (const error of verification.errors) await supply(stage, business, error);
  }
  throw new CommandError(`the verification of ${business.id} does not end after ${MOST_SUBMISSIONS} submissions`);
}
