import { forJobs } from '../events/index.js';
import type { Codes } from '../codes/index.js';
import { type Cursors, ok, type Query } from '../kernel/index.js';
import { confirmContact, sendContactCode } from './contact-verification.js';
import { createCustomer, type CreateCustomerPorts } from './create-customer.js';
import { deleteCustomer, listCustomers } from './customer-service.js';
import type { EndUserTerms, OpenPaymentsOf, WalletKeys } from './ports.js';
import { reclaimAddresses, type ReclaimPorts } from './reclaim-addresses.js';
import { updateCustomer, type UpdateCustomerPorts } from './update-customer.js';

export interface CustomersAreaPorts extends CreateCustomerPorts, UpdateCustomerPorts, ReclaimPorts {
  readonly cursors: Cursors;
  readonly codes: Codes;
  readonly hasOpenPayments: OpenPaymentsOf;
}

/** Individuals and businesses of a platform: docs/areas/customers.md. */
export function customersArea(ports: CustomersAreaPorts) {
  const endUserTerms: Query<void, EndUserTerms> = async () => ok(ports.endUserTerms);
  const useCases = {
    list: listCustomers(ports.cursors, ports.sealer),
    delete: deleteCustomer(ports.accounts, ports.hasOpenPayments, ports.sealer),
    endUserTerms,
    sendContactCode: sendContactCode(ports.codes),
    confirmContact: confirmContact(ports.codes),
  } as const;
  const background = forJobs(ports);
  return {
    useCases,
    /**
     * Use cases that the service wraps before callers get them, because creating and changing a customer may also need
     * wallet keys and a wallet signature.
     */
    plain: { create: createCustomer(ports), update: updateCustomer(ports) },
    /** The plain creation with keys for the customer's Embedded Wallet. */
    createWith: (keys: WalletKeys) => createCustomer(ports, keys),
    /** Job handlers of this area. */
    handlers: { 'platform.reclaim-addresses': reclaimAddresses(background) },
  } as const;
}

export type Customers = ReturnType<typeof customersArea>['useCases'];
export type PlainCustomers = ReturnType<typeof customersArea>['plain'];
