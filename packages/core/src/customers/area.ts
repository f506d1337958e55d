import type { Codes } from '../codes/index.js';
import { type Cursors, ok, type Query } from '../kernel/index.js';
import { confirmContact, sendContactCode } from './contact-verification.js';
import { createCustomer, type CreateCustomerDeps } from './create-customer.js';
import { deleteCustomer, getCustomer, listCustomers } from './customer-service.js';
import type { EndUserTerms, OpenPaymentsOf, WalletKeys } from './ports.js';
import { reclaimAddresses, type ReclaimDeps } from './reclaim-addresses.js';
import { updateCustomer, type UpdateCustomerDeps } from './update-customer.js';

export interface CustomersDeps extends CreateCustomerDeps, UpdateCustomerDeps, ReclaimDeps {
  readonly cursors: Cursors;
  readonly codes: Codes;
  readonly hasOpenPayments: OpenPaymentsOf;
}

/** Individuals and businesses of a platform. */
export function customersArea(deps: CustomersDeps) {
  const endUserTerms: Query<void, EndUserTerms> = async () => ok(deps.endUserTerms);
  return {
    create: createCustomer(deps),
    /** The same, with the keys of its Embedded Wallet. */
    createWith: (keys: WalletKeys) => createCustomer(deps, keys),
    get: getCustomer(deps.sealer),
    list: listCustomers(deps.cursors, deps.sealer),
    update: updateCustomer(deps),
    delete: deleteCustomer(deps.accounts, deps.hasOpenPayments, deps.sealer),
    endUserTerms,
    sendContactCode: sendContactCode(deps.codes),
    confirmContact: confirmContact(deps.codes),
    /** The work that waits in this area. */
    handlers: { 'platform.reclaim-addresses': reclaimAddresses(deps) },
  } as const;
}

export type Customers = ReturnType<typeof customersArea>;
