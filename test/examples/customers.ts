import { type Api, expecting } from '../support/api.js';
import { submit, upload, uploadForm } from '../support/company.js';
import type { ImportJob } from '../support/csv.js';
import { operationsOf } from '../support/document.js';
import { eventually } from '../support/eventually.js';
import { createCustomer, umaDomainOf } from '../support/scenario.js';
import { enableWallets, openWallet } from '../support/wallet-owner.js';
import type { Customer, Page, Verification } from '../support/wire.js';
import { exampleId } from './example-ids.js';
import type { Area, Scenario } from './run-examples.js';

const [INDIVIDUAL, EUROPEAN, BUSINESS] = [exampleId('Customer'), exampleId('Customer', 2), exampleId('Customer', 3)];
/** The ids that the platform gives to its customers in the examples. */
const OWN_IDS = { [INDIVIDUAL]: 'user-1001', [EUROPEAN]: 'user-1002', [BUSINESS]: 'company-77' };

/** The request body of an example in the document. */
async function exampleBody(api: Api, operationId: string, name: string): Promise<object> {
  const operation = operationsOf(await api.document()).find(({ object }) => object.operationId === operationId);
  const media = operation?.object.requestBody?.content['application/json'] as
    | { readonly examples?: Readonly<Record<string, { readonly value: object }>> }
    | undefined;
  const example = media?.examples?.[name];
  if (example === undefined) throw new Error(`${operationId} has no example ${name}`);
  return example.value;
}

/** New ids in place of those that the platform gives to its customers, which must be unique. */
const newOwnIds = (): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.values(OWN_IDS).map((id) => [id, `${id}-${crypto.randomUUID()}`]));

/** A customer like that of an example of the creation, in place of its id in other examples. */
const existing =
  (id: keyof typeof OWN_IDS, name: string): Scenario =>
  async ({ api }) => {
    const replace = newOwnIds();
    const ownId = OWN_IDS[id]!;
    const body = { ...(await exampleBody(api, 'createCustomer', name)), platformCustomerId: replace[ownId] };
    const customer = await expecting(201, api.post<Customer>('/customers', body));
    return { replace: { ...replace, [id]: customer.id } };
  };

const individual = existing(INDIVIDUAL, 'create-an-individual');
const european = existing(EUROPEAN, 'create-a-customer-in-the-eea');
const business = existing(BUSINESS, 'create-a-business');

/** The scenario, and what else it needs: `more` receives the ids that replace those of the examples. */
const and =
  (
    scenario: Scenario,
    more: (api: Api, idOf: (id: string) => string) => Promise<Readonly<Record<string, unknown>>>,
  ): Scenario =>
  async (used, example) => {
    const { replace = {} } = await scenario(used, example);
    return { replace: { ...replace, ...(await more(used.api, (id) => String(replace[id]))) } };
  };

const ownedBusiness = and(business, async (api, idOf) => {
  const body = { ...(await exampleBody(api, 'createBeneficialOwner', 'add-an-owner')), customerId: idOf(BUSINESS) };
  const { id } = await expecting(201, api.post<{ id: string }>('/beneficial-owners', body));
  return { [exampleId('BeneficialOwner')]: id };
});

const completeBusiness = and(ownedBusiness, async (api, idOf) => {
  for (const documentType of ['TRUST_AGREEMENT', 'PROOF_OF_ADDRESS']) {
    await upload(api, { documentHolder: idOf(BUSINESS), documentType });
  }
  return {};
});

/** A business without a registration number and without documents. */
const incompleteBusiness: Scenario = async ({ api }) => {
  const { businessInfo, ...others } = (await exampleBody(api, 'createCustomer', 'create-a-business')) as {
    readonly businessInfo: object;
  };
  const body = {
    ...others,
    platformCustomerId: crypto.randomUUID(),
    businessInfo: { ...businessInfo, registrationNumber: undefined },
  };
  const { id } = await expecting(201, api.post<Customer>('/customers', body));
  return { replace: { [BUSINESS]: id } };
};

const submittedBusiness = and(incompleteBusiness, async (api, idOf) => {
  const { id } = await submit(api, idOf(BUSINESS));
  return { [exampleId('Verification')]: id };
});

/** An individual with a new name that a person has to approve. */
const changedIdentity = and(individual, async (api, idOf) => {
  const customerId = idOf(INDIVIDUAL);
  await expecting(200, api.patch(`/customers/${customerId}`, { fullName: 'Ada King 001' }));
  const { data } = await expecting(200, api.get<Page<Verification>>('/verifications', { customerId }));
  return { [exampleId('Verification', 2)]: data[0]!.id };
});

const LICENCE = {
  documentType: 'DRIVERS_LICENSE',
  side: 'FRONT',
  country: 'DE',
  documentNumber: 'B072RRE2I55',
  issuingAuthority: 'Stadt Köln',
};

const document = and(european, async (api, idOf) => {
  const { id } = await upload(api, { documentHolder: idOf(EUROPEAN), ...LICENCE });
  return { [exampleId('Document')]: id };
});

const HEADER =
  'umaAddress,platformCustomerId,customerType,fullName,birthDate,addressLine1,city,state,postalCode,country';

/** A file with three individuals, of whom the second has an unknown country. */
async function csvForm(api: Api): Promise<FormData> {
  const domain = umaDomainOf(await createCustomer(api));
  const rows = ['US', 'XX', 'US'].map((country) => {
    const id = crypto.randomUUID();
    return `$${id}@${domain},${id},INDIVIDUAL,Ada Lovelace,1990-12-10,1 Main Street,San Francisco,CA,94105,${country}`;
  });
  const form = new FormData();
  form.set('file', new Blob([[HEADER, ...rows, ''].join('\r\n')]), 'customers.csv');
  return form;
}

const imported: Scenario = async ({ api }) => {
  const body = await csvForm(api);
  const { jobId } = await expecting(202, api.send<{ jobId: string }>('POST', '/customers/bulk/csv', { body }));
  await eventually('the import has ended', async () => {
    const { status } = await expecting(200, api.get<ImportJob>(`/customers/bulk/jobs/${jobId}`));
    return status === 'COMPLETED';
  });
  return { replace: { [exampleId('BulkImport')]: jobId } };
};

const sentCode = (channel: 'email' | 'phone'): Scenario =>
  and(european, async (api, idOf) => {
    await expecting(204, api.post(`/customers/${idOf(EUROPEAN)}/verify-${channel}`));
    return {};
  });

/** The customer of the scenario in place of another one in the examples. */
const inPlaceOf = (id: string, scenario: Scenario, present: string): Scenario =>
  and(scenario, async (_api, idOf) => ({ [id]: idOf(present) }));

const walletOwner: Scenario = async ({ api }) => {
  await enableWallets(api);
  const { customer } = await openWallet(api);
  return { replace: { [INDIVIDUAL]: customer.id } };
};

export const CUSTOMERS: Area = {
  tags: ['Customers', 'KYC/KYB Verifications', 'Documents', 'Contact Verification'],
  scenarios: {
    listCustomers: individual,
    createCustomer: async () => ({ replace: newOwnIds() }),
    getCustomerById: individual,
    'getCustomerById read-a-business': ownedBusiness,
    updateCustomerById: individual,
    'updateCustomerById complete-the-data-of-a-business': business,
    'updateCustomerById change-the-address-of-a-wallet-owner': walletOwner,
    deleteCustomerById: individual,
    uploadCustomersCsv: async ({ api }) => ({ form: await csvForm(api) }),
    listBulkCustomerImportJobs: imported,
    getBulkCustomerImportJob: imported,
    createCustomerKycLink: individual,
    listVerifications: submittedBusiness,
    'createVerification submit-a-business-that-lacks-data': incompleteBusiness,
    'createVerification submit-a-complete-business': completeBusiness,
    getVerification: submittedBusiness,
    'getVerification read-a-proposed-change-of-identity': changedIdentity,
    listBeneficialOwners: ownedBusiness,
    createBeneficialOwner: business,
    getBeneficialOwner: ownedBusiness,
    deleteBeneficialOwner: ownedBusiness,
    updateBeneficialOwner: ownedBusiness,
    listDocuments: document,
    uploadDocument: async (used, example) => {
      const { replace = {} } = await european(used, example);
      return { form: uploadForm({ documentHolder: String(replace[EUROPEAN]), ...LICENCE }) };
    },
    getDocument: document,
    replaceDocument: async (used, example) => ({ ...(await document(used, example)), form: uploadForm(LICENCE) }),
    deleteDocument: document,
    sendCustomerEmailVerification: inPlaceOf(INDIVIDUAL, european, EUROPEAN),
    confirmCustomerEmailVerification: inPlaceOf(INDIVIDUAL, sentCode('email'), EUROPEAN),
    sendCustomerPhoneVerification: inPlaceOf(INDIVIDUAL, european, EUROPEAN),
    confirmCustomerPhoneVerification: inPlaceOf(INDIVIDUAL, sentCode('phone'), EUROPEAN),
  },
};
