import { setTimeout as pause } from 'node:timers/promises';
import { COMPANY, createClient, findAccount } from './client.js';
import { SOURCE } from './corridors.js';
import { formatAmount, parseAmount } from './money.js';

// Prepares the sandbox: a verified company with money. In production your company passes its verification (KYB) once,
// and sends money by the payment instructions of its account.

const address = { line1: '1 Main Street', city: 'San Francisco', state: 'CA', postalCode: '94105', country: 'US' };
const OWNER = {
  roles: ['UBO', 'CONTROL_PERSON'],
  ownershipPercentage: 100,
  personalInfo: {
    firstName: 'Grace',
    lastName: 'Hopper',
    birthDate: '1986-12-09',
    nationality: 'US',
    address,
    idType: 'SSN',
    identifier: '912-55-4187',
  },
};
/** The smallest file that is a PDF with a page. */
const PDF = `%PDF-1.4
1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj
2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj
3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >> endobj
trailer << /Root 1 0 R /Size 4 >>
startxref
0
%%EOF
`;

const amount = parseAmount(process.argv[2] ?? '', SOURCE.decimals);
if (amount === null || amount === 0n) throw new Error('node sandbox.js AMOUNT, such as 20000.00');
const corridor = createClient();

async function createCompany() {
  const { id: customerId } = await corridor.createCustomer({
    body: {
      customerType: 'BUSINESS',
      platformCustomerId: COMPANY,
      currencies: [SOURCE.currency],
      address,
      businessInfo: {
        legalName: 'Example Company Inc.',
        registrationNumber: 'REG-900',
        taxId: '98-7654321',
        entityType: 'CORPORATION',
      },
    },
  });
  await corridor.createBeneficialOwner({ body: { ...OWNER, customerId } });
}

/** Submits the verification of the company, and supplies the documents that it asks for, until it is approved. */
async function verify(customerId) {
  for (let submissions = 0; submissions < 10; submissions++) {
    const { kybStatus } = await corridor.getCustomerById({ path: { customerId } });
    if (kybStatus === 'APPROVED') return;
    const { verificationStatus, errors } = await corridor.createVerification({ body: { customerId } });
    if (verificationStatus !== 'RESOLVE_ERRORS') await pause(500);
    for (const { acceptedDocumentTypes, resourceId, reason } of errors) {
      if (acceptedDocumentTypes === undefined) throw new Error(`the verification of the company asks for: ${reason}`);
      await corridor.uploadDocument({
        body: {
          documentHolder: resourceId,
          documentType: acceptedDocumentTypes[0],
          country: 'US',
          file: new File([PDF], 'document.pdf', { type: 'application/pdf' }),
        },
      });
    }
  }
  throw new Error('the verification of the company does not end');
}

if ((await findAccount(corridor, SOURCE.currency)) === undefined) await createCompany();
const { id: accountId, customerId } = await findAccount(corridor, SOURCE.currency);
await verify(customerId);
const { balance } = await corridor.sandboxFundInternalAccount({
  path: { accountId },
  body: { amount: Number(amount) },
});
console.log(`${COMPANY} has ${formatAmount(BigInt(balance.amount), SOURCE.decimals)} ${SOURCE.currency}`);
