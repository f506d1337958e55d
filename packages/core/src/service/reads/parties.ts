import {
  EXTERNAL_ACCOUNTS,
  type ExternalAccount,
  INTERNAL_ACCOUNTS,
  type InternalAccount,
} from '../../accounts/index.js';
import { type Customer, CUSTOMERS } from '../../customers/index.js';
import { readAll, type TenantKey, type UnitOfWork } from '../../kernel/index.js';
import { byId } from './by-id.js';

export interface PartyReads {
  /** A customer, also a deleted one; null if it does not exist. */
  customer(tenant: TenantKey, id: string): Promise<Customer | null>;
  /** An external account, also a deleted one, which can be blocked; null if it does not exist. */
  externalAccount(tenant: TenantKey, id: string): Promise<ExternalAccount | null>;
  /** Every internal account of a platform and its customers, oldest first. */
  internalAccounts(tenant: TenantKey): Promise<readonly InternalAccount[]>;
}

export const partyReads = (units: UnitOfWork): PartyReads => ({
  customer: byId(units, 'Customer', CUSTOMERS),
  externalAccount: byId(units, 'ExternalAccount', EXTERNAL_ACCOUNTS),
  internalAccounts: (tenant) => units.read(tenant, (reads) => readAll(reads, INTERNAL_ACCOUNTS)),
});
