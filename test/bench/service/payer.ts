import { createApi } from '../../support/api.js';
import { addAccount, createCustomer, fundedAccount } from '../../support/scenario.js';
import type { Payer } from '../load/task.js';
import { CREDENTIAL, type Host } from './host.js';

/** Initial balance in smallest units: more than a bench can spend. */
const FUNDS = 1e11;

/** A customer of the host's first platform with dollars, and an external account in euros to pay to. */
export async function createPayer(host: Host): Promise<Payer> {
  const api = createApi(() => host.baseUrl, CREDENTIAL);
  const customer = await createCustomer(api);
  const source = await fundedAccount(api, customer.id, 'USD', FUNDS);
  const destination = await addAccount(api, customer.id, 'EUR');
  return { ...CREDENTIAL, sourceAccountId: source.id, destinationAccountId: destination.id };
}
