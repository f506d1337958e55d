import { accountOf, addAccount, createCustomer, fund } from '../support/scenario.js';
import { exampleId } from './example-ids.js';
import type { Area, Scenario } from './run-examples.js';

/** A customer with USD 500.00, and a bank account in EUR. */
const funded: Scenario = async ({ api }) => {
  const customer = await createCustomer(api, { currencies: ['USD', 'EUR'] });
  const { id } = await accountOf(api, customer.id, 'USD');
  await fund(api, id, 50_000);
  const recipient = await addAccount(api, customer.id, 'EUR');
  return {
    replace: {
      [exampleId('Customer')]: customer.id,
      [exampleId('InternalAccount')]: id,
      [exampleId('ExternalAccount')]: recipient.id,
    },
  };
};

export const PAYMENTS: Area = {
  tags: ['Cross-Currency Transfers'],
  scenarios: { createQuote: funded },
};
