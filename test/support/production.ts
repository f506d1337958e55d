import { type Api, type Credential, expecting } from './api.js';
import { submit, upload } from './company.js';
import { printedCredential } from './credentials.js';
import { eventually } from './eventually.js';
import type { CommandResult } from './as-operator.js';
import type { Deployment } from './host.js';
import type { Customer } from './wire.js';

const done = ({ exitCode, stdout, stderr }: CommandResult): string => {
  if (exitCode !== 0) throw new Error(`the command ended with ${exitCode}:\n${stdout}${stderr}`);
  return stdout;
};

/** A new platform in production with accounts in these currencies. */
export async function productionPlatform(
  deployment: Pick<Deployment, 'command' | 'commandAsOperator'>,
  api: Api,
  currencies: string,
): Promise<{ readonly api: Api; readonly credential: Credential }> {
  const options = ['--name', 'Acme', '--environment', 'PRODUCTION', '--currencies', currencies];
  const created = await deployment.command('platform', 'create', ...options);
  done(created);
  const credential = printedCredential(created);
  return { api: api.as(credential), credential };
}

const ADDRESS = { line1: '1 Main St', city: 'Springfield', state: 'CA', postalCode: '94105', country: 'US' };

/** A customer in the United States with a passport, and the id of the submitted verification. */
export async function submittedCustomer(
  api: Api,
  currencies: readonly string[],
): Promise<{ readonly customer: Customer; readonly verificationId: string }> {
  const customer = await expecting(
    201,
    api.post<Customer>('/customers', {
      customerType: 'INDIVIDUAL',
      fullName: 'Ada Lovelace',
      region: 'US',
      birthDate: '1990-12-10',
      nationality: 'US',
      idType: 'SSN',
      identifier: '123-45-6789',
      address: ADDRESS,
      currencies,
    }),
  );
  await upload(api, { documentHolder: customer.id, documentType: 'PASSPORT', documentNumber: 'X1234567' });
  return { customer, verificationId: (await submit(api, customer.id)).id };
}

/** A customer in the United States whom a reviewer has approved with the command line. */
export async function approvedCustomer(
  deployment: Pick<Deployment, 'command' | 'commandAsOperator'>,
  api: Api,
  currencies: readonly string[],
): Promise<Customer> {
  const { customer, verificationId } = await submittedCustomer(api, currencies);
  await eventually('the decision of a reviewer', async () =>
    done(await deployment.commandAsOperator('kyc', 'decide', '--id', verificationId, '--decision', 'APPROVED')),
  );
  return becomesApproved(api, customer);
}

/** The customer, once the verification is approved. */
export const becomesApproved = (api: Api, customer: Pick<Customer, 'id'>): Promise<Customer> =>
  eventually('the approval', async () => {
    const found = await expecting(200, api.get<Customer>(`/customers/${customer.id}`));
    return found.kycStatus === 'APPROVED' ? found : null;
  });
