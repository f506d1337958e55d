import { EXTERNAL_ACCOUNTS, type ExternalAccount } from '../../accounts/index.js';
import { type Customer, CUSTOMERS } from '../../customers/index.js';
import type { TenantKey, UnitOfWork } from '../../kernel/index.js';
import { byId } from './by-id.js';

export interface PartyReads {
  /** A customer, also a deleted one; null if it does not exist. */
  customer(tenant: TenantKey, id: string): Promise<Customer | null>;
  /** An external account, also a deleted one, which can be blocked; null if it does not exist. */
  externalAccount(tenant: TenantKey, id: string): Promise<ExternalAccount | null>;
}

export const partyReads = (units: UnitOfWork): PartyReads => ({
  customer: byId(units, 'Customer', CUSTOMERS),
  externalAccount: byId(units, 'ExternalAccount', EXTERNAL_ACCOUNTS),
});
