import { Corridor } from '@corridor/client';

const { CORRIDOR_BASE_URL, CORRIDOR_CLIENT_ID, CORRIDOR_CLIENT_SECRET, PAYROLL_COMPANY } = process.env;

/** The company that pays, by your own id of it (`platformCustomerId`). */
export const COMPANY = PAYROLL_COMPANY ?? 'example-company';

/** @returns {Corridor} */
export function createClient() {
  for (const name of ['CORRIDOR_BASE_URL', 'CORRIDOR_CLIENT_ID', 'CORRIDOR_CLIENT_SECRET']) {
    if (!process.env[name]) throw new Error(`set ${name}, as the README says`);
  }
  return new Corridor({
    baseUrl: CORRIDOR_BASE_URL,
    credential: { clientId: CORRIDOR_CLIENT_ID, clientSecret: CORRIDOR_CLIENT_SECRET },
  });
}

/**
 * The company's internal account in this currency; undefined if the company does not exist yet.
 *
 * @param {Corridor} corridor
 * @param {string} currency
 */
export async function findAccount(corridor, currency) {
  const { data: companies } = await corridor.listCustomers({ query: { platformCustomerId: COMPANY } });
  if (companies.length === 0) return undefined;
  const query = { customerId: companies[0].id, currency };
  const { data: accounts } = await corridor.listCustomerInternalAccounts({ query });
  return accounts[0];
}
